import { computeGcd, computeIntegerRoot } from "../numbers/integer.ts";
import { maxCounted, type FunctionDefinition } from "./function-definition.ts";

/** Functions of the divisors and prime factors of n ≥ 1. */
export const divisorFunctions = {
  divisor_count: {
    meaning: "number of divisors",
    isArithmetic: true,
    evaluate: (n) => foldFactors(n, (_, exponent) => BigInt(exponent + 1)),
    python: "r = 1\nfor p, e in factorize(n):\n    r *= e + 1\nreturn r",
    cpp: "Z r = 1; for (auto [p, e] : factorize(n)) r *= e + 1; return Q(r);",
  },
  divisor_sum: {
    meaning: "sum of divisors",
    isArithmetic: true,
    evaluate: (n) => foldFactors(n, (p, exponent) => (p ** BigInt(exponent + 1) - 1n) / (p - 1n)),
    python: "r = 1\nfor p, e in factorize(n):\n    r *= (p ** (e + 1) - 1) // (p - 1)\nreturn r",
    cpp: "Z r = 1; for (auto [p, e] : factorize(n)) { Z s = 1; while (e-- > 0) s = s * p + 1; r *= s; } return Q(r);",
  },
  totient: {
    meaning: "numbers up to n that are coprime to it (Euler)",
    isArithmetic: true,
    evaluate: (n) => foldFactors(n, (p, exponent) => (p - 1n) * p ** BigInt(exponent - 1)),
    python: "r = n\nfor p, e in factorize(n):\n    r = r // p * (p - 1)\nreturn r",
    cpp: "Z r = n; for (auto [p, e] : factorize(n)) r = r / p * (p - 1); return Q(r);",
  },
  moebius: {
    meaning: "Möbius function",
    isArithmetic: true,
    evaluate: (n) => foldFactors(n, (_, exponent) => (exponent === 1 ? -1n : 0n)),
    python: "r = 1\nfor p, e in factorize(n):\n    r = -r if e == 1 else 0\nreturn r",
    cpp: "Z r = 1; for (auto [p, e] : factorize(n)) r = e == 1 ? -r : 0; return Q(r);",
  },
  distinct_prime_count: {
    meaning: "number of different prime factors",
    isArithmetic: true,
    evaluate: (n) => (isOutside(n) ? undefined : BigInt(factorize(n).length)),
    python: "return len(factorize(n))",
    cpp: "return Q(Z(factorize(n).size()));",
  },
  prime_factor_count: {
    meaning: "number of prime factors with repetition",
    isArithmetic: true,
    evaluate: (n) => (isOutside(n) ? undefined : BigInt(factorize(n).reduce((sum, [, exponent]) => sum + exponent, 0))),
    python: "return sum(e for p, e in factorize(n))",
    cpp: "Z r = 0; for (auto [p, e] : factorize(n)) r += e; return Q(r);",
  },
  smallest_prime_factor: {
    meaning: "smallest prime factor (1 for 1)",
    isArithmetic: true,
    evaluate: (n) => (isOutside(n) ? undefined : (factorize(n)[0]?.[0] ?? 1n)),
    python: "return factorize(n)[0][0] if n > 1 else 1",
    cpp: "return n > 1 ? Q(factorize(n)[0].first) : Q(1);",
  },
  largest_prime_factor: {
    meaning: "largest prime factor (1 for 1)",
    isArithmetic: true,
    evaluate: (n) => (isOutside(n) ? undefined : (factorize(n).at(-1)?.[0] ?? 1n)),
    python: "return factorize(n)[-1][0] if n > 1 else 1",
    cpp: "return n > 1 ? Q(factorize(n).back().first) : Q(1);",
  },
  radical: {
    meaning: "product of the different prime factors",
    isArithmetic: true,
    evaluate: (n) => foldFactors(n, (p) => p),
    python: "r = 1\nfor p, e in factorize(n):\n    r *= p\nreturn r",
    cpp: "Z r = 1; for (auto [p, e] : factorize(n)) r *= p; return Q(r);",
  },
  is_prime: {
    meaning: "1 for primes, else 0",
    isArithmetic: true,
    evaluate: (n) => (isPrime(n) ? 1n : 0n),
    python: "return 1 if n > 1 and factorize(n) == [(n, 1)] else 0",
    cpp: "if (n < 2) return Q(0);\n  auto f = factorize(n);\n  return Q(f.size() == 1 && f[0].second == 1 ? 1 : 0);",
  },
  is_square: {
    meaning: "1 for squares, else 0",
    isArithmetic: true,
    evaluate: (n) => (n >= 0n && computeIntegerRoot(n) ** 2n === n ? 1n : 0n),
    python: "return 1 if n >= 0 and isqrt(n) ** 2 == n else 0",
    cpp: "if (n < 0) return Q(0);\n  Z r = isqrt(n);\n  return Q(r * r == n ? 1 : 0);",
  },
  nth_prime: {
    meaning: "n-th prime, 2 being the first",
    isArithmetic: false,
    evaluate: (n) => (n < 1n || n > maxListed ? undefined : listPrimes(Number(n))[Number(n) - 1]),
    python: "m = 1\nwhile n:\n    m += 1\n    n -= is_prime(m)\nreturn m",
    cpp: "Z m = 1; while (n > 0) { m++; if (factorize(m)[0].first == m) n--; } return Q(m);",
  },
  prime_count: {
    meaning: "number of primes up to n",
    isArithmetic: true,
    evaluate: (n) => (n > maxListed ? undefined : BigInt(countPrimes(n))),
    python: "return sum(is_prime(m) for m in range(2, n + 1))",
    cpp: "Z c = 0; for (Z m = 2; m <= n; m++) if (factorize(m)[0].first == m) c++; return Q(c);",
  },
  gcd_with: {
    meaning: "greatest common divisor with #",
    isArithmetic: true,
    evaluate: (n, k) => computeGcd(n, k),
    python: "return gcd(n, k)",
    cpp: "while (k != 0) { Z r = n % k; n = k; k = r; } return Q(n < 0 ? -n : n);",
  },
  valuation: {
    meaning: "exponent of # in n",
    isArithmetic: true,
    evaluate: (n, k) => (n === 0n ? undefined : computeValuation(n, k)),
    python: "v = 0\nwhile n % k == 0:\n    n //= k\n    v += 1\nreturn v",
    cpp: "Z v = 0; while (n % k == 0) { n /= k; v++; } return Q(v);",
  },
  part_without: {
    meaning: "n without its factors #",
    isArithmetic: true,
    evaluate: (n, k) => (n === 0n ? undefined : n / k ** computeValuation(n, k)),
    python: "while n % k == 0:\n    n //= k\nreturn n",
    cpp: "while (n % k == 0) n /= k;\n  return Q(n);",
  },
} as const satisfies Readonly<Record<string, FunctionDefinition>>;

