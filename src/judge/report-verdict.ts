import type { Scoring, Verdict } from "../problem/index.ts";
import type { TestReport } from "./contract.ts";

/**
 * A problem's verdict from its tests': a judge fault anywhere makes no statement about the program; else all accepted
 * is `accepted`, some score where scores count is `partial`, and the first failure in order decides otherwise.
 */
export function computeReportVerdict(
  tests: readonly Pick<TestReport, "verdict" | "score">[],
  scoring: Scoring,
): Verdict {
  if (tests.some((test) => test.verdict === "judge-failed")) return "judge-failed";
  const firstFailure = tests.find((test) => test.verdict !== "accepted");
  if (firstFailure === undefined) return "accepted";
  const hasScore = tests.some((test) => (test.score ?? 0) > 0);
  return scoring.kind !== "binary" && hasScore ? "partial" : firstFailure.verdict;
}
