import type { Elements } from "./core.ts";

export function toSum(a: Elements): number {
  let total = 0;
  for (const x of a) total += x;
  return total;
}

/** 0 for an empty list. */
export function toLargest(a: Elements): number {
  return a.reduce((best, x) => Math.max(best, x), a[0] ?? 0);
}

/** 0 for an empty list. */
export function toSmallest(a: Elements): number {
  return a.reduce((best, x) => Math.min(best, x), a[0] ?? 0);
}

export function toSorted(a: Elements): readonly number[] {
  return Array.from(Float64Array.from(a).toSorted());
}

/** Element `i`, which must be there. */
export function at(a: Elements, i: number): number {
  return a[i] as number;
}

/** How often each value occurs, in order of first occurrence. */
export function countValues(a: Elements): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const x of a) counts.set(x, (counts.get(x) ?? 0) + 1);
  return counts;
}

export function toDistinct(a: Elements): readonly number[] {
  return [...new Set(a)];
}

/** The elements less their predecessors; one shorter than the list. */
export function toDifferences(a: Elements): readonly number[] {
  return a.slice(1).map((x, i) => x - at(a, i));
}

export function toPrefixSums(a: Elements): readonly number[] {
  let total = 0;
  return a.map((x) => (total += x));
}

export function countWhere(a: Elements, isCounted: (x: number, i: number) => boolean): number {
  let count = 0;
  for (const [i, x] of a.entries()) if (isCounted(x, i)) count += 1;
  return count;
}

/** The length of the longest run in which `holds` is true of every two neighbours. */
export function toLongestRun(a: Elements, holds: (before: number, x: number) => boolean): number {
  let best = 0;
  let run = 0;
  for (const [i, x] of a.entries()) {
    run = i > 0 && holds(at(a, i - 1), x) ? run + 1 : 1;
    best = Math.max(best, run);
  }
  return best;
}
