import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeStalenessWeight, computeStalenessWeights } from "./compute-staleness-weights.ts";

const schedule = fc
  .record({
    fullVersions: fc.integer({ min: 0, max: 20 }),
    span: fc.integer({ min: 1, max: 20 }),
    decayPerVersion: fc.double({ min: 0, max: 5, noNaN: true }),
  })
  .map(({ fullVersions, span, decayPerVersion }) => ({
    fullVersions,
    maxVersions: fullVersions + span,
    decayPerVersion,
  }));

describe("computeStalenessWeight", () => {
  test("is 1 up to K₁ and continuous there, 0 past K₂, and never rises", () => {
    fc.assert(
      fc.property(schedule, fc.double({ min: 0, max: 60, noNaN: true }), (options, lag) => {
        const { fullVersions, maxVersions } = options;
        expect(computeStalenessWeight(fullVersions, options)).toBe(1);
        expect(computeStalenessWeight(fullVersions + 1e-9, options)).toBeCloseTo(1, 7);
        expect(computeStalenessWeight(maxVersions, options)).toBeGreaterThan(0);
        expect(computeStalenessWeight(maxVersions + 1e-6, options)).toBe(0);
        expect(computeStalenessWeight(lag + 0.5, options)).toBeLessThanOrEqual(computeStalenessWeight(lag, options));
      }),
    );
  });

  test("is a plain cut where K₁ and K₂ are one", () => {
    const cut = { fullVersions: 2, maxVersions: 2, decayPerVersion: 0.5 };
    expect([1, 2, 3].map((lag) => computeStalenessWeight(lag, cut))).toEqual([1, 1, 0]);
  });

  test("refuses a sampler ahead of the trainer, and K₂ below K₁", () => {
    const good = { fullVersions: 1, maxVersions: 4, decayPerVersion: 0.5 };
    expect(() => computeStalenessWeight(-1, good)).toThrow(/cannot be ahead/);
    expect(() => computeStalenessWeight(Number.NaN, good)).toThrow(/0 or more versions/);
    expect(() => computeStalenessWeight(0, { ...good, maxVersions: 0 })).toThrow(/at least fullVersions/);
    expect(() => computeStalenessWeight(0, { ...good, decayPerVersion: -1 })).toThrow(/decayPerVersion/);
  });
});

describe("computeStalenessWeights", () => {
  test("weighs each token by the version that sampled it, and counts", () => {
    const { weights_G_T, ...counts } = computeStalenessWeights({
      behaviourVersions_G_T: [[9, 10], [], [5, 7, 8]],
      currentVersion: 10,
      schedule: { fullVersions: 1, maxVersions: 3, decayPerVersion: 0.5 },
    });
    expect(weights_G_T).toEqual([[1, 1], [], [0, Math.exp(-1), Math.exp(-0.5)]]);
    expect(counts).toEqual({ fullTokenCount: 2, fadedTokenCount: 2, droppedTokenCount: 1 });
  });
});
