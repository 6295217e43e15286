import type { TestCase } from "../problem/index.ts";
import { checkByProgram, type ProgramChecker } from "./checker-program.ts";
import { executeRuns, type RunOutcome } from "./execute-runs.ts";
import type { JudgeContext } from "./judge-context.ts";
import { failAll } from "./judge-plainly.ts";
import type { BatchOptions, TestBatch } from "./judge-tests.ts";
import { planTestRuns, type TestRunPlan } from "./plan-test-runs.ts";
import { createTestReport } from "./test-report.ts";

/** Tests that are run before their outputs are checked together: bounds the outputs held, and the work after a stop. */
const chunkLength = 8;

type Batch = TestBatch & { readonly checker: ProgramChecker };

/** Outputs are checked by a program of the package, some at a time. */
export async function judgeByProgram(context: JudgeContext, batch: Batch, options: BatchOptions): Promise<void> {
  const plan = await planTestRuns(context, batch, options.signal);
  if (plan.kind !== "runs-planned") return failAll(batch, plan.message, options);
  for (let start = 0; start < batch.tests.length;) {
    const tests = batch.tests.slice(start, start + chunkLength);
    const ran = await runChunk(context, { plan, tests }, options);
    const reports = await checkChunk(context, { ...batch, tests }, { ran, signal: options.signal });
    for (const report of reports) if (options.onReport(start++, report) === "stop") return;
  }
}

/** Ordered runs end behind the first that fails, so that what was run is always a beginning. */
async function runChunk(
  context: JudgeContext,
  { plan, tests }: { readonly plan: TestRunPlan; readonly tests: readonly TestCase[] },
  options: BatchOptions,
): Promise<readonly (RunOutcome | undefined)[]> {
  const outcomes: (RunOutcome | undefined)[] = tests.map(() => undefined);
  await executeRuns(context, plan.createJob(tests), {
    signal: options.signal,
    isOrdered: options.isOrdered,
    onOutcome: (index, ran) => {
      const outcome = plan.toOutcome(tests[index] as TestCase, ran);
      outcomes[index] = outcome;
      return options.isOrdered && outcome.verdict !== "accepted" ? "stop" : "continue";
    },
  });
  return outcomes;
}

async function checkChunk(
  context: JudgeContext,
  batch: Batch,
  { ran, signal }: { readonly ran: readonly (RunOutcome | undefined)[]; readonly signal: AbortSignal | undefined },
) {
  const { checker, checking, tests, problem } = batch;
  const toCheck = tests.flatMap((test, index) => {
    const outcome = ran[index];
    if (outcome?.verdict !== "accepted" || outcome.result === undefined) return [];
    const bytes = outcome.result.stdout;
    const output = { bytes, digest: context.journal.putArtifact(bytes) };
    const { input, answer } = test;
    const scale = checking.scaleOf(test, checker.convention);
    return [{ index, item: { input, output, answer, scale, flags: checking.flagsOf(test) } }];
  });
  const items = toCheck.map((entry) => entry.item);
  const checked = await checkByProgram(context, { checker, items, limits: problem.limits }, signal);
  const checkedByIndex = new Map(toCheck.map((entry, i) => [entry.index, checked[i]]));
  return tests.flatMap((test, index) => {
    const outcome = ran[index];
    if (outcome === undefined) return [];
    return [createTestReport(context, { test, outcome, checked: checkedByIndex.get(index) })];
  });
}
