import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeContextScore } from "./compute-context-score.ts";
import { computeHypothesisReward, computeVerificationRate } from "./compute-hypothesis-reward.ts";
import { computeLengthPenalty } from "./compute-length-penalty.ts";
import { computeMeanLogprob } from "./compute-mean-logprob.ts";
import { computePassAtK } from "./compute-pass-at-k.ts";
import { computeSummaryChainScore, computeSummaryStepScore } from "./compute-summary-scores.ts";
import { computeWeightedScore } from "./compute-weighted-score.ts";

describe("computeHypothesisReward", () => {
  const weights = { alpha: 0.4, beta: 0.6 };

  test("a hypothesis that misses one test earns nothing downstream, even without solver scores", () => {
    const reward = computeHypothesisReward({
      isCorrect_V: [true, false],
      solverScoresWith_R: [],
      solverScoresWithout_R: [],
      ...weights,
    });
    expect(reward).toBe(0.2);
  });

  test("one that holds may cost reward when it misleads the solver", () => {
    const solver = { solverScoresWith_R: [0, 0], solverScoresWithout_R: [1] };
    expect(computeHypothesisReward({ isCorrect_V: [true], ...solver, ...weights })).toBeCloseTo(-0.2, 12);
  });

  test("withheld solver scores leave the mean, and with none left the reward is withheld", () => {
    const correct = { isCorrect_V: [true], solverScoresWithout_R: [0], ...weights };
    expect(computeHypothesisReward({ ...correct, solverScoresWith_R: [null, 1, Number.NaN] })).toBeCloseTo(1, 12);
    expect(computeHypothesisReward({ ...correct, solverScoresWith_R: [null] })).toBeNull();
    expect(() => computeVerificationRate([])).toThrow(/at least 1 verification test/);
  });
});

describe("likelihood scores", () => {
  test("the mean log-probability is the mean, and empty or impossible texts are refused", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -20, max: 0, noNaN: true }), { minLength: 1 }), (logprobs_T) => {
        const mean = computeMeanLogprob(logprobs_T);
        expect(mean).toBeLessThanOrEqual(Math.max(...logprobs_T) + 1e-12);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...logprobs_T) - 1e-12);
        expect(computeMeanLogprob([...logprobs_T, ...logprobs_T])).toBeCloseTo(mean, 9);
      }),
    );
    expect(() => computeMeanLogprob([])).toThrow(/at least 1 token/);
    expect(() => computeMeanLogprob([-Infinity])).toThrow(/finite number/);
  });

  test("the context score refuses terms of the other policy", () => {
    const current = { policy: "current", logprobs_T: [-1, -3] } as const;
    const initial = { policy: "frozen-initial", logprobs_T: [-4] } as const;
    const weights = { alpha: 0.5, beta: 0.25 };
    expect(computeContextScore({ contextAndSolution: current, problem: initial, ...weights })).toBe(-2);
    expect(() =>
      // @ts-expect-error the types refuse the swap too
      computeContextScore({ contextAndSolution: initial, problem: current, ...weights }),
    ).toThrow(expect.objectContaining({ code: "RL_SCORE_POLICY_MISMATCH" }));
  });

  test("summary scores weigh future and reconstruction as told", () => {
    const texts = { futureLogprobs_T: [-1, -1, -4], chunkLogprobs_T: [-3] };
    expect(computeSummaryStepScore({ ...texts, alpha: 1, beta: 0 })).toBe(-2);
    expect(computeSummaryStepScore({ ...texts, alpha: 0, beta: 1 })).toBe(-3);
    expect(computeSummaryChainScore([-2, -4])).toBe(-3);
  });
});

describe("computeLengthPenalty", () => {
  const budget = { baseTokens: 100, growth: 2 };

  test("is 0 within the budget of the level, continuous at it, and the relative excess beyond", () => {
    expect(computeLengthPenalty({ ...budget, level: 1, lengthTokens: 100 })).toBe(0);
    expect(computeLengthPenalty({ ...budget, level: 3, lengthTokens: 400 })).toBe(0);
    expect(computeLengthPenalty({ ...budget, level: 3, lengthTokens: 401 })).toBe(1 / 400);
    expect(computeLengthPenalty({ ...budget, level: 1, lengthTokens: 300 })).toBe(2);
  });

  test("harder levels are never penalised more when budgets grow", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 8 }), (lengthTokens, level) => {
        const here = computeLengthPenalty({ ...budget, lengthTokens, level });
        expect(computeLengthPenalty({ ...budget, lengthTokens, level: level + 1 })).toBeLessThanOrEqual(here);
      }),
    );
  });

  test("refuses levels below 1 and budgets that are no number", () => {
    expect(() => computeLengthPenalty({ ...budget, level: 0, lengthTokens: 1 })).toThrow(/level/);
    expect(() => computeLengthPenalty({ ...budget, baseTokens: 0, level: 1, lengthTokens: 1 })).toThrow(/above 0/);
    expect(() => computeLengthPenalty({ ...budget, growth: 1e200, level: 9, lengthTokens: 1 })).toThrow(/finite/);
    expect(() => computeLengthPenalty({ ...budget, level: 1, lengthTokens: -1 })).toThrow(/lengthTokens/);
  });
});

