import { createTestData, type TestCase, type TestData } from "../problem/index.ts";
import type { SandboxBlob, SandboxFile } from "../sandbox/index.ts";
import { createCheckFailure, type CheckOutcome } from "./check-outcome.ts";
import {
  emptyBlob,
  feedbackBytes,
  feedbackFiles,
  toCheckerEnd,
  toCheckerLimits,
  type ProgramChecker,
} from "./checker-program.ts";
import { readCheckerVerdict, type ScoreScale } from "./checker-conventions.ts";
import type { BuiltProgram } from "./build-program.ts";
import { executeRuns, type RunOutcome } from "./execute-runs.ts";
import { buildProgram, compileProgram, type JudgeContext } from "./judge-context.ts";
import { failAll } from "./judge-plainly.ts";
import type { BatchOptions, TestBatch } from "./judge-tests.ts";
import { keptFilesName, launchKept } from "./launchers.ts";
import { planTestRuns, type TestRunPlan } from "./plan-test-runs.ts";
import { createTestReport } from "./test-report.ts";

/** What one pass came to; `next` is the input of another one. */
export interface PassOutcome {
  readonly outcome: RunOutcome;
  readonly checked: CheckOutcome | undefined;
  readonly next: Uint8Array | undefined;
  /** What the validator left in its feedback folder. */
  readonly kept: Uint8Array | undefined;
}

type Batch = TestBatch & { readonly checker: ProgramChecker; readonly passLimit: number };

/** Runs a solution on each test as often as the validator asks for another pass. */
export async function judgeInPasses(context: JudgeContext, batch: Batch, options: BatchOptions): Promise<void> {
  const plan = await planTestRuns(context, batch, options.signal);
  if (plan.kind !== "runs-planned") return failAll(batch, plan.message, options);
  const validator = await buildKept(context, batch.checker, options.signal);
  if (validator.kind !== "program-built") {
    return failAll(batch, `the validator cannot be built: ${validator.message}`, options);
  }
  const tools = { plan, validator: validator.built };
  for (const [index, test] of batch.tests.entries()) {
    const ran = await runPasses(batch.passLimit, async (pass) =>
      runPass(context, { batch, test, ...tools, ...pass }, options.signal),
    );
    if (options.onReport(index, createTestReport(context, { test, ...ran })) === "stop") return;
  }
}

/** Repeats a pass while it leaves an input for the next; the slowest and the largest pass count. */
export async function runPasses(
  limit: number,
  run: (pass: { readonly input: TestData | undefined; readonly kept: Uint8Array | undefined }) => Promise<PassOutcome>,
): Promise<Pick<PassOutcome, "outcome" | "checked">> {
  let [input, kept]: [TestData | undefined, Uint8Array | undefined] = [undefined, undefined];
  let slowest: RunOutcome | undefined;
  for (let count = 1; ; count++) {
    const pass = await run({ input, kept });
    const outcome = slowest === undefined ? pass.outcome : mergeOutcomes(slowest, pass.outcome);
    const hasAccepted = pass.checked?.kind === "output-accepted" || pass.checked?.kind === "output-partial";
    if (pass.next === undefined) return { outcome, checked: pass.checked };
    if (!hasAccepted) {
      const isFault = pass.checked !== undefined && pass.checked.kind === "output-rejected";
      const fault = createCheckFailure("the validator rejected the output and asked for another pass");
      return { outcome, checked: isFault ? fault : pass.checked };
    }
    if (count >= limit) {
      return { outcome, checked: createCheckFailure(`the validator asked for more than ${limit} passes`) };
    }
    [input, kept, slowest] = [createTestData(pass.next), pass.kept, outcome];
  }
}

function mergeOutcomes(before: RunOutcome, last: RunOutcome): RunOutcome {
  if (before.result === undefined || last.result === undefined) return last;
  const [a, b] = [before.result, last.result];
  return {
    ...last,
    result: {
      ...b,
      cpuTimeMs: Math.max(a.cpuTimeMs, b.cpuTimeMs),
      wallTimeMs: Math.max(a.wallTimeMs, b.wallTimeMs),
      peakMemoryBytes: Math.max(a.peakMemoryBytes, b.peakMemoryBytes),
    },
  };
}

