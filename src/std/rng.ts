import { createHash } from "node:crypto";

/**
 * Seeded random numbers: xoshiro128** (Blackman and Vigna), seeded through SHA-256 of a text.
 * Same seed, same sequence, on every machine.
 */
export class Rng {
  readonly seed: string;
  #state: [number, number, number, number];

  constructor(seed: string) {
    this.seed = seed;
    const bytes = createHash("sha256").update(seed).digest();
    this.#state = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.readUInt32LE(12) | 1];
  }

  /** An independent generator for a named part, e.g. `rng.derive("solver", round, sample)`. */
  derive(...parts: readonly (string | number)[]): Rng {
    return new Rng(deriveSeed(this.seed, ...parts));
  }

  /** Uniform in [0, 2^32). */
  nextUint32(): number {
    const state = this.#state;
    const result = Math.imul(rotateLeft(Math.imul(state[1], 5), 7), 9) >>> 0;
    const t = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotateLeft(state[3], 11);
    return result;
  }

  /** Uniform in [0, 1), 53 bits. */
  nextFloat(): number {
    return ((this.nextUint32() >>> 5) * 67108864 + (this.nextUint32() >>> 6)) / 9007199254740992;
  }

  /** Uniform integer in [low, high], both included. The range must hold fewer than 2^53 values. */
  nextInt(low: number, high: number): number {
    if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high) && low <= high)) {
      throw new RangeError(`nextInt needs integers low <= high, got ${low} and ${high}`);
    }
    return low + Math.floor(this.nextFloat() * (high - low + 1));
  }

  /** A new array with the same items in random order. */
  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.nextInt(0, i);
      [result[i], result[j]] = [result[j] as T, result[i] as T];
    }
    return result;
  }
}

/** A seed text made of a parent seed and a path of names: what `Rng.derive` uses. */
export function deriveSeed(parent: string, ...parts: readonly (string | number)[]): string {
  return createHash("sha256")
    .update(JSON.stringify([parent, ...parts]))
    .digest("hex");
}

/** A derived seed as an integer in [0, 2^31), for interfaces that take a number. */
export function toSeedInt(seed: string): number {
  return createHash("sha256").update(seed).digest().readUInt32LE(0) & 0x7fffffff;
}

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}
