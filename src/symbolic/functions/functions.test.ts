import { describe, expect, it } from "vitest";
import { compileExpression } from "../compile-expression.ts";
import { knownSequences } from "../known-sequences.ts";
import { functionNames, functions, type FunctionName } from "./index.ts";

const firstPrimes = range(300).filter((k) => factor(k).length === 1);

/** By definition, for small n ≥ 1. */
const definitions: Partial<Readonly<Record<FunctionName, (n: number) => number>>> = {
  bit_count: (n) => toBits(n).filter((bit) => bit === "1").length,
  bit_parity: (n) => toBits(n).filter((bit) => bit === "1").length % 2,
  binary_length: (n) => toBits(n).length,
  gray_code: (n) => n ^ (n >> 1),
  bit_reversal: (n) => Number.parseInt(toBits(n).toReversed().join(""), 2),
  rudin_shapiro: (n) => (toBits(n).filter((bit, i, bits) => bit === "1" && bits[i + 1] === "1").length % 2 ? -1 : 1),
  digit_sum: (n) => sum(toDigits(n)),
  digit_count: (n) => toDigits(n).length,
  digit_reversal: (n) => Number.parseInt(n.toString(3).split("").toReversed().join(""), 3),
  digit_product: (n) => toDigits(n).reduce((a, b) => a * b, 1),
  divisor_count: (n) => listDivisors(n).length,
  divisor_sum: (n) => sum(listDivisors(n)),
  totient: (n) => range(n).filter((k) => computeGcd(k, n) === 1).length,
  moebius: (n) => (factor(n).length === new Set(factor(n)).size ? (factor(n).length % 2 ? -1 : 1) : 0),
  distinct_prime_count: (n) => new Set(factor(n)).size,
  prime_factor_count: (n) => factor(n).length,
  smallest_prime_factor: (n) => factor(n)[0] ?? 1,
  largest_prime_factor: (n) => factor(n).at(-1) ?? 1,
  radical: (n) => [...new Set(factor(n))].reduce((a, b) => a * b, 1),
  is_prime: (n) => (factor(n).length === 1 ? 1 : 0),
  is_square: (n) => (range(n).some((k) => k * k === n) ? 1 : 0),
  prime_count: (n) => range(n).filter((k) => factor(k).length === 1).length,
  nth_prime: (n) => firstPrimes[n - 1] ?? 0,
  gcd_with: (n) => computeGcd(n, 3),
  valuation: (n) => factor(n).filter((p) => p === 3).length,
  part_without: (n) => factor(n).reduce((product, p) => (p === 3 ? product : product * p), 1),
  square_root: (n) => range(n).filter((k) => k * k <= n).length,
  cube_root: (n) => range(n).filter((k) => k ** 3 <= n).length,
  collatz_steps: (n) => (n === 1 ? 0 : 1 + countSteps(n)),
};

/** The first terms as combinatorics gives them, from index 0. */
const firstTerms: Partial<Readonly<Record<FunctionName, readonly number[]>>> = {
  factorial: [1, 1, 2, 6, 24, 120, 720],
  self_power: [1, 1, 4, 27, 256, 3125],
  partitions: [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42],
  distinct_partitions: [1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10],
  set_partitions: [1, 1, 2, 5, 15, 52, 203, 877],
  ordered_set_partitions: [1, 1, 3, 13, 75, 541, 4683],
  alternating_permutations: [1, 1, 1, 2, 5, 16, 61, 272],
  cycles_into: [0, 0, 0, 1, 6, 35, 225, 1624],
  groups_into: [0, 0, 0, 1, 6, 25, 90, 301],
};

describe("functions", () => {
  it("are all checked here", () => {
    expect(functionNames.filter((name) => definitions[name] === undefined && firstTerms[name] === undefined)).toEqual(
      [],
    );
  });

  it.each(Object.entries(definitions))("%s is what its name says", (name, define) => {
    const { evaluate } = functions[name as FunctionName];
    expect(range(60).map((n) => Number(evaluate(BigInt(n), 3n)))).toEqual(range(60).map(define));
  });

  it.each(Object.entries(firstTerms))("%s starts as it should", (name, terms) => {
    const { evaluate } = functions[name as FunctionName];
    expect(terms.map((_, n) => Number(evaluate(BigInt(n), 3n)))).toEqual(terms);
  });

  it("have no value outside their domain, and end for any argument", () => {
    for (const name of functionNames) {
      const { evaluate } = functions[name];
      for (const n of [-3n, 0n, 10n ** 30n]) {
        const value = evaluate(n, 3n);
        expect(value === undefined || typeof value === "bigint", `${name}(${n})`).toBe(true);
      }
    }
  });
});

