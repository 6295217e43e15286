import type { TestCase } from "../problem/index.ts";
import type { CheckOutcome, GivenScore } from "./check-outcome.ts";
import type { TestReport } from "./contract.ts";
import type { RunOutcome } from "./execute-runs.ts";
import { createEmptyReport, createExecutionReport } from "./execution-report.ts";
import type { JudgeContext } from "./judge-context.ts";

/** A test that ran, and what the checker said of its output; undefined where the run itself decided. */
export interface RanTest {
  readonly test: TestCase;
  readonly outcome: RunOutcome;
  readonly checked: CheckOutcome | undefined;
}

/** The report of a test that ran. */
export function createTestReport(context: JudgeContext, { test, outcome, checked }: RanTest): TestReport {
  const execution = createExecutionReport(context.journal, outcome);
  const testId = test.id;
  if (checked === undefined) {
    return { ...execution, testId, score: execution.verdict === "judge-failed" ? undefined : 0 };
  }
  const message = checked.message === "" ? execution.message : checked.message;
  switch (checked.kind) {
    case "output-accepted":
      return { ...execution, testId, ...toGiven(checked), score: 1, message: checked.message };
    case "output-partial":
      return { ...execution, testId, ...toGiven(checked), verdict: "partial", score: checked.score, message };
    case "output-rejected":
      return { ...execution, testId, verdict: checked.verdict, score: 0, message };
    case "check-failed":
      return { ...execution, testId, verdict: "judge-failed", message };
  }
}

export function createSkippedReport(test: TestCase): TestReport {
  return { ...createEmptyReport("skipped", ""), testId: test.id };
}

export function createFailedReport(test: TestCase, message: string): TestReport {
  return { ...createEmptyReport("judge-failed", message), testId: test.id, score: undefined };
}

function toGiven({ givenPoints, unboundedScore }: GivenScore): GivenScore {
  return {
    ...(givenPoints === undefined ? {} : { givenPoints }),
    ...(unboundedScore === undefined ? {} : { unboundedScore }),
  };
}
