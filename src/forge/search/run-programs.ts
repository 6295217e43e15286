import type { TestReport } from "../../judge/index.ts";
import {
  defaultChecker,
  type Checker,
  type Limits,
  type Program,
  type TestCase,
  type TestData,
} from "../../problem/index.ts";
import type { SearchContext } from "./search-context.ts";

/** An input with what is known to be its answer. */
export interface AnsweredInput {
  readonly input: TestData;
  readonly answer?: TestData | undefined;
}

/** Runs a solution on inputs, by the problem's streams and limits; nothing is checked but how it ends. */
export async function runOnInputs(
  context: SearchContext,
  program: Program,
  job: {
    readonly inputs: readonly TestData[];
    readonly limits?: Limits | undefined;
    readonly stopsAtFirstFailure?: boolean | undefined;
    /** Makes the question a new one, where an answer from the journal would prove nothing. */
    readonly label?: string | undefined;
  },
): Promise<readonly TestReport[]> {
  const { inputs, ...how } = job;
  const checker = context.problem.interactor === undefined ? defaultChecker : undefined;
  return judgeInputs(context, program, { ...how, checker, items: inputs.map((input) => ({ input })) });
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
