import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { golden } from "../../test/rl/golden.ts";
import { computeLargestError, differentiate } from "../../test/rl/numeric.ts";
import { computeRankLambda } from "./compute-rank-lambda.ts";
import { computeRankLoss, computeRankObjective, type RankBaseline } from "./compute-rank-objective.ts";
import { computeRankWeights } from "./compute-rank-weights.ts";

const rewards = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 1, maxLength: 12 });
const lambda = fc.double({ min: 0, max: 20, noNaN: true });

describe("computeRankWeights", () => {
  test("sum to 1 and never rise from rank to rank", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), lambda, (rankCount, value) => {
        const weights = computeRankWeights(rankCount, value);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        for (const [index, weight] of weights.entries()) expect(weight).toBeLessThanOrEqual(weights[index - 1] ?? 1);
      }),
    );
  });

  test("λ without bound is the best alone, and a negative λ is refused", () => {
    expect(computeRankWeights(3, Infinity)).toEqual([1, 0, 0]);
    expect(() => computeRankWeights(3, -0.1)).toThrow(/0 or more/);
    expect(() => computeRankWeights(0, 1)).toThrow(/at least 1/);
  });
});

describe("computeRankObjective", () => {
  test("λ = 0 gives the mean, λ → ∞ the best", () => {
    fc.assert(
      fc.property(rewards, (rewards_G) => {
        const mean = rewards_G.reduce((sum, reward) => sum + reward, 0) / rewards_G.length;
        expect(computeRankObjective(rewards_G, { lambda: 0 }).objective).toBeCloseTo(mean, 10);
        expect(computeRankObjective(rewards_G, { lambda: 100 }).objective).toBeCloseTo(Math.max(...rewards_G), 10);
        expect(computeRankObjective(rewards_G, { lambda: Infinity }).objective).toBeCloseTo(Math.max(...rewards_G), 12);
      }),
    );
  });

  test("rises with λ and does not depend on the order of the rollouts", () => {
    fc.assert(
      fc.property(rewards, lambda, lambda, (rewards_G, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map(
          (value) => computeRankObjective(rewards_G, { lambda: value }).objective,
        );
        expect(high).toBeGreaterThanOrEqual((low ?? 0) - 1e-12);
        const forward = computeRankObjective(rewards_G, { lambda: a });
        const backward = computeRankObjective(rewards_G.toReversed(), { lambda: a });
        expect(backward.objective).toBe(forward.objective);
        expect(backward.credits_G).toEqual(forward.credits_G.toReversed());
      }),
    );
  });

  test("at λ = 0 the credits are those of leave-one-out over N, at λ = ∞ only the lead of the best counts", () => {
    const { credits_G } = computeRankObjective([1, 0, 0.5], { lambda: 0 });
    expect(computeLargestError(credits_G, [0.75 / 3, -0.75 / 3, 0])).toBeLessThan(1e-12);
    expect(computeRankObjective([1, 0, 0.5], { lambda: Infinity }).credits_G).toEqual([0.5, 0, 0]);
    expect(computeRankObjective([1, 1, 0.5], { lambda: Infinity }).credits_G).toEqual([0, 0, 0]);
  });

  test("rollouts of equal reward share their weights and get equal credits", () => {
    const { weights_G, credits_G } = computeRankObjective([0.5, 1, 0.5], { lambda: 1 });
    const weights = computeRankWeights(3, 1);
    expect(weights_G[1]).toBe(weights[0]);
    expect(weights_G[0]).toBeCloseTo(((weights[1] ?? 0) + (weights[2] ?? 0)) / 2, 12);
    expect(weights_G[2]).toBe(weights_G[0]);
    expect(credits_G[2]).toBe(credits_G[0]);
    const equal = computeRankObjective([0.3, 0.3, 0.3], { lambda: 1 });
    for (const credit of equal.credits_G) expect(credit).toBeCloseTo(0, 12);
  });

  test("withheld and non-finite members leave, down to nobody", () => {
    const holed = computeRankObjective([null, 1, Number.NaN, 0], { lambda: 0.5 });
    const whole = computeRankObjective([1, 0], { lambda: 0.5 });
    expect(holed.credits_G).toEqual([0, whole.credits_G[0], 0, whole.credits_G[1]]);
    expect(holed).toMatchObject({ objective: whole.objective, memberCount: 2 });
    expect(computeRankObjective([null], { lambda: 1 })).toMatchObject({ objective: 0, credits_G: [0], memberCount: 0 });
    expect(computeRankObjective([0.4], { lambda: 1 })).toMatchObject({ objective: 0.4, credits_G: [0.4] });
  });
});

