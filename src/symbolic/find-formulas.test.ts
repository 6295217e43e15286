import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rng } from "../std/index.ts";
import { findFormulas } from "./find-formulas.ts";
import { formatRational, toRational, type Rational } from "./numbers/rational.ts";

const shownCount = 16;
const heldBackCount = 10;

type Rule = (n: number) => bigint | Rational;

function toPrefix(rule: Rule, options: { readonly firstIndex?: number; readonly count?: number } = {}) {
  const { firstIndex = 0, count = shownCount } = options;
  return { firstIndex, terms: Array.from({ length: count }, (_, i) => rule(firstIndex + i)) };
}

function toText(value: bigint | Rational | undefined): string {
  if (value === undefined) return "none";
  return typeof value === "bigint" ? `${value}` : formatRational(value);
}

/** What the best formula says about the terms that were held back, and what they are. */
function predict(rule: Rule, options: { readonly firstIndex?: number; readonly count?: number } = {}) {
  const prefix = toPrefix(rule, options);
  const [best] = findFormulas(prefix);
  const further = Array.from({ length: heldBackCount }, (_, i) => prefix.firstIndex + prefix.terms.length + i);
  return {
    best,
    shown: `${prefix.terms.map(toText).join(" ")} gave ${best?.text}`,
    predicted: further.map((n) => toText(best?.term(n))),
    heldBack: further.map((n) => toText(rule(n))),
  };
}

/** The rule with one term that is off. */
function putOff(rule: (n: number) => bigint, at: number): Rule {
  return (n) => rule(n) + (n === at ? 1n : 0n);
}

/** The cases are drawn once for all: that a shorter formula also gives some first terms is rare, and no fault. */
const small = fc.integer({ min: -9, max: 9 }).map(BigInt);
const nonZero = small.filter((value) => value !== 0n);

