import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rng } from "../../../std/index.ts";
import { chooseToken } from "./choose-token.ts";

const logits = Float32Array.of(1, 3, -2, 2.5, 0);
const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
const probabilities = Array.from(logits, (logit) => Math.exp(logit) / total);

describe("chooseToken", () => {
  it("draws each token as often as the softmax says", () => {
    const counts = countDraws({ temperature: 1, topP: 1 }, 20_000);
    for (const [token, probability] of probabilities.entries()) {
      const deviation = Math.sqrt((probability * (1 - probability)) / 20_000);
      expect(Math.abs((counts[token] ?? 0) / 20_000 - probability)).toBeLessThan(5 * deviation);
    }
  });

  it("gives the model's log-probability and that of what it drew from", () => {
    const rng = new Rng("values");
    for (let draw = 0; draw < 50; draw += 1) {
      const { token, logprob, samplingLogprob } = chooseToken(logits, { temperature: 0.5, topP: 1, rng });
      const sharpened = logits.reduce((sum, logit) => sum + Math.exp(2 * logit), 0);
      expect(logprob).toBeCloseTo(Math.log(probabilities[token] ?? 0), 12);
      expect(samplingLogprob).toBeCloseTo(2 * (logits[token] ?? 0) - Math.log(sharpened), 12);
    }
  });

  it("takes the most likely token at temperature 0, the first among equals", () => {
    const chosen = chooseToken(Float32Array.of(0, 2, 2), { temperature: 0, topP: 1, rng: new Rng("greedy") });
    expect(chosen).toMatchObject({ token: 1, samplingLogprob: 0 });
    expect(chosen.logprob).toBeCloseTo(-Math.log(2 + Math.exp(-2)), 12);
  });

  it("draws from the smallest set that holds topP, and from no other token", () => {
    const two = countDraws({ temperature: 1, topP: (probabilities[1] ?? 0) + 1e-6 }, 2_000);
    expect(two.map((count) => count > 0)).toEqual([false, true, false, true, false]);
    const one = countDraws({ temperature: 1, topP: (probabilities[1] ?? 0) - 1e-6 }, 200);
    expect(one.map((count) => count > 0)).toEqual([false, true, false, false, false]);
  });

  it("draws a token of the vocabulary with finite log-probabilities from any logits", () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(0, 0.1, 1, 5),
        fc.constantFrom(0.01, 0.5, 1),
        fc.string(),
        (values, temperature, topP, seed) => {
          const chosen = chooseToken(Float32Array.from(values), { temperature, topP, rng: new Rng(seed) });
          expect(values.length).toBeGreaterThan(chosen.token);
          expect(chosen.logprob).toBeLessThanOrEqual(1e-9);
          expect(Number.isFinite(chosen.samplingLogprob)).toBe(true);
        },
      ),
    );
  });
});

function countDraws(
  options: { readonly temperature: number; readonly topP: number },
  count: number,
): readonly number[] {
  const rng = new Rng("draws");
  const counts = Array.from(logits, () => 0);
  for (let draw = 0; draw < count; draw += 1) {
    const { token } = chooseToken(logits, { ...options, rng });
    counts[token] = (counts[token] ?? 0) + 1;
  }
  return counts;
}
