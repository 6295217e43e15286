import { describe, expect, test } from "vitest";
import {
  computeContextScore,
  computeCorrectionLoss,
  computeGroupAdvantages,
  computeGrpoLoss,
  computeHypothesisReward,
  computeImmediateLoss,
  computeLengthPenalty,
  computePassAtK,
  computeRankObjective,
  computeRankWeights,
  computeStalenessWeight,
  computeStalenessWeights,
  computeSummaryChainScore,
  computeSummaryStepScore,
  computeTokenLoss,
  computeWeightedScore,
  type GroupLoss,
} from "../../src/rl/index.ts";
import { golden, type GoldenGroup } from "./golden.ts";
import { computeLargestError } from "./numeric.ts";

const tolerance = 1e-9;

function toError(actual: number | null, expected: number): number {
  return computeLargestError([actual ?? Number.NaN], [expected]);
}

function toLossError(actual: GroupLoss, expected: GoldenGroup): number {
  const gradientErrors = expected.gradient.map((row, g) => computeLargestError(actual.gradient_G_T[g] ?? [], row));
  return Math.max(toError(actual.loss, expected.loss), ...gradientErrors);
}

describe("numbers from an independent calculation, to 1e-9", () => {
  test("the reference values say how they were computed", () => {
    expect(golden.how).toMatch(/transcription of each formula/);
  });

  test("group advantages with each kind of deviation and stabiliser", () => {
    for (const { rewards, population, sample, sketch, centred } of golden.advantages) {
      expect(computeLargestError(computeGroupAdvantages(rewards).advantages_G, population)).toBeLessThanOrEqual(
        tolerance,
      );
      expect(
        computeLargestError(computeGroupAdvantages(rewards, { deviation: "sample" }).advantages_G, sample),
      ).toBeLessThanOrEqual(tolerance);
      expect(
        computeLargestError(computeGroupAdvantages(rewards, { stabilizer: 1e-6 }).advantages_G, sketch),
      ).toBeLessThanOrEqual(tolerance);
      expect(
        computeLargestError(computeGroupAdvantages(rewards, { deviation: "none" }).advantages_G, centred),
      ).toBeLessThanOrEqual(tolerance);
    }
  });

  test.each(golden.immediate)("immediate loss and gradient, $reduction", (group) => {
    const loss = computeImmediateLoss({
      rewards_G: group.rewards,
      logprobs_G_T: group.logprobs,
      behaviourLogprobs_G_T: group.behaviourLogprobs,
      epsilon: group.epsilon,
      normalization: group.normalization,
      reduction: group.reduction,
    });
    expect(toLossError(loss, group)).toBeLessThanOrEqual(tolerance);
    expect(loss.clippedTokenCount).toBeGreaterThan(0);
  });

  test.each(golden.correction)("delayed correction with stale tokens, epsilon $epsilon, $reduction", (group) => {
    const { weights_G_T } = computeStalenessWeights({
      behaviourVersions_G_T: group.versions,
      currentVersion: group.currentVersion,
      schedule: golden.staleness,
    });
    expect(computeLargestError(weights_G_T.flat(), group.weights.flat())).toBeLessThanOrEqual(tolerance);
    const loss = computeCorrectionLoss({
      stageRewards_G: group.stageRewards,
      finalRewards_G: group.finalRewards,
      correctionLogprobs_G_T: group.logprobs,
      behaviourLogprobs_G_T: group.behaviourLogprobs,
      tokenWeights_G_T: weights_G_T,
      epsilon: 0.2,
      correctionEpsilon: group.epsilon,
      normalization: group.normalization,
      reduction: group.reduction,
    });
    expect(toLossError(loss, group)).toBeLessThanOrEqual(tolerance);
    expect(loss).toMatchObject({ lateMemberCount: 1, staleTokenCount: 2 });
  });

  test.each(golden.grpo)("plain GRPO", (group) => {
    const { rewards, logprobs, behaviourLogprobs, epsilon } = group;
    expect(
      toLossError(
        computeGrpoLoss({
          finalRewards_G: rewards,
          logprobs_G_T: logprobs,
          behaviourLogprobs_G_T: behaviourLogprobs,
          epsilon,
        }),
        group,
      ),
    ).toBeLessThanOrEqual(tolerance);
  });

  test("named losses of one sequence", () => {
    const { tokenLoss: reference } = golden;
    const { clipLowThreshold, clipHighThreshold } = reference;
    const tokens = {
      logprobs_T: reference.logprobs,
      behaviourLogprobs_T: reference.behaviourLogprobs,
      advantages_T: reference.advantages,
      weights_T: reference.weights,
    };
    for (const spec of [
      { kind: "cross-entropy" },
      { kind: "importance-sampling" },
      { kind: "ppo", clipLowThreshold, clipHighThreshold },
    ] as const) {
      const { loss, gradient_T } = computeTokenLoss(spec, tokens);
      expect(toError(loss, reference[spec.kind].loss)).toBeLessThanOrEqual(tolerance);
      expect(computeLargestError(gradient_T, reference[spec.kind].gradient)).toBeLessThanOrEqual(tolerance);
    }
  });

  test("staleness weights", () => {
    for (const [lag, weight] of golden.staleness.points) {
      expect(toError(computeStalenessWeight(lag, golden.staleness), weight)).toBeLessThanOrEqual(tolerance);
    }
  });

  test("rank weights and objective", () => {
    for (const { lambda, weights, rewards, objective } of golden.rank) {
      expect(computeLargestError(computeRankWeights(weights.length, lambda), weights)).toBeLessThanOrEqual(tolerance);
      expect(toError(computeRankObjective(rewards, { lambda }).objective, objective)).toBeLessThanOrEqual(tolerance);
    }
  });

  test("hypothesis reward", () => {
    for (const { isCorrect, with: withHypothesis, without, alpha, beta, value } of golden.hypothesis) {
      const reward = computeHypothesisReward({
        isCorrect_V: isCorrect,
        solverScoresWith_R: withHypothesis,
        solverScoresWithout_R: without,
        alpha,
        beta,
      });
      expect(toError(reward, value)).toBeLessThanOrEqual(tolerance);
    }
  });

  test("summary scores of both stages", () => {
    const { future, chunk, alpha, beta, step, answer, chain } = golden.summary;
    expect(
      toError(computeSummaryStepScore({ futureLogprobs_T: future, chunkLogprobs_T: chunk, alpha, beta }), step),
    ).toBeLessThanOrEqual(tolerance);
    expect(toError(computeSummaryChainScore(answer), chain)).toBeLessThanOrEqual(tolerance);
  });

  test("context score of two bigram policies, which is not that of the swapped policies", () => {
    const { current, initial, x, c, y, alpha, beta, value, swapped } = golden.context;
    const score = (first: readonly (readonly number[])[], second: readonly (readonly number[])[]): number =>
      computeContextScore({
        contextAndSolution: { policy: "current", logprobs_T: scoreBigrams(first, [...c, ...y], x) },
        problem: { policy: "frozen-initial", logprobs_T: scoreBigrams(second, x, c) },
        alpha,
        beta,
      });
    expect(toError(score(current, initial), value)).toBeLessThanOrEqual(tolerance);
    expect(toError(score(initial, current), swapped)).toBeLessThanOrEqual(tolerance);
    expect(Math.abs(value - swapped)).toBeGreaterThan(0.01);
  });

  test("length penalty, weighted score and pass@k", () => {
    for (const { length, level, base, growth, value } of golden.lengthPenalty) {
      expect(
        toError(computeLengthPenalty({ lengthTokens: length, level, baseTokens: base, growth }), value),
      ).toBeLessThanOrEqual(tolerance);
    }
    for (const { solved, value } of golden.weightedScore) {
      const results_L = solved.map((solvedCount, index) => ({ level: index + 1, solvedCount, totalCount: 20 }));
      expect(toError(computeWeightedScore(results_L), value)).toBeLessThanOrEqual(tolerance);
    }
    for (const { n, c, k, value } of golden.passAtK) {
      const actual = computePassAtK({ sampleCount: n, correctCount: c, k });
      expect(Math.abs(actual - value)).toBeLessThanOrEqual(1e-12 * value);
    }
  });
});

function scoreBigrams(
  table: readonly (readonly number[])[],
  text: readonly number[],
  given: readonly number[],
): number[] {
  let previous = given.at(-1) ?? 0;
  return text.map((token) => {
    const logits = table[previous] ?? [];
    previous = token;
    return (logits[token] ?? 0) - Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
  });
}
