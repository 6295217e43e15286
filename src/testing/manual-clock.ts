import type { Clock } from "../std/index.ts";

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves time and wakes the sleepers whose time has come. */
  advance(ms: number): void;
  /** Resolves as soon as at least `count` are asleep. */
  waitForSleepers(count: number): Promise<void>;
}

interface Sleeper {
  readonly wakeAtMs: number;
  readonly wake: () => void;
}

export function createManualClock(startMs = 0): ManualClock {
  let nowMs = startMs;
  let sleepers: Sleeper[] = [];
  let waiters: { readonly count: number; readonly resolve: () => void }[] = [];

  function fallAsleep(sleeper: Sleeper): void {
    sleepers.push(sleeper);
    for (const waiter of waiters) if (sleepers.length >= waiter.count) waiter.resolve();
    waiters = waiters.filter((waiter) => sleepers.length < waiter.count);
  }

  return {
    nowMs: () => nowMs,
    async sleep(ms, { signal } = {}) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const sleeper: Sleeper = { wakeAtMs: nowMs + ms, wake: resolve };
        signal?.addEventListener(
          "abort",
          () => {
            sleepers = sleepers.filter((other) => other !== sleeper);
            reject(signal.reason as Error);
          },
          { once: true },
        );
        fallAsleep(sleeper);
      });
    },
    advance(ms) {
      nowMs += ms;
      const due = sleepers.filter((sleeper) => sleeper.wakeAtMs <= nowMs);
      sleepers = sleepers.filter((sleeper) => sleeper.wakeAtMs > nowMs);
      for (const sleeper of due) sleeper.wake();
    },
    waitForSleepers: async (count) => {
      if (sleepers.length >= count) return;
      await new Promise<void>((resolve) => waiters.push({ count, resolve }));
    },
  };
}
