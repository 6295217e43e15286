/** A permutation of 0 … n-1 on which quicksort with the middle element as pivot takes quadratic time. */
export function createSortKiller(n: number): readonly number[] {
  const values = Array.from({ length: n }, (_, i) => i);
  for (let i = 2; i < n; i++) {
    const middle = i >> 1;
    [values[i], values[middle]] = [values[middle] ?? 0, values[i] ?? 0];
  }
  return values;
}
