import type { TestReport } from "../../judge/index.ts";
import {
  defaultChecker,
  type Checker,
  type Limits,
  type Problem,
  type Program,
  type TestCase,
  type TestData,
} from "../../problem/index.ts";
import type { FramedInput } from "./contract.ts";
import type { SearchContext } from "./search-context.ts";

/** An input with what is known to be its answer. */
export interface AnsweredInput {
  readonly input: FramedInput;
  readonly answer?: TestData | undefined;
}

/** Runs a solution on inputs, by the problem's streams and limits; nothing is checked but how it ends. */
export async function runOnInputs(
  context: SearchContext,
  program: Program,
  job: {
    readonly inputs: readonly FramedInput[];
    readonly limits?: Limits | undefined;
    readonly stopsAtFirstFailure?: boolean | undefined;
    /** Makes the question a new one, where an answer from the journal would prove nothing. */
    readonly label?: string | undefined;
  },
): Promise<readonly TestReport[]> {
  const { inputs, ...how } = job;
  const checker = decidesAlone(context.problem) ? undefined : defaultChecker;
  return judgeInputs(context, program, { ...how, checker, items: inputs.map((input) => ({ input })) });
}

/**
 * Whether verdicts come from an interactor or from passes alone, so that there is no output to compare with another. A
 * testlib interactor whose output a checker holds against the answer is no such case.
 */
export function decidesAlone(problem: Pick<Problem, "interactor" | "passLimit" | "checker">): boolean {
  const { interactor, passLimit = 1, checker } = problem;
  if (passLimit > 1) return true;
  if (interactor?.kind !== "program") return interactor !== undefined;
  return interactor.convention !== "testlib" || checker.kind === "compare";
}

/** Judges a solution on inputs, against the answers where there are any. */
export async function judgeInputs(
  context: SearchContext,
  program: Program,
  job: {
    readonly items: readonly AnsweredInput[];
    readonly limits?: Limits | undefined;
    readonly stopsAtFirstFailure?: boolean | undefined;
    readonly label?: string | undefined;
    /** Undefined: the problem's. */
    readonly checker?: Checker | undefined;
  },
): Promise<readonly TestReport[]> {
  if (job.items.length === 0) return [];
  const { problem, judge, signal, meter } = context;
  const tests = job.items.map(({ input, answer }, i): TestCase => ({
    id: `${job.label ?? "input"}/${i}`,
    isSample: false,
    input,
    answer,
    ...input.frame,
  }));
  const judged = {
    checker: job.checker ?? problem.checker,
    limits: job.limits ?? problem.limits,
    streams: problem.streams,
    scoring: { kind: "binary" } as const,
    interactor: problem.interactor,
    passLimit: problem.passLimit,
  };
  const { tests: reports } = await judge.judge(
    program,
    { problem: judged, tests },
    { signal, stopsAtFirstFailure: job.stopsAtFirstFailure ?? false },
  );
  meter.add(reports);
  return reports;
}