describe("computePassAtK", () => {
  test("is the rate at k = 1, certain once too few misses are left, and rises with k and with c", () => {
    const counts = fc
      .tuple(fc.integer({ min: 1, max: 300 }), fc.nat(300), fc.integer({ min: 1, max: 300 }))
      .filter(([n, c, k]) => c <= n && k <= n);
    fc.assert(
      fc.property(counts, ([sampleCount, correctCount, k]) => {
        const value = computePassAtK({ sampleCount, correctCount, k });
        expect(computePassAtK({ sampleCount, correctCount, k: 1 })).toBeCloseTo(correctCount / sampleCount, 12);
        expect(value).toBeGreaterThanOrEqual(sampleCount - correctCount < k ? 1 : 0);
        expect(value).toBeLessThanOrEqual(1);
        const fewer = computePassAtK({ sampleCount, correctCount, k: Math.max(1, k - 1) });
        expect(value).toBeGreaterThanOrEqual(fewer - 1e-12);
        expect(computePassAtK({ sampleCount, correctCount: k, k: Math.max(1, correctCount) })).toBeCloseTo(
          correctCount === 0 ? k / sampleCount : value,
          12,
        );
      }),
    );
  });

  test("refuses k above the number of samples", () => {
    expect(() => computePassAtK({ sampleCount: 4, correctCount: 1, k: 5 })).toThrow(/take more samples/);
    expect(() => computePassAtK({ sampleCount: 4, correctCount: 5, k: 1 })).toThrow(/at most sampleCount/);
    expect(() => computePassAtK({ sampleCount: 4, correctCount: 1, k: 0 })).toThrow(/at least 1/);
  });
});

describe("computeWeightedScore", () => {
  test("is 0 for nothing, 100 for everything, and weighs a problem by its level", () => {
    expect(toScore([0, 0, 0, 0, 0])).toBe(0);
    expect(toScore([20, 20, 20, 20, 20])).toBe(100);
    expect(toScore([0, 0, 0, 0, 20])).toBeCloseTo(100 / 3, 12);
    expect(() => computeWeightedScore([])).toThrow(/at least 1 problem/);
    expect(() => toScore([21])).toThrow(/at least as many problems/);
  });

  test.each([
    ["Gemini 3.1 Pro", 75, 7, "64.3", true],
    ["Claude Opus 4.6", 73, 8, "63.7", true],
    ["GPT-5.4", 72, 7, "63.0", true],
    ["Kimi K2.5", 65, 5, "53.3", true],
    ["DeepSeek V3.2", 65, 4, "52.7", true],
    ["Qwen 3.5-397B, first table", 64, 4, "52.3", true],
    ["Qwen 3.5-397B, second table", 64, 4, "52.2", false],
    ["continued training", 71, 6, "61.0", true],
    ["continued training, SFT", 73, 7, "62.5", false],
    ["continued training, SFT, summary", 72, 7, "61.7", true],
    ["full RL", 81, 13, "72.3", true],
    ["after test-time RL", 85, 15, "73.5", false],
  ] as const)(
    "published row %s: %i accepted, %i of level 5 → %s can be produced: %s",
    (_, accepted, five, score, can) => {
      expect(listScores(accepted, five).has(score)).toBe(can);
    },
  );

  test("85 accepted with 15 of level 5 lie between 78.3 and 88.3", () => {
    const scores = [...listScores(85, 15)].map(Number);
    expect([Math.min(...scores), Math.max(...scores)]).toEqual([78.3, 88.3]);
  });
});

function toScore(solved: readonly number[]): number {
  return computeWeightedScore(solved.map((solvedCount, i) => ({ level: i + 1, solvedCount, totalCount: 20 })));
}

/** Every score, to one decimal, that 100 problems in five levels of 20 allow for these counts. */
function listScores(acceptedCount: number, level5Count: number): ReadonlySet<string> {
  const scores = new Set<string>();
  for (let one = 0; one <= 20; one += 1) {
    for (let two = 0; two <= 20; two += 1) {
      for (let three = 0; three <= 20; three += 1) {
        const four = acceptedCount - level5Count - one - two - three;
        if (four >= 0 && four <= 20) scores.add(toScore([one, two, three, four, level5Count]).toFixed(1));
      }
    }
  }
  return scores;
}
