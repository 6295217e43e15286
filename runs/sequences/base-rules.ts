import type { Rng } from "../../src/std/index.ts";
import { drawInt, drawNonZero, pick, type Generator } from "./drawn-sequence.ts";
import {
  binomial,
  countingRules,
  digitsOf,
  divisors,
  greatestCommonDivisor,
  isPrime,
  nthPrime,
  primeFactors,
} from "./number-rules.ts";

/** A drawn rule and its name. */
export interface Rule {
  readonly label: string;
  readonly at: Generator;
}

/** Draws a rule of one kind. `first` is the first index that will be asked for: 0 or 1. */
export type DrawRule = (rng: Rng, first: number) => Rule;

export const drawPolynomial: DrawRule = (rng) => {
  const degree = rng.nextInt(1, 5);
  const row = Array.from({ length: degree + 1 }, (_, k) =>
    k === degree ? drawNonZero(rng, -6, 6) : drawInt(rng, -10, 10),
  );
  return { label: `Σ ${row.join(",")}·C(n,k)`, at: (n) => row.reduce((sum, c, k) => sum + c * binomial(n, k), 0n) };
};

export const drawQuasiPolynomial: DrawRule = (rng) => {
  const period = rng.nextInt(2, 4);
  const degree = period === 4 ? 1 : rng.nextInt(1, 2);
  const rows = Array.from({ length: period }, () => Array.from({ length: degree + 1 }, () => drawInt(rng, -5, 5)));
  return {
    label: `by n mod ${period}: ${rows.map((row) => row.join(",")).join(" | ")}`,
    at: (n) => (rows[n % period] ?? []).reduce((sum, c, k) => sum + c * BigInt(n) ** BigInt(k), 0n),
  };
};

export const drawLinearRecurrence: DrawRule = (rng) => {
  const order = rng.nextInt(2, 4);
  const weights = Array.from({ length: order }, (_, i) =>
    i === order - 1 ? drawNonZero(rng, -3, 3) : drawInt(rng, -3, 3),
  );
  const drawn = Array.from({ length: order }, () => drawInt(rng, 0, 5));
  const initial = drawn.every((value) => value === 0n) ? drawn.map(() => 1n) : drawn;
  return {
    label: `recurrence ${weights.join(",")} from ${initial.join(",")}`,
    at: grow(initial, (before) => weights.reduce((sum, w, i) => sum + w * (before.at(-1 - i) ?? 0n), 0n)),
  };
};

export const drawPolynomialRecurrence: DrawRule = (rng) => {
  const [a, b, c, d] = [drawNonZero(rng, 1, 3), drawInt(rng, -2, 3), drawInt(rng, -2, 2), drawInt(rng, -3, 3)];
  const initial = [drawInt(rng, 1, 3), drawInt(rng, 1, 4)];
  const order = rng.nextInt(1, 2);
  return {
    label: `a(n) = (${a}n + ${b})a(n−1)${order === 2 ? ` + (${c}n + ${d})a(n−2)` : ""} from ${initial.join(",")}`,
    at: grow(initial, (before) => {
      const n = BigInt(before.length);
      const near = (a * n + b) * (before.at(-1) ?? 0n);
      return order === 1 ? near : near + (c * n + d) * (before.at(-2) ?? 0n);
    }),
  };
};

export const drawPeriodic: DrawRule = (rng) => {
  const [before, period, most] = [rng.nextInt(0, 3), rng.nextInt(2, 6), pick(rng, [1, 3, 9, 50])];
  const values = Array.from({ length: before + period }, () => drawInt(rng, most > 9 ? -most : 0, most));
  return {
    label: `${values.slice(0, before).join(",")} then (${values.slice(before).join(",")})`,
    at: (n) => values[n < before ? n : before + ((n - before) % period)] ?? 0n,
  };
};

/** Small arguments of digit and divisor functions, at least 1. */
function drawArgument(rng: Rng, first: number): { readonly label: string; readonly of: (n: number) => number } {
  const shift = first === 0 ? 1 : rng.nextInt(0, 2);
  return pick(rng, [
    { label: `n+${shift}`, of: (n: number) => n + shift },
    { label: `n+${shift}`, of: (n: number) => n + shift },
    { label: "2n+1", of: (n: number) => 2 * n + 1 },
    { label: `(n+${shift})²`, of: (n: number) => (n + shift) ** 2 },
  ]);
}

export const drawDigits: DrawRule = (rng, first) => {
  const base = pick(rng, [2, 2, 3, 10]);
  const argument = drawArgument(rng, first);
  const functions: Readonly<Record<string, (n: number) => number>> = {
    digitSum: (n) => digitsOf(n, base).reduce((a, b) => a + b, 0),
    digitCount: (n) => digitsOf(n, base).length,
    reversed: (n) => digitsOf(n, base).reduceRight((a, b) => a * base + b, 0),
    trailingZeros: (n) => digitsOf(n, base).length - 1 - digitsOf(n, base).findLastIndex((digit) => digit !== 0),
    parityOfOnes: (n) => digitsOf(n, 2).reduce((a, b) => a + b, 0) % 2,
    grayCode: (n) => n ^ (n >> 1),
  };
  const name = pick(rng, Object.keys(functions));
  return {
    label: `${name} base ${base} of ${argument.label}`,
    at: (n) => BigInt(functions[name]?.(argument.of(n)) ?? 0),
  };
};

