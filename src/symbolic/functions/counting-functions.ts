import { computeIntegerRoot } from "../numbers/integer.ts";
import { maxCounted, type FunctionDefinition } from "./function-definition.ts";

/** Roots, and what combinatorics counts by recurrences that are no linear ones. */
export const countingFunctions = {
  square_root: {
    meaning: "⌊√n⌋",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : computeIntegerRoot(n)),
    python: "return isqrt(n)",
    cpp: "return Q(isqrt(n));",
  },
  cube_root: {
    meaning: "⌊∛n⌋",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : computeCubeRoot(n)),
    python: "r = round(n ** (1 / 3))\nwhile r ** 3 > n:\n    r -= 1\nwhile (r + 1) ** 3 <= n:\n    r += 1\nreturn r",
    cpp: "Z r = 0; while ((r + 1) * (r + 1) * (r + 1) <= n) r++; return Q(r);",
  },
  collatz_steps: {
    meaning: "steps of n → n/2 or 3n + 1 down to 1",
    isArithmetic: true,
    evaluate: countCollatzSteps,
    python: "s = 0\nwhile n != 1:\n    n = 3 * n + 1 if n % 2 else n // 2\n    s += 1\nreturn s",
    cpp: "Z s = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; s++; } return Q(s);",
  },
  factorial: {
    meaning: "n!",
    isArithmetic: false,
    evaluate: (n) => (n < 0n || n > maxRow ? undefined : readRow(factorials, n)),
    python: "r = 1\nfor i in range(2, n + 1):\n    r *= i\nreturn r",
    cpp: "Q r(1); for (Z i = 2; i <= n; i++) r = r * Q(i); return r;",
  },
  self_power: {
    meaning: "n to the power of n",
    isArithmetic: false,
    evaluate: (n) => (n < 0n || n > maxRow ? undefined : n ** n),
    python: "return n ** n",
    cpp: "Q r(1); for (Z i = 0; i < n; i++) r = r * Q(n); return r;",
  },
  partitions: {
    meaning: "ways to write n as a sum, order ignored",
    isArithmetic: false,
    evaluate: (n) => (n < 0n || n > maxRow ? undefined : readRow(partitions, n)),
    python:
      "t = [1] + [0] * n\nfor p in range(1, n + 1):\n    for s in range(p, n + 1):\n        t[s] += t[s - p]\nreturn t[n]",
    cpp: "std::vector<Q> t(size_t(n) + 1, Q(0)); t[0] = Q(1); for (Z p = 1; p <= n; p++) for (Z s = p; s <= n; s++) t[s] = t[s] + t[s - p]; return t[n];",
  },
  distinct_partitions: {
    meaning: "ways to write n as a sum of different numbers, order ignored",
    isArithmetic: false,
    evaluate: (n) => (n < 0n || n > maxRow ? undefined : readRow(distinctPartitions, n)),
    python:
      "t = [1] + [0] * n\nfor p in range(1, n + 1):\n    for s in range(n, p - 1, -1):\n        t[s] += t[s - p]\nreturn t[n]",
    cpp: "std::vector<Q> t(size_t(n) + 1, Q(0)); t[0] = Q(1); for (Z p = 1; p <= n; p++) for (Z s = n; s >= p; s--) t[s] = t[s] + t[s - p]; return t[n];",
  },
  set_partitions: {
    meaning: "ways to split n items into groups (Bell)",
    isArithmetic: false,
    evaluate: (n) => (n < 0n || n > maxRow ? undefined : readRow(setPartitions, n)),
    python:
      "t = [1]\nfor i in range(n):\n    u = [t[-1]]\n    for x in t:\n        u.append(u[-1] + x)\n    t = u\nreturn t[0]",
    cpp: "std::vector<Q> t{Q(1)}; for (Z i = 0; i < n; i++) { std::vector<Q> u{t.back()}; for (auto& x : t) u.push_back(u.back() + x); t = u; } return t[0];",
  },
  ordered_set_partitions: {
    meaning: "ways to split n items into groups in order (Fubini)",
    isArithmetic: false,
    evaluate: (n) => (n < 0n || n > maxRow ? undefined : readRow(orderedSetPartitions, n)),
    python:
      "t = [1]\nfor m in range(1, n + 1):\n    s, c = 0, 1\n    for k in range(1, m + 1):\n        c = c * (m - k + 1) // k\n        s += c * t[m - k]\n    t.append(s)\nreturn t[n]",
    cpp: "std::vector<Q> t{Q(1)}, row{Q(1)}; for (Z m = 1; m <= n; m++) { std::vector<Q> up(size_t(m) + 1, Q(1)); for (Z k = 1; k < m; k++) up[k] = row[k - 1] + row[k]; row = up; Q s(0); for (Z k = 1; k <= m; k++) s = s + row[k] * t[m - k]; t.push_back(s); } return t[n];",
  },
  alternating_permutations: {
    meaning: "permutations that go up and down in turn (Euler's zigzag)",
    isArithmetic: false,
    evaluate: (n) => (n < 0n || n > maxRow ? undefined : readRow(alternatingPermutations, n)),
    python:
      "t = [1]\nfor i in range(n):\n    u = [0]\n    for x in reversed(t):\n        u.append(u[-1] + x)\n    t = u\nreturn t[-1]",
    cpp: "std::vector<Q> t{Q(1)}; for (Z i = 0; i < n; i++) { std::vector<Q> u{Q(0)}; for (size_t j = t.size(); j-- > 0;) u.push_back(u.back() + t[j]); t = u; } return t.back();",
  },
  cycles_into: {
    meaning: "permutations of n items with # cycles (Stirling, first kind)",
    isArithmetic: false,
    evaluate: (n, k) => (n < 0n || n > maxRow ? undefined : computeTriangle(n, k, (m) => m - 1n)),
    python:
      "t = [1] + [0] * k\nfor m in range(1, n + 1):\n    t = [0] + [t[j - 1] + (m - 1) * t[j] for j in range(1, k + 1)]\nreturn t[k]",
    cpp: "std::vector<Q> t(size_t(k) + 1, Q(0)); t[0] = Q(1); for (Z m = 1; m <= n; m++) { for (Z j = k; j >= 1; j--) t[j] = t[j - 1] + Q(m - 1) * t[j]; t[0] = Q(0); } return t[k];",
  },
  groups_into: {
    meaning: "ways to split n items into # groups (Stirling, second kind)",
    isArithmetic: false,
    evaluate: (n, k) => (n < 0n || n > maxRow ? undefined : computeTriangle(n, k, (_, j) => j)),
    python:
      "t = [1] + [0] * k\nfor m in range(1, n + 1):\n    t = [0] + [t[j - 1] + j * t[j] for j in range(1, k + 1)]\nreturn t[k]",
    cpp: "std::vector<Q> t(size_t(k) + 1, Q(0)); t[0] = Q(1); for (Z m = 1; m <= n; m++) { for (Z j = k; j >= 1; j--) t[j] = t[j - 1] + Q(j) * t[j]; t[0] = Q(0); } return t[k];",
  },
} as const satisfies Readonly<Record<string, FunctionDefinition>>;

