import { AppError, unreachable } from "../std/index.ts";
import { requireAt, requireInput, requireSameLength } from "./require-input.ts";

/**
 * The losses that a trainable policy knows by name. They mean what `cross_entropy`, `importance_sampling` and `ppo`
 * mean in the Tinker protocol: sums over tokens without any normalisation by length.
 */
export type TokenLossSpec =
  | { readonly kind: "cross-entropy" }
  | { readonly kind: "importance-sampling" }
  /** The thresholds are bounds of the ratio itself, e.g. 0.8 and 1.2. */
  | { readonly kind: "ppo"; readonly clipLowThreshold: number; readonly clipHighThreshold: number };

/** One sequence, already shifted: entry t belongs to target token t. */
export interface SequenceTokens {
  /** Log-probabilities under the policy that is trained. */
  readonly logprobs_T: ArrayLike<number>;
  /** Log-probabilities recorded when each token was sampled, by whatever version sampled it. Not for cross-entropy. */
  readonly behaviourLogprobs_T?: ArrayLike<number>;
  /** Not for cross-entropy. */
  readonly advantages_T?: ArrayLike<number>;
  /** Factor of each token's term, default 1; 0 masks a token. Never renormalised. */
  readonly weights_T?: ArrayLike<number>;
}

/** A loss with what a trainer needs to go on from there. */
export interface TokenLoss {
  readonly loss: number;
  /** Derivative of the loss with respect to each log-probability. */
  readonly gradient_T: readonly number[];
  /** Tokens whose gradient the clip cut off. */
  readonly clippedTokenCount: number;
}

/**
 * Loss of one sequence and its gradient with respect to the log-probabilities: Σ_t of −w·log p (cross-entropy),
 * −w·A·ρ (importance sampling) or −w·min(ρA, clip(ρ)A) (ppo), with ρ = exp(logprob − behaviour logprob).
 *
 * The negated gradient, given as `advantages` to an importance-sampling step whose behaviour log-probabilities are the
 * current ones, makes the same step on a server that lacks the loss itself.
 *
 * @throws RL_INPUT_INVALID for missing, non-finite or unequally long arrays, or thresholds that do not enclose 1
 * @throws RL_LOSS_NOT_FINITE when a ratio overflows
 * @paper GrandCode 3.2, docs/paper-map.md#token-loss
 */
export function computeTokenLoss(spec: TokenLossSpec, tokens: SequenceTokens): TokenLoss {
  const length = tokens.logprobs_T.length;
  checkSpec(spec);
  if (tokens.weights_T !== undefined) requireSameLength("weights_T", tokens.weights_T.length, length);
  const gradient_T: number[] = [];
  let loss = 0;
  let clippedTokenCount = 0;
  for (let t = 0; t < length; t += 1) {
    const logprob = requireAt("logprobs_T", tokens.logprobs_T, t);
    const weight = tokens.weights_T === undefined ? 1 : requireAt("weights_T", tokens.weights_T, t);
    const term = computeTerm(spec, tokens, t, logprob);
    loss += weight === 0 ? 0 : weight * term.value;
    gradient_T.push(weight === 0 ? 0 : weight * term.slope);
    if (term.isClipped && weight !== 0) clippedTokenCount += 1;
  }
  if (!Number.isFinite(loss) || !gradient_T.every(Number.isFinite)) {
    throw new AppError({
      code: "RL_LOSS_NOT_FINITE",
      message: `the ${spec.kind} loss of a sequence of ${length} tokens must be finite, got ${loss}; the policy is too far from the one that sampled, drop the sequence`,
    });
  }
  return { loss, gradient_T, clippedTokenCount };
}

interface Term {
  readonly value: number;
  readonly slope: number;
  readonly isClipped: boolean;
}

function computeTerm(spec: TokenLossSpec, tokens: SequenceTokens, t: number, logprob: number): Term {
  if (spec.kind === "cross-entropy") return { value: -logprob, slope: -1, isClipped: false };
  const { behaviourLogprobs_T, advantages_T } = tokens;
  requireInput(
    behaviourLogprobs_T !== undefined && advantages_T !== undefined,
    `the ${spec.kind} loss needs behaviourLogprobs_T and advantages_T; pass both, one entry a token`,
  );
  requireSameLength("behaviourLogprobs_T", behaviourLogprobs_T.length, tokens.logprobs_T.length);
  requireSameLength("advantages_T", advantages_T.length, tokens.logprobs_T.length);
  const advantage = requireAt("advantages_T", advantages_T, t);
  const ratio = Math.exp(logprob - requireAt("behaviourLogprobs_T", behaviourLogprobs_T, t));
  if (advantage === 0) return { value: 0, slope: 0, isClipped: false };
  const unclipped = { value: -ratio * advantage, slope: -ratio * advantage, isClipped: false };
  switch (spec.kind) {
    case "importance-sampling":
      return unclipped;
    case "ppo":
      if (advantage > 0 && ratio > spec.clipHighThreshold) {
        return { value: -spec.clipHighThreshold * advantage, slope: 0, isClipped: true };
      }
      if (advantage < 0 && ratio < spec.clipLowThreshold) {
        return { value: -spec.clipLowThreshold * advantage, slope: 0, isClipped: true };
      }
      return unclipped;
    default:
      return unreachable(spec);
  }
}

function checkSpec(spec: TokenLossSpec): void {
  if (spec.kind !== "ppo") return;
  const { clipLowThreshold, clipHighThreshold } = spec;
  requireInput(
    clipLowThreshold >= 0 && clipLowThreshold <= 1 && clipHighThreshold >= 1 && clipHighThreshold < Infinity,
    `clip thresholds must be ratios with 0 <= low <= 1 <= high, got ${clipLowThreshold} and ${clipHighThreshold}; an epsilon of 0.2 means 0.8 and 1.2`,
  );
}
