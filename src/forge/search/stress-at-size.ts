import { createTestData, type TestData, type Verdict } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import { generateInput } from "../input-spec/generate-input.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { listShapes } from "../input-spec/shapes.ts";
import { toBruteForceLimits } from "../tool-limits.ts";
import type { AnswerAuthority, ForgeFault, SearchBudget, SearchCandidate } from "./contract.ts";
import { computeGrowth, type Growth } from "./compute-growth.ts";
import { Meter } from "./meter.ts";
import { judgeInputs, runOnInputs } from "./run-programs.ts";
import { FaultList, type SearchContext } from "./search-context.ts";
import { createValidity } from "./validity.ts";

export interface StressOptions {
  readonly candidates: readonly SearchCandidate[];
  readonly gold?: SearchCandidate | undefined;
  readonly bruteForce?: SearchCandidate | undefined;
  readonly seed: string;
  readonly budget: SearchBudget;
  /** Undefined: those of the specification and random. */
  readonly shapes?: readonly string[] | undefined;
}

/** A large input with what became of it. */
export interface LargeTest {
  readonly shape: string;
  /** 0 to 1. */
  readonly size: number;
  readonly input: TestData;
  readonly answer?: TestData | undefined;
  readonly authority?: AnswerAuthority | undefined;
  readonly results: readonly {
    readonly candidate: string;
    readonly verdict: Verdict;
    readonly cpuTimeMs: number;
    readonly peakMemoryBytes: number;
  }[];
}

export interface StressReport {
  readonly tests: readonly LargeTest[];
  readonly candidates: readonly {
    readonly name: string;
    readonly maxCpuTimeMs: number;
    readonly maxMemoryBytes: number;
    readonly growth: Growth;
    readonly failed: number;
  }[];
  /** Who answers, and by what right. */
  readonly reference: AnswerAuthority | undefined;
  readonly faults: readonly ForgeFault[];
  readonly spent: { readonly runs: number; readonly cpuTimeMs: number };
}

const sizes = [0.3, 0.5, 0.7, 0.85, 1] as const;

/**
 * Runs candidates on inputs that grow to the largest valid ones, of several shapes, and measures time and memory. Where
 * there is no gold and the brute force cannot follow, candidates that agree with it wherever it can answer become the
 * reference; such answers are marked by consensus. Needs a specification; without one there are no tests.
 *
 * @paper GrandCode 3.3, docs/paper-map.md#stress-tests
 * @throws FORGE_SPEC_INVALID and what the judge throws
 */
export async function stressAtSize(context: ForgeContext, options: StressOptions): Promise<StressReport> {
  const search: SearchContext = { ...context, meter: new Meter(options.budget), faults: new FaultList() };
  const { inputSpec: spec, validators } = context.problem;
  const drawn = spec === undefined ? [] : drawInputs(spec, options);
  const validity = await createValidity(search, { spec, validators });
  const agreeing = options.gold === undefined ? await findAgreeing(search, options) : [];
  const tests: LargeTest[] = [];
  const tired = new Set<string>();
  for (const { shape, size, input } of drawn) {
    if (search.meter.isSpent) break;
    const [verdict] = await validity.confirm([input]);
    if (verdict?.kind !== "input-valid") continue;
    const { answer, authority } = await answerLarge(search, { options, agreeing, input });
    const active = options.candidates.filter(({ name }) => !tired.has(name));
    const results = await Promise.all(
      active.map(async ({ name, program }) => {
        const [report] = await judgeInputs(search, program, { items: [{ input, answer }] });
        if (report?.verdict === "time-limit-exceeded" && shape === "random") tired.add(name);
        return {
          candidate: name,
          verdict: report?.verdict ?? "skipped",
          cpuTimeMs: report?.cpuTimeMs ?? 0,
          peakMemoryBytes: report?.peakMemoryBytes ?? 0,
        };
      }),
    );
    tests.push({ shape, size, input, answer, authority, results });
  }
  return toReport(search, options, { tests, agreeing });
}

function drawInputs(
  spec: NonNullable<ForgeContext["problem"]["inputSpec"]>,
  options: StressOptions,
): readonly { readonly shape: string; readonly size: number; readonly input: TestData }[] {
  const rng = new Rng(options.seed).derive("stress");
  const draw = (shape: string, size: number) => {
    const value = generateInput(spec, { size, shape, isExact: true, rng: rng.derive(shape, size) });
    return { shape, size, input: createTestData(renderInput(spec, value)) };
  };
  const shapes = options.shapes ?? listShapes(spec);
  const all = [...sizes.map((size) => draw("random", size)), ...shapes.map((shape) => draw(shape, 1))];
  return [...new Map(all.map((item) => [item.input.digest, item])).values()];
}

