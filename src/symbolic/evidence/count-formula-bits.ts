import type { Expression, HalvingRule } from "../expression.ts";
import { functionNames } from "../functions/index.ts";
import { knownSequences } from "../known-sequences.ts";
import { clearDenominators } from "../numbers/linear-algebra.ts";
import { toBinomialBasis } from "../numbers/polynomial.ts";
import { isEqual, isInteger, isZero, one, zero, type Rational } from "../numbers/rational.ts";
import {
  countCountBits,
  countIntegerBits,
  countListBits,
  countNaturalBits,
  countRationalBits,
} from "./integer-code.ts";

/** Bits for the kind of a node; Σ 2^−bits ≤ 1, so that the whole code is prefix-free. */
export const kindBits: Readonly<Record<Expression["kind"], number>> = {
  polynomial: 2,
  function: 3,
  known: 4,
  sum: 4,
  product: 5,
  scaled: 5,
  "linear-recurrence": 4,
  periodic: 3,
  "partial-sum": 5,
  "p-recursive": 5,
  power: 5,
  interleaving: 5,
  modulo: 5,
  "floor-quotient": 5,
  "divide-and-conquer": 6,
  difference: 6,
  "partial-product": 7,
  quotient: 7,
  "rational-function": 7,
  bitwise: 7,
};

const functionBits = Math.log2(functionNames.length);
const knownBits = Math.log2(knownSequences.length);

/** Bits that a formula takes in a prefix-free code: its tree, and every number in it. */
export function countFormulaBits(expression: Expression): number {
  return kindBits[expression.kind] + countContentBits(expression);
}

function countContentBits(expression: Expression): number {
  switch (expression.kind) {
    case "polynomial":
      return countPolynomialBits(expression.coefficients);
    case "rational-function":
      return countRowBits(expression.top) + countRowBits(expression.bottom);
    case "periodic":
      return (
        countCountBits(expression.preperiod.length + 1) +
        countCountBits(expression.period.length) +
        countListBits([...expression.preperiod, ...expression.period])
      );
    case "linear-recurrence":
      return (
        countCountBits(expression.coefficients.length) +
        expression.coefficients.reduce((sum, value) => sum + countRationalBits(value), 0) +
        countListBits(expression.initial)
      );
    case "p-recursive":
      return (
        countCountBits(expression.polynomials.length) +
        [...expression.polynomials, expression.offset].reduce((sum, row) => sum + countRowBits(row), 0) +
        countListBits(expression.initial)
      );
    case "divide-and-conquer":
      return (
        countRuleBits(expression.even) +
        countRuleBits(expression.odd) +
        countCountBits(expression.initial.length) +
        countListBits(expression.initial)
      );
    case "power":
      return countRationalBits(expression.base) + countArgumentBits(expression.exponent);
    case "function":
      return (
        functionBits +
        countArgumentBits(expression.argument) +
        (expression.parameter === undefined ? 0 : countNaturalBits(expression.parameter))
      );
    case "known":
      return knownBits + countArgumentBits(expression.argument);
    case "sum":
      return countChildrenBits(expression.terms);
    case "product":
      return countChildrenBits(expression.factors);
    case "interleaving":
      return countChildrenBits(expression.parts);
    case "scaled":
      return countRationalBits(expression.factor) + countFormulaBits(expression.of);
    case "quotient":
      return countFormulaBits(expression.top) + countFormulaBits(expression.bottom);
    case "partial-sum":
    case "partial-product":
      return countRationalBits(expression.initial) + countFormulaBits(expression.of);
    case "difference":
      return countFormulaBits(expression.of);
    case "modulo":
      return countNaturalBits(expression.modulus) + countArgumentBits(expression.of);
    case "floor-quotient":
      return countNaturalBits(expression.divisor) + countArgumentBits(expression.of);
    case "bitwise":
      return 2 + countArgumentBits(expression.left) + countArgumentBits(expression.right);
  }
}

/** Two or more children: how many, then each. */
function countChildrenBits(children: readonly Expression[]): number {
  return children.reduce((sum, child) => sum + countFormulaBits(child), countCountBits(children.length - 1));
}

/**
 * What stands in calls is mostly n or close to it: 0 is n, 10 is n + s, 110 is c·nᵏ, 1110 is p·n + r, and 1111 any other
 * expression.
 */
function countArgumentBits(argument: Expression): number {
  const coefficients = argument.kind === "polynomial" ? argument.coefficients : [];
  const [constant = zero, slope = zero] = coefficients;
  const last = coefficients.at(-1);
  if (last === undefined || !coefficients.every(isInteger)) return 4 + countFormulaBits(argument);
  const isMonomial = coefficients.slice(0, -1).every(isZero);
  const degree = coefficients.length - 1;
  if (degree === 1 && isEqual(slope, one)) return isZero(constant) ? 1 : 2 + countIntegerBits(constant.numerator);
  if (degree > 0 && isMonomial) return 3 + countCountBits(degree) + countIntegerBits(last.numerator);
  if (degree === 1) return 4 + countIntegerBits(slope.numerator) + countIntegerBits(constant.numerator);
  return 4 + countFormulaBits(argument);
}

/**
 * How many coefficients, and these: integers before powers (one bit says so), or else before powers over one denominator
 * or before binomials, whichever is shorter (two bits).
 */
function countPolynomialBits(coefficients: readonly Rational[]): number {
  if (coefficients.length === 0) return countCountBits(1) + 2;
  const powers = countOverOneDenominator(coefficients);
  const plain = coefficients.every(isInteger) ? powers - 1 : Infinity;
  const binomials = countOverOneDenominator(toBinomialBasis(coefficients));
  return countCountBits(coefficients.length) + Math.min(1 + plain, 2 + powers, 2 + binomials);
}

/** One bit of it for a denominator of 1. */
function countOverOneDenominator(coefficients: readonly Rational[]): number {
  const whole = clearDenominators([one, ...coefficients]);
  return whole.slice(1).reduce((sum, value) => sum + countIntegerBits(value), countNaturalBits(whole[0] ?? 1n));
}

/** One bit says whether all four numbers are integers. */
function countRuleBits({ near, next, slope, constant }: HalvingRule): number {
  const values = [near, next, slope, constant];
  const bits = values.every(isInteger)
    ? values.map(({ numerator }) => countIntegerBits(numerator))
    : values.map(countRationalBits);
  return bits.reduce((sum, each) => sum + each, 1);
}

function countRowBits(row: readonly bigint[]): number {
  return row.reduce((sum, value) => sum + countIntegerBits(value), countCountBits(row.length + 1));
}
