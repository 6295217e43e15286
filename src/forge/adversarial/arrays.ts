import type { Rng } from "../../std/index.ts";
import { createHashCollisions } from "./anti-hash.ts";
import { createSortKiller } from "./anti-quicksort.ts";
import { compareBigInts, listBoundaries, pickBigInt } from "./integers.ts";

export const arrayShapes = [
  "minimum",
  "maximum",
  "extremes",
  "boundaries",
  "small",
  "all-equal",
  "two-values",
  "few-values",
  "sorted",
  "reversed",
  "nearly-sorted",
  "zigzag",
  "organ-pipe",
  "one-outlier",
  "alternating-signs",
  "around-zero",
  "anti-quicksort",
  "anti-hash",
  "powers-of-two",
] as const;

export type ArrayShape = (typeof arrayShapes)[number];

/** Whole numbers of [low, high] in a shape that some wrong or slow programs mind. */
export function createArray(
  shape: ArrayShape,
  { length, low, high }: { readonly length: number; readonly low: bigint; readonly high: bigint },
  rng: Rng,
): readonly bigint[] {
  const uniform = (): bigint => pickBigInt(rng, low, high);
  const fill = (next: (i: number) => bigint): bigint[] => Array.from({ length }, (_, i) => next(i));
  const choose = (values: readonly bigint[]): bigint => values[rng.nextInt(0, values.length - 1)] ?? low;
  const clamp = (value: bigint): bigint => (value < low ? low : value > high ? high : value);
  const spread = (): bigint[] => (rng.nextInt(0, 1) === 0 ? fill(uniform) : fill((i) => clamp(low + BigInt(i))));
  switch (shape) {
    case "minimum":
      return fill(() => low);
    case "maximum":
      return fill(() => high);
    case "extremes":
      return fill(() => (rng.nextInt(0, 1) === 0 ? low : high));
    case "boundaries": {
      const values = listBoundaries(low, high);
      return fill(() => choose(values));
    }
    case "small": {
      const start = clamp(0n);
      return fill(() => pickBigInt(rng, clamp(start - 2n), clamp(start + 3n)));
    }
    case "all-equal": {
      const value = uniform();
      return fill(() => value);
    }
    case "two-values":
    case "few-values": {
      const values = Array.from({ length: shape === "two-values" ? 2 : 5 }, uniform);
      return fill(() => choose(values));
    }
    case "sorted":
      return spread().toSorted(compareBigInts);
    case "reversed":
      return spread().toSorted(compareBigInts).toReversed();
    case "nearly-sorted":
      return swapSome(spread().toSorted(compareBigInts), rng);
    case "zigzag":
      return interleave(spread().toSorted(compareBigInts));
    case "organ-pipe": {
      const sorted = spread().toSorted(compareBigInts);
      return [...sorted.filter((_, i) => i % 2 === 0), ...sorted.filter((_, i) => i % 2 === 1).toReversed()];
    }
    case "one-outlier": {
      const at = rng.nextInt(0, Math.max(0, length - 1));
      const [common, odd] = rng.nextInt(0, 1) === 0 ? [low, high] : [high, low];
      return fill((i) => (i === at ? odd : common));
    }
    case "alternating-signs":
      return fill((i) => (i % 2 === 0 ? high : low));
    case "around-zero":
      return fill(() => pickBigInt(rng, clamp(-1n), clamp(1n)));
    case "anti-quicksort":
      return createSortKiller(length).map((rank) => clamp(low + BigInt(rank)));
    case "anti-hash":
      return createHashCollisions({ length, low, high }, rng);
    case "powers-of-two":
      return fill(() => clamp(2n ** BigInt(rng.nextInt(0, Math.max(0, high.toString(2).length - 1)))));
  }
}

/** Smallest, largest, second smallest, second largest … */
function interleave(sorted: readonly bigint[]): readonly bigint[] {
  return sorted.map((_, i) => (i % 2 === 0 ? sorted[i >> 1] : sorted[sorted.length - 1 - (i >> 1)]) ?? 0n);
}

function swapSome(values: bigint[], rng: Rng): readonly bigint[] {
  for (let swaps = Math.min(3, values.length - 1); swaps > 0; swaps--) {
    const [i, j] = [rng.nextInt(0, values.length - 1), rng.nextInt(0, values.length - 1)];
    [values[i], values[j]] = [values[j] ?? 0n, values[i] ?? 0n];
  }
  return values;
}
