import { countDataBits } from "../evidence/count-data-bits.ts";
import { countFormulaBits } from "../evidence/count-formula-bits.ts";
import type { Expression } from "../expression.ts";
import { divide, isZero, subtract, zero } from "../numbers/rational.ts";
import { toSeries, type Series } from "../series.ts";

/** Gives the shortest formula that it knows for a series. */
export type SeriesSolver = (series: Series) => Expression | undefined;

/** Terms that each part of an interleaving must have. */
const minPartTerms = 5;

/** Two, three or four sequences taken in turn, each with a formula that is shorter than its terms. */
export function findInterleavings(series: Series, solvePart: SeriesSolver): readonly Expression[] {
  const { start, terms } = series;
  const found: Expression[] = [];
  for (let count = 2; count <= 4 && Math.floor(terms.length / count) >= minPartTerms; count += 1) {
    const parts: Expression[] = [];
    for (let part = 0; part < count; part += 1) {
      const chosen = terms.filter((_, i) => i % count === part);
      const solved = solvePart(toSeries(0, chosen));
      if (solved === undefined || countFormulaBits(solved) > countDataBits(chosen)) break;
      parts.push(solved);
    }
    if (parts.length === count) found.push({ kind: "interleaving", start, parts });
  }
  return found;
}

/** a(n) = a(n − 1) + b(n) where b is found. */
export function findPartialSums(series: Series, solveSteps: SeriesSolver): readonly Expression[] {
  const { start, terms } = series;
  const [initial = zero] = terms;
  const steps = terms.slice(1).map((term, i) => subtract(term, terms[i] ?? zero));
  const of = solveSteps(toSeries(start + 1, steps));
  return of === undefined ? [] : [{ kind: "partial-sum", start, initial, of }];
}

/** a(n) = a(n − 1)·b(n) where b is found and no term is 0. */
export function findPartialProducts(series: Series, solveRatios: SeriesSolver): readonly Expression[] {
  const { start, terms } = series;
  const [initial = zero] = terms;
  if (terms.some(isZero)) return [];
  const ratios = terms.slice(1).map((term, i) => divide(term, terms[i] ?? zero));
  const of = solveRatios(toSeries(start + 1, ratios));
  return of === undefined ? [] : [{ kind: "partial-product", start, initial, of }];
}

/** Fractions whose numerators and denominators, in lowest terms, each have a formula. */
export function findQuotients(series: Series, solvePart: SeriesSolver): readonly Expression[] {
  if (series.integers !== undefined) return [];
  const split = (pick: "numerator" | "denominator") =>
    solvePart(
      toSeries(
        series.start,
        series.terms.map((term) => ({ numerator: term[pick], denominator: 1n })),
      ),
    );
  const top = split("numerator");
  const bottom = top === undefined ? undefined : split("denominator");
  return top === undefined || bottom === undefined ? [] : [{ kind: "quotient", top, bottom }];
}
