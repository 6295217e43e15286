import { describe, expect, it } from "vitest";
import { computeGroupAdvantages } from "../../rl/index.ts";
import { Rng } from "../../std/index.ts";
import type { SampledTokens, TrainablePolicy } from "../trainable-contract.ts";
import { createSmallEngine } from "./fixtures/small-policy.ts";

const promptTokens = [2, 3];
const groupSize = 16;
const vowels = new Set([1, 5, 9, 15, 21]);

/** The share of vowels. */
function computeReward({ tokens }: SampledTokens): number {
  return tokens.filter((token) => vowels.has(token)).length / tokens.length;
}

describe("group-relative learning on the embedded policy", () => {
  it("raises a reward that depends on what was written, with an adapter alone", async () => {
    await using policy = await createSmallEngine({ lora: { rank: 4, seed: "adapter", trainUnembed: true } });
    const before = await measure(policy);
    await learn(policy, computeReward);
    expect(before).toBeLessThan(0.3);
    const after = await measure(policy);
    expect(after).toBeGreaterThan(before + 0.5);
  });

  it("does not raise it when the reward is drawn by lot", async () => {
    await using policy = await createSmallEngine({ lora: { rank: 4, seed: "adapter", trainUnembed: true } });
    const rng = new Rng("lot");
    const before = await measure(policy);
    await learn(policy, () => rng.nextInt(0, 1));
    const after = await measure(policy);
    expect(after).toBeLessThan(before + 0.3);
  });
});

async function sampleGroup(policy: TrainablePolicy, seed: number, size: number): Promise<readonly SampledTokens[]> {
  return policy.sampleTokens(
    Array.from({ length: size }, (_, member) => ({
      promptTokens,
      maxTokens: 6,
      temperature: 1,
      seed: seed * 1000 + member,
      stopTokens: [],
    })),
  );
}

async function measure(policy: TrainablePolicy): Promise<number> {
  const samples = await sampleGroup(policy, 999, 100);
  return samples.reduce((sum, sample) => sum + computeReward(sample), 0) / samples.length;
}

async function learn(policy: TrainablePolicy, reward: (sample: SampledTokens) => number): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    const samples = await sampleGroup(policy, step, groupSize);
    const { advantages_G } = computeGroupAdvantages(samples.map(reward));
    const { clippedTokenCount } = await policy.forwardBackward({
      loss: { kind: "ppo", clipLowThreshold: 0.8, clipHighThreshold: 1.28 },
      data: samples.map(({ tokens, logprobs_T }, member) => {
        const text = [...promptTokens, ...tokens];
        const isPrompt = promptTokens.slice(1).map(() => 0);
        return {
          inputTokens: text.slice(0, -1),
          targetTokens: text.slice(1),
          weights_T: [...isPrompt, ...tokens.map(() => 1 / groupSize)],
          behaviourLogprobs_T: [...isPrompt, ...logprobs_T],
          advantages_T: [...isPrompt, ...tokens.map(() => advantages_G[member] ?? 0)],
        };
      }),
    });
    expect(clippedTokenCount).toBe(0);
    await policy.optimStep({ learningRate: 1e-2, epsilon: 1e-8, gradClipNorm: 1 });
  }
}
