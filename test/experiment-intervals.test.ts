import { describe, expect, it } from "vitest";
import { computePairedInterval, computeWilson } from "../runs/ablation/intervals.ts";

function rounded(interval: readonly [number, number]): readonly number[] {
  return interval.map((end) => Math.round(end * 10_000) / 10_000);
}

describe("intervals for shares", () => {
  it("Wilson's is that of Newcombe's examples (1998, table I)", () => {
    expect(rounded(computeWilson(81, 263))).toEqual([0.2553, 0.3662]);
    expect(rounded(computeWilson(15, 148))).toEqual([0.0624, 0.1605]);
    expect(rounded(computeWilson(0, 20))).toEqual([0, 0.1611]);
    expect(rounded(computeWilson(1, 29))).toEqual([0.0061, 0.1718]);
  });

  it("that of a paired difference mirrors when the two ways change places", () => {
    const [low, high] = computePairedInterval({ both: 40, onlyFirst: 12, onlySecond: 5, neither: 43 });
    const [mirroredLow, mirroredHigh] = computePairedInterval({ both: 40, onlyFirst: 5, onlySecond: 12, neither: 43 });
    expect(low).toBeCloseTo(-mirroredHigh, 12);
    expect(high).toBeCloseTo(-mirroredLow, 12);
    expect(low).toBeLessThan(0.07);
    expect(high).toBeGreaterThan(0.07);
  });

  it("does not shrink to a point where nothing differs", () => {
    const [low, high] = computePairedInterval({ both: 99, onlyFirst: 0, onlySecond: 0, neither: 1 });
    expect(low).toBeLessThan(-0.02);
    expect(high).toBeGreaterThan(0.02);
    expect(computePairedInterval({ both: 20, onlyFirst: 0, onlySecond: 0, neither: 0 })[1]).toBeGreaterThan(0.1);
  });
});