/** Counting tables are made up to here. */
const maxRow = 2000n;

/** A sequence whose terms need all earlier ones; grown on demand. */
interface GrowingRow {
  readonly terms: bigint[];
  readonly next: (terms: readonly bigint[]) => bigint;
}

const factorials: GrowingRow = { terms: [1n], next: (terms) => (terms.at(-1) ?? 1n) * BigInt(terms.length) };

/** n·p(n) = Σ σ(k)·p(n − k). */
const partitions: GrowingRow = {
  terms: [1n],
  next: (terms) => sumOverDivisors(terms, 1),
};

/** The same with the odd divisors only: partitions into different parts are as many as into odd ones. */
const distinctPartitions: GrowingRow = {
  terms: [1n],
  next: (terms) => sumOverDivisors(terms, 2),
};

/** B(n + 1) = Σ C(n, k)·B(k). */
const setPartitions: GrowingRow = {
  terms: [1n],
  next: (terms) => convolve(terms.length - 1, (k) => terms[k] ?? 0n),
};

/** F(n) = Σ C(n, k)·F(n − k) over k ≥ 1. */
const orderedSetPartitions: GrowingRow = {
  terms: [1n],
  next: (terms) => convolve(terms.length, (k) => terms[k] ?? 0n),
};

/** 2E(n + 1) = Σ C(n, k)·E(k)·E(n − k) for n ≥ 1. */
const alternatingPermutations: GrowingRow = {
  terms: [1n, 1n],
  next: (terms) => convolve(terms.length - 1, (k) => (terms[k] ?? 0n) * (terms[terms.length - 1 - k] ?? 0n)) / 2n,
};

function readRow(row: GrowingRow, n: bigint): bigint | undefined {
  while (row.terms.length <= Number(n)) row.terms.push(row.next(row.terms));
  return row.terms[Number(n)];
}

/** Σ C(n, k)·value(k) over 0 ≤ k ≤ n. */
function convolve(n: number, value: (k: number) => bigint): bigint {
  let sum = 0n;
  let binomial = 1n;
  for (let k = 0; k <= n; k += 1) {
    sum += binomial * value(k);
    binomial = (binomial * BigInt(n - k)) / BigInt(k + 1);
  }
  return sum;
}

/** The next term of n·t(n) = Σ s(k)·t(n − k), s(k) the sum of the divisors of k that are 1 modulo `modulus`. */
function sumOverDivisors(terms: readonly bigint[], modulus: number): bigint {
  const n = terms.length;
  const sums = Array.from({ length: n + 1 }, () => 0);
  for (let divisor = 1; divisor <= n; divisor += modulus) {
    for (let k = divisor; k <= n; k += divisor) sums[k] = (sums[k] ?? 0) + divisor;
  }
  const total = sums.reduce((sum, value, k) => (k === 0 ? sum : sum + BigInt(value) * (terms[n - k] ?? 0n)), 0n);
  return total / BigInt(n);
}

/** T(m, j) = T(m − 1, j − 1) + weight(m, j)·T(m − 1, j), T(0, 0) = 1. */
function computeTriangle(n: bigint, k: bigint, weight: (m: bigint, j: bigint) => bigint): bigint {
  const row = Array.from({ length: Number(k) + 1 }, (_, j): bigint => (j === 0 ? 1n : 0n));
  for (let m = 1n; m <= n; m += 1n) {
    for (let j = row.length - 1; j >= 1; j -= 1) row[j] = (row[j - 1] ?? 0n) + weight(m, BigInt(j)) * (row[j] ?? 0n);
    row[0] = 0n;
  }
  return row[Number(k)] ?? 0n;
}

function computeCubeRoot(n: bigint): bigint {
  let root = BigInt(Math.round(Math.cbrt(Number(n))));
  while (root ** 3n > n) root -= 1n;
  while ((root + 1n) ** 3n <= n) root += 1n;
  return root;
}

function countCollatzSteps(n: bigint): bigint | undefined {
  if (n < 1n) return undefined;
  let steps = 0n;
  for (let value = n; value !== 1n; value = value % 2n === 0n ? value / 2n : 3n * value + 1n) {
    steps += 1n;
    if (steps > maxCounted) return undefined;
  }
  return steps;
}