/** A validator whose feedback folder outlives its run. */
export async function buildKept(
  context: JudgeContext,
  { program }: Pick<ProgramChecker, "program">,
  signal: AbortSignal | undefined,
): Promise<
  | { readonly kind: "program-built"; readonly built: BuiltProgram }
  | { readonly kind: "build-failed"; readonly message: string }
> {
  const compiled = await compileProgram(context, program, signal);
  if (compiled.kind !== "compile-ok") return { kind: "build-failed", message: compiled.message };
  const build = await buildProgram(context, program, signal);
  if (build.kind !== "program-built") return { kind: "build-failed", message: build.message };
  return launchKept(context, build.built, signal);
}

interface Pass {
  readonly batch: Batch;
  readonly test: TestCase;
  readonly plan: TestRunPlan;
  readonly validator: BuiltProgram;
  readonly input: TestData | undefined;
  readonly kept: Uint8Array | undefined;
}

async function runPass(context: JudgeContext, pass: Pass, signal: AbortSignal | undefined): Promise<PassOutcome> {
  const test = pass.input === undefined ? pass.test : { ...pass.test, input: pass.input };
  const outcome = await runOnce(context, pass.plan, { test, signal });
  if (outcome.verdict !== "accepted" || outcome.result === undefined) {
    return { outcome, checked: undefined, next: undefined, kept: undefined };
  }
  const scale = pass.batch.checking.scaleOf(pass.test, "kattis");
  const validated = await runValidator(context, { ...pass, test, output: outcome.result.stdout, scale }, signal);
  return { outcome, ...validated };
}

async function runOnce(
  context: JudgeContext,
  plan: TestRunPlan,
  { test, signal }: { readonly test: TestCase; readonly signal: AbortSignal | undefined },
): Promise<RunOutcome> {
  let outcome: RunOutcome = { verdict: "judge-failed", message: "the program was not run" };
  await executeRuns(context, plan.createJob([test]), {
    signal,
    isOrdered: true,
    onOutcome: (_, ran) => {
      outcome = plan.toOutcome(test, ran);
      return "continue";
    },
  });
  return outcome;
}

async function runValidator(
  context: JudgeContext,
  pass: Pass & { readonly output: Uint8Array; readonly scale: ScoreScale },
  signal: AbortSignal | undefined,
): Promise<Omit<PassOutcome, "outcome">> {
  const { batch, test, kept } = pass;
  const flags = batch.checking.flagsOf(test) ?? batch.checker.flags;
  const run = {
    args: ["/box/input", "/box/answer", "/work/", ...flags],
    stdin: createTestData(pass.output),
    files: [
      toFile("input", test.input),
      toFile("answer", test.answer ?? emptyBlob),
      ...(kept === undefined ? [] : [toFile(keptFilesName, createTestData(kept))]),
    ],
    collect: [...feedbackFiles, "nextpass.in", keptFilesName],
    outputBytes: feedbackBytes,
  };
  let ended: RunOutcome | undefined;
  await executeRuns(
    context,
    {
      built: pass.validator,
      runs: [run],
      limits: toCheckerLimits(batch.problem.limits),
      workBytes: 2 * feedbackBytes,
      allowsProcesses: true,
    },
    {
      signal,
      isOrdered: false,
      onOutcome: (_, outcome) => {
        ended = outcome;
        return "continue";
      },
    },
  );
  if (ended?.result?.ending.kind !== "exited") {
    const checked = createCheckFailure(`the validator failed: ${ended?.message ?? "it was not run"}`);
    return { checked, next: undefined, kept: undefined };
  }
  const { result } = ended;
  const collected = new Map(result.collected.map((file) => [file.name, file.bytes]));
  return {
    checked: readCheckerVerdict("kattis", toCheckerEnd(result, ended.result.ending.exitCode), pass.scale),
    next: collected.get("nextpass.in"),
    kept: collected.get(keptFilesName),
  };
}

function toFile(name: string, blob: SandboxBlob): SandboxFile {
  return { name, blob, isExecutable: false };
}
