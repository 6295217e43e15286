import { computeGroupAdvantages, type GroupAdvantages, type GroupNormalization } from "./compute-group-advantages.ts";
import { computeGroupLoss, type GroupLoss, type GroupTokens, type LossReduction } from "./compute-group-loss.ts";

/** A group's loss together with the advantages that it rests on. */
export interface AdvantageLoss extends GroupLoss {
  readonly advantages: GroupAdvantages;
}

/**
 * Immediate part of Agentic GRPO: as soon as stage t has its reward, the stage's own tokens are updated by the
 * advantage A_t = (r_t − μ_t)/σ_t in the group of K rollouts, clipped at ε.
 *
 * @param options `rewards_G` are the rewards r_t of the stage, null where withheld; the tokens are those of stage t only
 * @throws RL_INPUT_INVALID for arrays that do not match or ε outside [0, 1]
 * @throws RL_LOSS_NOT_FINITE when a ratio overflows
 * @paper GrandCode 3.2, docs/paper-map.md#immediate-loss
 */
export function computeImmediateLoss(
  options: GroupTokens & {
    readonly rewards_G: readonly (number | null)[];
    /** ε of the paper, e.g. 0.2. */
    readonly epsilon: number;
    readonly normalization?: GroupNormalization;
    /** Default `token-sum`. */
    readonly reduction?: LossReduction;
  },
): AdvantageLoss {
  const { rewards_G, normalization, ...rest } = options;
  const advantages = computeGroupAdvantages(rewards_G, normalization);
  const { advantages_G, isPresent_G } = advantages;
  return { ...computeGroupLoss({ ...rest, advantages_G, isPresent_G }), advantages };
}
