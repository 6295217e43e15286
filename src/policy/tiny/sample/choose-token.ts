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
  const uniform = rng.nextFloat();
  const weights = borrowScratch(logits.length);
  const total = fillWeights(weights, { logits, top, temperature: 1 });
  const toLogprob = (token: number): number => (logits[token] as number) - top - Math.log(total);
  if (temperature === 0) return { token: best, logprob: toLogprob(best), samplingLogprob: 0 };
  let held = temperature === 1 ? total : fillWeights(weights, { logits, top, temperature });
  if (topP < 1) held = cutToNucleus(weights, topP * held);
  const token = pick(weights, uniform * held);
  return { token, logprob: toLogprob(token), samplingLogprob: Math.log((weights[token] as number) / held) };
}

let scratch = new Float64Array(0);

/** Reused, since a choice is made for every row of every step. */
function borrowScratch(length: number): Float64Array {
  if (scratch.length < length) scratch = new Float64Array(length);
  return scratch.subarray(0, length);
}

/** exp((logit − top)/temperature) of each token; returns their sum. */
function fillWeights(
  weights: Float64Array,
  options: { readonly logits: Float32Array; readonly top: number; readonly temperature: number },
): number {
  const { logits, top, temperature } = options;
  let sum = 0;
  for (let token = 0; token < weights.length; token += 1) {
    const weight = Math.exp(((logits[token] as number) - top) / temperature);
    weights[token] = weight;
    sum += weight;
  }
  return sum;
}

function findBest(logits: Float32Array): number {
  let best = 0;
  for (let token = 1; token < logits.length; token += 1) {
    if ((logits[token] as number) > (logits[best] as number)) best = token;
  }
  return best;
}

/** Keeps the most likely tokens until they hold `wanted`; returns what they hold. */
function cutToNucleus(weights: Float64Array, wanted: number): number {
  const order = Array.from(weights.keys()).toSorted((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
  let held = 0;
  for (const token of order) {
    if (held >= wanted && held > 0) weights[token] = 0;
    else held += weights[token] as number;
  }
  return held;
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
