import type { Program, Verdict } from "../../problem/index.ts";

/** What a judge said of a submitted program. */
export type SubmissionVerdict =
  | { readonly kind: "submission-judged"; readonly verdict: Verdict }
  /** It could not be submitted or was never judged; no attempt was used. */
  | { readonly kind: "submission-failed"; readonly reason: string };

/** Wherever programs are submitted for real. */
export interface Submitter {
  /** For people, e.g. `the package's own tests`. */
  readonly destination: string;
  /** False: it leaves this machine, and a person must have confirmed that entries by AI are allowed there. */
  readonly isLocal: boolean;
  /** `attempt` from 1. */
  submit(
    program: Program,
    options: { readonly attempt: number; readonly signal?: AbortSignal | undefined },
  ): Promise<SubmissionVerdict>;
  /**
   * What became of an attempt that may have been entered before the run was killed; undefined: not to be found out.
   * Without it, such an attempt is left to a person, unless the judge is local: a local one is just asked again.
   */
  findVerdict?(
    program: Program,
    options: { readonly attempt: number; readonly signal?: AbortSignal | undefined },
  ): Promise<SubmissionVerdict | undefined>;
}

/** How programs are submitted. */
export interface SubmissionOptions {
  readonly submitter: Submitter;
  /** At least 1. */
  readonly maxAttempts: number;
  /** What a wrong attempt costs, as a share of what an accepted one is worth; 0: nothing. */
  readonly wrongAttemptCost: number;
  /**
   * Asks a person whether entries by AI are allowed at the destination. Not asked for local judges; without it nothing
   * is submitted elsewhere.
   */
  readonly confirmAiEntry?: ((destination: string) => Promise<boolean>) | undefined;
}

/** One attempt. */
export interface SubmissionReport {
  /** From 1. */
  readonly attempt: number;
  readonly candidateId: string;
  readonly destination: string;
  readonly verdict: Verdict;
  /** For a rejection: the made test that shows it, or why there is none. */
  readonly explanation?: { readonly testId?: string | undefined; readonly reason: string } | undefined;
}
