import { setTimeout as delay } from "node:timers/promises";

/** Time as a dependency, so that tests own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep: async (ms, options) => {
    await delay(ms, undefined, options?.signal ? { signal: options.signal } : {});
  },
};