export const drawDivisors: DrawRule = (rng, first) => {
  const constant = rng.nextInt(4, 30);
  const argument = drawArgument(rng, first);
  const functions: Readonly<Record<string, (n: number) => number>> = {
    divisorCount: (n) => divisors(n).length,
    divisorSum: (n) => divisors(n).reduce((a, b) => a + b, 0),
    totient: (n) =>
      divisors(1).length *
      Array.from({ length: n }, (_, i) => i + 1).filter((k) => greatestCommonDivisor(k, n) === 1).length,
    primeFactorCount: (n) => primeFactors(n).length,
    distinctPrimes: (n) => new Set(primeFactors(n)).size,
    largestPrime: (n) => primeFactors(n).at(-1) ?? 1,
    smallestPrime: (n) => primeFactors(n)[0] ?? 1,
    isPrime: (n) => (isPrime(n) ? 1 : 0),
    gcdWith: (n) => greatestCommonDivisor(n, constant),
    primesUpTo: (n) => Array.from({ length: n }, (_, i) => i + 1).filter(isPrime).length,
    nthPrime: (n) => nthPrime(n - 1),
  };
  const name = pick(rng, Object.keys(functions));
  const of = name === "nthPrime" ? { label: "n+1−first", of: (n: number) => n + 1 - first } : argument;
  return {
    label: `${name} ${name === "gcdWith" ? constant : ""} of ${of.label}`,
    at: (n) => BigInt(functions[name]?.(of.of(n)) ?? 0),
  };
};

export const drawFloor: DrawRule = (rng) => {
  const [p, q, r] = [rng.nextInt(2, 12), rng.nextInt(2, 7), rng.nextInt(0, 4)];
  const root = rng.nextInt(2, 10);
  return pick(rng, [
    { label: `⌊(${p}n+${r})/${q}⌋`, at: (n) => BigInt(Math.floor((p * n + r) / q)) },
    { label: `⌊${p}n²/${q}⌋`, at: (n) => BigInt(Math.floor((p * n * n) / q)) },
    { label: `⌊√(${root}n)⌋`, at: (n) => BigInt(Math.floor(Math.sqrt(root * n) + 1e-9)) },
    { label: `⌊√(${root}n²)⌋`, at: (n) => BigInt(Math.floor(Math.sqrt(root * n * n) + 1e-9)) },
    { label: `⌊2ⁿ/${q}⌋`, at: (n) => 2n ** BigInt(n) / BigInt(q) },
  ] satisfies Rule[]);
};

export const drawGeometric: DrawRule = (rng) => {
  const ratio = pick(rng, [2n, 3n, 4n, 5n, -2n, -3n, 10n]);
  const row = Array.from({ length: rng.nextInt(1, 3) }, () => drawInt(rng, -4, 4));
  row[row.length - 1] = drawNonZero(rng, -4, 4);
  const constant = rng.nextInt(0, 1) === 0 ? 0n : drawInt(rng, -9, 9);
  return {
    label: `${ratio}^n·(${row.join(",")}) + ${constant}`,
    at: (n) => ratio ** BigInt(n) * row.reduce((sum, c, k) => sum + c * BigInt(n) ** BigInt(k), 0n) + constant,
  };
};

export const drawKnown: DrawRule = (rng, first) => {
  const name = pick(rng, Object.keys(countingRules));
  const shift = rng.nextInt(first === 0 ? 0 : -1, 1);
  return { label: `${name}(n+${shift})`, at: (n) => countingRules[name]?.(n + shift) ?? 0n };
};

export const drawHalving: DrawRule = (rng) => {
  const [floorWeight, ceilingWeight] = pick(rng, [
    [1, 0],
    [2, 0],
    [1, 1],
    [0, 1],
    [3, 0],
    [2, 1],
  ] as const);
  const [slope, constant, start] = [rng.nextInt(0, 2), rng.nextInt(0, 2), rng.nextInt(0, 2)];
  const memo = new Map<number, bigint>();
  const at = (n: number): bigint => {
    if (n <= 1) return BigInt(start);
    const known = memo.get(n);
    if (known !== undefined) return known;
    const halves = BigInt(floorWeight) * at(Math.floor(n / 2)) + BigInt(ceilingWeight) * at(Math.ceil(n / 2));
    const value = halves + BigInt(slope * n + constant);
    memo.set(n, value);
    return value;
  };
  return {
    label: `a(n) = ${floorWeight}a(⌊n/2⌋) + ${ceilingWeight}a(⌈n/2⌉) + ${slope}n + ${constant} from ${start}`,
    at,
  };
};

export const drawBitwise: DrawRule = (rng) => {
  const mask = rng.nextInt(1, 15);
  const [a, b, c] = [rng.nextInt(1, 4), rng.nextInt(0, 6), rng.nextInt(0, 9)];
  const modulus = rng.nextInt(5, 40);
  return pick(rng, [
    { label: `n xor ${mask}`, at: (n) => BigInt(n ^ mask) },
    { label: `n and ${mask}`, at: (n) => BigInt(n & mask) },
    { label: `n or ${mask}`, at: (n) => BigInt(n | mask) },
    { label: "n xor 2n", at: (n) => BigInt(n ^ (2 * n)) },
    { label: `(${a}n²+${b}n+${c}) mod ${modulus}`, at: (n) => BigInt((a * n * n + b * n + c) % modulus) },
    { label: `fibonacci mod ${modulus}`, at: (n) => (countingRules["fibonacci"]?.(n) ?? 0n) % BigInt(modulus) },
    { label: `${a + 1}^n mod ${modulus}`, at: (n) => BigInt(a + 1) ** BigInt(n) % BigInt(modulus) },
  ] satisfies Rule[]);
};

/** Terms in order, each from all before. */
function grow(initial: readonly bigint[], next: (before: readonly bigint[]) => bigint): Generator {
  const terms = [...initial];
  return (n) => {
    while (terms.length <= n) terms.push(next(terms));
    return terms[n] ?? 0n;
  };
}