describe("findFormulas", () => {
  it("finds any polynomial of degree d up to 5 from d + 12 terms, and of large coefficients from d + 6, but at least 12", () => {
    fc.assert(
      fc.property(fc.array(small, { minLength: 1, maxLength: 5 }), nonZero, fc.boolean(), (low, leading, isLarge) => {
        const scale = isLarge ? 100_003n : 1n;
        const coefficients = [...low, leading].map((c, i) => c * scale + (isLarge ? BigInt(i) : 0n));
        const rule = (n: number) => coefficients.reduceRight((sum, c) => sum * BigInt(n) + c, 0n);
        const count = low.length + (isLarge ? Math.max(6, 12 - low.length) : 12);
        const { predicted, heldBack, shown } = predict(rule, { count });
        expect(predicted, shown).toEqual(heldBack);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("finds any linear recurrence of order up to 3 from 16 terms", () => {
    const order = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(order, fc.array(small, { minLength: 6, maxLength: 6 }), nonZero, (r, values, last) => {
        const weights = [...values.slice(0, r - 1), last];
        const terms = values.slice(3, 3 + r).map((value) => value + 10n);
        while (terms.length < shownCount + heldBackCount) {
          terms.push(weights.reduce((sum, w, i) => sum + w * (terms.at(-1 - i) ?? 0n), 0n));
        }
        const { predicted, heldBack, shown } = predict((n) => terms[n] ?? 0n);
        expect(predicted, shown).toEqual(heldBack);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("finds any period of different values that is seen three times in 16 terms or more", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 5 }), (period) => {
        const rule = (n: number) => BigInt(period[n % period.length] ?? 0);
        const { predicted, heldBack, shown } = predict(rule, { count: Math.max(shownCount, 3 * period.length) });
        expect(predicted, shown).toEqual(heldBack);
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it.each<[string, Rule]>([
    ["(3n − 2)/(2n + 5)", (n) => toRational(3 * n - 2, 2 * n + 5)],
    ["(n² + 1)/(n + 3)", (n) => toRational(n * n + 1, n + 3)],
    ["n/(n + 1)", (n) => toRational(n, n + 1)],
  ])("finds the rational function %s", (_, rule) => {
    const { predicted, heldBack, best } = predict(rule);
    expect(predicted).toEqual(heldBack);
    expect(best?.kind).toBe("rational-function");
  });

  it.each<[string, Rule, { readonly firstIndex?: number; readonly count?: number }]>([
    ["squares minus ones in binary", (n) => BigInt(n * n - n.toString(2).split("1").length + 1), {}],
    ["running sum of primes", (n) => listPrimes(n).reduce((a, b) => a + b, 0n), { firstIndex: 1 }],
    ["the index times the number of divisors", (n) => BigInt(n * countDivisors(n)), { firstIndex: 1 }],
    ["Catalan numbers times powers of two", (n) => 2n ** BigInt(n) * countCatalan(n), {}],
    ["powers and squares in turn", (n) => (n % 2 === 0 ? 3n ** BigInt(n / 2) : BigInt((n - 1) ** 2)), { count: 20 }],
    ["residues of squares", (n) => BigInt((n * n) % 37), {}],
    ["floors of multiples", (n) => BigInt(Math.floor((13 * n + 2) / 7)), { count: 24 }],
    ["comparisons of merge sort", countComparisons, { firstIndex: 1, count: 40 }],
    ["n xor 11", (n) => BigInt(n ^ 11), {}],
    ["running product of Fibonacci numbers", (n) => listFibonacci(n).reduce((a, b) => a * b, 1n), { firstIndex: 1 }],
    ["differences of numbers of partitions", (n) => countPartitions(n + 1) - countPartitions(n), {}],
  ])("finds %s", (_, rule, options) => {
    const { predicted, heldBack, shown } = predict(rule, options);
    expect(predicted, shown).toEqual(heldBack);
  });

  it("says what speaks for a formula", () => {
    const { best } = predict((n) => BigInt(n * n + 3 * n + 1));
    expect(best).toMatchObject({
      kind: "polynomial",
      text: "a(n) = n^2 + 3·n + 1",
      fittedTerms: 16,
      freeParameters: 3,
    });
    expect(best?.surplusTerms).toBe(13);
    expect(best?.evidenceBits).toBeCloseTo((best?.dataBits ?? 0) - (best?.formulaBits ?? 0), 9);
    expect(best?.evidenceBits).toBeGreaterThan(6);
  });

  it("ranks by evidence", () => {
    const evidence = findFormulas(toPrefix((n) => BigInt(n * n))).map(({ evidenceBits }) => evidenceBits);
    expect(evidence.length).toBeGreaterThan(1);
    expect(evidence).toEqual(evidence.toSorted((a, b) => b - a));
  });

  it("claims nothing about terms that say too little", () => {
    expect(findFormulas({ terms: [1n, 2n, 4n, 8n, 16n] })).toEqual([]);
    expect(findFormulas({ terms: [3n, 1n, 4n, 1n, 5n, 9n, 2n, 6n, 5n, 3n, 5n, 8n] })).toEqual([]);
  });

  it("claims nothing about random integers, walks and shuffles, but for one in thirty-six", () => {
    const rng = new Rng("patternless");
    let claims = 0;
    for (let i = 0; i < 12; i += 1) {
      const part = rng.derive(i);
      const most = 10 ** part.nextInt(1, 6);
      let at = 0n;
      const integers = Array.from({ length: 16 }, () => BigInt(part.nextInt(0, most)));
      const walk = Array.from({ length: 16 }, () => (at += BigInt(part.nextInt(-3, 3))));
      const shuffle = part.shuffle(Array.from({ length: 16 }, (_, n) => BigInt(n)));
      for (const terms of [integers, walk, shuffle]) claims += findFormulas({ terms }).length > 0 ? 1 : 0;
    }
    expect(claims).toBeLessThanOrEqual(1);
  });

  it("does not dress up a pattern of which one term is off", () => {
    for (const at of [5, 9, 15]) {
      expect(findFormulas(toPrefix(putOff((n) => BigInt(3 * n * n - n), at)))).toEqual([]);
      expect(findFormulas(toPrefix(putOff((n) => 2n ** BigInt(n), at)))).toEqual([]);
      expect(findFormulas(toPrefix(putOff(countCatalan, at)))).toEqual([]);
    }
  });

  it("shifts with the first index", () => {
    const [best] = findFormulas({ firstIndex: 7, terms: toPrefix((n) => BigInt(n * n), { firstIndex: 7 }).terms });
    expect(best?.text).toBe("a(n) = n^2");
  });

  it("gives the same answer for the same terms", () => {
    const prefix = toPrefix((n) => BigInt(n * n) + countCatalan(n));
    const texts = findFormulas(prefix).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(0);
    expect(findFormulas(prefix).map(({ text }) => text)).toEqual(texts);
  });

  it("wants terms from an integer index", () => {
    expect(() => findFormulas({ terms: [] })).toThrow(expect.objectContaining({ code: "SEQUENCE_INVALID" }));
    expect(() => findFormulas({ firstIndex: 0.5, terms: [1n, 2n, 3n, 4n] })).toThrow(/integer index/);
  });
});

function listPrimes(count: number): bigint[] {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < count; n += 1n) if (primes.every((p) => n % p !== 0n)) primes.push(n);
  return primes;
}

function countDivisors(n: number): number {
  return Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0).length;
}

function countCatalan(n: number): bigint {
  if (n === 0) return 1n;
  return Array.from({ length: n }, (_, k) => k).reduce((row, k) => (row * BigInt(4 * k + 2)) / BigInt(k + 2), 1n);
}

function countComparisons(n: number): bigint {
  if (n <= 1) return 0n;
  return countComparisons(Math.floor(n / 2)) + countComparisons(Math.ceil(n / 2)) + BigInt(n);
}

/** F(2), F(3), … */
function listFibonacci(count: number): bigint[] {
  const terms = [1n, 2n];
  while (terms.length < count) terms.push((terms.at(-1) ?? 0n) + (terms.at(-2) ?? 0n));
  return terms.slice(0, count);
}

function countPartitions(n: number): bigint {
  const ways = [1n, ...Array.from({ length: n }, (): bigint => 0n)];
  for (let part = 1; part <= n; part += 1) {
    for (let sum = part; sum <= n; sum += 1) ways[sum] = (ways[sum] ?? 0n) + (ways[sum - part] ?? 0n);
  }
  return ways[n] ?? 0n;
}
