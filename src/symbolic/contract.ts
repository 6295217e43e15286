import type { Expression } from "./expression.ts";
import type { Rational } from "./numbers/rational.ts";

/** The first terms of a sequence: a(firstIndex), a(firstIndex + 1), … */
export interface SequencePrefix {
  /** 0 where nothing else is said. */
  readonly firstIndex?: number;
  readonly terms: readonly (bigint | Rational)[];
}

/** Languages that a formula is written in as a program. */
export type FormulaLanguage = "python3" | "cpp20";

/**
 * A formula that reproduces every term it was shown, with what speaks for it. A hypothesis, not a fact: it has to survive
 * a brute force on further indices before it is used.
 */
export interface FoundFormula {
  readonly kind: Expression["kind"];
  /** For people: `a(n) = …`. */
  readonly text: string;
  /** How many terms it was shown and gives. */
  readonly fittedTerms: number;
  /** How many numbers in it were free to be chosen by the terms. */
  readonly freeParameters: number;
  /** Terms beyond those that the free numbers can be bought for: `fittedTerms − freeParameters`. */
  readonly surplusTerms: number;
  /** Bits of the formula in a prefix-free code. */
  readonly formulaBits: number;
  /** Bits of the terms without a formula, in the best plain code. */
  readonly dataBits: number;
  /** `dataBits − formulaBits`: terms without a pattern give k bits of it with a chance of at most 2^−k. */
  readonly evidenceBits: number;
  readonly expression: Expression;
  /** The exact term at an index; undefined where the formula has no value. */
  readonly term: (index: number | bigint) => Rational | undefined;
  /**
   * A program that reads an index and optionally a modulus, and prints the term, or its residue in [0, modulus). C++
   * counts in 128 bits and exits with 3 when that is not enough; Python has no such limit.
   */
  readonly toProgram: (language: FormulaLanguage) => string;
}
