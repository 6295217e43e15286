import { deriveSeed, Rng, AppError } from "../../std/index.ts";
import type { TokenLossSpec } from "../../rl/index.ts";
import { computeLearningRate } from "../schedule.ts";
import type { GrpoRun } from "./run-grpo.ts";
import { isInstructive, toGroupData, type RolloutGroup } from "./to-group-data.ts";

/** What one step did to the policy. */
export interface StepOutcome {
  readonly updates: number;
  readonly learningRate: number;
  readonly meanGradNorm: number;
  /** Share of tokens whose gradient the clip cut off. */
  readonly clippedShare: number;
  /** Mean of log p_behaviour − log p over the first update's tokens: 0 where sampler and trainer agree and no step lies between. */
  readonly firstGap: number | null;
  /** Mean −log p of the tokens sampled, an estimate of the entropy of a token in nats. */
  readonly entropy: number | null;
  /** False: a loss or gradient was not finite, and the rest of the step was left out. */
  readonly isFinite: boolean;
}

/** Deals a step's mixed groups to its optimiser steps, each epoch in another order. */
export async function learnFromGroups(
  run: Pick<GrpoRun, "trainer" | "settings" | "signal">,
  input: { readonly step: number; readonly groups: readonly RolloutGroup[]; readonly rateScale: number },
): Promise<StepOutcome> {
  const { settings } = run;
  const { step, rateScale } = input;
  const { minibatchCount = 2, epochCount = 1 } = settings;
  const groups = input.groups.filter(isInstructive);
  const learningRate = rateScale * computeLearningRate(settings.learningRate, { step, stepCount: settings.stepCount });
  const sums: Sums = { gradNorm: 0, tokens: 0, clipped: 0, firstGap: null };
  const size = Math.ceil(groups.length / minibatchCount);
  let updates = 0;
  let isFinite = true;
  for (let epoch = 0; epoch < epochCount && isFinite; epoch += 1) {
    const order = new Rng(deriveSeed(settings.seed, "order", step, epoch)).shuffle(groups);
    for (let start = 0; start < order.length && isFinite; start += size) {
      isFinite = await update(run, { groups: order.slice(start, start + size), learningRate, sums });
      if (isFinite) updates += 1;
    }
  }
  return {
    updates,
    learningRate,
    meanGradNorm: updates === 0 ? 0 : sums.gradNorm / updates,
    clippedShare: sums.tokens === 0 ? 0 : sums.clipped / sums.tokens,
    firstGap: sums.firstGap,
    entropy: computeEntropy(input.groups),
    isFinite,
  };
}

interface Sums {
  gradNorm: number;
  tokens: number;
  clipped: number;
  firstGap: number | null;
}

/** One optimiser step; false where a number was not finite, when the weights are unchanged. */
async function update(
  { trainer, settings, signal }: Pick<GrpoRun, "trainer" | "settings" | "signal">,
  input: { readonly groups: readonly RolloutGroup[]; readonly learningRate: number; readonly sums: Sums },
): Promise<boolean> {
  const { groups, learningRate, sums } = input;
  const { clipLowThreshold = 0.8, clipHighThreshold = 1.28, gradClipNorm = 1, beta2 = 0.95 } = settings;
  const loss: TokenLossSpec = { kind: "ppo", clipLowThreshold, clipHighThreshold };
  const data = toGroupData(groups, settings.reduction ?? "token-sum");
  try {
    const result = await trainer.forwardBackward({ data, loss }, { signal });
    sums.firstGap ??= computeGap(data, result.outputs);
    sums.tokens += result.tokenCount;
    sums.clipped += result.clippedTokenCount;
    const { gradNorm } = await trainer.optimStep({ learningRate, gradClipNorm, beta2 }, { signal });
    sums.gradNorm += gradNorm;
    return true;
  } catch (error) {
    if (AppError.is(error) && notFinite.has(error.code)) return false;
    throw error;
  }
}

const notFinite: ReadonlySet<string> = new Set(["TRAINING_LOSS_NOT_FINITE", "TRAINING_GRADIENT_NOT_FINITE"]);

function computeGap(
  data: ReturnType<typeof toGroupData>,
  outputs: readonly { readonly logprobs_T: readonly number[] }[],
): number {
  let sum = 0;
  let count = 0;
  for (const [index, { behaviourLogprobs_T, weights_T }] of data.entries()) {
    for (const [t, logprob] of (outputs[index]?.logprobs_T ?? []).entries()) {
      if (weights_T?.[t] === 0) continue;
      sum += (behaviourLogprobs_T?.[t] ?? 0) - logprob;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

function computeEntropy(groups: readonly RolloutGroup[]): number | null {
  const logprobs = groups.flatMap(({ rollouts }) => rollouts.flatMap(({ sampled }) => sampled.logprobs_T));
  return logprobs.length === 0 ? null : -logprobs.reduce((sum, value) => sum + value, 0) / logprobs.length;
}
