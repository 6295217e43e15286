import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTiny, type TrainablePolicy } from "../../policy/index.ts";
import { bestRunPrograms as programs, toAnswerText } from "../../testing/index.ts";
import { createBench } from "../../../test/support/scripted-run.ts";
import { scoreFold } from "./score-fold.ts";
import { splitChunks } from "./split-chunks.ts";

describe("splitting into chunks", () => {
  it("loses nothing, keeps to the size, and makes few chunks", () => {
    const words = fc.array(fc.constantFrom("a", "word", "\n", "\n\n", " ", "😀", "x".repeat(30)), { maxLength: 60 });
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 50 }), (parts, maxChars) => {
        const text = parts.join("");
        const chunks = splitChunks(text, maxChars);
        expect(text.startsWith(chunks.join(""))).toBe(true);
        expect(text.slice(chunks.join("").length).trim()).toBe("");
        for (const chunk of chunks) {
          expect(chunk.length).toBeLessThanOrEqual(maxChars);
          expect(chunk.isWellFormed()).toBe(true);
        }
        expect(chunks.length).toBeLessThanOrEqual(Math.ceil(text.length / Math.floor(maxChars / 2)));
      }),
    );
  });

  it("cuts at paragraphs where it can", () => {
    expect(splitChunks("one one\n\ntwo two\n\nthree", 12)).toEqual(["one one\n\n", "two two\n\n", "three"]);
  });
});

describe("the quality of a chain of summaries", () => {
  let policy: TrainablePolicy;

  beforeAll(async () => {
    const { createTinyEngine } = await loadTiny();
    policy = await createTinyEngine({
      source: {
        kind: "new",
        seed: "small",
        config: { contextLength: 32, width: 16, layerCount: 1, headCount: 2, mlpWidth: 32 },
        tokenizer: {
          kind: "longest-match",
          vocabulary: ["<end>", ...Array.from("abcdefghijklmnopqrstuvwxyz")],
          specialTokens: [0],
          endToken: 0,
        },
      },
    });
  });

  afterAll(async () => {
    await policy?.[Symbol.asyncDispose]();
  });

  const fold = { problemText: "sum", chunks: ["add", "all"], states: ["ad", "al"], answer: "yes", alpha: 2, beta: 0.5 };

  async function mean(prompt: string, target: string): Promise<number> {
    const { tokenizer } = policy;
    const [scored] = await policy.score([
      { promptTokens: tokenizer.encode(prompt), targetTokens: tokenizer.encode(target) },
    ]);
    const logprobs = scored?.logprobs_T ?? [];
    return logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
  }

  it("is the two-term score of each step and the likelihood of the answer after the last", async () => {
    const score = await scoreFold(policy, fold);
    if (score.kind !== "fold-scored") throw new Error(score.reason);
    expect(score.steps[0]).toBeCloseTo(2 * (await mean("adsum", "allyes")) + 0.5 * (await mean("ad", "add")), 6);
    expect(score.steps[1]).toBeCloseTo(2 * (await mean("alsum", "yes")) + 0.5 * (await mean("al", "all")), 6);
    expect(score.chain).toBeCloseTo(await mean("al", "yes"), 6);
  });

  it("lands in the journal and in the result of a run, and is not computed again when it is resumed", async () => {
    const { createTinyEngine } = await loadTiny();
    const characters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
    await using scorer = await createTinyEngine({
      source: {
        kind: "new",
        seed: "reader",
        config: { contextLength: 4096, width: 16, layerCount: 1, headCount: 2, mlpWidth: 32 },
        tokenizer: {
          kind: "longest-match",
          vocabulary: ["<end>", "\n", ...characters],
          specialTokens: [0],
          endToken: 0,
        },
      },
    });
    await using bench = await createBench();
    const script = {
      solver: () => `${"The run may end at any place.\n\n".repeat(12)}${toAnswerText(programs.wrong)}`,
      repairer: () => toAnswerText(programs.right),
      summariser: () => "Both took the empty run; negative inputs refuted them.",
    };
    const plan = { hypothesisCount: 0, memory: { thresholdChars: 600, chunkChars: 500, summaryWords: 20 } };
    const { result, events } = await bench.run(script, { plan, scorer });
    const [{ score, chunkCount } = {}] = result.memory.folds;
    if (score?.kind !== "fold-scored") throw new Error(`not scored: ${score?.reason}`);
    expect(score.steps).toHaveLength(chunkCount ?? 0);
    expect([score.chain, ...score.steps].every((value) => value < 0 && Number.isFinite(value))).toBe(true);
    expect(events.find(({ kind }) => kind === "summary-scored")?.data).toMatchObject({ chain: score.chain });
    const silent = {
      ...scorer,
      tokenizer: scorer.tokenizer,
      info: scorer.info,
      score: () => Promise.reject(new Error("asked")),
    };
    const again = await bench.run(script, { plan, scorer: silent });
    expect(again.result.memory.folds[0]?.score).toEqual(score);
  });

  it("is not known where the policy cannot read the texts, or a chunk was not folded", async () => {
    expect(await scoreFold(policy, { ...fold, answer: "42!" })).toMatchObject({ kind: "fold-not-scored" });
    expect(await scoreFold(policy, { ...fold, states: ["ad"] })).toMatchObject({ kind: "fold-not-scored" });
  });
});
