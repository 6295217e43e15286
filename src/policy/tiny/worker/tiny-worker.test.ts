import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { TokenSampleRequest } from "../../trainable-contract.ts";
import { createSmallEngine, smallSource, toDatum } from "../fixtures/small-policy.ts";
import { startTinyWorker, type TinyWorker } from "./start-tiny-worker.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "tiny-worker-"));
afterAll(async () => rm(folder, { recursive: true, force: true }));

const requests: readonly TokenSampleRequest[] = [1, 2, 3].map((seed) => ({
  promptTokens: [seed],
  maxTokens: 8,
  temperature: 1,
  seed,
}));

describe("a process of the embedded policy", () => {
  it("gives the numbers that the same policy gives in this process", async () => {
    await using worker = await startTinyWorker({ source: smallSource });
    await using here = await createSmallEngine();
    for (const policy of [worker, here]) {
      const data = ["apple", "cherry"].map((word) => toDatum(policy, word));
      await policy.forwardBackward({ data, loss: { kind: "cross-entropy" } });
      await policy.optimStep({ learningRate: 1e-2 });
    }
    expect(worker.version).toBe(1);
    expect(await worker.sampleTokens(requests)).toEqual(await here.sampleTokens(requests));
    const [saved, savedHere] = [
      await worker.save({ directory: path.join(folder, "worker") }),
      await here.save({ directory: path.join(folder, "here") }),
    ];
    expect(saved.digest).toBe(savedHere.digest);
  });

  it("takes the weights of a trainer from its checkpoint", async () => {
    await using trainer = await createSmallEngine({ lora: { rank: 2, seed: "adapter" } });
    await using sampler = await startTinyWorker({ source: smallSource });
    await trainer.forwardBackward({ data: [toDatum(trainer, "damson")], loss: { kind: "cross-entropy" } });
    await trainer.optimStep({ learningRate: 1e-2 });
    const directory = path.join(folder, "handed-over");
    await trainer.save({ directory, withOptimizer: false });
    expect(await sampler.load({ directory })).toMatchObject({ version: 1 });
    expect(sampler.version).toBe(1);
    const samples = await sampler.sampleTokens(requests);
    expect(samples).toEqual(await trainer.sampleTokens(requests));
    expect(samples[0]?.versions_T).toEqual(samples[0]?.tokens.map(() => 1));
  });

  it("that is killed costs the calls under way and starts again from its weights", async () => {
    await using worker = await startTinyWorker({ source: smallSource });
    const before = await worker.sampleTokens(requests);
    const long = { promptTokens: [1], maxTokens: 31, temperature: 1, stopTokens: [] };
    const lost = worker.sampleTokens(Array.from({ length: 5000 }, (_, seed) => ({ ...long, seed })));
    kill(worker);
    await expect(lost).rejects.toMatchObject({ code: "TINY_WORKER_DIED", isRetryable: true });
    expect(await worker.sampleTokens(requests)).toEqual(before);
  });

  it("that is killed after it learnt does not pretend to go on, until a checkpoint is loaded", async () => {
    await using worker = await startTinyWorker({ source: smallSource });
    const directory = path.join(folder, "kept");
    const learn = async (): Promise<unknown> => {
      await worker.forwardBackward({ data: [toDatum(worker, "elder")], loss: { kind: "cross-entropy" } });
      return worker.optimStep({ learningRate: 1e-2 });
    };
    await learn();
    await worker.save({ directory });
    await learn();
    const dying = worker.forward({ data: [toDatum(worker, "elder")], loss: { kind: "cross-entropy" } });
    kill(worker);
    await expect(dying).rejects.toMatchObject({ code: "TINY_WORKER_DIED" });
    await expect(worker.sampleTokens(requests)).rejects.toMatchObject({
      code: "TINY_WORKER_DIED",
      message: expect.stringContaining("load its last checkpoint"),
    });
    expect(await worker.load({ directory })).toMatchObject({ version: 1 });
    expect(await learn()).toMatchObject({ version: 2 });
  });

  it("leaves this process's event loop free while it computes", async () => {
    await using worker = await startTinyWorker({ source: smallSource });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const many = Array.from({ length: 2000 }, (_, seed) => ({
      promptTokens: [1],
      maxTokens: 31,
      temperature: 1,
      seed,
    }));
    await worker.sampleTokens(many);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it("can be cancelled, and answers the next call", async () => {
    await using worker = await startTinyWorker({ source: smallSource });
    const controller = new AbortController();
    const many = Array.from({ length: 50_000 }, (_, seed) => ({
      promptTokens: [1],
      maxTokens: 31,
      temperature: 1,
      seed,
    }));
    const cancelled = worker.sampleTokens(many, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(cancelled).rejects.toThrow("enough");
    expect(await worker.sampleTokens(requests)).toHaveLength(3);
  });

  it("passes on what the policy refuses, under its own code", async () => {
    await expect(startTinyWorker({ source: smallSource, freezeMoeRouters: true })).rejects.toMatchObject({
      code: "TRAINING_OPTION_REFUSED",
    });
    await expect(
      startTinyWorker({ source: { kind: "checkpoint", directory: path.join(folder, "none") } }),
    ).rejects.toMatchObject({ code: "TINY_CHECKPOINT_INVALID" });
  });

  it("ends when it is closed, and says so afterwards", async () => {
    const worker = await startTinyWorker({ source: smallSource });
    const { pid } = worker;
    await worker[Symbol.asyncDispose]();
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
    await expect(worker.sampleTokens(requests)).rejects.toMatchObject({ code: "TINY_WORKER_CLOSED" });
  });
});

function kill({ pid }: TinyWorker): void {
  expect(pid).toBeGreaterThan(1);
  process.kill(pid ?? 0, "SIGABRT");
}
