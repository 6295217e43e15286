import type { TrainingDatum } from "../../policy/index.ts";
import {
  computeGroupAdvantages,
  type GroupAdvantages,
  type GroupNormalization,
  type LossReduction,
} from "../../rl/index.ts";
import type { Rollout } from "../evaluate/collect-rollouts.ts";

/** The answers to one task with what each is to be learnt by. */
export interface RolloutGroup {
  readonly rollouts: readonly Rollout[];
  readonly advantages: GroupAdvantages;
}

export function toGroup(rollouts: readonly Rollout[], normalization: GroupNormalization): RolloutGroup {
  return {
    rollouts,
    advantages: computeGroupAdvantages(
      rollouts.map(({ reward }) => reward),
      normalization,
    ),
  };
}

/** Only a mixed group has advantages other than 0: the others are not sent to the trainer. */
export function isInstructive({ advantages }: RolloutGroup): boolean {
  return advantages.spread === "mixed";
}

/**
 * The texts of some groups, weighted so that their summed loss is the mean over the groups of `computeGrpoLoss`
 * (`token-sum`: −1/K ΣΣ) or the mean over all their tokens (`token-mean`). Members without a reward are left out.
 */
export function toGroupData(groups: readonly RolloutGroup[], reduction: LossReduction): readonly TrainingDatum[] {
  const present = groups.map(({ rollouts, advantages }) =>
    rollouts.flatMap((rollout, g) =>
      advantages.isPresent_G[g] === true ? [{ rollout, advantage: advantages.advantages_G[g] ?? 0 }] : [],
    ),
  );
  const tokenCount = present.flat().reduce((sum, { rollout }) => sum + rollout.sampled.tokens.length, 0);
  return present.flatMap((members) =>
    members.map(({ rollout, advantage }) =>
      toRolloutDatum(rollout, {
        advantage,
        weight: reduction === "token-sum" ? 1 / (members.length * groups.length) : 1 / tokenCount,
      }),
    ),
  );
}

function toRolloutDatum(
  { attempt, sampled }: Rollout,
  { advantage, weight }: { readonly advantage: number; readonly weight: number },
): TrainingDatum {
  const prompt = attempt.task.promptTokens;
  const tokens = [...prompt, ...sampled.tokens];
  const masked = prompt.slice(1).map(() => 0);
  return {
    inputTokens: tokens.slice(0, -1),
    targetTokens: tokens.slice(1),
    weights_T: [...masked, ...sampled.tokens.map(() => weight)],
    advantages_T: [...masked, ...sampled.tokens.map(() => advantage)],
    behaviourLogprobs_T: [...masked, ...sampled.logprobs_T],
  };
}
