import type { Limits } from "../problem/index.ts";

/** Limits of helper programs (generators, validators): apart from the problem's, which are for candidates. */
export const toolLimits: Limits = { timeLimitMs: 10_000, memoryLimitBytes: 1024 * 1024 * 1024 };

/** A brute force gets the problem's time, at least 3 s: it is asked for tiny inputs, and others are not waited for. */
export function toBruteForceLimits(limits: Limits): Limits {
  return { timeLimitMs: Math.max(3000, limits.timeLimitMs), memoryLimitBytes: toolLimits.memoryLimitBytes };
}
