import type { Expression } from "../expression.ts";
import { clearDenominators, findNullVector } from "../numbers/linear-algebra.ts";
import { hasDependentColumns, prime, toResidue } from "../numbers/prime-field.ts";
import { multiply, toRational, zero, type Rational } from "../numbers/rational.ts";
import type { Series } from "../series.ts";

/** How far a(n) looks back, the degree of the polynomials before the terms, and that of the one without (−1: none). */
interface Shape {
  readonly order: number;
  readonly degree: number;
  readonly offsetDegree: number;
}

/** By rising number of unknowns; order 0 is a rational function. */
const shapes: readonly Shape[] = [
  [0, 1, 0],
  [1, 1, -1],
  [0, 1, 1],
  [1, 1, 0],
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, -1],
  [2, 1, -1],
  [1, 1, 1],
  [0, 2, 2],
  [2, 1, 0],
  [3, 1, -1],
  [1, 3, -1],
  [2, 2, -1],
].map(([order = 0, degree = 0, offsetDegree = 0]) => ({ order, degree, offsetDegree }));

/** Terms that must be left over once the unknowns are settled. */
const minSurplus = 2;

/**
 * A recurrence with polynomial coefficients (P-recursive), or a rational function: the first shape whose linear system
 * has a solution modulo a prime, solved exactly.
 */
export function findPRecursive(series: Series): readonly Expression[] {
  const { start, terms, residues } = series;
  if (residues === undefined) return [];
  for (const shape of shapes) {
    const unknowns = (shape.order + 1) * (shape.degree + 1) + shape.offsetDegree + 1;
    if (terms.length - 2 * shape.order < unknowns - 1 + minSurplus) continue;
    const rows = toResidueRows(residues, { start, shape });
    if (!hasDependentColumns(rows, unknowns)) continue;
    const vector = findNullVector(
      terms
        .slice(shape.order)
        .map((_, i) => clearDenominators(toExactRow(terms, { start, shape, at: i + shape.order }))),
      unknowns,
    );
    const expression = vector === undefined ? undefined : toExpression(vector, { start, shape, terms });
    if (expression !== undefined) return [expression];
  }
  return [];
}

function toResidueRows(
  residues: Int32Array,
  { start, shape }: { readonly start: number; readonly shape: Shape },
): number[][] {
  const rows: number[][] = [];
  for (let at = shape.order; at < residues.length; at += 1) {
    const n = toResidue(toRational(start + at)) ?? 0;
    const row: number[] = [];
    for (let back = 0; back <= shape.order; back += 1) {
      let value = residues[at - back] ?? 0;
      for (let degree = 0; degree <= shape.degree; degree += 1) {
        row.push(value);
        value = (value * n) % prime;
      }
    }
    let value = 1;
    for (let degree = 0; degree <= shape.offsetDegree; degree += 1) {
      row.push(value);
      value = (value * n) % prime;
    }
    rows.push(row);
  }
  return rows;
}

function toExactRow(
  terms: readonly Rational[],
  { start, shape, at }: { readonly start: number; readonly shape: Shape; readonly at: number },
): Rational[] {
  const n = BigInt(start + at);
  const row: Rational[] = [];
  for (let back = 0; back <= shape.order; back += 1) {
    for (let degree = 0; degree <= shape.degree; degree += 1) {
      row.push(multiply(terms[at - back] ?? zero, toRational(n ** BigInt(degree))));
    }
  }
  for (let degree = 0; degree <= shape.offsetDegree; degree += 1) row.push(toRational(n ** BigInt(degree)));
  return row;
}

function toExpression(
  vector: readonly bigint[],
  { start, shape, terms }: { readonly start: number; readonly shape: Shape; readonly terms: readonly Rational[] },
): Expression | undefined {
  const width = shape.degree + 1;
  const polynomials = Array.from({ length: shape.order + 1 }, (_, back) =>
    trim(vector.slice(back * width, (back + 1) * width)),
  );
  const offset = trim(vector.slice((shape.order + 1) * width));
  const [leading = []] = polynomials;
  if (leading.length === 0) return undefined;
  if (shape.order === 0) {
    return { kind: "rational-function", top: offset.map((value) => -value), bottom: leading };
  }
  return { kind: "p-recursive", start, polynomials, offset, initial: terms.slice(0, shape.order) };
}

function trim(row: readonly bigint[]): readonly bigint[] {
  return row.slice(0, row.findLastIndex((value) => value !== 0n) + 1);
}
