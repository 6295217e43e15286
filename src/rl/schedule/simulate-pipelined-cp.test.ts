import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeUtilization, findGaps } from "./compute-utilization.ts";
import { simulatePipelinedCp, type PipelinedCpWorkload } from "./simulate-pipelined-cp.ts";

function createWorkload(microBatchCount: number, softmaxTime = 0): PipelinedCpWorkload {
  return {
    rankCount: 4,
    deltaNetLayerCount: 3,
    microBatches_M: Array.from({ length: microBatchCount }, () => ({ deltaNetTime: 1, softmaxTime })),
  };
}

const workload = fc.record({
  rankCount: fc.integer({ min: 1, max: 5 }),
  deltaNetLayerCount: fc.integer({ min: 1, max: 4 }),
  blockCount: fc.integer({ min: 1, max: 3 }),
  allToAllTime: fc.integer({ min: 0, max: 2 }),
  layering: fc.constantFrom("chained", "drained"),
  microBatches_M: fc.array(
    fc.record({ deltaNetTime: fc.integer({ min: 1, max: 5 }), softmaxTime: fc.integer({ min: 0, max: 5 }) }),
    { minLength: 1, maxLength: 6 },
  ),
});

describe("simulatePipelinedCp", () => {
  test("3 chained DeltaNet layers on 4 ranks are busy as the paper's column says", () => {
    const shares = [2, 4, 8, 16].map(
      (count) => computeUtilization(simulatePipelinedCp(createWorkload(count))).deltaNet,
    );
    expect(shares.map((share) => share.toFixed(3))).toEqual(["0.667", "0.800", "0.889", "0.941"]);
  });

  test("one layer, or layers that drain, are busy as the quoted limit N/(N + 3) says instead", () => {
    for (const count of [2, 4, 8, 16]) {
      const chained = simulatePipelinedCp({ ...createWorkload(count), deltaNetLayerCount: 1 });
      const drained = simulatePipelinedCp({ ...createWorkload(count), layering: "drained" });
      expect(computeUtilization(chained).deltaNet).toBeCloseTo(count / (count + 3), 12);
      expect(computeUtilization(drained).deltaNet).toBeCloseTo(count / (count + 3), 12);
    }
  });

  test("rank r starts r steps late and works without a gap", () => {
    const gaps = findGaps(simulatePipelinedCp(createWorkload(2)));
    expect(gaps).toEqual([
      { rank: 0, startTime: 6, endTime: 9 },
      { rank: 1, startTime: 0, endTime: 1 },
      { rank: 1, startTime: 7, endTime: 9 },
      { rank: 2, startTime: 0, endTime: 2 },
      { rank: 2, startTime: 8, endTime: 9 },
      { rank: 3, startTime: 0, endTime: 3 },
    ]);
  });

  test("the softmax phase waits for the last rank and dilutes the bubbles", () => {
    const schedule = simulatePipelinedCp(createWorkload(4, 2));
    const meetings = schedule.spans.filter(({ kind }) => kind === "all-to-all");
    expect(meetings.slice(0, 4).map(({ startTime }) => startTime)).toEqual([15, 15, 15, 15]);
    expect(computeUtilization(schedule)).toMatchObject({ deltaNet: 0.8, communication: 0 });
    expect(computeUtilization(schedule).overall).toBeCloseTo(20 / 23, 12);
  });

  test("an exposed all-to-all keeps the overall share below 1 however many micro-batches there are", () => {
    const few = simulatePipelinedCp({ ...createWorkload(16, 1), allToAllTime: 0.5 });
    const many = simulatePipelinedCp({ ...createWorkload(200, 1), allToAllTime: 0.5 });
    expect(computeUtilization(few).overall).toBeLessThan(computeUtilization(many).overall);
    expect(computeUtilization(many).overall).toBeLessThan(4 / 4.5);
  });

  test("whatever the work: order is kept, no rank does two things at once, and shares sum to 1", () => {
    fc.assert(
      fc.property(workload, (options) => {
        const schedule = simulatePipelinedCp(options);
        const softmaxCount = options.microBatches_M.filter(({ softmaxTime }) => softmaxTime > 0).length;
        const perRank =
          options.blockCount * (options.deltaNetLayerCount * options.microBatches_M.length + 2 * softmaxCount);
        expect(schedule.spans.length).toBe(options.rankCount * perRank);
        for (let rank = 0; rank < options.rankCount; rank += 1) {
          const own = schedule.spans.filter((span) => span.rank === rank);
          const overlaps = own.filter((span, i) => span.startTime < (own[i - 1]?.endTime ?? 0));
          expect(overlaps).toEqual([]);
        }
        const states = new Map(
          schedule.spans
            .filter(({ kind }) => kind === "deltanet")
            .map((span) => [`${span.rank}/${span.block}/${span.layer}/${span.microBatch}`, span]),
        );
        const early = [...states.values()].filter((span) => {
          const source = states.get(`${span.rank - 1}/${span.block}/${span.layer}/${span.microBatch}`);
          return source !== undefined && span.startTime < source.endTime;
        });
        expect(early).toEqual([]);
        const gangs = Map.groupBy(
          schedule.spans.filter(({ kind }) => kind === "all-to-all"),
          ({ block, microBatch }) => `${block}/${microBatch}`,
        );
        expect([...gangs.values()].every((gang) => new Set(gang.map(({ startTime }) => startTime)).size === 1)).toBe(
          true,
        );
        const { overall, bubble, communication } = computeUtilization(schedule);
        expect(overall + bubble + communication).toBeCloseTo(1, 10);
      }),
    );
  });

  test("one rank has no bubbles", () => {
    const { overall, bubble } = computeUtilization(simulatePipelinedCp({ ...createWorkload(3, 1), rankCount: 1 }));
    expect([overall, bubble]).toEqual([1, 0]);
  });

  test("nothing to do and impossible counts are refused", () => {
    expect(() => simulatePipelinedCp(createWorkload(0))).toThrow(/micro-batches/);
    expect(() => simulatePipelinedCp({ ...createWorkload(1), rankCount: 0 })).toThrow(/rankCount/);
    expect(() => simulatePipelinedCp(createWorkload(1, -1))).toThrow(/softmaxTime/);
  });
});
