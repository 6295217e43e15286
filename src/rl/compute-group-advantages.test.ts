import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeCorrectionRewards } from "./compute-correction-loss.ts";
import { computeGroupAdvantages } from "./compute-group-advantages.ts";

const reward = fc.double({ min: -100, max: 100, noNaN: true });
const deviation = fc.constantFrom("population", "sample", "none");

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function centre(rewards_G: readonly (number | null)[]): readonly number[] {
  return computeGroupAdvantages(rewards_G, { deviation: "none" }).advantages_G;
}

describe("computeGroupAdvantages", () => {
  test("advantages sum to 0, whoever is missing", () => {
    const member = fc.oneof(reward, fc.constantFrom(null, Number.NaN, Infinity));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 20 }), deviation, (rewards_G, kind) => {
        const { advantages_G } = computeGroupAdvantages(rewards_G, { deviation: kind });
        expect(Math.abs(sum(advantages_G))).toBeLessThan(1e-9);
      }),
    );
  });

  test("advantages do not change when every reward moves by the same amount", () => {
    const coarse = fc.integer({ min: -1000, max: 1000 }).map((value) => value / 8);
    fc.assert(
      fc.property(fc.array(coarse, { minLength: 1, maxLength: 20 }), coarse, deviation, (rewards_G, shift, kind) => {
        const before = computeGroupAdvantages(rewards_G, { deviation: kind });
        const after = computeGroupAdvantages(
          rewards_G.map((value) => value + shift),
          { deviation: kind },
        );
        for (const [g, advantage] of before.advantages_G.entries()) {
          expect(after.advantages_G[g]).toBeCloseTo(advantage, 9);
        }
      }),
    );
  });

  test("a mixed group has standard deviation 1 after normalisation", () => {
    fc.assert(
      fc.property(fc.array(reward, { minLength: 2, maxLength: 20 }), (rewards_G) => {
        const { advantages_G, spread } = computeGroupAdvantages(rewards_G);
        const variance = sum(advantages_G.map((advantage) => advantage ** 2)) / advantages_G.length;
        expect(variance).toBeCloseTo(spread === "mixed" ? 1 : 0, 9);
      }),
    );
  });

  test("un-normalised, the immediate advantage and the correction add up to the final advantage", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(reward, reward), { maxLength: 12 }), (pairs) => {
        const stage = pairs.map(([stageReward]) => stageReward);
        const final = pairs.map(([, finalReward]) => finalReward);
        const corrections = centre(computeCorrectionRewards(stage, final));
        const immediate = centre(stage);
        for (const [g, advantage] of centre(final).entries()) {
          expect((immediate[g] ?? 0) + (corrections[g] ?? 0)).toBeCloseTo(advantage, 9);
        }
      }),
    );
  });

  test("normalised by their own deviations they do not", () => {
    const stage = [0, 0.5, 1];
    const final = [1, 0, 0];
    const total = [stage, computeCorrectionRewards(stage, final)].map((rewards_G) => computeGroupAdvantages(rewards_G));
    const first = sum(total.map(({ advantages_G }) => advantages_G[0] ?? 0));
    expect(Math.abs(first - (computeGroupAdvantages(final).advantages_G[0] ?? 0))).toBeGreaterThan(0.1);
  });

  test("a lone member, equal rewards and nobody teach nothing", () => {
    expect(computeGroupAdvantages([])).toMatchObject({ advantages_G: [], spread: "empty", memberCount: 0 });
    expect(computeGroupAdvantages([0.7])).toMatchObject({ advantages_G: [0], spread: "single", mean: 0.7 });
    expect(computeGroupAdvantages([0.1, 0.1, 0.1])).toMatchObject({ advantages_G: [0, 0, 0], spread: "equal" });
    expect(computeGroupAdvantages([0.3, 0.1 + 0.2], { deviation: "sample" }).spread).toBe("equal");
    expect(computeGroupAdvantages([null, null])).toMatchObject({ advantages_G: [0, 0], spread: "empty" });
  });

  test("dropped and non-finite members leave the group and are counted apart", () => {
    const whole = computeGroupAdvantages([0, 1, 1]);
    const holed = computeGroupAdvantages([null, 0, Number.NaN, 1, 1, Infinity]);
    expect(holed.advantages_G).toEqual([0, whole.advantages_G[0], 0, ...whole.advantages_G.slice(1), 0]);
    expect(holed.isPresent_G).toEqual([false, true, false, true, true, false]);
    expect(holed).toMatchObject({ memberCount: 3, droppedCount: 1, nonFiniteCount: 2 });
  });

  test("the reported mean and deviation are those of the rewards", () => {
    expect(computeGroupAdvantages([2, 4, 4, 4, 5, 5, 7, 9])).toMatchObject({ mean: 5, standardDeviation: 2 });
  });

  test("rewards too far apart for a double are refused", () => {
    expect(() => computeGroupAdvantages([-1e308, 1e308])).toThrow(/finite range/);
    expect(() => computeGroupAdvantages([0, 1], { stabilizer: -1 })).toThrow(/stabilizer/);
  });
});
