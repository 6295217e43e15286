/** The whole number of a range that is easiest to read: 0, else the end that is nearer to it. */
export function toSimplest(low: bigint, high: bigint): bigint {
  return low > 0n ? low : high < 0n ? high : 0n;
}
