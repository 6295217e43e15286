import { AppError } from "../std/index.ts";
import { computeGroupAdvantages, type GroupNormalization } from "./compute-group-advantages.ts";
import { computeGroupLoss, type LossReduction } from "./compute-group-loss.ts";
import type { AdvantageLoss } from "./compute-immediate-loss.ts";
import { requireSameLength } from "./require-input.ts";

/** A delayed correction, and how many members came too late for it. */
export interface CorrectionLoss extends AdvantageLoss {
  /** Members with tokens of which every one is too old: their correction is dropped. */
  readonly lateMemberCount: number;
}

/**
 * Delayed correction of Agentic GRPO: once the final reward is known, the tokens of an earlier stage t are updated by
 * δ_t = r_N − r_t, normalised in its own group, with the ratio re-evaluated under the policy at correction time and
 * clipped at ε₂ ≤ ε.
 *
 * The formula as printed carries A_t again; its text and its sketch mean the normalised δ_t, and so does this function.
 * A member that came too late keeps its δ_t in the group's mean and deviation and its place in K: only its tokens
 * weigh nothing.
 *
 * @throws RL_CORRECTION_CLIP_TOO_WIDE when ε₂ is larger than ε
 * @throws RL_INPUT_INVALID for arrays that do not match or ε outside [0, 1]
 * @throws RL_LOSS_NOT_FINITE when a ratio overflows
 * @paper GrandCode 3.2, docs/paper-map.md#delayed-correction
 */
export function computeCorrectionLoss(options: {
  /** r_t, null where withheld. */
  readonly stageRewards_G: readonly (number | null)[];
  /** r_N, null where withheld. */
  readonly finalRewards_G: readonly (number | null)[];
  /** Log-probabilities of stage t's tokens under θ′, the policy at correction time. */
  readonly correctionLogprobs_G_T: readonly ArrayLike<number>[];
  readonly behaviourLogprobs_G_T: readonly ArrayLike<number>[];
  /** Staleness weights at correction time. */
  readonly tokenWeights_G_T?: readonly ArrayLike<number>[];
  /** ε of the immediate loss. */
  readonly epsilon: number;
  /** ε₂, at most ε. */
  readonly correctionEpsilon: number;
  readonly normalization?: GroupNormalization;
  /** Default `token-sum`. */
  readonly reduction?: LossReduction;
}): CorrectionLoss {
  const { stageRewards_G, finalRewards_G, correctionLogprobs_G_T, epsilon, correctionEpsilon } = options;
  if (!(correctionEpsilon <= epsilon)) {
    throw new AppError({
      code: "RL_CORRECTION_CLIP_TOO_WIDE",
      message: `correctionEpsilon must be at most epsilon (${epsilon}), got ${correctionEpsilon}; a correction is the more careful step, make it smaller`,
      data: { epsilon, correctionEpsilon },
    });
  }
  const advantages = computeGroupAdvantages(
    computeCorrectionRewards(stageRewards_G, finalRewards_G),
    options.normalization,
  );
  const { tokenWeights_G_T, reduction } = options;
  const loss = computeGroupLoss({
    logprobs_G_T: correctionLogprobs_G_T,
    behaviourLogprobs_G_T: options.behaviourLogprobs_G_T,
    ...(tokenWeights_G_T === undefined ? {} : { tokenWeights_G_T }),
    ...(reduction === undefined ? {} : { reduction }),
    advantages_G: advantages.advantages_G,
    isPresent_G: advantages.isPresent_G,
    epsilon: correctionEpsilon,
  });
  const lateMemberCount = (tokenWeights_G_T ?? []).filter(
    (weights_T, g) =>
      advantages.isPresent_G[g] === true &&
      weights_T.length > 0 &&
      Array.from(weights_T).every((weight) => weight === 0),
  ).length;
  return { ...loss, advantages, lateMemberCount };
}

/**
 * δ_t = r_N − r_t for each member; null where either was withheld.
 *
 * @throws RL_INPUT_INVALID for groups of different sizes
 * @paper GrandCode 3.2, docs/paper-map.md#correction-reward
 */
export function computeCorrectionRewards(
  stageRewards_G: readonly (number | null)[],
  finalRewards_G: readonly (number | null)[],
): readonly (number | null)[] {
  requireSameLength("finalRewards_G", finalRewards_G.length, stageRewards_G.length);
  return finalRewards_G.map((finalReward, g) => {
    const stageReward = stageRewards_G[g] ?? null;
    return finalReward === null || stageReward === null ? null : finalReward - stageReward;
  });
}