describe("known sequences", () => {
  /** Σ over explicit binomials, or a plain recurrence where there is nothing simpler. */
  const sums: Readonly<Record<string, (n: number) => number>> = {
    fibonacci: (n) => sum(range(n).map((k) => choose(n - k, k - 1))),
    lucas: (n) => (n === 0 ? 2 : sum(range(n + 1).map((k) => (n * choose(n - k + 1, k - 1)) / Math.max(1, n - k + 1)))),
    catalan: (n) => choose(2 * n, n) / (n + 1),
    central_binomial: (n) => choose(2 * n, n),
    motzkin: (n) => sum(from0(n).map((k) => (choose(n, 2 * k) * choose(2 * k, k)) / (k + 1))),
    central_trinomial: (n) => sum(from0(n).map((k) => choose(n, 2 * k) * choose(2 * k, k))),
    large_schroeder: (n) => sum(from0(n).map((k) => (choose(n + k, 2 * k) * choose(2 * k, k)) / (k + 1))),
    central_delannoy: (n) => sum(from0(n).map((k) => choose(n, k) * choose(n + k, k))),
    derangements: (n) => sum(from0(n).map((k) => ((k % 2 ? -1 : 1) * fact(n)) / fact(k))),
    involutions: (n) => sum(from0(n).map((k) => (2 * k > n ? 0 : fact(n) / (fact(n - 2 * k) * 2 ** k * fact(k))))),
    arrangements: (n) => sum(from0(n).map((k) => fact(n) / fact(k))),
    odd_double_factorial: (n) => range(n).reduce((product, k) => product * (2 * k - 1), 1),
    franel: (n) => sum(from0(n).map((k) => choose(n, k) ** 3)),
    apery_of_2: (n) => sum(from0(n).map((k) => choose(n, k) ** 2 * choose(n + k, k))),
    ternary_trees: (n) => choose(3 * n, n) / (2 * n + 1),
    lower_wythoff: (n) => Math.floor((n * (1 + Math.sqrt(5))) / 2),
  };

  it.each(Object.entries(sums))("%s agrees with its explicit sum", (name, define) => {
    const known = knownSequences.find((each) => each.name === name);
    const evaluate = known === undefined ? undefined : compileExpression(known.definition);
    expect(from0(11).map((n) => Number(evaluate?.(BigInt(n))?.numerator))).toEqual(from0(11).map(define));
  });

  it.each([
    ["pell", [0, 1, 2, 5, 12, 29, 70]],
    ["tribonacci", [0, 0, 1, 1, 2, 4, 7, 13]],
    ["padovan", [1, 1, 1, 2, 2, 3, 4, 5, 7]],
    ["stern_diatomic", [0, 1, 1, 2, 1, 3, 2, 3, 1, 4]],
  ])("%s starts as it should", (name, terms) => {
    const known = knownSequences.find((each) => each.name === name);
    const evaluate = known === undefined ? undefined : compileExpression(known.definition);
    expect(terms.map((_, n) => Number(evaluate?.(BigInt(n))?.numerator))).toEqual(terms);
  });

  it("josephus is the last of n who count out every second", () => {
    const known = knownSequences.find(({ name }) => name === "josephus");
    const evaluate = known === undefined ? undefined : compileExpression(known.definition);
    expect(range(20).map((n) => Number(evaluate?.(BigInt(n))?.numerator))).toEqual(range(20).map(findSurvivor));
  });
});

function findSurvivor(n: number): number {
  const circle = range(n);
  while (circle.length > 1) {
    circle.push(circle.shift() ?? 0);
    circle.shift();
  }
  return circle[0] ?? 0;
}

function toBits(n: number): string[] {
  return n.toString(2).split("");
}

function toDigits(n: number): number[] {
  return n.toString(3).split("").map(Number);
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

function from0(n: number): number[] {
  return Array.from({ length: n + 1 }, (_, i) => i);
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function listDivisors(n: number): number[] {
  return range(n).filter((d) => n % d === 0);
}

function computeGcd(a: number, b: number): number {
  return b === 0 ? a : computeGcd(b, a % b);
}

/** Prime factors with repetition, rising. */
function factor(n: number): number[] {
  const smallest = range(n).find((d) => d > 1 && n % d === 0);
  return smallest === undefined ? [] : [smallest, ...factor(n / smallest)];
}

function countSteps(n: number): number {
  const next = n % 2 === 0 ? n / 2 : 3 * n + 1;
  return next === 1 ? 0 : 1 + countSteps(next);
}

function fact(n: number): number {
  return range(n).reduce((a, b) => a * b, 1);
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  return Math.round(range(k).reduce((product, i) => (product * (n - k + i)) / i, 1));
}
