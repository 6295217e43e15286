import type { Rng } from "../../std/index.ts";

/** Values where fixed-width arithmetic, roots or rounding go wrong: powers of two and ten and their neighbours. */
export const boundaryValues: readonly bigint[] = toBoundaryValues();

/** The boundary values in a range, and its own ends and their neighbours; ascending. */
export function listBoundaries(low: bigint, high: bigint): readonly bigint[] {
  const own = [low, low + 1n, high - 1n, high, (low + high) / 2n];
  const all = [...own, ...boundaryValues].filter((value) => value >= low && value <= high);
  return [...new Set(all)].toSorted(compareBigInts);
}

/** Uniform in [low, high], of any width. */
export function pickBigInt(rng: Rng, low: bigint, high: bigint): bigint {
  const span = high - low + 1n;
  if (span <= 0x100000000n) return low + BigInt(Math.floor((rng.nextUint32() / 0x100000000) * Number(span)));
  let value = 0n;
  for (let bits = span << 32n; bits > 0n; bits >>= 32n) value = (value << 32n) | BigInt(rng.nextUint32());
  return low + (value % span);
}

export function compareBigInts(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toBoundaryValues(): readonly bigint[] {
  const values = new Set<bigint>([0n, 1n, 2n, 3n]);
  const add = (value: bigint): void => {
    for (const near of [value - 1n, value, value + 1n]) values.add(near).add(-near);
  };
  for (const exponent of [7n, 8n, 15n, 16n, 24n, 30n, 31n, 32n, 53n, 62n, 63n]) add(2n ** exponent);
  for (let exponent = 1n; exponent <= 18n; exponent++) add(10n ** exponent);
  for (const square of [46340n, 46341n, 65535n, 3037000499n, 3037000500n]) add(square);
  for (const modulus of [998_244_353n, 1_000_000_007n, 1_000_000_009n]) add(modulus);
  return [...values].toSorted(compareBigInts);
}
