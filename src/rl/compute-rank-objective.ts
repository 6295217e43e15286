import { computeRankWeights } from "./compute-rank-weights.ts";
import { requireSameLength } from "./require-input.ts";

/** The rank-weighted objective of one batch of rollouts, and how much each rollout is to be credited for it. */
export interface RankObjective {
  /** Σ_j w_j R^(j) over the rollouts with a finite reward; 0 when there are none. */
  readonly objective: number;
  /** Weight of each rollout; rollouts of equal reward share the weights of their ranks evenly. 0 where not present. */
  readonly weights_G: readonly number[];
  /** Factor of ∇ log π for each rollout in the gradient estimate. 0 where not present. */
  readonly credits_G: readonly number[];
  readonly isPresent_G: readonly boolean[];
  readonly memberCount: number;
}

/**
 * `leave-one-out` subtracts from a rollout's credit the objective of the others alone, which does not depend on that
 * rollout and so leaves the estimate unbiased: at λ = 0 that is (R_i − mean of the others)/N, at λ = ∞ only a strictly
 * best rollout is credited, with its lead. `none` credits every rollout with the whole objective.
 */
export type RankBaseline = "leave-one-out" | "none";

/**
 * The test-time objective Σ_j w_j(λ) R^(j), R sorted from best to worst, and the credits of its policy gradient
 * ∇W = E[Σ_i credit_i ∇ log π(s_i)].
 *
 * Ties need no order: the objective and the credits depend on the rewards' values alone, so equal rewards get equal
 * credits. The leave-one-out baseline of a lone rollout is 0.
 *
 * @param rewards_G null where withheld; null and non-finite members leave, and N shrinks
 * @throws RL_INPUT_INVALID for a negative λ
 * @paper GrandCode 3.8, docs/paper-map.md#rank-objective
 */
export function computeRankObjective(
  rewards_G: readonly (number | null)[],
  options: { readonly lambda: number; /** Default `leave-one-out`. */ readonly baseline?: RankBaseline },
): RankObjective {
  const { lambda, baseline = "leave-one-out" } = options;
  const isPresent_G = rewards_G.map((reward) => reward !== null && Number.isFinite(reward));
  const sorted = rewards_G
    .filter((reward): reward is number => reward !== null && Number.isFinite(reward))
    .toSorted((a, b) => b - a);
  const weights = computeRankWeights(Math.max(1, sorted.length), lambda);
  const weightOfReward = shareTiedWeights(sorted, weights);
  const objective = weigh(sorted, weights);
  const creditOfReward = new Map<number, number>();
  const otherWeights = sorted.length > 1 ? computeRankWeights(sorted.length - 1, lambda) : [];
  for (const [index, reward] of sorted.entries()) {
    if (creditOfReward.has(reward)) continue;
    const others = baseline === "none" ? 0 : weigh(sorted.toSpliced(index, 1), otherWeights);
    creditOfReward.set(reward, objective - others);
  }
  return {
    objective,
    weights_G: rewards_G.map((reward) => (reward === null ? 0 : (weightOfReward.get(reward) ?? 0))),
    credits_G: rewards_G.map((reward) => (reward === null ? 0 : (creditOfReward.get(reward) ?? 0))),
    isPresent_G,
    memberCount: sorted.length,
  };
}

/**
 * Loss whose gradient is the estimate of −∇W: −Σ_i credit_i Σ_u log π(u), for rollouts sampled by the policy itself.
 * For rollouts of older versions give the credits to `computeGroupLoss` as advantages instead.
 *
 * @throws RL_INPUT_INVALID for arrays that do not match
 * @paper GrandCode 3.8, docs/paper-map.md#rank-gradient
 */
export function computeRankLoss(options: {
  readonly rewards_G: readonly (number | null)[];
  readonly logprobs_G_T: readonly ArrayLike<number>[];
  readonly lambda: number;
  readonly baseline?: RankBaseline;
}): RankObjective & { readonly loss: number; readonly gradient_G_T: readonly (readonly number[])[] } {
  const { rewards_G, logprobs_G_T, ...rest } = options;
  requireSameLength("logprobs_G_T", logprobs_G_T.length, rewards_G.length);
  const ranked = computeRankObjective(rewards_G, rest);
  let loss = 0;
  const gradient_G_T = logprobs_G_T.map((logprobs_T, g) => {
    const credit = ranked.credits_G[g] ?? 0;
    if (credit !== 0) loss -= credit * Array.from(logprobs_T).reduce((sum, logprob) => sum + logprob, 0);
    return Array.from(logprobs_T, () => (credit === 0 ? 0 : -credit));
  });
  return { ...ranked, loss, gradient_G_T };
}

function weigh(sorted: readonly number[], weights: readonly number[]): number {
  return sorted.reduce((sum, reward, index) => sum + reward * (weights[index] ?? 0), 0);
}

function shareTiedWeights(sorted: readonly number[], weights: readonly number[]): ReadonlyMap<number, number> {
  const totals = new Map<number, { sum: number; count: number }>();
  for (const [index, reward] of sorted.entries()) {
    const entry = totals.get(reward) ?? { sum: 0, count: 0 };
    totals.set(reward, { sum: entry.sum + (weights[index] ?? 0), count: entry.count + 1 });
  }
  return new Map([...totals].map(([reward, { sum, count }]) => [reward, sum / count]));
}
