import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { TokenSampleRequest, TrainablePolicy } from "../trainable-contract.ts";
import { createSmallEngine, toDatum } from "./fixtures/small-policy.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "tiny-engine-"));
afterAll(async () => rm(folder, { recursive: true, force: true }));

const words = ["apple", "banana", "cherry", "damson", "elder"];

describe("sampling", () => {
  it("reports the log-probabilities that scoring the same text gives, to 1e-4", async () => {
    await using policy = await createSmallEngine({ maxRows: 7 });
    const requests = createRequests(20);
    const samples = await policy.sampleTokens(requests);
    const scored = await policy.score(
      samples.map(({ tokens }, index) => ({
        promptTokens: requests[index]?.promptTokens ?? [],
        targetTokens: tokens,
      })),
    );
    for (const [index, { tokens, logprobs_T, samplingLogprobs_T, versions_T }] of samples.entries()) {
      expect(logprobs_T.length).toBe(tokens.length);
      expect(versions_T).toEqual(tokens.map(() => 0));
      for (const [t, logprob] of logprobs_T.entries()) {
        expect(Math.abs(logprob - (scored[index]?.logprobs_T[t] ?? 0))).toBeLessThan(1e-4);
        expect(Math.abs(logprob - (samplingLogprobs_T[t] ?? 0))).toBeLessThan(1e-9);
      }
    }
  });

  it("reports what the trainer's own pass gives, to 1e-4, with an adapter that has learnt", async () => {
    await using policy = await createSmallEngine({ lora: { rank: 2, seed: "adapter" } });
    await learn(policy, 3);
    const requests = createRequests(4);
    const samples = await policy.sampleTokens(requests);
    const { outputs } = await policy.forwardBackward({
      loss: { kind: "cross-entropy" },
      data: samples.map(({ tokens }, index) => {
        const text = [...(requests[index]?.promptTokens ?? []), ...tokens];
        return { inputTokens: text.slice(0, -1), targetTokens: text.slice(1) };
      }),
    });
    for (const [index, { logprobs_T, versions_T }] of samples.entries()) {
      const trained = outputs[index]?.logprobs_T.slice((requests[index]?.promptTokens.length ?? 1) - 1) ?? [];
      expect(versions_T.every((version) => version === 3)).toBe(true);
      for (const [t, logprob] of logprobs_T.entries()) {
        expect(Math.abs(logprob - (trained[t] ?? 0))).toBeLessThan(1e-4);
      }
    }
  });

  it("gives the same samples for the same seeds, others for other seeds", async () => {
    await using policy = await createSmallEngine();
    const requests = createRequests(6);
    const first = await policy.sampleTokens(requests);
    await using other = await createSmallEngine();
    expect(await other.sampleTokens(requests)).toEqual(first);
    const reseeded = await policy.sampleTokens(requests.map((request) => ({ ...request, seed: request.seed + 100 })));
    expect(reseeded.map(({ tokens }) => tokens)).not.toEqual(first.map(({ tokens }) => tokens));
  });

  it("takes the most likely continuation at temperature 0", async () => {
    await using policy = await createSmallEngine();
    const promptTokens = policy.tokenizer.encode("cherry");
    const [sample] = await policy.sampleTokens([
      { promptTokens, maxTokens: 5, temperature: 0, seed: 1, stopTokens: [] },
    ]);
    const rivals = Array.from({ length: 27 }, (_, token) => ({ promptTokens, targetTokens: [token] }));
    const scores = (await policy.score(rivals)).map(({ logprobs_T }) => logprobs_T[0] ?? -Infinity);
    expect(sample?.tokens[0]).toBe(scores.indexOf(Math.max(...scores)));
    expect(sample?.tokens.length).toBe(5);
  });

  it("stops at a stop token, at the limit, or at the end of the context, and says which", async () => {
    await using policy = await createSmallEngine();
    const every = Array.from({ length: 27 }, (_, token) => token);
    const long = Array.from({ length: 28 }, () => 1);
    const samples = await policy.sampleTokens([
      { promptTokens: [1], maxTokens: 9, temperature: 1, seed: 1, stopTokens: every },
      { promptTokens: [1], maxTokens: 9, temperature: 1, seed: 1, stopTokens: [] },
      { promptTokens: long, maxTokens: 9, temperature: 1, seed: 1, stopTokens: [] },
    ]);
    expect(samples.map(({ stopReason, tokens }) => [stopReason, tokens.length])).toEqual([
      ["stop-token", 1],
      ["max-tokens", 9],
      ["context-end", 4],
    ]);
  });

  it("answers a request the same way, whatever else is asked with it, as far as float32 goes", async () => {
    await using policy = await createSmallEngine({ maxRows: 5 });
    const requests = createRequests(12);
    const together = await policy.sampleTokens(requests);
    for (const index of [0, 5, 11]) {
      const [alone] = await policy.sampleTokens(requests.slice(index, index + 1));
      expect(alone?.tokens).toEqual(together[index]?.tokens);
      for (const [t, logprob] of (alone?.logprobs_T ?? []).entries()) {
        expect(Math.abs(logprob - (together[index]?.logprobs_T[t] ?? 0))).toBeLessThan(1e-5);
      }
    }
  });

  it("answers calls that are made at once as if they were made one after another", async () => {
    await using policy = await createSmallEngine();
    const [few, many] = [createRequests(4), createRequests(9)];
    const inTurn = [await policy.sampleTokens(few), await policy.sampleTokens(many)];
    expect(await Promise.all([policy.sampleTokens(few), policy.sampleTokens(many)])).toEqual(inTurn);
    const data = words.map((word) => toDatum(policy, word));
    const learning = policy.forwardBackward({ data, loss: { kind: "cross-entropy" } });
    const stepping = policy.optimStep({ learningRate: 1e-2 });
    const after = policy.sampleTokens(few);
    expect((await learning).version).toBe(0);
    expect((await stepping).version).toBe(1);
    expect((await after)[0]?.versions_T[0]).toBe(1);
  });

  it("refuses prompts and settings that make no sense", async () => {
    await using policy = await createSmallEngine();
    const ask = async (request: Partial<TokenSampleRequest>): Promise<unknown> =>
      policy.sampleTokens([{ promptTokens: [1], maxTokens: 1, temperature: 1, seed: 1, ...request }]);
    await expect(ask({ promptTokens: [] })).rejects.toMatchObject({ code: "TINY_PROMPT_INVALID" });
    await expect(ask({ promptTokens: [27] })).rejects.toMatchObject({ code: "TINY_PROMPT_INVALID" });
    await expect(ask({ promptTokens: Array.from({ length: 32 }, () => 1) })).rejects.toMatchObject({
      code: "TINY_PROMPT_INVALID",
    });
    await expect(ask({ topP: 0 })).rejects.toMatchObject({ code: "TINY_SAMPLING_INVALID" });
    await expect(ask({ maxTokens: 0 })).rejects.toMatchObject({ code: "TINY_SAMPLING_INVALID" });
    expect(await policy.sampleTokens([])).toEqual([]);
  });
});

