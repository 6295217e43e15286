/** Limits of a problem, integers in milliseconds and bytes. */
export interface Limits {
  /** CPU time for one test. */
  readonly timeLimitMs: number;
  /**
   * Set where the package fixes no time limit: `timeLimitMs` is a stand-in until the slowest accepted solution is
   * measured, and its time times this factor is the limit.
   */
  readonly timeLimitFactor?: number | undefined;
  /** A program that must be too slow takes at least the time limit times this, else the limit is not safe. */
  readonly timeLimitMargin?: number | undefined;
  /** A measured time limit is rounded up to a multiple of this. */
  readonly timeResolutionMs?: number | undefined;
  readonly memoryLimitBytes: number;
  /** Output beyond this is `output-limit-exceeded`. Undefined: the judge's default. */
  readonly outputLimitBytes?: number | undefined;
  /** Undefined: the judge's default (256 MiB). */
  readonly stackLimitBytes?: number | undefined;
  /** The source files of a submission together. Undefined: no limit. */
  readonly codeLimitBytes?: number | undefined;
  /** What compiling may take at least; undefined: the judge's default. */
  readonly compilationTimeMs?: number | undefined;
  readonly compilationMemoryBytes?: number | undefined;
  /** What checkers and interactors may take at least; undefined: the judge's default. */
  readonly validationTimeMs?: number | undefined;
  readonly validationMemoryBytes?: number | undefined;
  readonly validationOutputBytes?: number | undefined;
}

export const defaultLimits: Limits = { timeLimitMs: 2000, memoryLimitBytes: 256 * 1024 * 1024 };
