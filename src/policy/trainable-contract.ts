import type { TokenLossSpec } from "../rl/index.ts";
import type { PolicyInfo } from "./contract.ts";

/** Token ids of a text; a token is a number below the vocabulary's size. */
export type TokenIds = readonly number[];

/** A text whose second part is to be scored. */
export interface ScoreRequest {
  /** What stands before; at least one token. */
  readonly promptTokens: TokenIds;
  readonly targetTokens: TokenIds;
}

export interface ScoredTokens {
  /** log p(target t | prompt, targets before t) at temperature 1. */
  readonly logprobs_T: readonly number[];
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Texts to tokens and back, for the vocabulary of one policy. */
export interface Tokenizer {
  readonly vocabularySize: number;
  /** The token that ends a text. */
  readonly endToken: number;
  /** @throws AppError where a text has characters that the vocabulary lacks. */
  encode(text: string): number[];
  /** Special tokens are left out. */
  decode(tokens: TokenIds): string;
}

/** A policy that tells how likely it finds given text. */
export interface ScoringPolicy {
  readonly info: PolicyInfo;
  readonly tokenizer: Tokenizer;
  score(requests: readonly ScoreRequest[], options?: CallOptions): Promise<readonly ScoredTokens[]>;
}

/** Several continuations of one prompt, as tokens: the protocol's `sample`. */
export interface TokenSampleRequest {
  /** At least one token. */
  readonly promptTokens: TokenIds;
  readonly maxTokens: number;
  /** 0 takes the most likely token each time. */
  readonly temperature: number;
  /** Samples from the smallest set of tokens that holds this much probability; default 1, all. */
  readonly topP?: number;
  /** [0, 2^31). */
  readonly seed: number;
  /** Default: the tokenizer's end token. The token that stopped is part of the sample. */
  readonly stopTokens?: TokenIds;
}

export interface SampledTokens {
  readonly tokens: TokenIds;
  /** Log-probability of each token under the policy at temperature 1: what a trainer's ratio is taken against. */
  readonly logprobs_T: readonly number[];
  /** Log-probability under what was really sampled from, temperature and top-p included; 0 at temperature 0. */
  readonly samplingLogprobs_T: readonly number[];
  /** The version of the weights that sampled each token. */
  readonly versions_T: readonly number[];
  readonly stopReason: "stop-token" | "max-tokens" | "context-end";
}

/** A policy that works in tokens and tells the behaviour log-probability and version of each. */
export interface SamplingPolicy extends ScoringPolicy {
  /** Optimiser steps that made the weights which answer now. */
  readonly version: number;
  sampleTokens(requests: readonly TokenSampleRequest[], options?: CallOptions): Promise<readonly SampledTokens[]>;
}

/** One text to learn from, shifted by one: entry t of all arrays belongs to `targetTokens[t]`, seen `inputTokens[0..t]`. */
export interface TrainingDatum {
  readonly inputTokens: TokenIds;
  readonly targetTokens: TokenIds;
  /** Factor of each token's term, default 1; 0 masks it. Never renormalised. */
  readonly weights_T?: ArrayLike<number>;
  /** For every loss but cross-entropy: log-probabilities when sampled. */
  readonly behaviourLogprobs_T?: ArrayLike<number>;
  /** For every loss but cross-entropy. */
  readonly advantages_T?: ArrayLike<number>;
}

export interface ForwardRequest {
  readonly data: readonly TrainingDatum[];
  /** A loss by name with its configuration; the loss of a request is the sum over all tokens of all data. */
  readonly loss: TokenLossSpec;
}

export interface ForwardResult {
  readonly loss: number;
  /** One entry for each datum. */
  readonly outputs: readonly {
    readonly logprobs_T: readonly number[];
    readonly losses_T: readonly number[];
  }[];
  /** Tokens of weight other than 0. */
  readonly tokenCount: number;
  /** Tokens whose gradient the clip cut off. */
  readonly clippedTokenCount: number;
  /** Of the weights that were used. */
  readonly version: number;
}

/** AdamW's settings for one step; the defaults are the protocol's. */
export interface OptimStepRequest {
  readonly learningRate: number;
  /** Default 0.9. */
  readonly beta1?: number;
  /** Default 0.95. */
  readonly beta2?: number;
  /** Default 1e-12. */
  readonly epsilon?: number;
  /** Decoupled; default 0. */
  readonly weightDecay?: number;
  /** The gradient's norm is held to this; default 0, no limit. */
  readonly gradClipNorm?: number;
}

export interface OptimStepResult {
  /** Before it was held to `gradClipNorm`. */
  readonly gradNorm: number;
  /** After the step. */
  readonly version: number;
}

export interface SaveRequest {
  /** A folder, made where it does not exist. */
  readonly directory: string;
  /** Default true: also what the optimiser needs to go on. */
  readonly withOptimizer?: boolean;
  /** What the weights were trained on; kept in the manifest. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
}

export interface SavedWeights {
  readonly directory: string;
  readonly version: number;
  /** SHA-256 of the weights file. */
  readonly digest: string;
}

/** What a backend must honour when training starts, or refuse with TRAINING_OPTION_REFUSED. */
export interface TrainingOptions {
  /** Keeps the routers of a mixture of experts as they are, so that sampler and trainer choose the same experts. */
  readonly freezeMoeRouters?: boolean;
}

/** A policy whose weights move. Gradients add up over calls of `forwardBackward` until `optimStep` uses them. */
export interface TrainablePolicy extends SamplingPolicy, AsyncDisposable {
  /** Losses and log-probabilities, no gradient. */
  forward(request: ForwardRequest, options?: CallOptions): Promise<ForwardResult>;
  forwardBackward(request: ForwardRequest, options?: CallOptions): Promise<ForwardResult>;
  optimStep(request: OptimStepRequest, options?: CallOptions): Promise<OptimStepResult>;
  save(request: SaveRequest, options?: CallOptions): Promise<SavedWeights>;
  /** Takes over saved weights; with `withOptimizer` (default true) training goes on as if never interrupted. */
  load(
    request: { readonly directory: string; readonly withOptimizer?: boolean },
    options?: CallOptions,
  ): Promise<SavedWeights>;
}
