import type { Rng } from "../../std/index.ts";
import { pickBigInt } from "./integers.ts";

/**
 * Bucket counts that libstdc++'s `unordered_map` passes through while it grows; keys that are multiples of one all
 * fall into one bucket. 107897 and 126271 are those of about 10^5 keys in different releases.
 */
export const hashTablePrimes = [
  13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 107897, 126271, 172933, 202409, 218971,
  351061,
] as const;

/** Distinct multiples of a bucket count that suits the number of keys; random numbers where the range has too few. */
export function createHashCollisions(
  { length, low, high }: { readonly length: number; readonly low: bigint; readonly high: bigint },
  rng: Rng,
): readonly bigint[] {
  const span = high - low;
  const suited = hashTablePrimes.filter(
    (prime) => prime >= length / 2 && BigInt(prime) * BigInt(Math.max(1, Math.ceil(length / 4))) <= span,
  );
  const prime = BigInt(suited[rng.nextInt(0, Math.min(3, Math.max(0, suited.length - 1)))] ?? hashTablePrimes[0]);
  const first = low % prime === 0n || low === 0n ? low : low + (prime - (((low % prime) + prime) % prime));
  const values: bigint[] = [];
  for (let value = first; values.length < length && value <= high; value += prime) values.push(value);
  while (values.length < length) values.push(pickBigInt(rng, low, high));
  return rng.shuffle(values);
}
