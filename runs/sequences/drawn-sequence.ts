import type { Rng } from "../../src/std/index.ts";

/** A value of a drawn sequence: numerator, and denominator where it is a fraction. */
export interface DrawnTerm {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A rule of the sampler's own: the value at an index from 0. */
export type Generator = (n: number) => bigint;

/** Terms to show, and those that are held back. */
export interface DrawnSequence {
  readonly kind: string;
  /** What was drawn, for the report of misses. */
  readonly label: string;
  readonly firstIndex: number;
  readonly shown: readonly DrawnTerm[];
  readonly heldBack: readonly DrawnTerm[];
}

/** How many terms are shown, and how many must be predicted. */
export const shownTerms = { fewest: 12, most: 24 };
export const heldBackTerms = 10;

export function drawInt(rng: Rng, low: number, high: number): bigint {
  return BigInt(rng.nextInt(low, high));
}

export function pick<T>(rng: Rng, items: readonly T[]): T {
  const item = items[rng.nextInt(0, items.length - 1)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** Integers in [low, high] without 0. */
export function drawNonZero(rng: Rng, low: number, high: number): bigint {
  for (;;) {
    const value = drawInt(rng, low, high);
    if (value !== 0n) return value;
  }
}

export function toTerm(numerator: bigint, denominator = 1n): DrawnTerm {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  const divisor = denominator < 0n ? -a : a;
  return divisor === 0n
    ? { numerator, denominator }
    : { numerator: numerator / divisor, denominator: denominator / divisor };
}
