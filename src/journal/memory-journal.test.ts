import { describe, expect, it } from "vitest";
import { createMemoryJournal, type EffectSpec } from "./index.ts";

const spec: EffectSpec = { kind: "model-call", label: "solver sample 0", input: { prompt: "a", seed: 1 } };

describe("the journal", () => {
  it("performs an effect once and replays its outcome", async () => {
    const journal = createMemoryJournal();
    let calls = 0;
    const perform = async () => ({ text: `answer ${++calls}`, missing: undefined });
    expect(await journal.effect(spec, perform)).toEqual({ outcome: { text: "answer 1" }, source: "performed" });
    expect(await journal.effect({ ...spec, label: "other words" }, perform)).toEqual({
      outcome: { text: "answer 1" },
      source: "replayed",
    });
    expect(calls).toBe(1);
  });

  it("keys by the whole input", async () => {
    const journal = createMemoryJournal();
    let calls = 0;
    const perform = async () => ++calls;
    await journal.effect(spec, perform);
    await journal.effect({ ...spec, input: { prompt: "a", seed: 2 } }, perform);
    await journal.effect({ ...spec, kind: "judge" }, perform);
    expect(calls).toBe(3);
  });

  it("performs equal effects in flight once", async () => {
    const journal = createMemoryJournal();
    let calls = 0;
    const perform = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return ++calls;
    };
    const results = await Promise.all([journal.effect(spec, perform), journal.effect(spec, perform)]);
    expect(results.map((result) => result.outcome)).toEqual([1, 1]);
  });

  it("does not cache a failure", async () => {
    const journal = createMemoryJournal();
    let calls = 0;
    const perform = async () => {
      if (++calls === 1) throw new Error("down");
      return calls;
    };
    await expect(journal.effect(spec, perform)).rejects.toThrow("down");
    expect((await journal.effect(spec, perform)).outcome).toBe(2);
  });

  it("keeps artifacts by digest and tells subscribers of events", () => {
    const journal = createMemoryJournal();
    const seen: string[] = [];
    const unsubscribe = journal.subscribe((event) => seen.push(event.kind));
    journal.event({ kind: "round-started", data: { round: 0 } });
    unsubscribe();
    journal.event({ kind: "round-finished", data: { round: 0 } });
    expect(seen).toEqual(["round-started"]);
    const digest = journal.putArtifact(new TextEncoder().encode("bytes"));
    expect(new TextDecoder().decode(journal.getArtifact(digest))).toBe("bytes");
    expect(journal.getArtifact("0".repeat(64))).toBeUndefined();
  });
});
