import {
  explainVerdict,
  type Explanation,
  type GeneratorSource,
  type KeptTest,
  type SearchCandidate,
} from "../../forge/index.ts";
import type { NamedProgram, Verdict } from "../../problem/index.ts";
import { AppError, deriveSeed } from "../../std/index.ts";
import type { RunTest } from "../contract.ts";
import { judgeCandidates } from "../judge-candidates.ts";
import { emit, findBelieved, listDistinct, type Candidate, type RunState } from "../run-state.ts";
import type { SubmissionReport } from "./contract.ts";

/** What one explanation may use. */
const budget = { runs: 3000, cpuTimeMs: 60_000 };

/**
 * After a rejection: the forge searches for a test that shows the same fault, with the helper programs that are
 * believed. What it finds becomes a test of the run, so that the next round is shown it. GrandCode section 3.3.
 */
export async function explainRejection(
  state: RunState,
  rejection: { readonly candidate: Candidate; readonly verdict: Verdict; readonly attempt: number },
): Promise<NonNullable<SubmissionReport["explanation"]>> {
  const { candidate, verdict, attempt } = rejection;
  const explanation = await search(state, rejection);
  if (typeof explanation === "string" || explanation.kind === "verdict-unexplained") {
    const reason =
      typeof explanation === "string"
        ? explanation
        : `no test was found that shows it (${explanation.search.end}, ${explanation.search.spent.runs} runs)`;
    emit(state, { kind: "verdict-explained", data: { candidateId: candidate.id, verdict, reason } });
    return { reason };
  }
  const test = toRunTest(explanation.test, attempt);
  state.tests.push(test);
  emit(state, {
    kind: "verdict-explained",
    data: { candidateId: candidate.id, verdict, testId: test.id, reason: describeTest(explanation.test) },
  });
  await judgeCandidates(state);
  return { testId: test.id, reason: describeTest(explanation.test) };
}

/** A problem that the forge cannot search is a reason, not a fault of the run. */
async function search(
  state: RunState,
  rejection: { readonly candidate: Candidate; readonly verdict: Verdict; readonly attempt: number },
): Promise<Explanation | string> {
  const { candidate, verdict, attempt } = rejection;
  const bruteForce = findBelieved(state, "brute-force");
  const others = listDistinct(state).filter(({ id }) => id !== candidate.id);
  try {
    return await explainVerdict(state.forge, {
      submitted: toSearchCandidate(candidate),
      verdict,
      others: others.map(toSearchCandidate),
      bruteForces: bruteForce === undefined ? undefined : [{ name: "brute-force", program: bruteForce }],
      validators: listValidators(state),
      generators: listGenerators(state, verdict),
      seed: deriveSeed(state.seed, "explain", attempt),
      budget,
      usesTests: false,
    });
  } catch (thrown) {
    if (AppError.is(thrown) && thrown.code === "FORGE_PROBLEM_UNSUPPORTED") return thrown.message;
    throw thrown;
  }
}

function toSearchCandidate({ id, program }: Candidate): SearchCandidate {
  return { name: id, program };
}

function listValidators(state: RunState): readonly NamedProgram[] {
  const program = findBelieved(state, "validator");
  return program === undefined ? [] : [{ name: "validator", program, convention: "plain", flags: [] }];
}

/** A wrong answer is looked for where the brute force can follow, anything else at the largest size too. */
function listGenerators(state: RunState, verdict: Verdict): readonly GeneratorSource[] {
  const program = findBelieved(state, "generator");
  if (program === undefined) return [];
  const sizes = ["tiny", "small", "edge", ...(verdict === "wrong-answer" ? [] : ["large"])];
  const calls = sizes.map((size) => ["{seed}", size]);
  return [{ generator: { name: "generator", program }, calls, isMutable: false }];
}

function toRunTest(test: KeptTest, attempt: number): RunTest {
  const answeredBy = test.authority?.kind === "consensus" ? "consensus" : "brute-force";
  return {
    id: `rejection/${String(attempt).padStart(2, "0")}`,
    size: "explained",
    input: test.input,
    answer: test.answer,
    answeredBy: test.answer === undefined ? "nobody" : answeredBy,
    isSeparating: false,
    boundary: test.boundary,
  };
}

function describeTest({ source, minimised }: KeptTest): string {
  const size =
    minimised === undefined ? "" : `, made smaller from ${minimised.fromTokens} to ${minimised.tokens} tokens`;
  return `a made test shows it (found by ${source}${size})`;
}
