import { index, toPolynomial, toProduct } from "../build-expression.ts";
import type { Expression } from "../expression.ts";
import { computeGcd, modulo } from "../numbers/integer.ts";
import { expandNewton } from "../numbers/polynomial.ts";
import { toRational } from "../numbers/rational.ts";
import type { Series } from "../series.ts";

const maxDegree = 3;

/** Polynomials and powers taken modulo m: whatever must vanish modulo m is a multiple of it, so the gcd shows m. */
export function findResidues(series: Series): readonly Expression[] {
  const { integers, start } = series;
  if (integers === undefined || integers.some((term) => term < 0n)) return [];
  return [...findPolynomialResidues(integers, start), ...findPowerResidues(integers, start)];
}

function findPolynomialResidues(terms: readonly bigint[], start: number): readonly Expression[] {
  const most = findMaximum(terms);
  const leading: bigint[] = [terms[0] ?? 0n];
  let row = terms;
  for (let degree = 0; degree <= maxDegree; degree += 1) {
    row = row.slice(1).map((value, i) => value - (row[i] ?? 0n));
    const modulus = row.reduce((gcd, value) => computeGcd(gcd, value), 0n);
    if (modulus > most) {
      const coefficients = leading.map((value) => toRational(toNearest(value, modulus)));
      return [{ kind: "modulo", of: toPolynomial(expandNewton(coefficients, start)), modulus }];
    }
    leading.push(row[0] ?? 0n);
  }
  return [];
}

/** c·rⁿ mod m: neighbours are in proportion, so a(n)² − a(n − 1)a(n + 1) vanishes. */
function findPowerResidues(terms: readonly bigint[], start: number): readonly Expression[] {
  const most = findMaximum(terms);
  const minors = terms.slice(2).map((term, i) => (terms[i + 1] ?? 0n) ** 2n - (terms[i] ?? 0n) * term);
  const modulus = minors.reduce((gcd, value) => computeGcd(gcd, value), 0n);
  const [first = 0n, second = 0n] = terms;
  if (modulus <= most || start < 0 || computeGcd(first, modulus) !== 1n) return [];
  const ratio = modulo(second * invertModulo(first, modulus), modulus);
  if (start > 0 && computeGcd(ratio, modulus) !== 1n) return [];
  const factor = modulo(first * invertModulo(ratio, modulus) ** BigInt(start), modulus);
  const power: Expression = { kind: "power", base: toRational(ratio), exponent: index };
  return [{ kind: "modulo", of: toProduct([toPolynomial([toRational(factor)]), power]), modulus }];
}

function findMaximum(terms: readonly bigint[]): bigint {
  return terms.reduce((most, term) => (term > most ? term : most), 0n);
}

/** The residue nearest to 0. */
function toNearest(value: bigint, modulus: bigint): bigint {
  const residue = modulo(value, modulus);
  return 2n * residue > modulus ? residue - modulus : residue;
}

/** The inverse of a value coprime to the modulus; 0 where there is none. */
function invertModulo(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [modulo(value, modulus), modulus, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return a === 1n ? modulo(x, modulus) : 0n;
}
