import { describe, expect, test } from "vitest";
import { computeContextParallelSize, simulateDynamicCp, type ContextParallelMachine } from "./simulate-dynamic-cp.ts";

const machine: ContextParallelMachine = {
  rankCount: 4,
  tokensPerRank: 1000,
  deltaNetLayerCount: 3,
  deltaNetTimePerToken: 1,
  softmaxTimePerTokenPair: 0,
  overheadTime: 100,
};

describe("computeContextParallelSize", () => {
  test("is the smallest power of two that holds the sequence", () => {
    const sizes = [1, 1000, 1001, 2000, 2001, 4000].map((length) => computeContextParallelSize(length, machine));
    expect(sizes).toEqual([1, 1, 2, 2, 4, 4]);
  });

  test("refuses what no number of ranks holds", () => {
    expect(() => computeContextParallelSize(4001, machine)).toThrow(/must fit 4 ranks/);
    expect(() => computeContextParallelSize(10, { ...machine, rankCount: 3 })).toThrow(/power of two/);
  });
});

describe("simulateDynamicCp", () => {
  const mixed = [400, 400, 400, 400, 300, 300, 300, 300, 4000, 1800, 1800];

  test("short sequences run side by side, long ones over all ranks", () => {
    const run = simulateDynamicCp({ lengthTokens_M: [400, 400, 400, 400, 4000], machine, size: "dynamic" });
    expect(run.sizes_M).toEqual([1, 1, 1, 1, 4]);
    expect(run.makespan).toBe(3 * 500 + (3 + 3) * 1100);
    expect(run.utilization).toBeCloseTo((3 * (4 * 400 + 4000)) / (4 * 8100), 12);
  });

  test("beats one size for all on mixed lengths", () => {
    const dynamic = simulateDynamicCp({ lengthTokens_M: mixed, machine, size: "dynamic" });
    const fixed = simulateDynamicCp({ lengthTokens_M: mixed, machine, size: 4 });
    expect(fixed.sizes_M).toEqual(mixed.map(() => 4));
    expect(dynamic.utilization).toBeGreaterThan(fixed.utilization);
  });

  test("refuses a size for all that does not hold the longest", () => {
    expect(() => simulateDynamicCp({ lengthTokens_M: mixed, machine, size: 2 })).toThrow(/holds 4000 tokens/);
    expect(() => simulateDynamicCp({ lengthTokens_M: [10], machine, size: 8 })).toThrow(/power of two/);
  });

  test("softmax work grows with the square of the length", () => {
    const quadratic = { ...machine, softmaxTimePerTokenPair: 0.01, overheadTime: 0 };
    const run = simulateDynamicCp({ lengthTokens_M: [1000], machine: quadratic, size: "dynamic" });
    expect(run.makespan).toBe(3 * 1000 + 10_000);
    expect(run.utilization).toBe(0.25);
  });
});
