import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeLargestError, differentiate } from "../../test/rl/numeric.ts";
import { computeCorrectionLoss, computeCorrectionRewards } from "./compute-correction-loss.ts";
import { computeGroupLoss } from "./compute-group-loss.ts";
import { computeGrpoLoss } from "./compute-grpo-loss.ts";
import { computeImmediateLoss } from "./compute-immediate-loss.ts";

const behaviourLogprobs_G_T = [[-1, -2, -0.5], [-3], [-0.7, -1.1], [-2, -2]];
const logprobs_G_T = [[-0.9, -2.6, -0.45], [-2.5], [-1.1, -1.05], [-2.3, -1.7]];
const rewards_G = [1, 0, 0.25, 0.5];
const tokenWeights_G_T = [[1, 0.5, 0], [1], [0, 0], [1, 0.25]];

function regroup(flat: readonly number[]): number[][] {
  let next = 0;
  return logprobs_G_T.map((row) => flat.slice(next, (next += row.length)));
}

describe("the losses of Agentic GRPO", () => {
  test.each(["token-sum", "token-mean"] as const)("%s: gradients are those of finite differences", (reduction) => {
    const group = { behaviourLogprobs_G_T, tokenWeights_G_T, epsilon: 0.2, reduction };
    const losses = {
      immediate: (logprobs: readonly (readonly number[])[]) =>
        computeImmediateLoss({ ...group, rewards_G, logprobs_G_T: logprobs }),
      grpo: (logprobs: readonly (readonly number[])[]) =>
        computeGrpoLoss({ ...group, finalRewards_G: rewards_G, logprobs_G_T: logprobs }),
      correction: (logprobs: readonly (readonly number[])[]) =>
        computeCorrectionLoss({
          ...group,
          stageRewards_G: rewards_G,
          finalRewards_G: [0, 1, 1, 0],
          correctionLogprobs_G_T: logprobs,
          correctionEpsilon: 0.1,
        }),
    };
    for (const computeLoss of Object.values(losses)) {
      const numeric = differentiate((flat) => computeLoss(regroup(flat)).loss, logprobs_G_T.flat());
      const { gradient_G_T } = computeLoss(logprobs_G_T);
      expect(computeLargestError(gradient_G_T.flat(), numeric)).toBeLessThan(1e-8);
      expect(gradient_G_T.flat().some((slope) => slope !== 0)).toBe(true);
    }
  });

  test("the mean of the sketch and the sum of the formula differ by T on a rectangle", () => {
    const group = {
      rewards_G: [0, 1, 1],
      logprobs_G_T: [
        [-1, -2],
        [-1.1, -2],
        [-1, -2.2],
      ],
      behaviourLogprobs_G_T: [
        [-1, -2.1],
        [-1, -2],
        [-1, -2],
      ],
      epsilon: 0.2,
    };
    const sum = computeImmediateLoss(group).loss;
    expect(computeImmediateLoss({ ...group, reduction: "token-mean" }).loss).toBeCloseTo(sum / 2, 12);
    expect(sum).not.toBeCloseTo(0, 3);
  });

  test("at ratio 1 a normalised group of equal lengths has loss 0 and still a gradient", () => {
    const logprobs = [[-1], [-2], [-3]];
    const loss = computeImmediateLoss({
      rewards_G: [0, 0, 1],
      logprobs_G_T: logprobs,
      behaviourLogprobs_G_T: logprobs,
      epsilon: 0.2,
    });
    expect(loss.loss).toBeCloseTo(0, 12);
    expect(loss.gradient_G_T[2]?.[0]).toBeCloseTo(-Math.SQRT2 / 3, 12);
  });

  test("members that are not there have neither part in K nor a gradient, even without tokens", () => {
    const small = computeImmediateLoss({
      rewards_G: [1, 0],
      logprobs_G_T: [[-1], [-2]],
      behaviourLogprobs_G_T: [[-1.1], [-2.05]],
      epsilon: 0.2,
    });
    const holed = computeImmediateLoss({
      rewards_G: [null, 1, Number.NaN, 0],
      logprobs_G_T: [[], [-1], [-Infinity], [-2]],
      behaviourLogprobs_G_T: [[], [-1.1], [-4], [-2.05]],
      epsilon: 0.2,
    });
    expect(holed.loss).toBe(small.loss);
    expect(holed.gradient_G_T).toEqual([[], small.gradient_G_T[0], [0], small.gradient_G_T[1]]);
    expect(holed).toMatchObject({ memberCount: 2, tokenCount: 2, advantages: { droppedCount: 1, nonFiniteCount: 1 } });
  });

  test("degenerate groups have loss 0 and gradient 0", () => {
    for (const rewards of [[null], [0.4]]) {
      const loss = computeImmediateLoss({
        rewards_G: rewards,
        logprobs_G_T: [[-1]],
        behaviourLogprobs_G_T: [[-1.5]],
        epsilon: 0.2,
        reduction: "token-mean",
      });
      expect(loss).toMatchObject({ loss: 0, gradient_G_T: [[0]] });
    }
    const nobody = { rewards_G: [], logprobs_G_T: [], behaviourLogprobs_G_T: [], epsilon: 0.2 };
    expect(computeImmediateLoss(nobody)).toMatchObject({ loss: 0, gradient_G_T: [], memberCount: 0 });
    const wordless = { rewards_G: [0, 1], logprobs_G_T: [[], []], behaviourLogprobs_G_T: [[], []], epsilon: 0.2 };
    expect(computeImmediateLoss(wordless)).toMatchObject({ loss: 0, gradient_G_T: [[], []], tokenCount: 0 });
  });

  test("epsilon outside [0, 1] and unequal groups are refused", () => {
    const group = { advantages_G: [1], logprobs_G_T: [[-1]], behaviourLogprobs_G_T: [[-1]] };
    expect(() => computeGroupLoss({ ...group, epsilon: 1.2 })).toThrow(/at most 1/);
    expect(() => computeGroupLoss({ ...group, epsilon: -0.1 })).toThrow(/at least 0/);
    expect(() => computeGroupLoss({ ...group, epsilon: 0.2, logprobs_G_T: [] })).toThrow(/logprobs_G_T must have 1/);
  });
});

