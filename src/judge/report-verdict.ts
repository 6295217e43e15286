import type { TestCase } from "../problem/index.ts";
import type { JudgedProblem, JudgeReport, TestReport } from "./contract.ts";
import { computeScores, type ScoreOptions } from "./scoring/compute-scores.ts";

/** What the tests' reports say of the problem: verdict, groups, points. */
export type ReportSummary = Pick<
  JudgeReport,
  "verdict" | "groups" | "points" | "maximumPoints" | "unboundedPoints" | "message"
>;

/**
 * A problem's verdict from its tests': a judge fault anywhere makes no statement about the program; else all accepted
 * is `accepted`, some score where scores count is `partial`, and the first failure in order decides otherwise.
 */
export function summariseReports(
  problem: JudgedProblem,
  tests: readonly TestCase[],
  reports: readonly TestReport[],
): ReportSummary {
  const scored = tests.flatMap((test, index) => {
    const report = reports[index];
    return report === undefined ? [] : [{ id: test.id, groupId: test.groupId, points: test.points, report }];
  });
  const scores = computeScores(problem, scored, toScoreOptions(problem));
  const isScored = problem.scoring.kind !== "binary" && scores.verdict !== "judge-failed";
  return {
    verdict: scores.verdict,
    groups: scores.groups,
    ...(isScored ? { points: scores.points } : {}),
    ...(scores.maximum === undefined || problem.scoring.kind === "binary" ? {} : { maximumPoints: scores.maximum }),
    ...(isScored && scores.unboundedPoints !== undefined ? { unboundedPoints: scores.unboundedPoints } : {}),
    ...(scores.fault === undefined ? {} : { message: scores.fault }),
  };
}

/** Under Kattis' convention a validator accepts, and points come beside that. */
export function toScoreOptions(problem: Pick<JudgedProblem, "checker" | "interactor">): ScoreOptions {
  const decider = problem.interactor?.kind === "program" ? problem.interactor : problem.checker;
  return { partialPasses: decider.kind === "program" && decider.convention === "kattis" };
}
