import { absolute, computeGcd } from "./integer.ts";
import { toRational, type Rational } from "./rational.ts";

/**
 * A vector v ≠ 0 of coprime integers with rows·v = 0, by fraction-free elimination (Bareiss); undefined when there is
 * none. Where the null space has several dimensions, it is the one whose leading columns come first.
 *
 * @param rows integers, each row of `columnCount` entries
 */
export function findNullVector(rows: readonly (readonly bigint[])[], columnCount: number): bigint[] | undefined {
  const matrix = rows.map((row) => [...row]);
  const pivots: number[] = [];
  let free: number | undefined;
  let divisor = 1n;
  for (let column = 0; column < columnCount && free === undefined; column += 1) {
    const rank = pivots.length;
    const at = matrix.findIndex((row, index) => index >= rank && row[column] !== 0n);
    if (at < 0) {
      free = column;
      break;
    }
    const pivotRow = matrix[at] as bigint[];
    matrix[at] = matrix[rank] as bigint[];
    matrix[rank] = pivotRow;
    const pivot = pivotRow[column] ?? 0n;
    for (let i = rank + 1; i < matrix.length; i += 1) {
      const row = matrix[i] as bigint[];
      const factor = row[column] ?? 0n;
      for (let j = column; j < columnCount; j += 1) {
        row[j] = ((row[j] ?? 0n) * pivot - factor * (pivotRow[j] ?? 0n)) / divisor;
      }
    }
    divisor = pivot;
    pivots.push(column);
  }
  return free === undefined ? undefined : substituteBack(matrix, pivots, { free, columnCount });
}

/** Solves the triangular system whose free column is given weight 1, and clears denominators and signs. */
function substituteBack(
  matrix: readonly (readonly bigint[])[],
  pivots: readonly number[],
  { free, columnCount }: { readonly free: number; readonly columnCount: number },
): bigint[] {
  const solution: bigint[] = Array.from({ length: columnCount }, () => 0n);
  let scale = 1n;
  solution[free] = 1n;
  for (const [rank, column] of [...pivots.entries()].toReversed()) {
    const row = matrix[rank] as readonly bigint[];
    let sum = 0n;
    for (let j = column + 1; j < columnCount; j += 1) sum += (row[j] ?? 0n) * (solution[j] ?? 0n);
    const pivot = row[column] ?? 1n;
    const common = computeGcd(sum, pivot);
    const factor = pivot / common;
    for (let j = 0; j < columnCount; j += 1) solution[j] = (solution[j] ?? 0n) * factor;
    scale *= factor;
    solution[column] = -sum / common;
  }
  const content = solution.reduce((gcd, value) => computeGcd(gcd, value), 0n);
  const sign = (solution.find((value) => value !== 0n) ?? 1n) < 0n ? -1n : 1n;
  return solution.map((value) => (value / content) * sign);
}

/** The solution x of rows·x = right; undefined when there is none or more than one. */
export function solveLinear(
  rows: readonly (readonly Rational[])[],
  right: readonly Rational[],
): readonly Rational[] | undefined {
  const columnCount = rows[0]?.length ?? 0;
  const integerRows = rows.map((row, index) => clearDenominators([...row, right[index] as Rational]));
  const vector = findNullVector(integerRows, columnCount + 1);
  const last = vector?.[columnCount] ?? 0n;
  if (vector === undefined || last === 0n) return undefined;
  return vector.slice(0, columnCount).map((value) => toRational(-value, last));
}

/** The same row times the least common denominator. */
export function clearDenominators(row: readonly Rational[]): bigint[] {
  const common = row.reduce(
    (least, { denominator }) => (least / computeGcd(least, denominator)) * absolute(denominator),
    1n,
  );
  return row.map(({ numerator, denominator }) => numerator * (common / denominator));
}