describe("computeCorrectionLoss", () => {
  const correction = {
    stageRewards_G: rewards_G,
    finalRewards_G: [0, 1, 1, 0],
    correctionLogprobs_G_T: logprobs_G_T,
    behaviourLogprobs_G_T,
    epsilon: 0.2,
    correctionEpsilon: 0.1,
  };

  test("uses the normalised difference of the rewards, not the stage's advantage that is printed", () => {
    const loss = computeCorrectionLoss(correction);
    const differences = computeCorrectionRewards(correction.stageRewards_G, correction.finalRewards_G);
    const group = { logprobs_G_T, behaviourLogprobs_G_T, epsilon: 0.1 };
    expect(loss.loss).toBe(computeImmediateLoss({ ...group, rewards_G: differences }).loss);
    expect(loss.loss).not.toBeCloseTo(computeImmediateLoss({ ...group, rewards_G }).loss, 3);
  });

  test("re-evaluates the ratio under the policy at correction time", () => {
    const now = computeCorrectionLoss({ ...correction, correctionLogprobs_G_T: behaviourLogprobs_G_T });
    expect(now.loss).not.toBeCloseTo(computeCorrectionLoss(correction).loss, 3);
  });

  test("refuses a clip wider than that of the immediate loss and takes an equal one", () => {
    expect(() => computeCorrectionLoss({ ...correction, correctionEpsilon: 0.21 })).toThrow(
      expect.objectContaining({ code: "RL_CORRECTION_CLIP_TOO_WIDE" }),
    );
    expect(() => computeCorrectionLoss({ ...correction, correctionEpsilon: Number.NaN })).toThrow(/at most epsilon/);
    expect(computeCorrectionLoss({ ...correction, correctionEpsilon: 0.2 }).memberCount).toBe(4);
  });

  test("drops what comes too late, counts it, and leaves the others as they were", () => {
    const onTime = computeCorrectionLoss(correction);
    const late = computeCorrectionLoss({ ...correction, tokenWeights_G_T: [[1, 1, 1], [0], [1, 0], [1, 1]] });
    expect(late).toMatchObject({ lateMemberCount: 1, staleTokenCount: 2, memberCount: 4 });
    expect(late.gradient_G_T[1]).toEqual([0]);
    expect(late.gradient_G_T[0]).toEqual(onTime.gradient_G_T[0]);
    expect(onTime.lateMemberCount).toBe(0);
  });

  test("of the last stage is nothing, and a withheld final reward takes its member out", () => {
    const last = computeCorrectionLoss({ ...correction, finalRewards_G: rewards_G });
    expect(last).toMatchObject({ loss: 0, advantages: { spread: "equal" } });
    const holed = computeCorrectionLoss({ ...correction, finalRewards_G: [0, null, 1, 0] });
    expect(holed).toMatchObject({ memberCount: 3, advantages: { droppedCount: 1 } });
    expect(holed.gradient_G_T[1]).toEqual([0]);
  });

  test("fading all tokens out scales the loss without a jump", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (weight) => {
        const faded = logprobs_G_T.map((row) => row.map(() => weight));
        const { loss } = computeCorrectionLoss({ ...correction, tokenWeights_G_T: faded });
        expect(loss).toBeCloseTo(weight * computeCorrectionLoss(correction).loss, 10);
      }),
    );
  });
});
