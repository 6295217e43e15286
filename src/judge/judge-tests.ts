import type { Problem, TestCase } from "../problem/index.ts";
import type { BuiltProgram } from "./build-program.ts";
import { accepted, type CheckOutcome } from "./check-outcome.ts";
import { checkOutput, type PlainChecker } from "./check-output.ts";
import { checkByProgram, type ProgramChecker } from "./checker-program.ts";
import type { ExecutionOptions, TestReport } from "./contract.ts";
import { executeRuns, type ProgramJob, type RunOutcome } from "./execute-runs.ts";
import { createEmptyReport, createExecutionReport } from "./execution-report.ts";
import { defaultOutputBytes, defaultStackBytes, type JudgeContext } from "./judge-context.ts";

export type JudgedProblem = Pick<Problem, "checker" | "limits" | "streams" | "scoring">;

/** A built program and what it is judged on. */
export interface TestJob {
  readonly built: BuiltProgram;
  readonly problem: JudgedProblem;
  readonly tests: readonly TestCase[];
}

/** Runs and checks a built program on tests; after a stop, whatever was run beyond it, the rest is `skipped`. */
export async function judgeTests(
  context: JudgeContext,
  job: TestJob,
  options: ExecutionOptions,
): Promise<readonly TestReport[]> {
  const { checker } = job.problem;
  const reports = job.tests.map((test) => createSkippedReport(test));
  if (checker.kind === "program") {
    await judgeByProgram(context, { ...job, checker }, { ...options, reports });
  } else {
    await judgePlainly(context, { ...job, checker }, { ...options, reports });
  }
  return reports;
}

type Options = ExecutionOptions & { readonly reports: TestReport[] };

/** Outputs are compared in this process, while the next test runs. */
async function judgePlainly(
  context: JudgeContext,
  job: TestJob & { readonly checker: PlainChecker },
  options: Options,
): Promise<void> {
  const stops = options.stopsAtFirstFailure ?? false;
  await executeRuns(context, createProgramJob(job, job.tests), {
    signal: options.signal,
    isOrdered: stops,
    onOutcome: (index, outcome) => {
      const test = job.tests[index] as TestCase;
      const checked = checkPlainly(job.checker, test, outcome);
      const report = createTestReport(context, { test, outcome, checked });
      options.reports[index] = report;
      return stops && isFailure(report) ? "stop" : "continue";
    },
  });
}

function checkPlainly(checker: PlainChecker, test: TestCase, outcome: RunOutcome): CheckOutcome | undefined {
  if (outcome.verdict !== "accepted" || outcome.result === undefined) return undefined;
  if (test.answer === undefined) return accepted;
  return checkOutput(checker, outcome.result.stdout, test.answer.bytes);
}

/** Tests that are run before their outputs are checked together: bounds the outputs held, and the work after a stop. */
const chunkLength = 8;

async function judgeByProgram(
  context: JudgeContext,
  job: TestJob & { readonly checker: ProgramChecker },
  options: Options,
): Promise<void> {
  const stops = options.stopsAtFirstFailure ?? false;
  for (let start = 0; start < job.tests.length; start += chunkLength) {
    const tests = job.tests.slice(start, start + chunkLength);
    const reports = await judgeChunk(
      context,
      { ...job, tests },
      { signal: options.signal, stopsAtFirstFailure: stops },
    );
    const firstFailure = stops ? reports.findIndex(isFailure) : -1;
    const kept = firstFailure < 0 ? reports : reports.slice(0, firstFailure + 1);
    for (const [i, report] of kept.entries()) options.reports[start + i] = report;
    if (firstFailure >= 0) return;
  }
}

async function judgeChunk(
  context: JudgeContext,
  job: TestJob & { readonly checker: ProgramChecker },
  options: { readonly signal: AbortSignal | undefined; readonly stopsAtFirstFailure: boolean },
): Promise<readonly TestReport[]> {
  const outcomes: (RunOutcome | undefined)[] = job.tests.map(() => undefined);
  await executeRuns(context, createProgramJob(job, job.tests), {
    signal: options.signal,
    isOrdered: options.stopsAtFirstFailure,
    onOutcome: (index, outcome) => {
      outcomes[index] = outcome;
      return options.stopsAtFirstFailure && outcome.verdict !== "accepted" ? "stop" : "continue";
    },
  });
  const toCheck = job.tests.flatMap((test, index) => {
    const outcome = outcomes[index];
    if (outcome?.verdict !== "accepted" || outcome.result === undefined) return [];
    const bytes = outcome.result.stdout;
    const output = { bytes, digest: context.journal.putArtifact(bytes) };
    return [{ index, item: { input: test.input, output, answer: test.answer, points: test.points } }];
  });
  const items = toCheck.map((entry) => entry.item);
  const checked = await checkByProgram(context, { checker: job.checker, items }, options.signal);
  const checkedByIndex = new Map(toCheck.map((entry, i) => [entry.index, checked[i]]));
  return job.tests.map((test, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) return createSkippedReport(test);
    return createTestReport(context, { test, outcome, checked: checkedByIndex.get(index) });
  });
}

function createProgramJob(job: TestJob, tests: readonly TestCase[]): ProgramJob {
  const { limits } = job.problem;
  return {
    built: job.built,
    runs: tests.map((test) => ({ stdin: test.input, outputBytes: computeOutputCap(job, test) })),
    limits: {
      timeLimitMs: limits.timeLimitMs,
      memoryBytes: limits.memoryLimitBytes,
      stackBytes: limits.stackLimitBytes ?? defaultStackBytes,
    },
    workBytes: 0,
  };
}

function computeOutputCap(job: TestJob, test: TestCase): number {
  const answerBytes = test.answer?.bytes.length ?? 0;
  return job.problem.limits.outputLimitBytes ?? Math.max(defaultOutputBytes, 2 * answerBytes + 1024 ** 2);
}

function isFailure(report: TestReport): boolean {
  return report.verdict !== "accepted" && report.verdict !== "partial";
}

function createSkippedReport(test: TestCase): TestReport {
  return { ...createEmptyReport("skipped", ""), testId: test.id };
}

function createTestReport(
  context: JudgeContext,
  ran: { readonly test: TestCase; readonly outcome: RunOutcome; readonly checked: CheckOutcome | undefined },
): TestReport {
  const execution = createExecutionReport(context.journal, ran.outcome);
  const testId = ran.test.id;
  const { checked } = ran;
  if (checked === undefined) {
    return { ...execution, testId, score: execution.verdict === "judge-failed" ? undefined : 0 };
  }
  const { message } = checked;
  switch (checked.kind) {
    case "output-accepted":
      return { ...execution, testId, score: 1, message };
    case "output-partial":
      return { ...execution, testId, verdict: "partial", score: checked.score, message };
    case "output-rejected":
      return { ...execution, testId, verdict: checked.verdict, score: 0, message };
    case "check-failed":
      return { ...execution, testId, verdict: "judge-failed", message };
  }
}
