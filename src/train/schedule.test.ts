import { describe, expect, it } from "vitest";
import { computeLearningRate, type LearningRateSchedule } from "./schedule.ts";

function compute(decay: LearningRateSchedule["decay"], step: number): number {
  return computeLearningRate({ peak: 1, warmupSteps: 4, decay, finalShare: 0.2 }, { step, stepCount: 105 });
}

describe("the learning rate", () => {
  it("grows in equal steps, reaches its peak after the warm-up and ends at its final share", () => {
    for (const decay of ["none", "linear", "cosine"] as const) {
      expect([0, 1, 2, 3, 4].map((step) => compute(decay, step))).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
      expect(compute(decay, 104)).toBeCloseTo(decay === "none" ? 1 : 0.2, 12);
    }
    expect(compute("linear", 54)).toBeCloseTo(0.6, 12);
    expect(compute("cosine", 54)).toBeCloseTo(0.6, 12);
    expect(compute("cosine", 29)).toBeGreaterThan(compute("linear", 29));
  });
});
