import type { Limits } from "../problem/index.ts";

/** Limits of helper programs (generators, validators): apart from the problem's, which are for candidates. */
export const toolLimits: Limits = { timeLimitMs: 10_000, memoryLimitBytes: 1024 * 1024 * 1024 };

/** A brute force gets five times the problem's time, at least 5 s. */
export function toBruteForceLimits(limits: Limits): Limits {
  return { timeLimitMs: Math.max(5000, limits.timeLimitMs * 5), memoryLimitBytes: toolLimits.memoryLimitBytes };
}
