/**
 * A permutation of 0 … n-1 on which quicksort with a median-of-three pivot takes quadratic time: every pivot that
 * first, middle and last element give is the second smallest of what is left.
 */
export function createSortKiller(n: number): readonly number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  const ranks: number[] = Array.from({ length: n }, () => 0);
  let next = 0;
  let [left, size] = [0, n];
  while (size > 2) {
    const middle = left + (size >> 1);
    ranks[order[left] ?? 0] = next++;
    ranks[order[middle] ?? 0] = next++;
    [order[middle], order[left + 1]] = [order[left + 1] ?? 0, order[middle] ?? 0];
    left += 2;
    size -= 2;
  }
  for (; size > 0; size--) ranks[order[left++] ?? 0] = next++;
  return ranks;
}