/** Nothing above this is factorised: trial division would not end. */
const maxFactorised = 10n ** 12n;

/** No list of primes is longer. */
const maxListed = maxCounted;

const primes: bigint[] = [2n, 3n];

function listPrimes(count: number): readonly bigint[] {
  for (let candidate = (primes.at(-1) ?? 3n) + 2n; primes.length < count; candidate += 2n) {
    if (isPrime(candidate)) primes.push(candidate);
  }
  return primes;
}

function countPrimes(limit: bigint): number {
  let count = 0;
  while ((listPrimes(count + 1)[count] ?? 0n) <= limit) count += 1;
  return count;
}

const factorisations = new Map<bigint, readonly (readonly [bigint, number])[]>();

/** Primes and exponents in rising order, by trial division. */
function factorize(n: bigint): readonly (readonly [bigint, number])[] {
  const known = factorisations.get(n);
  if (known !== undefined) return known;
  const found: [bigint, number][] = [];
  let rest = Number(n);
  for (let p = 2; p * p <= rest; p += p === 2 ? 1 : 2) {
    let exponent = 0;
    for (; rest % p === 0; rest /= p) exponent += 1;
    if (exponent > 0) found.push([BigInt(p), exponent]);
  }
  if (rest > 1) found.push([BigInt(rest), 1]);
  if (factorisations.size < 10_000) factorisations.set(n, found);
  return found;
}

function isOutside(n: bigint): boolean {
  return n < 1n || n > maxFactorised;
}

function foldFactors(n: bigint, value: (prime: bigint, exponent: number) => bigint): bigint | undefined {
  if (isOutside(n)) return undefined;
  return factorize(n).reduce((product, [prime, exponent]) => product * value(prime, exponent), 1n);
}

function isPrime(n: bigint): boolean {
  if (n < 2n || n > maxFactorised) return false;
  const factors = factorize(n);
  return factors.length === 1 && factors[0]?.[1] === 1;
}

function computeValuation(n: bigint, k: bigint): bigint {
  let count = 0n;
  for (let rest = n; rest % k === 0n; rest /= k) count += 1n;
  return count;
}
