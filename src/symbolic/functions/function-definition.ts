/** A function of an integer that the finder knows, in each language that a formula is written in. */
export interface FunctionDefinition {
  /** What it is in words; `#` stands for the parameter where it takes one. */
  readonly meaning: string;
  /** The value; undefined outside its domain. Functions without a parameter ignore `k`. */
  readonly evaluate: (n: bigint, k: bigint) => bigint | undefined;
  /** Body of the Python function of integers n, k. */
  readonly python: string;
  /** Body of the C++ function of 128-bit integers n, k; returns a checked fraction. */
  readonly cpp: string;
  /** Whether it stays small where n does, so that it can be composed. */
  readonly isArithmetic: boolean;
}

/** Beyond this, a value is not worked out by counting up. */
export const maxCounted = 100_000n;
