import { requireCount, requireInput } from "./require-input.ts";

/**
 * Rank weights w_j(λ) = e^(−λj)/Σ_m e^(−λm) for ranks 1 to N, best first; they sum to 1.
 *
 * @param lambda 0 is the mean, Infinity the best alone
 * @throws RL_INPUT_INVALID for no ranks or a negative λ
 * @paper GrandCode 3.8, docs/paper-map.md#rank-weights
 */
export function computeRankWeights(rankCount: number, lambda: number): readonly number[] {
  requireCount("rankCount", rankCount, 1);
  requireInput(lambda >= 0, `lambda must be 0 or more (Infinity is best-of-N), got ${lambda}; check the schedule`);
  const shares = Array.from({ length: rankCount }, (_, index) => (index === 0 ? 1 : Math.exp(-lambda * index)));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}
