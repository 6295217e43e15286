import type { Verdict } from "../problem/index.ts";

/** Events that `solve` records in the journal, for views. `data` of each is plain JSON. */
export type SolveEvent =
  | { readonly kind: "warning-raised"; readonly data: { readonly message: string } }
  | { readonly kind: "stage-started"; readonly data: { readonly stage: SolveStage; readonly round: number } }
  | {
      readonly kind: "level-classified";
      readonly data: {
        readonly level: number;
        readonly source: string;
        /** In [0, 1]. */
        readonly confidence: number;
        readonly reason: string;
        readonly features: readonly string[];
      };
    }
  | {
      readonly kind: "plan-made";
      readonly data: { readonly route: string; readonly candidateCount: number; readonly roundCount: number };
    }
  | {
      readonly kind: "sample-requested";
      readonly data: { readonly role: string; readonly round: number; readonly index: number };
    }
  | {
      readonly kind: "sample-received";
      readonly data: {
        readonly role: string;
        readonly round: number;
        readonly index: number;
        /** A StopReason, or a SampleFailure's reason. */
        readonly ending: string;
        readonly isFailure: boolean;
        readonly message?: string | undefined;
        readonly inputTokens: number;
        readonly outputTokens: number;
        readonly costUsd?: number | undefined;
      };
    }
  | {
      readonly kind: "candidate-added";
      readonly data: {
        readonly id: string;
        readonly round: number;
        readonly origin: string;
        readonly language: string;
        readonly sameAsId?: string | undefined;
      };
    }
  | {
      readonly kind: "candidate-discarded";
      readonly data: { readonly role: string; readonly round: number; readonly index: number; readonly reason: string };
    }
  | {
      readonly kind: "tool-checked";
      readonly data: { readonly role: string; readonly status: string; readonly reason: string };
    }
  | {
      readonly kind: "tests-made";
      readonly data: { readonly size: string; readonly made: number; readonly valid: number; readonly kept: number };
    }
  | {
      readonly kind: "candidate-judged";
      readonly data: {
        readonly id: string;
        /** Test id and verdict, in test order. */
        readonly verdicts: readonly { readonly testId: string; readonly verdict: Verdict }[];
        readonly maxCpuTimeMs: number;
        readonly maxMemoryBytes: number;
      };
    }
  | {
      readonly kind: "test-separates";
      readonly data: { readonly testId: string; readonly summary: string; readonly answeredBy: string };
    }
  | { readonly kind: "boundary-named"; readonly data: { readonly testId: string; readonly boundary: string } }
  | HypothesisEvent
  | SearchEvent
  | SubmissionEvent
  | {
      readonly kind: "decision-made";
      readonly data: {
        readonly status: string;
        readonly decision: string;
        readonly chosenId?: string | undefined;
        readonly reasons: readonly string[];
      };
    };

/** Claims and what checking them gave. */
export type HypothesisEvent =
  | { readonly kind: "hypotheses-skipped"; readonly data: { readonly reason: string } }
  | {
      readonly kind: "hypothesis-checked";
      readonly data: {
        readonly id: string;
        /** From 0. */
        readonly version: number;
        readonly claim: string;
        readonly status: string;
        readonly reason: string;
        readonly checkedCount: number;
        readonly agreedCount: number;
      };
    }
  | {
      readonly kind: "hypothesis-settled";
      readonly data: {
        readonly id: string;
        readonly status: string;
        readonly claim: string;
        readonly reason: string;
      };
    };

/** What the search remembers and builds on. */
export type SearchEvent =
  | {
      readonly kind: "summary-folded";
      readonly data: {
        readonly about: string;
        /** The journal artifact with the whole text. */
        readonly textDigest: string;
        readonly textChars: number;
        readonly chunkCount: number;
        readonly stateChars: number;
        readonly failedCount: number;
      };
    }
  | {
      readonly kind: "summary-scored";
      readonly data: {
        readonly about: string;
        readonly scorer: string;
        /** In nats per token: how well the last state alone predicts the chosen program. */
        readonly chain: number;
        /** One a part. */
        readonly steps: readonly number[];
      };
    }
  | {
      readonly kind: "summary-not-scored";
      readonly data: { readonly about: string; readonly scorer: string; readonly reason: string };
    }
  | {
      readonly kind: "memory-updated";
      readonly data: {
        readonly round: number;
        readonly attemptCount: number;
        readonly isFolded: boolean;
        readonly chars: number;
      };
    }
  | {
      readonly kind: "rollouts-weighed";
      readonly data: {
        readonly round: number;
        readonly lambda: number;
        readonly objective: number;
        readonly builtOnIds: readonly string[];
        readonly rollouts: readonly { readonly id: string; readonly reward: number | null; readonly weight: number }[];
      };
    }
  | {
      readonly kind: "policy-learned";
      readonly data: {
        readonly round: number;
        readonly lambda: number;
        readonly objective: number;
        readonly rolloutCount: number;
        readonly tokenCount: number;
        readonly updateCount: number;
        readonly version: number;
      };
    }
  | { readonly kind: "learning-skipped"; readonly data: { readonly round: number; readonly reason: string } }
  | { readonly kind: "search-ended"; readonly data: { readonly round: number; readonly reason: string } };

/** What became of programs outside. */
export type SubmissionEvent =
  | {
      readonly kind: "submission-judged";
      readonly data: {
        readonly attempt: number;
        readonly candidateId: string;
        readonly destination: string;
        readonly verdict: Verdict;
      };
    }
  | {
      readonly kind: "verdict-explained";
      readonly data: {
        readonly candidateId: string;
        readonly verdict: Verdict;
        /** Undefined: nothing was found. */
        readonly testId?: string | undefined;
        readonly reason: string;
      };
    };

export type SolveStage =
  | "classify"
  | "sample"
  | "check-tools"
  | "make-tests"
  | "hypothesise"
  | "judge"
  | "attack"
  | "repair"
  | "remember"
  | "learn"
  | "choose"
  | "submit";
