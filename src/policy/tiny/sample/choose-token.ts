import type { Rng } from "../../../std/index.ts";

/** A token with its natural-log probabilities, as the model gives it and as it was drawn. */
export interface ChosenToken {
  readonly token: number;
  readonly logprob: number;
  readonly samplingLogprob: number;
}

/**
 * Draws one token from softmax(logits/temperature), cut to the smallest set of most likely tokens that holds `topP`.
 * Temperature 0 takes the most likely token, the first among equals. One number is taken from `rng` at each draw.
 */
export function chooseToken(
  logits: Float32Array,
  options: { readonly temperature: number; readonly topP: number; readonly rng: Rng },
): ChosenToken {
  const { temperature, topP, rng } = options;
  const best = findBest(logits);
  const top = logits[best] as number;
  let total = 0;
  for (const logit of logits) total += Math.exp(logit - top);
  const toLogprob = (token: number): number => (logits[token] as number) - top - Math.log(total);
  const uniform = rng.nextFloat();
  if (temperature === 0) return { token: best, logprob: toLogprob(best), samplingLogprob: 0 };
  const weights = new Float64Array(logits.length);
  for (let token = 0; token < logits.length; token += 1) {
    weights[token] = Math.exp(((logits[token] as number) - top) / temperature);
  }
  if (topP < 1) cutToNucleus(weights, topP);
  const held = weights.reduce((sum, weight) => sum + weight, 0);
  const token = pick(weights, uniform * held);
  return { token, logprob: toLogprob(token), samplingLogprob: Math.log((weights[token] as number) / held) };
}

function findBest(logits: Float32Array): number {
  let best = 0;
  for (let token = 1; token < logits.length; token += 1) {
    if ((logits[token] as number) > (logits[best] as number)) best = token;
  }
  return best;
}

function cutToNucleus(weights: Float64Array, topP: number): void {
  const order = Array.from(weights.keys()).toSorted((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
  const wanted = topP * weights.reduce((sum, weight) => sum + weight, 0);
  let held = 0;
  for (const token of order) {
    if (held >= wanted && held > 0) weights[token] = 0;
    else held += weights[token] as number;
  }
}

function pick(weights: Float64Array, threshold: number): number {
  let passed = 0;
  let last = 0;
  for (let token = 0; token < weights.length; token += 1) {
    const weight = weights[token] as number;
    if (weight === 0) continue;
    passed += weight;
    last = token;
    if (threshold < passed) return token;
  }
  return last;
}
