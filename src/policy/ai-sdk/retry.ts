import { Rng, type Clock } from "../../std/index.ts";
import type { AttemptFailure } from "./attempt-failure.ts";

export interface RetryOptions {
  /** All attempts together, from 1. */
  readonly maxAttempts: number;
  /** The wait after the first attempt; doubles with each further one. */
  readonly baseDelayMs: number;
  /** The longest wait: backoff stops growing there, and a server that asks for more is not waited for. */
  readonly maxDelayMs: number;
  /** Decides the jitter. */
  readonly seed: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Retry {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly failure: AttemptFailure;
}

/** Attempts that were waited for to the end and may all be billed. */
const maxTimeOuts = 2;

/**
 * Attempts until an attempt succeeds, fails for good, or none is left; two that took their whole time are enough. Waits between attempts grow exponentially with
 * half of each random, and are never shorter than the server asked for.
 *
 * @throws the signal's reason
 */
export async function retryAttempts<T>(
  attemptOnce: () => Promise<T | AttemptFailure>,
  options: RetryOptions,
): Promise<{ readonly outcome: T | AttemptFailure; readonly failures: readonly AttemptFailure[] }> {
  const rng = new Rng(options.seed);
  const failures: AttemptFailure[] = [];
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce();
    if (!isAttemptFailure(outcome)) return { outcome, failures };
    failures.push(outcome);
    const timeOuts = failures.filter(({ reason, isLost }) => reason === "timed-out" && isLost).length;
    const isLast = attempt >= options.maxAttempts || timeOuts >= maxTimeOuts || !outcome.isRetryable;
    const waitsTooLong = (outcome.retryAfterMs ?? 0) > options.maxDelayMs;
    if (isLast || waitsTooLong) return { outcome, failures };
    const backoffMs = Math.min(options.maxDelayMs, options.baseDelayMs * 2 ** (attempt - 1));
    const jitteredMs = backoffMs * (0.5 + rng.nextFloat() / 2);
    const delayMs = Math.round(Math.max(jitteredMs, outcome.retryAfterMs ?? 0));
    options.onRetry?.({ attempt, delayMs, failure: outcome });
    await sleep(delayMs, options);
  }
}

async function sleep(delayMs: number, options: RetryOptions): Promise<void> {
  try {
    await options.clock.sleep(delayMs, { signal: options.signal });
  } catch (thrown) {
    options.signal?.throwIfAborted();
    throw thrown;
  }
}

function isAttemptFailure(outcome: unknown): outcome is AttemptFailure {
  return typeof outcome === "object" && outcome !== null && "kind" in outcome && outcome.kind === "attempt-failure";
}
