import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeGrpoLoss, computeTokenLoss, type LossReduction } from "../../rl/index.ts";
import type { Rollout } from "../evaluate/collect-rollouts.ts";
import { toGroup, toGroupData } from "./to-group-data.ts";

const epsilon = 0.2;
const reward = fc.oneof(fc.constantFrom(0, 0.25, 1), fc.constant(null));
const logprobs = fc.array(fc.double({ min: -3, max: 0, noNaN: true }), { minLength: 1, maxLength: 5 });
const member = fc.record({ reward, logprobs });
const group = fc.array(member, { minLength: 2, maxLength: 5 });

function toRollout({ reward: given, logprobs: logprobs_T }: { reward: number | null; logprobs: number[] }): Rollout {
  const tokens = logprobs_T.map((_, t) => t + 1);
  return {
    attempt: { task: { id: "a", level: 1, promptTokens: [7, 8] }, tokens, isEnded: true, address: "0" },
    sampled: {
      tokens,
      logprobs_T,
      samplingLogprobs_T: logprobs_T,
      versions_T: tokens.map(() => 0),
      stopReason: "stop-token",
    },
    reward: given,
  };
}

/** The loss and its gradient under log-probabilities that moved away from the recorded ones. */
function computeByData(groups: readonly (readonly Rollout[])[], reduction: LossReduction, shift: number) {
  const data = toGroupData(
    groups.map((rollouts) => toGroup(rollouts, {})),
    reduction,
  );
  const losses = data.map((datum) =>
    computeTokenLoss(
      { kind: "ppo", clipLowThreshold: 1 - epsilon, clipHighThreshold: 1 + epsilon },
      {
        logprobs_T: Array.from(datum.behaviourLogprobs_T ?? [], (logprob, t) => logprob + shift * Math.sin(t + 1)),
        behaviourLogprobs_T: datum.behaviourLogprobs_T ?? [],
        advantages_T: datum.advantages_T ?? [],
        weights_T: datum.weights_T ?? [],
      },
    ),
  );
  return losses.reduce((sum, { loss }) => sum + loss, 0);
}

function computeByDefinition(rollouts: readonly Rollout[], reduction: LossReduction, shift: number): number {
  const behaviourLogprobs_G_T = rollouts.map(({ sampled }) => sampled.logprobs_T);
  return computeGrpoLoss({
    behaviourLogprobs_G_T,
    // The prompt's one target stands before the answer's in a datum.
    logprobs_G_T: behaviourLogprobs_G_T.map((all) => all.map((logprob, t) => logprob + shift * Math.sin(t + 2))),
    finalRewards_G: rollouts.map(({ reward: given }) => given),
    epsilon,
    reduction,
  }).loss;
}

describe("the data of groups", () => {
  it("have the loss that rl defines for one group, whatever is withheld", () => {
    fc.assert(
      fc.property(group, fc.constantFrom<LossReduction>("token-sum", "token-mean"), (members, reduction) => {
        const rollouts = members.map(toRollout);
        expect(computeByData([rollouts], reduction, 0.4)).toBeCloseTo(computeByDefinition(rollouts, reduction, 0.4), 9);
      }),
    );
  });

  it("have the mean over groups as their loss where tokens are summed", () => {
    fc.assert(
      fc.property(group, group, (one, other) => {
        const groups = [one.map(toRollout), other.map(toRollout)];
        const mean = groups.reduce((sum, rollouts) => sum + computeByDefinition(rollouts, "token-sum", 0.3), 0) / 2;
        expect(computeByData(groups, "token-sum", 0.3)).toBeCloseTo(mean, 9);
      }),
    );
  });
});