describe("the policy gradient of the rank objective, on a policy whose rollouts can all be listed", () => {
  const { theta, rewards: rewardOfAction, rolloutCount, cases } = golden.rankGradient;
  const batches = listBatches(theta.length, rolloutCount);

  const rewardsOf = (batch: readonly number[]): number[] => batch.map((action) => rewardOfAction[action] ?? 0);
  const expectObjective = (point: readonly number[], value: number): number =>
    batches.reduce((sum, batch) => {
      const chance = chanceOf(batch, toLogprobs(point));
      return sum + chance * computeRankObjective(rewardsOf(batch), { lambda: value }).objective;
    }, 0);
  /** Exact mean over all batches of the gradient of −computeRankLoss, taken back to the logits. */
  const expectEstimate = (point: readonly number[], toGradient: (batch: readonly number[]) => readonly number[]) => {
    const logprobs = toLogprobs(point);
    return point.map((_, k) =>
      batches.reduce((total, batch) => {
        const slopes = toGradient(batch);
        const score = batch.reduce((sum, action, i) => {
          const derivative = (action === k ? 1 : 0) - Math.exp(logprobs[k] ?? 0);
          return sum - (slopes[i] ?? 0) * derivative;
        }, 0);
        return total + chanceOf(batch, logprobs) * score;
      }, 0),
    );
  };

  test.each(cases)("λ = $lambda: unbiased, by finite differences and by an independent calculation", (reference) => {
    const numeric = differentiate((point) => expectObjective(point, reference.lambda), theta);
    expect(Math.abs(expectObjective(theta, reference.lambda) - reference.value)).toBeLessThan(1e-9);
    expect(computeLargestError(numeric, reference.gradient)).toBeLessThan(1e-8);
    for (const baseline of ["leave-one-out", "none"] satisfies RankBaseline[]) {
      const estimate = expectEstimate(theta, (batch) => {
        const logprobs_G_T = batch.map((action) => [toLogprobs(theta)[action] ?? 0]);
        return computeRankLoss({
          rewards_G: rewardsOf(batch),
          logprobs_G_T,
          lambda: reference.lambda,
          baseline,
        }).gradient_G_T.flat();
      });
      expect(computeLargestError(estimate, reference.gradient)).toBeLessThan(1e-9);
    }
  });

  test("crediting each rollout with its own weight times reward would be biased", () => {
    const reference = cases.find((entry) => entry.lambda === 2);
    const estimate = expectEstimate(theta, (batch) => {
      const own = rewardsOf(batch);
      const { weights_G } = computeRankObjective(own, { lambda: 2 });
      return own.map((reward, i) => -reward * (weights_G[i] ?? 0));
    });
    expect(computeLargestError(estimate, reference?.gradient ?? [])).toBeGreaterThan(0.01);
  });

  test("the gradient is that of the loss by finite differences", () => {
    const point = [-1, -2, -0.5];
    const options = { rewards_G: [0.2, null, 1], lambda: 0.7 };
    const numeric = differentiate((flat) => computeRankLoss({ ...options, logprobs_G_T: toRows(flat) }).loss, point);
    const { gradient_G_T } = computeRankLoss({ ...options, logprobs_G_T: toRows(point) });
    expect(computeLargestError(gradient_G_T.flat(), numeric)).toBeLessThan(1e-8);
  });
});

describe("computeRankLambda", () => {
  test("follows its schedule and stays at its end", () => {
    const linear = { kind: "linear", start: 0, end: 2, stepCount: 5 } as const;
    expect([0, 1, 4, 9].map((step) => computeRankLambda(linear, step))).toEqual([0, 0.5, 2, 2]);
    const geometric = { kind: "geometric", start: 0.25, end: 4, stepCount: 3 } as const;
    expect([0, 1, 2, 3].map((step) => computeRankLambda(geometric, step))).toEqual([0.25, 1, 4, 4]);
    expect(computeRankLambda({ kind: "constant", lambda: 0.3 }, 7)).toBe(0.3);
    expect(computeRankLambda({ ...linear, stepCount: 1 }, 0)).toBe(2);
  });

  test("never falls, and refuses to", () => {
    const kind = fc.constantFrom("linear", "geometric");
    const positive = fc.double({ min: 0.001, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        kind,
        positive,
        positive,
        fc.integer({ min: 1, max: 50 }),
        fc.nat(60),
        (tag, a, b, stepCount, step) => {
          const schedule = { kind: tag, start: Math.min(a, b), end: Math.max(a, b), stepCount };
          const now = computeRankLambda(schedule, step);
          expect(computeRankLambda(schedule, step + 1)).toBeGreaterThanOrEqual(now - 1e-12);
        },
      ),
    );
    expect(() => computeRankLambda({ kind: "linear", start: 2, end: 1, stepCount: 3 }, 0)).toThrow(/end/);
    expect(() => computeRankLambda({ kind: "geometric", start: 0, end: 1, stepCount: 3 }, 0)).toThrow(/above 0/);
    expect(() => computeRankLambda({ kind: "constant", lambda: 1 }, -1)).toThrow(/step/);
  });
});

function toLogprobs(logits: readonly number[]): number[] {
  const logTotal = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
  return logits.map((logit) => logit - logTotal);
}

function chanceOf(batch: readonly number[], logprobs: readonly number[]): number {
  return Math.exp(batch.reduce((sum, action) => sum + (logprobs[action] ?? 0), 0));
}

function toRows(flat: readonly number[]): number[][] {
  return [flat.slice(0, 1), [], flat.slice(1)];
}

function listBatches(actionCount: number, size: number): number[][] {
  if (size === 0) return [[]];
  return listBatches(actionCount, size - 1).flatMap((batch) =>
    Array.from({ length: actionCount }, (_, action) => [...batch, action]),
  );
}
