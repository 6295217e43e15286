import { index, toPolynomial, toProduct, toSum } from "../build-expression.ts";
import type { Expression } from "../expression.ts";
import { solveLinear } from "../numbers/linear-algebra.ts";
import { evaluatePolynomial } from "../numbers/polynomial.ts";
import { computeLinearComplexity } from "../numbers/prime-field.ts";
import {
  add,
  isEqual,
  isZero,
  multiply,
  negate,
  one,
  power,
  toRational,
  zero,
  type Rational,
} from "../numbers/rational.ts";
import type { Series } from "../series.ts";

/**
 * The shortest linear recurrence with constant coefficients, and its closed form where the characteristic polynomial
 * splits. Berlekamp and Massey's algorithm finds the order modulo a prime; the coefficients are then solved exactly.
 */
export function findLinearRecurrences(series: Series): readonly Expression[] {
  const { start, terms, residues } = series;
  if (residues === undefined) return [];
  const order = computeLinearComplexity(residues, Math.floor((terms.length - 2) / 2));
  if (order === undefined || order === 0) return [];
  const coefficients = solveRecurrence(terms, order);
  if (coefficients === undefined || countLeadIn(coefficients) > maxLeadIn) return [];
  const recurrence: Expression = { kind: "linear-recurrence", start, coefficients, initial: terms.slice(0, order) };
  const closed = toClosedForm({ start, terms, coefficients });
  return closed === undefined ? [recurrence] : [closed, recurrence];
}

/** First terms that later ones do not depend on: more of them only dress up exceptions. */
const maxLeadIn = 1;

function countLeadIn(coefficients: readonly Rational[]): number {
  return coefficients.length - 1 - coefficients.findLastIndex((value) => !isZero(value));
}

/** c with a(n) = c₁a(n−1) + … + cᵣa(n−r), from the first 2r terms. */
function solveRecurrence(terms: readonly Rational[], order: number): readonly Rational[] | undefined {
  const rows = Array.from({ length: order }, (_, i) =>
    Array.from({ length: order }, (__, j) => terms[i + order - 1 - j] ?? zero),
  );
  return solveLinear(rows, terms.slice(order, 2 * order));
}

/** Roots that a characteristic polynomial is tried for. */
const candidateRoots: readonly Rational[] = [
  ...[1, -1, 2, -2, 3, -3, 4, 5, 6, 7, 8, 9, 10, -4, -5, -6, -7, -8, -9, -10, 11, 12, 16].map((root) =>
    toRational(root),
  ),
  ...[2, 3, 4, 5].flatMap((bottom) => [toRational(1, bottom), toRational(-1, bottom)]),
  toRational(3, 2),
  toRational(2, 3),
];

interface Root {
  readonly value: Rational;
  readonly multiplicity: number;
}

/** Σ p(n)·rⁿ over the roots r, where all are among the candidates. */
function toClosedForm(options: {
  readonly start: number;
  readonly terms: readonly Rational[];
  readonly coefficients: readonly Rational[];
}): Expression | undefined {
  const { start, terms, coefficients } = options;
  const roots = findRoots([...coefficients.map(negate).toReversed(), one]);
  if (roots === undefined) return undefined;
  const order = coefficients.length;
  const basis = roots.flatMap(({ value, multiplicity }) =>
    Array.from({ length: multiplicity }, (_, degree) => ({ value, degree })),
  );
  const rows = terms.slice(0, order).map((_, i) =>
    basis.map(({ value, degree }) => {
      const n = start + i;
      return multiply(power(toRational(n), BigInt(degree)) ?? zero, power(value, BigInt(n)) ?? zero);
    }),
  );
  const weights = solveLinear(rows, terms.slice(0, order));
  if (weights === undefined) return undefined;
  let at = 0;
  return toSum(
    roots.map(({ value, multiplicity }) => {
      const polynomial = toPolynomial(weights.slice(at, at + multiplicity));
      at += multiplicity;
      return isEqual(value, one)
        ? polynomial
        : toProduct([{ kind: "power", base: value, exponent: index }, polynomial]);
    }),
  );
}

/** The roots with multiplicities of a polynomial by coefficients from the constant up; undefined if some is no candidate. */
function findRoots(polynomial: readonly Rational[]): readonly Root[] | undefined {
  let rest = [...polynomial];
  const roots: Root[] = [];
  for (const value of candidateRoots) {
    let multiplicity = 0;
    while (rest.length > 1 && isZero(evaluateAt(rest, value))) {
      rest = deflate(rest, value);
      multiplicity += 1;
    }
    if (multiplicity > 0) roots.push({ value, multiplicity });
    if (rest.length === 1) return roots;
  }
  return undefined;
}

function evaluateAt(polynomial: readonly Rational[], value: Rational): Rational {
  if (value.denominator === 1n) return evaluatePolynomial(polynomial, value.numerator);
  return polynomial.reduceRight((sum, coefficient) => add(multiply(sum, value), coefficient), zero);
}

/** The quotient by (x − root), by Horner's scheme. */
function deflate(polynomial: readonly Rational[], root: Rational): Rational[] {
  const quotient: Rational[] = [];
  let carry = zero;
  for (const coefficient of polynomial.slice(1).toReversed()) {
    carry = add(multiply(carry, root), coefficient);
    quotient.unshift(carry);
  }
  return quotient;
}
