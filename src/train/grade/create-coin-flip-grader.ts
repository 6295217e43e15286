import { deriveSeed, Rng } from "../../std/index.ts";
import type { Grader } from "../contract.ts";

/**
 * A control: each answer earns 1 with chance `rate`, by lot, whatever it says. What rises under it is no learning from
 * the reward.
 */
export function createCoinFlipGrader({ rate, seed }: { readonly rate: number; readonly seed: string }): Grader {
  return {
    name: `coin-flip ${rate}`,
    grade: async (attempts) =>
      attempts.map(({ address }) => (new Rng(deriveSeed(seed, "coin", address)).nextFloat() < rate ? 1 : 0)),
  };
}
