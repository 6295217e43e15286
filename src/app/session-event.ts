/** Events of the session around a solve, recorded beside the pipeline's own. */
export type SessionEvent =
  | {
      readonly kind: "run-started";
      readonly data: {
        readonly runId: string;
        readonly problemId: string;
        readonly title: string;
        readonly policy: string;
        /** How recorded answers were made; undefined for other policies. */
        readonly recordingSource?: string | undefined;
        readonly seed: string;
        readonly tier: string;
        readonly shortfalls: readonly string[];
        /** From 1; more when resumed. */
        readonly session: number;
        readonly outDirectory: string;
      };
    }
  | {
      readonly kind: "run-resumed";
      readonly data: { readonly knownOutcomes: number; readonly inFlightAtKill: number };
    }
  | {
      readonly kind: "model-retried";
      readonly data: {
        readonly role: string;
        readonly attempt: number;
        readonly maxAttempts: number;
        readonly delayMs: number;
        readonly message: string;
      };
    }
  | {
      /** An answer was recorded for another prompt at the same place. */
      readonly kind: "recording-stale";
      readonly data: { readonly role: string; readonly round: number; readonly index: number };
    }
  | { readonly kind: "desk-opened"; readonly data: { readonly directory: string } };
