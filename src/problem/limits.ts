/** Limits of a problem, integers in milliseconds and bytes. */
export interface Limits {
  /** CPU time for one test. */
  readonly timeLimitMs: number;
  readonly memoryLimitBytes: number;
  /** Output beyond this is `output-limit-exceeded`. Undefined: the judge's default. */
  readonly outputLimitBytes?: number | undefined;
  /** Undefined: the judge's default (256 MiB). */
  readonly stackLimitBytes?: number | undefined;
}

export const defaultLimits: Limits = { timeLimitMs: 2000, memoryLimitBytes: 256 * 1024 * 1024 };
