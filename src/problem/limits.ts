/** Limits of a problem, integers in milliseconds and bytes. */
export interface Limits {
  /** CPU time for one test. */
  readonly timeLimitMs: number;
  /**
   * Set where the package fixes no time limit: `timeLimitMs` is a stand-in until the slowest accepted solution is
   * measured, and its time times this factor is the limit.
   */
  readonly timeLimitFactor?: number | undefined;
  readonly memoryLimitBytes: number;
  /** Output beyond this is `output-limit-exceeded`. Undefined: the judge's default. */
  readonly outputLimitBytes?: number | undefined;
  /** Undefined: the judge's default (256 MiB). */
  readonly stackLimitBytes?: number | undefined;
}

export const defaultLimits: Limits = { timeLimitMs: 2000, memoryLimitBytes: 256 * 1024 * 1024 };
