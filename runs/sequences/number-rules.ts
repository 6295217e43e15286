/** Number theory and counting by definition: slow, obvious, and nothing to do with the finder's own. */

export function divisors(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

export function isPrime(n: number): boolean {
  return divisors(n).length === 2;
}

const primeList: number[] = [];

/** The i-th prime from 0. */
export function nthPrime(i: number): number {
  for (let candidate = (primeList.at(-1) ?? 1) + 1; primeList.length <= i; candidate += 1) {
    if (isPrime(candidate)) primeList.push(candidate);
  }
  return primeList[i] ?? 0;
}

/** Prime factors with repetition, rising. */
export function primeFactors(n: number): number[] {
  for (let p = 2; p <= n; p += 1) if (n % p === 0) return [p, ...primeFactors(n / p)];
  return [];
}

export function digitsOf(n: number, base: number): number[] {
  return n === 0 ? [] : [...digitsOf(Math.floor(n / base), base), n % base];
}

export function binomial(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= k; i += 1) result = (result * BigInt(n - k + i)) / BigInt(i);
  return k < 0 || k > n ? 0n : result;
}

function factorial(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * factorial(n - 1);
}

function sumTo(n: number, term: (k: number) => bigint): bigint {
  let sum = 0n;
  for (let k = 0; k <= n; k += 1) sum += term(k);
  return sum;
}

function sign(k: number): bigint {
  return k % 2 === 0 ? 1n : -1n;
}

/** (1/k!) Σ (−1)^(k−j) C(k, j) jⁿ. */
function stirlingSecond(n: number, k: number): bigint {
  return sumTo(k, (j) => sign(k - j) * binomial(k, j) * BigInt(j) ** BigInt(n)) / factorial(k);
}

/** Coefficient of xⁿ in the product of (1 + x^p + x^2p + …) over p ≤ n, or of (1 + x^p) where parts are distinct. */
function partitionCount(n: number, areDistinct: boolean): bigint {
  const count = (rest: number, largest: number): bigint => {
    if (rest === 0) return 1n;
    const key = rest * 1000 + largest + (areDistinct ? 500_000 : 0);
    const known = partitionMemo.get(key);
    if (known !== undefined) return known;
    let sum = 0n;
    for (let part = Math.min(rest, largest); part >= 1; part -= 1) {
      sum += count(rest - part, areDistinct ? part - 1 : part);
    }
    partitionMemo.set(key, sum);
    return sum;
  };
  return count(n, n);
}

const partitionMemo = new Map<number, bigint>();

/** Counting sequences by explicit sums. */
export const countingRules: Readonly<Record<string, (n: number) => bigint>> = {
  catalan: (n) => binomial(2 * n, n) - binomial(2 * n, n - 1),
  centralBinomial: (n) => binomial(2 * n, n),
  motzkin: (n) => sumTo(n, (k) => binomial(n, 2 * k) * (binomial(2 * k, k) / BigInt(k + 1))),
  bell: (n) => sumTo(n, (k) => stirlingSecond(n, k)),
  fubini: (n) => sumTo(n, (k) => stirlingSecond(n, k) * factorial(k)),
  derangements: (n) => sumTo(n, (k) => (sign(k) * factorial(n)) / factorial(k)),
  involutions: (n) =>
    sumTo(Math.floor(n / 2), (k) => factorial(n) / (factorial(n - 2 * k) * 2n ** BigInt(k) * factorial(k))),
  partitions: (n) => partitionCount(n, false),
  distinctPartitions: (n) => partitionCount(n, true),
  factorial,
  stirlingTwoGroups: (n) => stirlingSecond(n, 2),
  stirlingThreeGroups: (n) => stirlingSecond(n, 3),
  stirlingFourGroups: (n) => stirlingSecond(n, 4),
  delannoy: (n) => sumTo(n, (k) => binomial(n, k) * binomial(n + k, k)),
  schroeder: (n) => sumTo(n, (k) => (binomial(n, k) * binomial(n + k, k)) / BigInt(k + 1)),
  fibonacci: (n) => sumTo(n, (k) => binomial(n - k - 1, k)),
  primes: (n) => BigInt(nthPrime(n)),
  arrangements: (n) => sumTo(n, (k) => factorial(n) / factorial(n - k)),
  cubicBinomials: (n) => sumTo(n, (k) => binomial(n, k) ** 3n),
  ternaryTrees: (n) => binomial(3 * n, n) / BigInt(2 * n + 1),
  doubleFactorial: (n) => factorial(2 * n) / (2n ** BigInt(n) * factorial(n)),
  evenSubsets: (n) => sumTo(n, (k) => binomial(n, 3 * k)),
};
