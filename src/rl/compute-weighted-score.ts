import { requireCount, requireInput } from "./require-input.ts";

/** How many problems of one difficulty level were solved. */
export interface LevelResult {
  /** 1 to 5 in the paper's benchmark. */
  readonly level: number;
  readonly solvedCount: number;
  readonly totalCount: number;
}

/**
 * Weighted score 100·Σ l·solved_l / Σ l·total_l, from 0 to 100: a problem counts as much as its level.
 *
 * @throws RL_INPUT_INVALID when there are no problems, or more solved than there are
 * @paper GrandCode 4, docs/paper-map.md#weighted-score
 */
export function computeWeightedScore(results_L: readonly LevelResult[]): number {
  for (const { level, solvedCount, totalCount } of results_L) {
    requireCount("level", level, 1);
    requireCount("solvedCount", solvedCount, 0);
    requireInput(
      Number.isSafeInteger(totalCount) && totalCount >= solvedCount,
      `level ${level} must have at least as many problems as solved ones (${solvedCount}), got ${totalCount}; check the report`,
    );
  }
  const total = results_L.reduce((sum, { level, totalCount }) => sum + level * totalCount, 0);
  requireInput(total > 0, "a weighted score needs at least 1 problem, got 0; run the benchmark first");
  return (100 * results_L.reduce((sum, { level, solvedCount }) => sum + level * solvedCount, 0)) / total;
}
