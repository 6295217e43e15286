import { languageSamples, type Judge, type JudgedProblem } from "../judge/index.ts";
import {
  createTestData,
  type Language,
  type Limits,
  type Program,
  type TestCase,
  type TestData,
} from "../problem/index.ts";
import type { EfficiencyReports } from "./compute-layered-reward.ts";

export interface EfficiencyQuestion {
  readonly problem: JudgedProblem;
  readonly candidate: Program;
  readonly bruteForce: Program;
  /** Of sizes at which the brute force has something to do. */
  readonly inputs: readonly TestData[];
  /** Undefined: the problem's own. */
  readonly bruteForceLimits?: Limits | undefined;
}

/**
 * Runs a candidate and the brute force on efficiency tests. What the brute force writes is the answer where it comes to
 * an end; on inputs that it cannot finish only how the candidate ends counts. Everything goes through the judge's
 * journal: the brute force runs once for all candidates, and a replay reads the same times back.
 *
 * @throws JUDGE_CLOSED, and the signal's reason when aborted.
 *
 * @paper GrandCode 3.6, docs/paper-map.md#layered-reward
 */
export async function measureEfficiency(
  judge: Judge,
  question: EfficiencyQuestion,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<EfficiencyReports> {
  const { problem, candidate, bruteForce, inputs } = question;
  const limits = question.bruteForceLimits ?? problem.limits;
  const slow = await judge.execute(bruteForce, { inputs: inputs.map((stdin) => ({ stdin })), limits }, options);
  const tests = inputs.map((input, i): TestCase => {
    const report = slow[i];
    const isAnswer = report?.verdict === "accepted" && report.stdoutDigest !== undefined;
    const answer = isAnswer ? { answer: judge.readOutput(report.stdoutDigest) } : {};
    return { id: `efficiency-${i + 1}`, isSample: false, input, ...answer };
  });
  const { checker, streams } = problem;
  const judged = { checker, streams, limits: problem.limits, scoring: { kind: "binary" } } as const;
  const report = await judge.judge(candidate, { problem: judged, tests }, options);
  const startUpMs = {
    candidate: await measureStartUpMs(judge, candidate.language, options),
    bruteForce: await measureStartUpMs(judge, bruteForce.language, options),
  };
  return { candidate: report, bruteForce: slow, startUpMs };
}

const startUpRuns = 5;

/** CPU time of a program that adds two numbers: the least of a few runs, since nothing makes it faster than it is. */
async function measureStartUpMs(
  judge: Judge,
  language: Language,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<number> {
  if (language === "other") return 0;
  const inputs = Array.from({ length: startUpRuns }, (_, i) => ({ stdin: createTestData(`${i} 1\n`) }));
  const limits = { timeLimitMs: 10_000, memoryLimitBytes: 1024 ** 3 };
  const reports = await judge.execute(languageSamples[language], { inputs, limits }, options);
  const times = reports.flatMap(({ verdict, cpuTimeMs }) => (verdict === "accepted" ? [cpuTimeMs] : []));
  return times.length === 0 ? 0 : Math.min(...times);
}
