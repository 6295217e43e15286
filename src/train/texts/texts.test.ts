import { describe, expect, it } from "vitest";
import { Rng } from "../../std/index.ts";
import type { EncodedText } from "../contract.ts";
import { mixTexts, type TextSource } from "./mix-texts.ts";
import { createTextBatches } from "./plan-text-batches.ts";
import { countAnswerTargets, toDatum } from "./to-datum.ts";

const source: TextSource = (rng) => {
  const prompt = rng.nextInt(0, 20);
  const answer = rng.nextInt(1, 30);
  return { kind: "random", promptTokens: fill(prompt, 1), answerTokens: fill(answer, 2) };
};

function fill(length: number, token: number): number[] {
  return Array.from({ length }, () => token);
}

const options = { source, lengthBounds: [8, 16, 32], tokensPerBatch: 64, batchesPerStep: 3 };

function repeat(kind: string): TextSource {
  return () => ({ kind, promptTokens: [1], answerTokens: [2] });
}

function measure({ promptTokens, answerTokens }: EncodedText): number {
  return promptTokens.length + answerTokens.length - 1;
}

describe("batches of texts", () => {
  it("hold a full number of texts of one length class", () => {
    const batches = createTextBatches({ ...options, seed: new Rng("a") });
    const rowCounts = new Map([
      [8, 8],
      [16, 4],
      [32, 2],
    ]);
    for (let step = 0; step < 40; step += 1) {
      expect(batches(step)).toHaveLength(3);
      for (const batch of batches(step)) {
        const bound = options.lengthBounds.find((most) => Math.max(...batch.map(measure)) <= most) ?? 0;
        expect(batch).toHaveLength(rowCounts.get(bound) ?? 0);
        expect(Math.min(...batch.map(measure))).toBeGreaterThan(bound === 8 ? -1 : bound / 2);
      }
    }
  });

  it("depend on seed and step alone, so that a run can go on anywhere", () => {
    const one = createTextBatches({ ...options, seed: new Rng("a") });
    const other = createTextBatches({ ...options, seed: new Rng("a") });
    const steps = [17, 3, 33];
    const backwards = steps.toReversed().map((step) => other(step));
    expect(steps.map((step) => one(step))).toEqual(backwards.toReversed());
    expect(createTextBatches({ ...options, seed: new Rng("b") })(3)).not.toEqual(one(3));
  });
});

describe("a text", () => {
  it("is shifted by one, its answer weighted and its prompt as told", () => {
    const text = { kind: "t", promptTokens: [5, 6, 7], answerTokens: [8, 0] };
    expect(toDatum(text, { answerWeight: 0.5, promptWeight: 0.1 })).toEqual({
      inputTokens: [5, 6, 7, 8],
      targetTokens: [6, 7, 8, 0],
      weights_T: [0.1, 0.1, 0.5, 0.5],
    });
    expect(countAnswerTargets(text)).toBe(2);
  });

  it("without a prompt is learnt from its second token on", () => {
    const text = { kind: "t", promptTokens: [], answerTokens: [8, 9, 0] };
    expect(toDatum(text, { answerWeight: 1, promptWeight: 0 }).weights_T).toEqual([1, 1]);
    expect(countAnswerTargets(text)).toBe(2);
  });

  it("comes from the parts of a mixture as often as they weigh", () => {
    const mixture = mixTexts([
      { source: repeat("a"), weight: 3 },
      { source: repeat("never"), weight: 0 },
      { source: repeat("b"), weight: 1 },
    ]);
    const rng = new Rng("mixture");
    const counts = Map.groupBy(
      Array.from({ length: 4000 }, () => mixture(rng).kind),
      (kind) => kind,
    );
    expect([...counts.keys()].toSorted()).toEqual(["a", "b"]);
    expect((counts.get("a")?.length ?? 0) / 4000).toBeCloseTo(0.75, 1);
  });
});
