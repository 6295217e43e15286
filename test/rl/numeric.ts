/** Central differences of `f` at `point`, one entry a coordinate. */
export function differentiate(f: (point: readonly number[]) => number, point: readonly number[]): readonly number[] {
  const step = 1e-6;
  return point.map((value, i) => (f(point.with(i, value + step)) - f(point.with(i, value - step))) / (2 * step));
}

/** Largest absolute difference of two equally shaped arrays; Infinity when their lengths differ. */
export function computeLargestError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  return Array.from(actual).reduce((worst, value, i) => {
    const error = Math.abs(value - (expected[i] ?? Number.NaN));
    return Number.isNaN(error) ? Infinity : Math.max(worst, error);
  }, 0);
}
