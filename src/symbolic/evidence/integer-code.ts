import { countBits } from "../numbers/integer.ts";
import type { Rational } from "../numbers/rational.ts";

/** Bits of a natural number ≥ 1 in Elias's gamma code (for counts, which are small); prefix-free. */
export function countCountBits(value: number): number {
  return 2 * Math.floor(Math.log2(value)) + 1;
}

/** Bits of a natural number ≥ 1 in Elias's delta code, which is prefix-free. */
export function countNaturalBits(value: bigint | number): number {
  const length = countBits(BigInt(value));
  return length + 2 * Math.floor(Math.log2(length));
}

/** Bits of an integer: 0, 1, −1, 2, −2, … numbered from 1. */
export function countIntegerBits(value: bigint): number {
  return countNaturalBits(value > 0n ? 2n * value : 1n - 2n * value);
}

/** Bits of a fraction: numerator, then denominator. */
export function countRationalBits(value: Rational): number {
  return countIntegerBits(value.numerator) + countNaturalBits(value.denominator);
}

/**
 * Bits of a list whose length is known: each by itself, or as the range and a place in it, whichever is shorter; one bit
 * says which.
 */
export function countListBits(values: readonly Rational[]): number {
  const separate = values.reduce((sum, value) => sum + countRationalBits(value), 0);
  const integers = values.filter(({ denominator }) => denominator === 1n).map(({ numerator }) => numerator);
  return 1 + (integers.length < values.length ? separate : Math.min(separate, countRangeBits(integers)));
}

/**
 * Bits of integers told as the lowest, the width of their range, and a place in it for each.
 *
 * @param minimumWidth counts as the width where all are nearer to one another
 */
export function countRangeBits(values: readonly bigint[], minimumWidth = 1): number {
  const [first = 0n] = values;
  let [low, high] = [first, first];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const width = high - low + 1n;
  const counted = width < BigInt(minimumWidth) ? BigInt(minimumWidth) : width;
  return countIntegerBits(low) + countNaturalBits(width) + values.length * log2(counted);
}

/** The binary logarithm of a positive bigint. */
export function log2(value: bigint): number {
  const length = countBits(value);
  const shift = Math.max(0, length - 53);
  return Math.log2(Number(value >> BigInt(shift))) + shift;
}
