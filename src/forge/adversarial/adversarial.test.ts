import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { Rng } from "../../std/index.ts";
import { createHashCollisions, hashTablePrimes } from "./anti-hash.ts";
import { createSortKiller } from "./anti-quicksort.ts";
import { arrayShapes, createArray } from "./arrays.ts";
import { boundaryValues, listBoundaries, pickBigInt } from "./integers.ts";
import { createPermutation, permutationShapes } from "./permutations.ts";
import { createString, stringShapes } from "./strings.ts";
import { createTree, treeShapes } from "./trees.ts";

/** Comparisons of Hoare's quicksort with the middle element as pivot. */
function countComparisons(input: readonly number[]): number {
  const values = [...input];
  let count = 0;
  const ranges: [number, number][] = [[0, values.length - 1]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    let [i, j] = range;
    const pivot = values[(i + j) >> 1] ?? 0;
    while (i <= j) {
      while (++count && (values[i] ?? 0) < pivot) i++;
      while (++count && (values[j] ?? 0) > pivot) j--;
      if (i > j) break;
      [values[i], values[j]] = [values[j] ?? 0, values[i] ?? 0];
      i++;
      j--;
    }
    if (range[0] < j) ranges.push([range[0], j]);
    if (i < range[1]) ranges.push([i, range[1]]);
  }
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  return count;
}

test("the sort killer makes quicksort quadratic, as random order does not", () => {
  const n = 2000;
  const random = countComparisons(new Rng("1").shuffle(createSortKiller(n)));
  expect(countComparisons(createSortKiller(n))).toBeGreaterThan(15 * random);
  expect(new Set(createSortKiller(n)).size).toBe(n);
});

test("hash collisions share a bucket of a table that suits their number", () => {
  const keys = createHashCollisions({ length: 50_000, low: 1n, high: 1_000_000_000_000n }, new Rng("1"));
  expect(new Set(keys).size).toBe(50_000);
  const shared = hashTablePrimes.filter((prime) => new Set(keys.map((key) => key % BigInt(prime))).size === 1);
  expect(shared).toHaveLength(1);
});

test("boundaries hold the ends of 32 and 64 bits and stay in the range", () => {
  for (const value of [2n ** 31n - 1n, -(2n ** 31n), 2n ** 63n - 1n, 10n ** 9n])
    expect(boundaryValues).toContain(value);
  expect(listBoundaries(5n, 20n).every((value) => value >= 5n && value <= 20n)).toBe(true);
});

test("big random numbers stay in their range and reach both halves", () => {
  const rng = new Rng("1");
  const values = Array.from({ length: 200 }, () => pickBigInt(rng, -(10n ** 18n), 10n ** 18n));
  expect(values.every((value) => value >= -(10n ** 18n) && value <= 10n ** 18n)).toBe(true);
  expect(values.some((value) => value < 0n) && values.some((value) => value > 0n)).toBe(true);
});

describe("shapes", () => {
  const seeds = fc.nat().map((seed) => new Rng(`${seed}`));

  it("of arrays stay in their range, of any width", () => {
    const bound = fc.bigInt(-(10n ** 18n), 10n ** 18n);
    const property = fc.property(
      fc.constantFrom(...arrayShapes),
      fc.nat(30),
      bound,
      bound,
      seeds,
      (shape, length, a, b, rng) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const values = createArray(shape, { length, low, high }, rng);
        expect(values).toHaveLength(length);
        expect(values.every((value) => value >= low && value <= high)).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 400 });
  });

  it("of strings have their length and letters", () => {
    const letters = fc.constantFrom<readonly string[]>(["a"], ["0", "1"], ["a", "b", "c", "d", "e"]);
    const property = fc.property(
      fc.constantFrom(...stringShapes),
      fc.nat(70),
      letters,
      seeds,
      (shape, length, alphabet, rng) => {
        const text = createString(shape, { length, alphabet }, rng);
        expect(text).toHaveLength(length);
        expect(text.split("").every((letter) => alphabet.includes(letter))).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 400 });
  });

  it("of trees have each parent before its child", () => {
    const property = fc.property(
      fc.constantFrom(...treeShapes),
      fc.integer({ min: 1, max: 40 }),
      seeds,
      (shape, n, rng) => {
        const parents = createTree(shape, n, rng);
        expect(parents).toHaveLength(n - 1);
        expect(parents.every((parent, i) => parent >= 0 && parent <= i)).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it("of permutations hold each number once", () => {
    const property = fc.property(fc.constantFrom(...permutationShapes), fc.nat(40), seeds, (shape, n, rng) => {
      expect(createPermutation(shape, n, rng).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: n }, (_, i) => i),
      );
    });
    fc.assert(property, { numRuns: 200 });
  });
});

test("a Thue–Morse string has no cube, and a de Bruijn string no long repetition", () => {
  const rng = new Rng("1");
  const morse = createString("thue-morse", { length: 256, alphabet: ["a", "b"] }, rng);
  expect(/(.+)\1\1/.test(morse)).toBe(false);
  const bruijn = createString("de-bruijn", { length: 256, alphabet: ["a", "b"] }, rng);
  expect(new Set(Array.from({ length: 249 }, (_, i) => bruijn.slice(i, i + 8))).size).toBe(249);
});
