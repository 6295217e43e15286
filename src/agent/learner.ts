import type { Message, SampleAddress } from "../policy/index.ts";

/** One sampled program of a round, as a learner sees it. */
export interface LearnedRollout {
  readonly address: SampleAddress;
  readonly messages: readonly Message[];
  readonly text: string;
  /** Natural-log probabilities when it was sampled, where the policy gave them. */
  readonly logprobs_T?: readonly number[] | undefined;
  /** Null where the judge failed: it takes no part. */
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

/**
 * Whoever makes the policy better at this one problem between the rounds. Equal rounds in equal order must leave an
 * equal policy, so that a resumed run goes on as it was. GrandCode section 3.8.
 */
export interface Learner {
  learn(round: LearnedRound, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}
