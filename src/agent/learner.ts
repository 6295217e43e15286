import type { Message, SampleAddress } from "../policy/index.ts";

/** One sampled answer of a round, as a learner sees it. */
export interface LearnedRollout {
  readonly address: SampleAddress;
  readonly messages: readonly Message[];
  readonly text: string;
  /** The sampled tokens as text, the one that ended it included, where the policy gave them. */
  readonly tokens_T?: readonly string[] | undefined;
  /** Natural-log probabilities when it was sampled, where the policy gave them. */
  readonly logprobs_T?: readonly number[] | undefined;
  /** Null where the judge failed: it takes no part. 0 for an answer that holds no program. */
  readonly reward: number | null;
  /** w_j(λ) of its rank. */
  readonly weight: number;
  /** Factor of ∇ log π in the gradient of the rank objective. */
  readonly credit: number;
}

/** What one round of test-time search has to teach. */
export interface LearnedRound {
  readonly problemId: string;
  /** From 0. */
  readonly round: number;
  readonly lambda: number;
  /** Σ_j w_j R^(j). */
  readonly objective: number;
  readonly rollouts: readonly LearnedRollout[];
}

/** What a round taught, or why it taught nothing. */
export type LearningReport =
  | {
      readonly kind: "round-learned";
      readonly round: number;
      readonly lambda: number;
      readonly objective: number;
      /** Rollouts whose credit was not 0. */
      readonly rolloutCount: number;
      /** Tokens of one pass, prompts included. */
      readonly tokenCount: number;
      readonly updateCount: number;
      /** Mean over the updates, before it was held. */
      readonly gradNorm: number;
      /** Optimiser steps that made the weights which answer from now on. */
      readonly version: number;
    }
  | { readonly kind: "round-skipped"; readonly round: number; readonly reason: string };

/**
 * Whoever makes the policy better at this one problem between the rounds. Equal rounds in equal order must leave an
 * equal policy, so that a resumed run goes on as it was. GrandCode section 3.8.
 */
export interface Learner {
  learn(round: LearnedRound, options?: { readonly signal?: AbortSignal | undefined }): Promise<LearningReport>;
}
