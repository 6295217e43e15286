import { countFormulaBits } from "./evidence/count-formula-bits.ts";
import { countRationalBits } from "./evidence/integer-code.ts";
import type { Expression } from "./expression.ts";
import { hasDependentColumns } from "./numbers/prime-field.ts";
import { add, divide, isZero, multiply, negate, subtract, zero, type Rational } from "./numbers/rational.ts";
import { findNullVector, clearDenominators } from "./numbers/linear-algebra.ts";
import { toSeries, type Series } from "./series.ts";
import type { SeriesSolver } from "./solvers/find-compositions.ts";

/** Orders of recurrences that one term may be an exception to. */
const maxOrder = 6;

/** Recurrences must have so many windows without the exception more than coefficients. */
const minSurplus = 2;

/** Bits to say that there is an exception. */
const exceptionBits = 4;

/**
 * Whether the terms are told shorter by a linear recurrence with one term that breaks it than by the formula: then the
 * formula only dresses up a fault (a wrong brute force, a special case), and must not be claimed.
 */
export function isExceptionShorter(series: Series, formula: Expression, solve: SeriesSolver): boolean {
  if (formula.kind === "interleaving") {
    const count = formula.parts.length;
    const isPartWorse = formula.parts.some((part, place) =>
      isExceptionShorter(
        toSeries(
          0,
          series.terms.filter((_, i) => i % count === place),
        ),
        part,
        solve,
      ),
    );
    if (isPartWorse) return true;
  }
  const limit = countFormulaBits(formula);
  return series.terms.some((term, at) => {
    const expected = findExpected(series, at);
    if (expected === undefined) return false;
    const mended = series.terms.with(at, expected);
    const pattern = solve(toSeries(series.start, mended));
    if (pattern === undefined) return false;
    const bits = countFormulaBits(pattern) + exceptionBits + Math.log2(mended.length);
    return bits + countRationalBits(subtract(term, expected)) < limit;
  });
}

/** What the shortest recurrence of the other terms gives at a place, if that is not what stands there. */
function findExpected({ terms, residues }: Series, at: number): Rational | undefined {
  if (residues === undefined) return undefined;
  for (let order = 1; order <= maxOrder; order += 1) {
    const windows = terms.flatMap((_, i) => (i < order || (at <= i && at >= i - order) ? [] : [i]));
    if (windows.length < order + minSurplus) return undefined;
    const rows = windows.map((i) => Array.from(residues.subarray(i - order, i + 1)));
    if (!hasDependentColumns(rows, order + 1)) continue;
    const vector = findNullVector(
      windows.map((i) => clearDenominators(terms.slice(i - order, i + 1))),
      order + 1,
    );
    const expected = vector === undefined ? undefined : predict(terms, vector, at);
    return expected === undefined || isZero(subtract(expected, terms[at] ?? zero)) ? undefined : expected;
  }
  return undefined;
}

/** The term at a place from v₀a(i − r) + … + vᵣa(i) = 0, by a window of other terms that holds it at an end. */
function predict(terms: readonly Rational[], vector: readonly bigint[], at: number): Rational | undefined {
  const order = vector.length - 1;
  const first = at >= order ? at - order : at;
  const window = terms.slice(first, first + order + 1);
  const place = at - first;
  const weight = vector[place] ?? 0n;
  if (weight === 0n || window.length <= order) return undefined;
  const others = window.reduce(
    (sum, term, i) => (i === place ? sum : add(sum, multiply(term, { numerator: vector[i] ?? 0n, denominator: 1n }))),
    zero,
  );
  return divide(negate(others), { numerator: weight, denominator: 1n });
}
