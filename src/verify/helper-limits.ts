import type { Limits } from "../problem/index.ts";

/** Generators and validators: apart from the problem's limits, and no stack that a recursion could reach. */
export function toHelperLimits(limits: Limits): Limits {
  return {
    timeLimitMs: Math.max(30_000, limits.validationTimeMs ?? 0),
    memoryLimitBytes: Math.max(2 * 1024 ** 3, limits.validationMemoryBytes ?? 0),
    outputLimitBytes: 256 * 1024 ** 2,
    stackLimitBytes: 1024 ** 3,
  };
}

/** The main solution when it makes answers: slow machines and sanity, not the contest's clock. */
export function toAnswerLimits(limits: Limits): Limits {
  return {
    ...limits,
    timeLimitMs: Math.max(20_000, 10 * limits.timeLimitMs),
    memoryLimitBytes: Math.max(2 * 1024 ** 3, limits.memoryLimitBytes),
    outputLimitBytes: 256 * 1024 ** 2,
  };
}
