import { describe, expect, it } from "vitest";
import type { Clock } from "../../std/index.ts";
import { parseRetryAfterMs, type AttemptFailure } from "./attempt-failure.ts";
import { retryAttempts } from "./retry.ts";

const failure: AttemptFailure = {
  kind: "attempt-failure",
  reason: "unavailable",
  message: "status 500",
  isRetryable: true,
  isLost: false,
};

async function readDelays(seed: string, maxAttempts = 8): Promise<number[]> {
  const delays: number[] = [];
  const clock: Clock = { nowMs: () => 0, sleep: async (ms) => void delays.push(ms) };
  const options = { maxAttempts, baseDelayMs: 1000, maxDelayMs: 20_000, seed, clock };
  const { failures } = await retryAttempts(async () => failure, options);
  expect(failures).toHaveLength(maxAttempts);
  return delays;
}

describe("the waits between attempts", () => {
  it("double up to a bound, with jitter downwards", async () => {
    const delays = await readDelays("a");
    expect(delays).toHaveLength(7);
    for (const [i, delay] of delays.entries()) {
      const fullMs = Math.min(20_000, 1000 * 2 ** i);
      expect(delay).toBeGreaterThanOrEqual(fullMs / 2);
      expect(delay).toBeLessThanOrEqual(fullMs);
    }
  });

  it("follow from the seed", async () => {
    expect(await readDelays("a")).toEqual(await readDelays("a"));
    expect(await readDelays("a")).not.toEqual(await readDelays("b"));
  });
});

describe("retry-after", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  it.each([
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": new Date(nowMs + 5000).toUTCString() }, 5000],
    [{ "retry-after": new Date(nowMs - 5000).toUTCString() }, 0],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("of %j is %s ms", (headers, expected) => {
    expect(parseRetryAfterMs(headers, nowMs)).toBe(expected);
  });
});
