import { createTestData, type TestCase } from "../problem/index.ts";
import type { SandboxFile } from "../sandbox/index.ts";
import type { BuiltProgram } from "./build-program.ts";
import { emptyBlob } from "./checker-program.ts";
import type { JudgedProblem } from "./contract.ts";
import type { ProgramJob, ProgramRun, RunOutcome } from "./execute-runs.ts";
import { defaultOutputBytes, defaultStackBytes, type JudgeContext } from "./judge-context.ts";
import { launchStaged, stagedListName } from "./launchers.ts";

/** How a program is run on tests, wherever their input lies and their output goes. */
export interface TestRunPlan {
  readonly kind: "runs-planned";
  createJob(tests: readonly TestCase[]): ProgramJob;
  /** The outcome with the program's output in `stdout`, wherever it was written. */
  toOutcome(test: TestCase, outcome: RunOutcome): RunOutcome;
}

export type PlanOutcome = TestRunPlan | { readonly kind: "build-failed"; readonly message: string };

/** Plans the runs of a built program on tests: standard streams, or files in the folder that it starts in. */
export async function planTestRuns(
  context: JudgeContext,
  job: { readonly built: BuiltProgram; readonly problem: JudgedProblem; readonly timeMargin?: number | undefined },
  signal: AbortSignal | undefined,
): Promise<PlanOutcome> {
  const { built, problem } = job;
  const { input, output } = problem.streams;
  const limits = toProgramLimits(problem, job.timeMargin);
  if (output.kind === "stdout") {
    return {
      kind: "runs-planned",
      createJob: (tests) => ({ built, limits, workBytes: 0, runs: tests.map((test) => toPlainRun(problem, test)) }),
      toOutcome: (_, outcome) => outcome,
    };
  }
  const launched = await launchStaged(context, built, signal);
  if (launched.kind !== "program-built") return launched;
  return {
    kind: "runs-planned",
    createJob: (tests) => ({
      built: launched.built,
      limits,
      workBytes: toWorkBytes(problem, tests),
      runs: tests.map((test) => toStagedRun(problem, test, output.name)),
    }),
    toOutcome: (test, outcome) =>
      toFileOutcome(outcome, {
        name: output.name,
        cap: computeOutputCap(problem, test),
        isRead: input.kind === "file" || test.input.bytes.length === 0,
      }),
  };
}

export function toProgramLimits({ limits }: JudgedProblem, timeMargin?: number): ProgramJob["limits"] {
  return {
    ...(timeMargin === undefined ? {} : { timeMargin }),
    timeLimitMs: limits.timeLimitMs,
    memoryBytes: limits.memoryLimitBytes,
    stackBytes: limits.stackLimitBytes ?? defaultStackBytes,
  };
}

/** The most that a program may write on a test. */
export function computeOutputCap({ limits }: JudgedProblem, test: TestCase): number {
  const answerBytes = test.answer?.bytes.length ?? 0;
  return limits.outputLimitBytes ?? Math.max(defaultOutputBytes, 2 * answerBytes + 1024 ** 2);
}

function toPlainRun(problem: JudgedProblem, test: TestCase): ProgramRun {
  const files = toFiles(problem, test);
  return {
    ...(test.args === undefined ? {} : { args: test.args }),
    stdin: problem.streams.input.kind === "stdin" ? test.input : emptyBlob,
    ...(files.length === 0 ? {} : { files }),
    outputBytes: computeOutputCap(problem, test),
  };
}

function toFiles(problem: JudgedProblem, test: TestCase): readonly SandboxFile[] {
  const { input } = problem.streams;
  return [
    ...(test.files ?? []).map(({ fileName, data }) => ({ name: fileName, blob: data, isExecutable: false })),
    ...(input.kind === "file" ? [{ name: input.name, blob: test.input, isExecutable: false }] : []),
  ];
}

function toStagedRun(problem: JudgedProblem, test: TestCase, outputName: string): ProgramRun {
  const run = toPlainRun(problem, test);
  const files = toFiles(problem, test);
  const list = createTestData(files.map((file) => `${file.name}\n`).join(""));
  const staged = files.reduce((sum, file) => sum + file.blob.bytes.length, 0);
  return {
    ...run,
    files: [...files, { name: stagedListName, blob: list, isExecutable: false }],
    collect: [outputName],
    extraMemoryBytes: staged + run.outputBytes,
  };
}

const sparedBytes = 2 ** 20;

/** A power of two, so that sandboxes can be used again. */
function toWorkBytes(problem: JudgedProblem, tests: readonly TestCase[]): number {
  const most = tests.reduce((bytes, test) => {
    const staged = toFiles(problem, test).reduce((sum, file) => sum + file.blob.bytes.length, 0);
    return Math.max(bytes, staged + computeOutputCap(problem, test));
  }, 0);
  return 2 ** Math.ceil(Math.log2(most + sparedBytes));
}

function toFileOutcome(
  outcome: RunOutcome,
  output: { readonly name: string; readonly cap: number; readonly isRead: boolean },
): RunOutcome {
  const { result } = outcome;
  if (result === undefined) return outcome;
  const bytes = result.collected.find((file) => file.name === output.name)?.bytes;
  const isTooLong = (bytes?.length ?? 0) > output.cap;
  const own = { ...result, stdout: bytes ?? new Uint8Array(), isStdoutTruncated: isTooLong };
  if (outcome.verdict !== "accepted") return { ...outcome, result: own };
  if (isTooLong) {
    return { verdict: "output-limit-exceeded", message: "wrote more than the output limit", result: own };
  }
  if (bytes === undefined) return { ...outcome, message: `did not write ${output.name}`, result: own };
  return { ...outcome, result: own };
}
