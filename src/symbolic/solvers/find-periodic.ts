import { toPolynomial, toSum } from "../build-expression.ts";
import type { Expression } from "../expression.ts";
import { modulo } from "../numbers/integer.ts";
import { solveLinear } from "../numbers/linear-algebra.ts";
import { isEqual, one, power, subtract, toRational, zero, type Rational } from "../numbers/rational.ts";
import type { Series } from "../series.ts";
import { interpolate } from "./find-polynomials.ts";

/** Eventually periodic terms: for each length of the beginning the shortest period that is seen twice in full. */
export function findPeriodic({ start, terms }: Series, maxPreperiod: number): readonly Expression[] {
  const found: Expression[] = [];
  for (let before = 0; before <= Math.min(maxPreperiod, terms.length / 4); before += 1) {
    for (let period = 1; before + 2 * period <= terms.length; period += 1) {
      if (!hasPeriod(terms, before, period)) continue;
      found.push({
        kind: "periodic",
        start,
        preperiod: terms.slice(0, before),
        period: terms.slice(before, before + period),
      });
      break;
    }
  }
  return found;
}

function hasPeriod(terms: readonly Rational[], before: number, period: number): boolean {
  for (let i = before; i + period < terms.length; i += 1) {
    if (!isEqual(terms[i] ?? zero, terms[i + period] ?? zero)) return false;
  }
  return true;
}

const maxPeriod = 8;

/** A polynomial plus a periodic part: its steps over a whole period are a polynomial. */
export function findPolynomialPlusPeriodic({ start, terms }: Series): readonly Expression[] {
  for (let period = 2; period <= Math.min(maxPeriod, terms.length / 2 - 1); period += 1) {
    const steps = terms.slice(period).map((term, i) => subtract(term, terms[i] ?? zero));
    const change = interpolate({ start, terms: steps });
    if (change === undefined || change.coefficients.length === 0) continue;
    const degree = change.coefficients.length;
    if (degree + period > terms.length - 2) continue;
    const solution = solveLinear(
      terms.slice(0, degree + period).map((_, i) => toRow(start + i, { degree, period })),
      terms.slice(0, degree + period),
    );
    if (solution === undefined) continue;
    const polynomial = toPolynomial([zero, ...solution.slice(0, degree)]);
    const values = solution.slice(degree);
    const phase = Number(modulo(BigInt(start), BigInt(period)));
    const periodic = {
      kind: "periodic",
      start,
      preperiod: [],
      period: values.map((_, i) => values[(i + phase) % period] ?? zero),
    } as const;
    return [toSum([periodic, polynomial])];
  }
  return [];
}

/** n, n², … up to the degree, then which place of the period n has. */
function toRow(n: number, { degree, period }: { readonly degree: number; readonly period: number }): Rational[] {
  const powers = Array.from({ length: degree }, (_, i) => power(toRational(n), BigInt(i + 1)) ?? zero);
  const place = Number(modulo(BigInt(n), BigInt(period)));
  return [...powers, ...Array.from({ length: period }, (_, i) => (i === place ? one : zero))];
}
