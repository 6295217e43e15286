import type { JudgeReport } from "../judge/index.ts";
import type { Scoring } from "../problem/index.ts";
import { unreachable } from "../std/index.ts";

/** A number for learning and choosing, or the reason why there is none. A fault of the judge is never 0. */
export type Reward =
  /** `value` in [0, 1]. */
  | { readonly kind: "reward-given"; readonly value: number }
  | { readonly kind: "reward-withheld"; readonly reason: string };

/** What a reward is computed from. */
export type RewardedReport = Pick<JudgeReport, "verdict" | "tests"> &
  Partial<Pick<JudgeReport, "points" | "maximumPoints" | "message">>;

/**
 * The reward of a judged program: all or nothing for `binary`, else its points out of the most that the tests can give,
 * and where that is not known the mean of the tests' scores (a test that was skipped counts as none). The only place
 * where a report becomes a number.
 */
export function computeReward(report: RewardedReport, scoring: Scoring): Reward {
  if (report.verdict === "compile-error") return { kind: "reward-given", value: 0 };
  const failed = report.tests.find((test) => test.verdict === "judge-failed");
  if (failed !== undefined) return { kind: "reward-withheld", reason: `test ${failed.testId}: ${failed.message}` };
  if (report.verdict === "judge-failed")
    return { kind: "reward-withheld", reason: report.message ?? "the judge failed" };
  if (report.tests.length === 0) return { kind: "reward-withheld", reason: "there were no tests" };
  const unscored = report.tests.find((test) => Number.isNaN(test.score ?? 0));
  if (unscored !== undefined)
    return { kind: "reward-withheld", reason: `test ${unscored.testId}: score is not a number` };
  switch (scoring.kind) {
    case "binary":
      return { kind: "reward-given", value: report.tests.every((test) => test.verdict === "accepted") ? 1 : 0 };
    case "partial":
    case "open-ended":
      return computePartialReward(report);
    default:
      return unreachable(scoring);
  }
}

function computePartialReward(report: RewardedReport): Reward {
  const { points, maximumPoints: maximum } = report;
  if (points !== undefined && maximum !== undefined && maximum > 0) {
    return { kind: "reward-given", value: Math.min(1, Math.max(0, points / maximum)) };
  }
  if (report.tests.some((test) => test.givenPoints !== undefined)) {
    return { kind: "reward-withheld", reason: "nothing says what the checker's points are measured against" };
  }
  return { kind: "reward-given", value: computeMeanScore(report.tests) };
}

function computeMeanScore(tests: JudgeReport["tests"]): number {
  const sum = tests.reduce((total, test) => total + Math.min(1, Math.max(0, test.score ?? 0)), 0);
  return sum / tests.length;
}
