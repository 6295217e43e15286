import { countBits } from "../numbers/integer.ts";
import type { Rational } from "../numbers/rational.ts";
import {
  countCountBits,
  countIntegerBits,
  countListBits,
  countNaturalBits,
  countRangeBits,
  log2,
} from "./integer-code.ts";

/**
 * Bits that the terms take without a formula: the shortest of a few plain codes, each of which fits one way in which
 * numbers without a pattern come (in a range, few values, small steps, steps of steps, growing at a rate, a permutation).
 * What a formula saves against this is its evidence: data from any of these sources is told shorter than its code by k
 * bits with a chance of at most 2^−k (the no-hypercompression inequality: Grünwald, The Minimum Description Length
 * Principle, 2007, section 3.3), whatever number of formulas was tried.
 */
export function countDataBits(terms: readonly Rational[]): number {
  const top = countIntegerSequenceBits(terms.map(({ numerator }) => numerator));
  if (terms.every(({ denominator }) => denominator === 1n)) return top;
  return Math.min(top + countIntegerSequenceBits(terms.map(({ denominator }) => denominator)), countListBits(terms));
}

function countIntegerSequenceBits(terms: readonly bigint[]): number {
  const [first = 0n] = terms;
  const steps = toSteps(terms);
  const [firstStep = 0n] = steps;
  const codes = [
    countScatteredBits(terms, 1),
    countIntegerBits(first) + countScatteredBits(steps, 2),
    countIntegerBits(first) + countIntegerBits(firstStep) + countScatteredBits(toSteps(steps), 3),
    countAlphabetBits(terms),
    countGrowthBits(terms),
    countPermutationBits(terms),
  ];
  return Math.log2(codes.length) + Math.min(...codes);
}

function toSteps(terms: readonly bigint[]): bigint[] {
  return terms.slice(1).map((term, i) => term - (terms[i] ?? 0n));
}

/**
 * A range and a place in it for each value, but for up to `maxOutliers` at either end, which are told one by one: a term
 * that is off makes two steps and three steps of steps so.
 */
function countScatteredBits(values: readonly bigint[], maxOutliers: number): number {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  let best = Infinity;
  for (let below = 0; below <= maxOutliers; below += 1) {
    for (let above = 0; below + above <= maxOutliers && below + above < sorted.length; above += 1) {
      const inside = sorted.slice(below, sorted.length - above);
      const outside = [...sorted.slice(0, below), ...sorted.slice(sorted.length - above)];
      const [low = 0n] = inside;
      const outliers = outside.reduce(
        (bits, value) => bits + countIntegerBits(value - low) + Math.log2(values.length),
        0,
      );
      best = Math.min(best, countCountBits(1 + outside.length) + outliers + countRangeBits(inside, 2));
    }
  }
  return best;
}

/** The different values, then one of them for each term. */
function countAlphabetBits(terms: readonly bigint[]): number {
  const values = [...new Set(terms)];
  const table = values.reduce((sum, value) => sum + countIntegerBits(value), countNaturalBits(values.length));
  return table + terms.length * Math.log2(Math.max(2, values.length));
}

/** For each term how much longer it is than the one before, its sign, and its binary digits after the first. */
function countGrowthBits(terms: readonly bigint[]): number {
  let bits = 0;
  let previous = 0;
  for (const term of terms) {
    const length = countBits(term);
    bits += countIntegerBits(BigInt(length - previous)) + Math.max(0, length - 1);
    previous = length;
  }
  return bits + (terms.some((term) => term < 0n) ? terms.length : 1);
}

/** A permutation of neighbours; Infinity for anything else. */
function countPermutationBits(terms: readonly bigint[]): number {
  const sorted = terms.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (sorted.some((term, i) => i > 0 && term !== (sorted[i - 1] ?? 0n) + 1n)) return Infinity;
  const orders = terms.reduce((product, _, i) => product * BigInt(i + 1), 1n);
  return countIntegerBits(sorted[0] ?? 0n) + log2(orders);
}
