import type { Rational } from "./rational.ts";

/**
 * A prime whose products stay below 2^30, so that whole searches run on small integers. What is found modulo it is only
 * a lead: it is solved again exactly.
 */
export const prime = 32_749;

/** The residue in [0, prime) of a fraction; undefined when the prime divides its denominator. */
export function toResidue(value: Rational): number | undefined {
  const top = toIntegerResidue(value.numerator);
  if (value.denominator === 1n) return top;
  const bottom = toIntegerResidue(value.denominator);
  return bottom === 0 ? undefined : (top * invert(bottom)) % prime;
}

function toIntegerResidue(value: bigint): number {
  const residue = Number(value % BigInt(prime));
  return residue < 0 ? residue + prime : residue;
}

const inverses = new Int32Array(prime);

/** The inverse of a residue other than 0. */
export function invert(residue: number): number {
  const known = inverses[residue] ?? 0;
  if (known !== 0) return known;
  let [a, b, x, y] = [residue, prime, 1, 0];
  while (b !== 0) {
    const quotient = Math.floor(a / b);
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  const inverse = x < 0 ? x + prime : x;
  inverses[residue] = inverse;
  return inverse;
}

/** Scratch space of the search for recurrences, which runs thousands of times for one sequence. */
const scratch = { connection: new Int32Array(64), previous: new Int32Array(64), saved: new Int32Array(64) };

/**
 * The order of the shortest linear recurrence of the residues, by Berlekamp and Massey's algorithm; undefined as soon as
 * it exceeds `maxOrder` (at most 30).
 */
export function computeLinearComplexity(residues: ArrayLike<number>, maxOrder: number): number | undefined {
  const { connection } = scratch;
  let { previous, saved } = scratch;
  const width = 2 * maxOrder + 2;
  connection.fill(0, 0, width + 1);
  previous.fill(0, 0, width + 1);
  connection[0] = 1;
  previous[0] = 1;
  let [order, previousOrder, shift, previousDiscrepancy] = [0, 0, 1, 1];
  for (let n = 0; n < residues.length; n += 1) {
    let discrepancy = 0;
    for (let i = 0; i <= order; i += 1) {
      discrepancy = (discrepancy + (connection[i] ?? 0) * (residues[n - i] ?? 0)) % prime;
    }
    if (discrepancy === 0) {
      shift += 1;
      continue;
    }
    const isLonger = 2 * order <= n;
    if (isLonger && n + 1 - order > maxOrder) return undefined;
    if (isLonger) saved.set(connection.subarray(0, width));
    const factor = prime - ((discrepancy * invert(previousDiscrepancy)) % prime);
    for (let i = 0; i <= previousOrder; i += 1) {
      connection[i + shift] = ((connection[i + shift] ?? 0) + factor * (previous[i] ?? 0)) % prime;
    }
    shift += 1;
    if (!isLonger) continue;
    [previous, saved] = [saved, previous];
    [previousOrder, order] = [order, n + 1 - order];
    previousDiscrepancy = discrepancy;
    shift = 1;
  }
  return order;
}

/** Whether the columns of a matrix of residues (rows of equal length) are linearly dependent. */
export function hasDependentColumns(rows: readonly (readonly number[])[], columnCount: number): boolean {
  const matrix: Int32Array[] = rows.map((row) => Int32Array.from(row));
  let rank = 0;
  for (let column = 0; column < columnCount; column += 1) {
    const at = matrix.findIndex((row, index) => index >= rank && row[column] !== 0);
    if (at < 0) return true;
    const pivot = matrix[at] as Int32Array;
    matrix[at] = matrix[rank] as Int32Array;
    matrix[rank] = pivot;
    const inverse = invert(pivot[column] ?? 0);
    for (let i = rank + 1; i < matrix.length; i += 1) {
      const row = matrix[i] as Int32Array;
      const factor = prime - (((row[column] ?? 0) * inverse) % prime);
      if (factor === prime) continue;
      for (let j = column; j < columnCount; j += 1) row[j] = ((row[j] ?? 0) + factor * (pivot[j] ?? 0)) % prime;
    }
    rank += 1;
  }
  return false;
}
