import type { Verdict } from "../../problem/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import type { KeptTest, SearchCandidate, SearchResult } from "./contract.ts";
import { searchDifferences, type SearchOptions } from "./search-differences.ts";
import { stressAtSize, type StressReport } from "./stress-at-size.ts";

export interface ExplainOptions extends Omit<SearchOptions, "candidates" | "stopsAtFirst"> {
  /** What was submitted. */
  readonly submitted: SearchCandidate;
  /** What the judge outside said of it. */
  readonly verdict: Verdict;
  /** Other programs for the problem: voters where there is neither gold nor brute force. */
  readonly others?: readonly SearchCandidate[] | undefined;
}

export type Explanation =
  | { readonly kind: "verdict-explained"; readonly test: KeptTest; readonly search: SearchResult }
  /** The budget ended, or the sources did. */
  | { readonly kind: "verdict-unexplained"; readonly search: SearchResult; readonly stress?: StressReport | undefined };

/**
 * Goes on after a verdict from outside until a test explains it or the budget ends: a time limit sends it to large
 * inputs, with a faster program as the reference where the brute force cannot follow.
 *
 * @paper GrandCode 3.3, docs/paper-map.md#submission-feedback
 */
export async function explainVerdict(context: ForgeContext, options: ExplainOptions): Promise<Explanation> {
  const { submitted, verdict, others = [], ...search } = options;
  const isSlow = resourceVerdicts.has(verdict);
  const stress = isSlow
    ? await stressAtSize(context, {
        candidates: [submitted, ...others],
        gold: options.gold?.[0],
        bruteForce: options.bruteForces?.[0],
        seed: options.seed,
        budget: { runs: options.budget.runs, cpuTimeMs: options.budget.cpuTimeMs / 2 },
      })
    : undefined;
  const found = stress && toTest(stress, submitted.name, verdict);
  const budget = {
    runs: Math.max(0, options.budget.runs - (stress?.spent.runs ?? 0)),
    cpuTimeMs: Math.max(0, options.budget.cpuTimeMs - (stress?.spent.cpuTimeMs ?? 0)),
  };
  const result = await searchDifferences(context, {
    ...search,
    budget: found === undefined ? budget : { runs: 0, cpuTimeMs: 0 },
    gold: search.gold ?? (isSlow ? listReferences(stress, others) : undefined),
    candidates: [submitted, ...(search.gold === undefined && search.bruteForces === undefined ? others : [])],
    minimumSize: isSlow ? 0.35 : undefined,
    stopsAtFirst: true,
  });
  const isByReference = search.gold === undefined && isSlow && stress?.reference?.kind === "consensus";
  const tests = isByReference ? result.tests.map((test) => ({ ...test, authority: stress.reference })) : result.tests;
  const test = found ?? tests.find(({ killed }) => killed.some(({ candidate }) => candidate === submitted.name));
  return test === undefined
    ? { kind: "verdict-unexplained", search: result, stress }
    : { kind: "verdict-explained", test, search: result };
}

const resourceVerdicts: ReadonlySet<Verdict> = new Set([
  "time-limit-exceeded",
  "memory-limit-exceeded",
  "idleness-limit-exceeded",
  "runtime-error",
]);

/** Faster programs that agreed with the brute force, quickest first. */
function listReferences(
  stress: StressReport | undefined,
  others: readonly SearchCandidate[],
): readonly SearchCandidate[] | undefined {
  const agreeing = stress?.reference?.kind === "consensus" ? stress.reference.of : [];
  const speed = new Map(stress?.candidates.map(({ name, maxCpuTimeMs }) => [name, maxCpuTimeMs]));
  const found = others
    .filter(({ name }) => agreeing.includes(name))
    .toSorted((a, b) => (speed.get(a.name) ?? 0) - (speed.get(b.name) ?? 0));
  return found.length === 0 ? undefined : found.slice(0, 1);
}

/** The smallest large test on which the program got the same verdict. */
function toTest(stress: StressReport, name: string, verdict: Verdict): KeptTest | undefined {
  const [hit] = stress.tests
    .filter(({ results }) => results.some((result) => result.candidate === name && result.verdict === verdict))
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  if (hit === undefined) return undefined;
  const boundary = `${hit.shape} at size ${hit.size}`;
  return {
    id: "forge/001",
    input: hit.input,
    answer: hit.answer,
    authority: hit.authority,
    source: `stress ${hit.shape}`,
    boundary,
    killed: [{ candidate: name, verdict, message: boundary }],
    split: [],
    isValidated: true,
  };
}
