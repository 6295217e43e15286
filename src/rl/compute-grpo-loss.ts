import type { GroupNormalization } from "./compute-group-advantages.ts";
import type { GroupTokens, LossReduction } from "./compute-group-loss.ts";
import { computeImmediateLoss, type AdvantageLoss } from "./compute-immediate-loss.ts";

/**
 * Plain GRPO, the baseline: every token of the whole trajectory is updated by the one normalised final reward.
 *
 * There is no KL term and no division by a trajectory's length, since the notes give neither.
 *
 * @param options the tokens are those of all stages, in order
 * @throws RL_INPUT_INVALID for arrays that do not match or ε outside [0, 1]
 * @throws RL_LOSS_NOT_FINITE when a ratio overflows
 * @paper GrandCode 3.2, docs/paper-map.md#plain-grpo
 */
export function computeGrpoLoss(
  options: GroupTokens & {
    /** r_N, null where withheld. */
    readonly finalRewards_G: readonly (number | null)[];
    readonly epsilon: number;
    readonly normalization?: GroupNormalization;
    /** Default `token-sum`. */
    readonly reduction?: LossReduction;
  },
): AdvantageLoss {
  const { finalRewards_G, ...rest } = options;
  return computeImmediateLoss({ ...rest, rewards_G: finalRewards_G });
}
