import type { TestCase } from "../problem/index.ts";
import type { BuiltProgram } from "./build-program.ts";
import type { JudgedProblem, JudgeTestsOptions, TestReport } from "./contract.ts";
import { judgeByProgram } from "./judge-by-program.ts";
import { judgeInteractively } from "./judge-interactively.ts";
import { judgeInPasses } from "./judge-in-passes.ts";
import { judgePlainly } from "./judge-plainly.ts";
import type { JudgeContext } from "./judge-context.ts";
import { createSkipRule, type SkipRule } from "./scoring/skip-rule.ts";
import { computeRunOrder } from "./scoring/run-order.ts";
import { toScoreOptions } from "./report-verdict.ts";
import { createTestChecking, type TestChecking } from "./test-checking.ts";
import { createSkippedReport } from "./test-report.ts";

/** A built program and what it is judged on. */
export interface TestJob {
  readonly built: BuiltProgram;
  readonly problem: JudgedProblem;
  readonly tests: readonly TestCase[];
}

/** Tests that are judged one after another, in the order of running. */
export interface TestBatch extends TestJob {
  readonly checking: TestChecking;
  readonly timeMargin?: number | undefined;
}

export interface BatchOptions {
  readonly signal: AbortSignal | undefined;
  /** Reports come in the order of the tests, so that a stop is the same whatever the speed. */
  readonly isOrdered: boolean;
  /** Called once a test; after a stop, whatever was run beyond it, no more reports are given. */
  readonly onReport: (index: number, report: TestReport) => "continue" | "stop";
}

/** Runs and checks a built program on tests; those that cannot change anything any more are `skipped`. */
export async function judgeTests(
  context: JudgeContext,
  job: TestJob,
  options: JudgeTestsOptions,
): Promise<readonly TestReport[]> {
  const { problem, tests } = job;
  const reports = tests.map((test) => createSkippedReport(test));
  const groups = problem.groups ?? [];
  const order = computeRunOrder(groups, tests, options.runFirst);
  const rule = createSkipRule(groups, tests, {
    ...toScoreOptions(problem),
    stopsAtDecidedGroups: options.stopsAtDecidedGroups ?? false,
  });
  const checking = createTestChecking(problem, tests);
  const stops = options.stopsAtFirstFailure ?? false;
  const { mostIdleTests } = options;
  let [isStopped, idleTests] = [false, 0];
  for (const part of toParts(tests, order, rule)) {
    const indices = part.filter((index) => !rule.isSkipped(tests[index] as TestCase));
    if (indices.length === 0 || isStopped) continue;
    const batch = {
      ...job,
      checking,
      timeMargin: options.timeMargin,
      tests: indices.map((index) => tests[index] as TestCase),
    };
    await judgeBatch(context, batch, {
      signal: options.signal,
      isOrdered: stops || rule.canSkip || mostIdleTests !== undefined,
      onReport: (position, report) => {
        const index = indices[position] as number;
        const test = tests[index] as TestCase;
        reports[index] = report;
        rule.note(test, report);
        if (report.verdict === "idleness-limit-exceeded") idleTests++;
        isStopped ||= (stops && isFailure(report)) || idleTests === mostIdleTests;
        return isStopped || rule.isSkipped(test) ? "stop" : "continue";
      },
    });
  }
  return reports;
}

/** Tests that can be run without looking up: all of them, or those of one group, where groups may end early. */
function toParts(tests: readonly TestCase[], order: readonly number[], rule: SkipRule): readonly (readonly number[])[] {
  if (!rule.canSkip) return [order];
  const parts: number[][] = [];
  for (const index of order) {
    const last = parts.at(-1);
    const isSame = last !== undefined && tests[last[0] ?? -1]?.groupId === tests[index]?.groupId;
    if (isSame) last.push(index);
    else parts.push([index]);
  }
  return parts;
}

async function judgeBatch(context: JudgeContext, batch: TestBatch, options: BatchOptions): Promise<void> {
  const { problem } = batch;
  if (problem.interactor?.kind === "program") {
    return judgeInteractively(context, { ...batch, interactor: problem.interactor }, options);
  }
  if (problem.checker.kind !== "program") return judgePlainly(context, batch, options);
  if (problem.passLimit !== undefined) {
    return judgeInPasses(context, { ...batch, checker: problem.checker, passLimit: problem.passLimit }, options);
  }
  return judgeByProgram(context, { ...batch, checker: problem.checker }, options);
}

function isFailure(report: TestReport): boolean {
  return report.verdict !== "accepted" && report.verdict !== "partial";
}
