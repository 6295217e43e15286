import { requireInput } from "./require-input.ts";

/**
 * Reward of a hypothesis h: α·r₁ + β·(S(x, h) − S(x, ∅)) when it holds on every verification test, else α·r₁, where r₁
 * is the share of tests on which it holds and S the mean score of the solver with and without it.
 *
 * Withheld solver scores (null, NaN) leave their mean. If a side that is needed has no score left, the reward itself is
 * withheld: null.
 *
 * @throws RL_INPUT_INVALID when there are no verification tests
 * @paper GrandCode 3.6, docs/paper-map.md#hypothesis-reward
 */
export function computeHypothesisReward(options: {
  /** Whether h is correct on each verification test. */
  readonly isCorrect_V: readonly boolean[];
  /** Scores of solver rollouts with h in the prompt. Read only if h passed every test. */
  readonly solverScoresWith_R: readonly (number | null)[];
  /** Scores of solver rollouts without it. Read only if h passed every test. */
  readonly solverScoresWithout_R: readonly (number | null)[];
  readonly alpha: number;
  readonly beta: number;
}): number | null {
  const { isCorrect_V, alpha, beta } = options;
  const verified = alpha * computeVerificationRate(isCorrect_V);
  if (!isCorrect_V.every(Boolean)) return verified;
  const withHypothesis = computeMeanScore(options.solverScoresWith_R);
  const without = computeMeanScore(options.solverScoresWithout_R);
  return withHypothesis === null || without === null ? null : verified + beta * (withHypothesis - without);
}

/**
 * r₁(h): share of the verification tests on which the hypothesis is correct, in [0, 1].
 *
 * @throws RL_INPUT_INVALID when there are no verification tests
 * @paper GrandCode 3.6, docs/paper-map.md#hypothesis-verification
 */
export function computeVerificationRate(isCorrect_V: readonly boolean[]): number {
  requireInput(
    isCorrect_V.length > 0,
    "a hypothesis must be checked on at least 1 verification test, got 0; generate some",
  );
  return isCorrect_V.filter(Boolean).length / isCorrect_V.length;
}

function computeMeanScore(scores_R: readonly (number | null)[]): number | null {
  const known = scores_R.filter((score): score is number => score !== null && Number.isFinite(score));
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}
