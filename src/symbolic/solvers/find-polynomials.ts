import { toPolynomial } from "../build-expression.ts";
import type { Expression, Polynomial } from "../expression.ts";
import { computeLeadingDifferences, expandNewton } from "../numbers/polynomial.ts";
import { isZero } from "../numbers/rational.ts";
import type { Series } from "../series.ts";

/** Interpolation: a polynomial whose degree leaves terms over to check it, by Newton's differences. */
export function findPolynomials(series: Series): readonly Expression[] {
  const polynomial = interpolate(series);
  return polynomial === undefined ? [] : [polynomial];
}

/** The polynomial through all terms, where at least one term is more than its degree needs. */
export function interpolate({ start, terms }: Pick<Series, "start" | "terms">): Polynomial | undefined {
  const leading = computeLeadingDifferences(terms);
  const degree = leading.findLastIndex((value) => !isZero(value));
  if (degree + 1 >= terms.length) return undefined;
  return toPolynomial(expandNewton(leading.slice(0, degree + 1), start));
}
