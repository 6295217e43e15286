import type { Evaluator, Expression } from "./expression.ts";
import { toResidue } from "./numbers/prime-field.ts";
import { isEqual, isInteger, type Rational } from "./numbers/rational.ts";

/** The terms that a solver works on: a(start), a(start + 1), … */
export interface Series {
  readonly start: number;
  readonly terms: readonly Rational[];
  /** The same terms where all are integers. */
  readonly integers: readonly bigint[] | undefined;
  /** The terms modulo the search's prime; undefined where the prime divides a denominator. */
  readonly residues: Int32Array | undefined;
}

/** Proposes formulas for a series. What it proposes is checked against every term before anybody believes it. */
export type Solver = (series: Series) => readonly Expression[];

export function toSeries(start: number, terms: readonly Rational[]): Series {
  const residues = terms.map(toResidue);
  return {
    start,
    terms,
    integers: terms.every(isInteger) ? terms.map(({ numerator }) => numerator) : undefined,
    residues: residues.every((value) => value !== undefined) ? Int32Array.from(residues) : undefined,
  };
}

/** The series without its first `count` terms. */
export function dropFirst(series: Series, count: number): Series {
  return toSeries(series.start + count, series.terms.slice(count));
}

/** Whether a formula gives every term exactly. */
export function reproduces(evaluate: Evaluator, series: Series): boolean {
  return series.terms.every((term, i) => {
    const value = evaluate(BigInt(series.start + i));
    return value !== undefined && isEqual(value, term);
  });
}
