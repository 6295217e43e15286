import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeLargestError, differentiate } from "../../test/rl/numeric.ts";
import { computeTokenLoss, type TokenLossSpec } from "./compute-token-loss.ts";

const specs: readonly TokenLossSpec[] = [
  { kind: "cross-entropy" },
  { kind: "importance-sampling" },
  { kind: "ppo", clipLowThreshold: 0.8, clipHighThreshold: 1.2 },
];

const token = fc.record({
  behaviour: fc.double({ min: -6, max: -0.01, noNaN: true }),
  logRatio: fc.double({ min: -1, max: 1, noNaN: true }),
  advantage: fc.double({ min: -3, max: 3, noNaN: true }),
  weight: fc.constantFrom(0, 0.25, 1),
});

describe("computeTokenLoss", () => {
  test.each(specs)("the gradient of $kind is that of finite differences, away from the kinks of the clip", (spec) => {
    const smooth = token.filter(({ logRatio }) =>
      [0.8, 1.2].every((kink) => Math.abs(Math.exp(logRatio) - kink) > 1e-4),
    );
    fc.assert(
      fc.property(fc.array(smooth, { maxLength: 8 }), (tokens) => {
        const rest = {
          behaviourLogprobs_T: tokens.map(({ behaviour }) => behaviour),
          advantages_T: tokens.map(({ advantage }) => advantage),
          weights_T: tokens.map(({ weight }) => weight),
        };
        const point = tokens.map(({ behaviour, logRatio }) => behaviour + logRatio);
        const numeric = differentiate((logprobs_T) => computeTokenLoss(spec, { logprobs_T, ...rest }).loss, point);
        const { gradient_T } = computeTokenLoss(spec, { logprobs_T: point, ...rest });
        expect(computeLargestError(gradient_T, numeric)).toBeLessThan(1e-7);
      }),
    );
  });

  test("the clip cuts off what has gone far enough in the direction of the advantage, and only that", () => {
    const spec = specs[2] ?? { kind: "cross-entropy" };
    const gradients = [0.5, 1.5].map((ratio) =>
      [1, -1].map((advantage) => {
        const tokens = { logprobs_T: [Math.log(ratio)], behaviourLogprobs_T: [0], advantages_T: [advantage] };
        return computeTokenLoss(spec, tokens).gradient_T[0];
      }),
    );
    expect(gradients[0]?.[0]).toBeCloseTo(-0.5);
    expect(gradients[0]?.[1]).toBe(0);
    expect(gradients[1]?.[0]).toBe(0);
    expect(gradients[1]?.[1]).toBeCloseTo(1.5);
  });

  test("the negated gradient as advantages of importance sampling at ratio 1 makes the same step", () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), fc.constantFrom(...specs), (tokens, spec) => {
        const logprobs_T = tokens.map(({ behaviour, logRatio }) => behaviour + logRatio);
        const { gradient_T } = computeTokenLoss(spec, {
          logprobs_T,
          behaviourLogprobs_T: tokens.map(({ behaviour }) => behaviour),
          advantages_T: tokens.map(({ advantage }) => advantage),
          weights_T: tokens.map(({ weight }) => weight),
        });
        const portable = computeTokenLoss(
          { kind: "importance-sampling" },
          { logprobs_T, behaviourLogprobs_T: logprobs_T, advantages_T: gradient_T.map((slope) => -slope) },
        );
        expect(computeLargestError(portable.gradient_T, gradient_T)).toBe(0);
      }),
    );
  });

  test("reads typed arrays", () => {
    const tokens = { logprobs_T: new Float64Array([-1, -2]), weights_T: new Float32Array([1, 0.5]) };
    expect(computeTokenLoss({ kind: "cross-entropy" }, tokens)).toMatchObject({ loss: 2, gradient_T: [-1, -0.5] });
  });

  test("an overflowing ratio is a fault, unless the token weighs nothing or is clipped", () => {
    const far = { logprobs_T: [800], behaviourLogprobs_T: [0] };
    const [, importance, ppo] = specs;
    if (importance === undefined || ppo === undefined) throw new Error("three specs");
    expect(() => computeTokenLoss(importance, { ...far, advantages_T: [1] })).toThrow(/must be finite/);
    expect(() => computeTokenLoss(ppo, { ...far, advantages_T: [-1] })).toThrow(/must be finite/);
    expect(computeTokenLoss(ppo, { ...far, advantages_T: [1] }).loss).toBe(-1.2);
    expect(computeTokenLoss(importance, { ...far, advantages_T: [1], weights_T: [0] }).gradient_T).toEqual([0]);
  });

  test("arrays that are missing, short or not finite are refused", () => {
    const [, importance] = specs;
    if (importance === undefined) throw new Error("three specs");
    const good = { logprobs_T: [-1], behaviourLogprobs_T: [-1], advantages_T: [1] };
    expect(() => computeTokenLoss(importance, { logprobs_T: [-1] })).toThrow(/needs behaviourLogprobs_T/);
    expect(() => computeTokenLoss(importance, { ...good, advantages_T: [] })).toThrow(/must have 1 entries/);
    expect(() => computeTokenLoss(importance, { ...good, logprobs_T: [-Infinity] })).toThrow(/finite number/);
    expect(() => computeTokenLoss(importance, { ...good, weights_T: [1, 1] })).toThrow(/must have 1 entries/);
    const ppo: TokenLossSpec = { kind: "ppo", clipLowThreshold: 0.2, clipHighThreshold: 0.2 };
    expect(() => computeTokenLoss(ppo, good)).toThrow(/epsilon of 0.2 means/);
  });
});