describe("training", () => {
  it("learns to spell: the loss falls and greedy samples become the words", async () => {
    await using policy = await createSmallEngine();
    const before = await learn(policy, 1);
    const after = await learn(policy, 60);
    expect(after).toBeLessThan(before / 4);
    const samples = await policy.sampleTokens(
      words.map((word) => ({
        promptTokens: policy.tokenizer.encode(word.slice(0, 1)),
        maxTokens: 10,
        temperature: 0,
        seed: 1,
      })),
    );
    expect(samples.map(({ tokens }) => policy.tokenizer.decode(tokens))).toEqual(words.map((word) => word.slice(1)));
    expect(policy.version).toBe(61);
  });

  it("moves towards what was rewarded and away from what was punished", async () => {
    await using policy = await createSmallEngine();
    const data = ["aaaa", "bbbb"].map((word) => toDatum(policy, word));
    const compute = async (): Promise<readonly number[]> => {
      const { outputs } = await policy.forward({ data, loss: { kind: "cross-entropy" } });
      return outputs.map(({ logprobs_T }) => logprobs_T.reduce((sum, logprob) => sum + logprob, 0));
    };
    const before = await compute();
    const { outputs } = await policy.forward({ data, loss: { kind: "cross-entropy" } });
    await policy.forwardBackward({
      loss: { kind: "ppo", clipLowThreshold: 0.8, clipHighThreshold: 1.2 },
      data: data.map((datum, index) => ({
        ...datum,
        behaviourLogprobs_T: outputs[index]?.logprobs_T ?? [],
        advantages_T: datum.targetTokens.map(() => (index === 0 ? 1 : -1)),
      })),
    });
    await policy.optimStep({ learningRate: 1e-3 });
    const after = await compute();
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
    expect(after[1]).toBeLessThan(before[1] ?? 0);
  });

  it("moves an adapter alone, and a fresh adapter changes nothing", async () => {
    await using plain = await createSmallEngine();
    await using adapted = await createSmallEngine({ lora: { rank: 2, seed: "adapter" } });
    const requests = createRequests(3);
    expect(await adapted.sampleTokens(requests)).toEqual(await plain.sampleTokens(requests));
    await learn(adapted, 2);
    const data = words.map((word) => toDatum(plain, word));
    const loss = { kind: "cross-entropy" } as const;
    expect((await adapted.forward({ data, loss })).loss).toBeLessThan((await plain.forward({ data, loss })).loss);
  });

  it("goes on from a checkpoint with the numbers of an unbroken run, bit for bit", async () => {
    for (const lora of [undefined, { rank: 2, seed: "adapter" }]) {
      const options = lora === undefined ? {} : { lora };
      await using unbroken = await createSmallEngine(options);
      await using first = await createSmallEngine(options);
      const directory = path.join(folder, `resume-${lora === undefined ? "all" : "lora"}`);
      await learn(unbroken, 4);
      await learn(first, 2);
      await first.save({ directory, data: { words: words.length } });
      await using second = await createSmallEngine({ source: { kind: "checkpoint", directory } });
      expect(second.version).toBe(2);
      await learn(second, 2);
      await learn(first, 1);
      await first.load({ directory });
      await learn(first, 2);
      const digests = [];
      for (const policy of [unbroken, first, second]) {
        digests.push((await policy.save({ directory: path.join(folder, "end") })).digest);
      }
      expect(new Set(digests).size).toBe(1);
    }
  });

  it("holds the gradient's norm to the limit, and reports the norm before", async () => {
    const norms: number[] = [];
    const losses: number[] = [];
    for (const gradClipNorm of [0, 0.01]) {
      await using policy = await createSmallEngine();
      await policy.forwardBackward({
        data: words.map((word) => toDatum(policy, word)),
        loss: { kind: "cross-entropy" },
      });
      norms.push((await policy.optimStep({ learningRate: 1e-3, gradClipNorm, epsilon: 1 })).gradNorm);
      losses.push(await learn(policy, 1));
    }
    expect(norms[0]).toBe(norms[1]);
    expect(losses[0]).toBeLessThan(losses[1] ?? 0);
  });

  it("refuses to freeze routers that it does not have", async () => {
    await expect(createSmallEngine({ freezeMoeRouters: true })).rejects.toMatchObject({
      code: "TRAINING_OPTION_REFUSED",
    });
    await using policy = await createSmallEngine({ freezeMoeRouters: false });
    expect(policy.version).toBe(0);
  });

  it("can be cancelled, and then has learnt nothing", async () => {
    await using policy = await createSmallEngine({ tokensPerBatch: 8 });
    const controller = new AbortController();
    const data = words.map((word) => toDatum(policy, word));
    const learning = policy.forwardBackward({ data, loss: { kind: "cross-entropy" } }, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(learning).rejects.toThrow("enough");
    await expect(policy.optimStep({ learningRate: 1 })).rejects.toMatchObject({ code: "TRAINING_GRADIENT_MISSING" });
  });
});

function createRequests(count: number): readonly TokenSampleRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    promptTokens: Array.from({ length: 1 + (index % 9) }, (__, t) => ((index * 5 + t * 3) % 26) + 1),
    maxTokens: 3 + ((index * 7) % 20),
    temperature: 1,
    seed: index,
  }));
}

/** The loss of the last of some steps. */
async function learn(policy: TrainablePolicy, steps: number): Promise<number> {
  const data = words.map((word) => toDatum(policy, word));
  let last = Infinity;
  for (let step = 0; step < steps; step += 1) {
    ({ loss: last } = await policy.forwardBackward({ data, loss: { kind: "cross-entropy" } }));
    await policy.optimStep({ learningRate: 1e-2 });
  }
  return last;
}
