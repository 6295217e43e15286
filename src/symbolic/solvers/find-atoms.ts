import { isLineButOne, isShort, openAtomBank, type Atom } from "../atoms/atom-bank.ts";
import { toScaled, toSum } from "../build-expression.ts";
import type { Expression } from "../expression.ts";
import { toDifferences } from "../numbers/polynomial.ts";
import { divide, isZero, multiply, subtract, zero, type Rational } from "../numbers/rational.ts";
import { toSeries, type Series } from "../series.ts";
import { interpolate } from "./find-polynomials.ts";

/** The highest degree of a polynomial beside an atom. */
const maxDegree = 2;

/** α·f(n) + p(n) for an atom f and a polynomial p of small degree: (deg p + 1)-th differences are proportional. */
export function findAtoms(series: Series): readonly Expression[] {
  const { start, residues } = series;
  if (residues === undefined) return [];
  const bank = openAtomBank(start);
  const found: Expression[] = [];
  for (let k = 0; k <= maxDegree + 1; k += 1) {
    if (series.terms.length < k + 4) break;
    for (const atom of bank.find(residues, k)) {
      const expression = fitAtom(series, atom, k);
      if (expression !== undefined) found.push(expression);
    }
    if (found.length > 0) break;
  }
  return found;
}

/** The α and the p of degree below k, if the terms past those that settle them agree. */
export function fitAtom({ start, terms }: Series, atom: Atom, k: number): Expression | undefined {
  if (k > 0 && isLineButOne(atom, terms.length)) return undefined;
  const values = atom.values.slice(0, terms.length);
  let [above, below] = [terms, values as readonly Rational[]];
  for (let order = 0; order < k; order += 1) [above, below] = [toDifferences(above), toDifferences(below)];
  const at = below.findIndex((value) => !isZero(value));
  if (at < 0 || isZero(above[at] ?? zero)) return undefined;
  const factor = divide(above[at] ?? zero, below[at] ?? zero);
  const rest = values.map((value, i) => subtract(terms[i] ?? zero, multiply(factor, value)));
  const scaled = toScaled(factor, atom.expression);
  if (k === 0) return rest.every(isZero) ? scaled : undefined;
  const polynomial = rest.length < terms.length ? undefined : interpolate({ start, terms: rest });
  if (polynomial === undefined || polynomial.coefficients.length > k) return undefined;
  return toSum([scaled, polynomial]);
}

/** a(n) = f(n + 1) − f(n) for an atom f: the running sums are the atom up to a constant. */
export function findDifferences(series: Series): readonly Expression[] {
  let sum = zero;
  const sums: Rational[] = [zero];
  for (const term of series.terms) {
    sum = subtract(term, subtract(zero, sum));
    sums.push(sum);
  }
  const running = toSeries(series.start, sums);
  if (running.residues === undefined) return [];
  return openAtomBank(series.start)
    .find(running.residues, 1)
    .flatMap((atom) => {
      const of = fitAtom(running, atom, 1);
      if (of === undefined) return [];
      const kept = of.kind === "sum" ? toSum(of.terms.filter((term) => !isConstant(term))) : of;
      return [{ kind: "difference", of: kept } as const];
    });
}

function isConstant(term: Expression): boolean {
  return term.kind === "polynomial" && term.coefficients.length < 2;
}

/** f(n) mod m for an atom that outgrows the terms: m divides every f(n) − a(n). */
export function findAtomResidues(series: Series): readonly Expression[] {
  const { integers, start } = series;
  if (integers === undefined || integers.some((term) => term < 0n)) return [];
  const most = integers.reduce((high, term) => (term > high ? term : high), 0n);
  const found: Expression[] = [];
  for (const { expression, values } of openAtomBank(start).shortAtoms) {
    const modulus = computeCommonDivisor(integers, values, most);
    if (modulus !== undefined) found.push({ kind: "modulo", of: expression, modulus });
  }
  return found;
}

function computeCommonDivisor(terms: readonly bigint[], values: readonly Rational[], most: bigint): bigint | undefined {
  let divisor = 0n;
  for (const [i, term] of terms.entries()) {
    const value = values[i] ?? zero;
    if (value.denominator !== 1n) return undefined;
    let [a, b] = [divisor, value.numerator - term];
    while (b !== 0n) [a, b] = [b, a % b];
    divisor = a < 0n ? -a : a;
    if (divisor !== 0n && divisor <= most) return undefined;
  }
  return divisor === 0n ? undefined : divisor;
}

/** a(n) = f(n) xor g(n) for two short atoms. */
export function findBitwise(series: Series): readonly Expression[] {
  const { integers, start, terms } = series;
  if (integers === undefined || integers.some((term) => term < 0n || term >= 1n << 30n)) return [];
  const bank = openAtomBank(start);
  const small = bank
    .listVaried(terms.length)
    .filter((atom) => isShort(atom) && atom.values.slice(0, terms.length).every(isSmall));
  const byTerms = new Map(small.map((atom) => [toKey(atom.values.slice(0, terms.length)), atom]));
  for (const left of small) {
    const rest = integers.map((term, i) => `${term ^ (left.values[i]?.numerator ?? 0n)}`).join();
    const right = byTerms.get(rest);
    if (right === undefined || right === left) continue;
    return [{ kind: "bitwise", operator: "xor", left: left.expression, right: right.expression }];
  }
  return [];
}

function isSmall({ numerator, denominator }: Rational): boolean {
  return denominator === 1n && numerator >= 0n && numerator < 1n << 30n;
}

function toKey(values: readonly Rational[]): string {
  return values.map(({ numerator }) => `${numerator}`).join();
}
