import type { FunctionName } from "./functions/index.ts";
import type { Rational } from "./numbers/rational.ts";

/** A polynomial in the index: c₀ + c₁n + c₂n² + …; no coefficients at all is 0. */
export interface Polynomial {
  readonly kind: "polynomial";
  readonly coefficients: readonly Rational[];
}

/** a(n) = top(n)/bottom(n), both with integer coefficients from the constant up. */
export interface RationalFunction {
  readonly kind: "rational-function";
  readonly top: readonly bigint[];
  readonly bottom: readonly bigint[];
}

/** The first terms from index `start`, then `period` for ever. */
export interface Periodic {
  readonly kind: "periodic";
  readonly start: number;
  readonly preperiod: readonly Rational[];
  readonly period: readonly Rational[];
}

/** a(n) = c₁a(n−1) + c₂a(n−2) + …, with as many initial terms from index `start`. */
export interface LinearRecurrence {
  readonly kind: "linear-recurrence";
  readonly start: number;
  readonly coefficients: readonly Rational[];
  readonly initial: readonly Rational[];
}

/** p₀(n)a(n) + p₁(n)a(n−1) + … + q(n) = 0; polynomials by coefficients from the constant up, `offset` is q. */
export interface PRecursive {
  readonly kind: "p-recursive";
  readonly start: number;
  readonly polynomials: readonly (readonly bigint[])[];
  readonly offset: readonly bigint[];
  readonly initial: readonly Rational[];
}

/** One half of a divide-and-conquer recurrence: near·a(m) + next·a(m ± 1) + slope·m + constant. */
export interface HalvingRule {
  readonly near: Rational;
  readonly next: Rational;
  readonly slope: Rational;
  readonly constant: Rational;
}

/** a(2m) by `even` over a(m), a(m−1); a(2m+1) by `odd` over a(m), a(m+1); the first terms from index `start` are given. */
export interface DivideAndConquer {
  readonly kind: "divide-and-conquer";
  readonly start: number;
  readonly even: HalvingRule;
  readonly odd: HalvingRule;
  readonly initial: readonly Rational[];
}

/** base^exponent. */
export interface Power {
  readonly kind: "power";
  readonly base: Rational;
  readonly exponent: Expression;
}

/** A named function of integers, e.g. the number of divisors of `argument`; `parameter` where it takes one. */
export interface FunctionCall {
  readonly kind: "function";
  readonly name: FunctionName;
  readonly argument: Expression;
  readonly parameter?: bigint;
}

/** A named sequence with a definition of its own, at another index. */
export interface Known {
  readonly kind: "known";
  readonly name: string;
  readonly definition: Expression;
  readonly argument: Expression;
}

/** The operations that combine expressions. */
export type Combination =
  | { readonly kind: "sum"; readonly terms: readonly Expression[] }
  | { readonly kind: "product"; readonly factors: readonly Expression[] }
  | { readonly kind: "scaled"; readonly factor: Rational; readonly of: Expression }
  | { readonly kind: "quotient"; readonly top: Expression; readonly bottom: Expression }
  /** initial + Σ of(i) over start < i ≤ n. */
  | { readonly kind: "partial-sum"; readonly start: number; readonly initial: Rational; readonly of: Expression }
  /** initial · Π of(i) over start < i ≤ n. */
  | { readonly kind: "partial-product"; readonly start: number; readonly initial: Rational; readonly of: Expression }
  /** of(n + 1) − of(n). */
  | { readonly kind: "difference"; readonly of: Expression }
  /** Part (n − start) mod q of the q parts, at ⌊(n − start)/q⌋. */
  | { readonly kind: "interleaving"; readonly start: number; readonly parts: readonly Expression[] }
  | { readonly kind: "modulo"; readonly of: Expression; readonly modulus: bigint }
  | { readonly kind: "floor-quotient"; readonly of: Expression; readonly divisor: bigint }
  | {
      readonly kind: "bitwise";
      readonly operator: "xor" | "and" | "or";
      readonly left: Expression;
      readonly right: Expression;
    };

/**
 * A formula for the terms of a sequence, as a tree over the index n. One tree gives the value, the text, the program in
 * each language and the description length, so that they cannot disagree.
 */
export type Expression =
  | Polynomial
  | RationalFunction
  | Periodic
  | LinearRecurrence
  | PRecursive
  | DivideAndConquer
  | Power
  | FunctionCall
  | Known
  | Combination;

/** The value at an index; undefined where the formula has none (division by 0, an index before the first). */
export type Evaluator = (n: bigint) => Rational | undefined;
