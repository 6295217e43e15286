import type { TestCase } from "../problem/index.ts";
import { accepted, type CheckOutcome } from "./check-outcome.ts";
import { checkOutput } from "./check-output.ts";
import { executeRuns, type RunOutcome } from "./execute-runs.ts";
import type { JudgeContext } from "./judge-context.ts";
import type { BatchOptions, TestBatch } from "./judge-tests.ts";
import { planTestRuns } from "./plan-test-runs.ts";
import { createFailedReport, createTestReport } from "./test-report.ts";

/** Outputs are compared in this process, while the next test runs. */
export async function judgePlainly(context: JudgeContext, batch: TestBatch, options: BatchOptions): Promise<void> {
  const plan = await planTestRuns(context, batch, options.signal);
  if (plan.kind !== "runs-planned") return failAll(batch, plan.message, options);
  await executeRuns(context, plan.createJob(batch.tests), {
    signal: options.signal,
    isOrdered: options.isOrdered,
    onOutcome: (index, ran) => {
      const test = batch.tests[index] as TestCase;
      const outcome = plan.toOutcome(test, ran);
      const checked = checkPlainly(batch, test, outcome);
      return options.onReport(index, createTestReport(context, { test, outcome, checked }));
    },
  });
}

function checkPlainly(batch: TestBatch, test: TestCase, outcome: RunOutcome): CheckOutcome | undefined {
  if (outcome.verdict !== "accepted" || outcome.result === undefined) return undefined;
  if (test.answer === undefined) return accepted;
  const checker = batch.checking.checkerOf(test);
  if (checker.kind === "program") return undefined;
  return checkOutput(checker, outcome.result.stdout, test.answer.bytes, test.points);
}

/** Where a batch cannot be run at all. */
export function failAll(batch: Pick<TestBatch, "tests">, message: string, options: BatchOptions): void {
  for (const [index, test] of batch.tests.entries()) {
    if (options.onReport(index, createFailedReport(test, message)) === "stop") return;
  }
}
