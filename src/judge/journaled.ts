import type { EffectSpec, Journal } from "../journal/index.ts";

/** What came of an effect, and whether it may be remembered. */
export interface EffectAttempt<T> {
  readonly outcome: T;
  /** A fault of ours: noted by the journal as a failure, never cached. */
  readonly isFailure: boolean;
  /** For the journal's note of the failure. */
  readonly reason?: string;
}

/**
 * Performs an effect through the journal. A failure is returned but not remembered; another caller's cancellation of
 * an effect that this one shares does not cancel this one.
 */
export async function performJournaled<T>(
  journal: Journal,
  spec: EffectSpec,
  options: { readonly signal?: AbortSignal | undefined; readonly perform: () => Promise<EffectAttempt<T>> },
): Promise<T> {
  for (;;) {
    const own = { hasStarted: false };
    try {
      const { outcome } = await journal.effect<T>(spec, async () => {
        own.hasStarted = true;
        const attempt = await options.perform();
        if (attempt.isFailure) throw new FailedEffect(attempt.outcome, attempt.reason ?? "the judge failed");
        return attempt.outcome;
      });
      return outcome;
    } catch (cause) {
      if (cause instanceof FailedEffect) return cause.outcome as T;
      options.signal?.throwIfAborted();
      if (own.hasStarted) throw cause;
    }
  }
}

class FailedEffect extends Error {
  readonly outcome: unknown;

  constructor(outcome: unknown, reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}
