import type { Rng } from "../../std/index.ts";
import { createSortKiller } from "./anti-quicksort.ts";

export const permutationShapes = [
  "identity",
  "reversed",
  "one-cycle",
  "swaps",
  "one-swap",
  "zigzag",
  "anti-quicksort",
] as const;

export type PermutationShape = (typeof permutationShapes)[number];

/** A permutation of 0 … n-1. */
export function createPermutation(shape: PermutationShape, n: number, rng: Rng): readonly number[] {
  const identity = Array.from({ length: n }, (_, i) => i);
  switch (shape) {
    case "identity":
      return identity;
    case "reversed":
      return identity.toReversed();
    case "one-cycle":
      return identity.map((i) => (i + 1) % n);
    case "swaps":
      return identity.map((i) => (i % 2 === 1 ? i - 1 : i + 1 < n ? i + 1 : i));
    case "one-swap": {
      if (n < 2) return identity;
      const [i, j] = [rng.nextInt(0, n - 1), rng.nextInt(0, n - 1)];
      return identity.map((value) => (value === i ? j : value === j ? i : value));
    }
    case "zigzag":
      return identity.map((i) => (i % 2 === 0 ? i >> 1 : n - 1 - (i >> 1)));
    case "anti-quicksort":
      return createSortKiller(n);
  }
}