/** Candidates that agree with the brute force on all small inputs that it could answer. */
async function findAgreeing(context: SearchContext, options: StressOptions): Promise<readonly SearchCandidate[]> {
  const { inputSpec: spec, limits, tests } = context.problem;
  const rng = new Rng(options.seed).derive("agreement");
  const made =
    spec === undefined
      ? tests.map((test) => test.input)
      : Array.from({ length: 60 }, (_, i) =>
          createTestData(renderInput(spec, generateInput(spec, { size: 0.05 + (i % 4) * 0.06, rng: rng.derive(i) }))),
        );
  const items = made.map((input) => ({ input }));
  const answers =
    options.bruteForce === undefined
      ? undefined
      : await runOnInputs(context, options.bruteForce.program, { inputs: made, limits: toBruteForceLimits(limits) });
  if (answers === undefined) return options.candidates;
  const answered = items.flatMap(({ input }, i) => {
    const report = answers[i];
    if (report?.verdict !== "accepted" || report.stdoutDigest === undefined) return [];
    return [{ input, answer: context.judge.readOutput(report.stdoutDigest) }];
  });
  const found = await Promise.all(
    options.candidates.map(async (candidate) => {
      const reports = await judgeInputs(context, candidate.program, { items: answered, stopsAtFirstFailure: true });
      return reports.every(({ verdict }) => verdict === "accepted") && answered.length > 0 ? [candidate] : [];
    }),
  );
  return found.flat();
}

async function answerLarge(
  context: SearchContext,
  job: { readonly options: StressOptions; readonly agreeing: readonly SearchCandidate[]; readonly input: TestData },
): Promise<Pick<LargeTest, "answer" | "authority">> {
  const { options, agreeing, input } = job;
  const inputs = [input];
  const read = (digest: string | undefined) => (digest === undefined ? undefined : context.judge.readOutput(digest));
  if (options.gold !== undefined) {
    const [report] = await runOnInputs(context, options.gold.program, { inputs });
    if (report?.verdict === "accepted") {
      return { answer: read(report.stdoutDigest), authority: { kind: "gold", program: options.gold.name } };
    }
    const message = `it ends with ${report?.verdict} on a valid input of ${input.bytes.length} bytes`;
    context.faults.add({ kind: "gold-broken", who: options.gold.name, message });
    return {};
  }
  const outputs = await Promise.all(
    agreeing.map(async ({ name, program }) => {
      const [report] = await runOnInputs(context, program, { inputs });
      return report?.verdict === "accepted" ? [{ name, output: read(report.stdoutDigest) }] : [];
    }),
  );
  const finished = outputs.flat();
  const votes = new Map<string, string[]>();
  for (const { name, output } of finished) {
    if (output !== undefined) votes.set(output.digest, [...(votes.get(output.digest) ?? []), name]);
  }
  const [first, second] = [...votes].toSorted((a, b) => b[1].length - a[1].length);
  const isDecided = first !== undefined && first[1].length > (second?.[1].length ?? 0);
  if (!isDecided || (first[1].length < 2 && options.bruteForce === undefined)) return {};
  return { answer: read(first[0]), authority: { kind: "consensus", of: first[1] } };
}

function toReport(
  context: SearchContext,
  options: StressOptions,
  { tests, agreeing }: { readonly tests: readonly LargeTest[]; readonly agreeing: readonly SearchCandidate[] },
): StressReport {
  const { runs, cpuTimeMs } = context.meter;
  const reference: AnswerAuthority | undefined =
    options.gold !== undefined
      ? { kind: "gold", program: options.gold.name }
      : agreeing.length === 0
        ? undefined
        : { kind: "consensus", of: agreeing.map(({ name }) => name) };
  const candidates = options.candidates.map(({ name }) => {
    const own = tests.flatMap(({ shape, input, results }) =>
      results
        .filter(({ candidate }) => candidate === name)
        .map((result) => ({ ...result, shape, bytes: input.bytes.length })),
    );
    return {
      name,
      maxCpuTimeMs: Math.max(0, ...own.map((result) => result.cpuTimeMs)),
      maxMemoryBytes: Math.max(0, ...own.map(({ peakMemoryBytes }) => peakMemoryBytes)),
      growth: computeGrowth(own.filter(({ shape, verdict }) => shape === "random" && verdict === "accepted")),
      failed: own.filter(({ verdict }) => verdict !== "accepted").length,
    };
  });
  return { tests, candidates, reference, faults: context.faults.list(), spent: { runs, cpuTimeMs } };
}
