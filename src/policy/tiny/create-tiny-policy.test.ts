import { describe, expect, it } from "vitest";
import type { SampleRequest } from "../contract.ts";
import { createTinyPolicy } from "./create-tiny-policy.ts";
import { createSmallEngine, toDatum } from "./fixtures/small-policy.ts";

function ask(text: string, options: Partial<SampleRequest> = {}): SampleRequest {
  return {
    address: { role: "solver", round: 0, index: 0 },
    messages: [{ role: "user", parts: [{ kind: "text", text }] }],
    maxTokens: 12,
    temperature: 0,
    seed: 1,
    ...options,
  };
}

describe("the embedded policy as a policy like any other", async () => {
  const engine = await createSmallEngine();
  const data = ["apple", "banana"].map((word) => toDatum(engine, word));
  for (let step = 0; step < 40; step += 1) {
    await engine.forwardBackward({ data, loss: { kind: "cross-entropy" } });
    await engine.optimStep({ learningRate: 1e-2 });
  }
  const policy = createTinyPolicy(engine, { name: "tiny/words" });

  it("answers in text, with its version, and a log-probability for each token", async () => {
    const completion = await policy.sample(ask("ap"));
    expect(completion).toMatchObject({
      kind: "completion",
      text: "ple",
      stopReason: "end",
      usage: { inputTokens: 2, outputTokens: 4, costUsd: 0 },
      tokens_T: ["p", "l", "e", ""],
      policyVersion: "tiny/words@40",
    });
    if (completion.kind !== "completion") return;
    expect(completion.logprobs_T?.length).toBe(4);
    expect(completion.logprobs_T?.every((logprob) => logprob <= 0 && logprob > -1)).toBe(true);
  });

  it("answers requests made together each with its own", async () => {
    const texts = await Promise.all(["a", "b", "ban"].map((start) => policy.sample(ask(start))));
    expect(texts.map((outcome) => outcome.kind === "completion" && outcome.text)).toEqual(["pple", "anana", "ana"]);
  });

  it("cuts at a stop sequence, at the limit, and says which", async () => {
    expect(await policy.sample(ask("b", { stopSequences: ["na"] }))).toMatchObject({
      text: "a",
      stopReason: "stop-sequence",
      tokens_T: ["a"],
    });
    expect(await policy.sample(ask("b", { maxTokens: 2 }))).toMatchObject({ text: "an", stopReason: "max-tokens" });
    expect(await policy.sample(ask("apple"))).toMatchObject({ text: "", stopReason: "empty" });
  });

  it("refuses text outside its vocabulary, images and prompts too long as failures, not faults", async () => {
    const image = { kind: "image", mediaType: "image/png", bytes: new Uint8Array(1), alt: "a dot" } as const;
    for (const request of [
      ask("Apple!"),
      ask("a".repeat(40)),
      ask("", { messages: [{ role: "user", parts: [image] }] }),
    ]) {
      expect(await policy.sample(request)).toMatchObject({ kind: "failure", reason: "rejected" });
    }
  });

  it("answers a cancelled request with the signal's reason and the others with text", async () => {
    const controller = new AbortController();
    const cancelled = policy.sample(ask("a"), { signal: controller.signal });
    const other = policy.sample(ask("a"));
    controller.abort(new Error("enough"));
    await expect(cancelled).rejects.toThrow("enough");
    expect(await other).toMatchObject({ text: "pple" });
  });
});
