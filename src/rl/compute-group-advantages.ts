import { requireAtLeast, requireInput } from "./require-input.ts";

/** How the rewards of one group become advantages. */
export interface GroupNormalization {
  /**
   * `population` divides by the standard deviation over K, `sample` over K − 1, `none` only centres.
   * Default `population`, as in the sketch of the paper (the formula says only "std").
   */
  readonly deviation?: "population" | "sample" | "none";
  /** Added to the standard deviation. Default 0, as in the formula; the sketch adds 1e-6. Ignored by `none`. */
  readonly stabilizer?: number;
}

/** Advantages of a group, and what became of its members. */
export interface GroupAdvantages {
  /** 0 for members that are not present and in groups that are not mixed. */
  readonly advantages_G: readonly number[];
  readonly isPresent_G: readonly boolean[];
  /** K: the members with a finite reward. */
  readonly memberCount: number;
  /** Members whose reward was withheld (null). */
  readonly droppedCount: number;
  /** Members whose reward was NaN or infinite: they leave the group like dropped ones. */
  readonly nonFiniteCount: number;
  /** μ over the present members; 0 when there are none. */
  readonly mean: number;
  /** σ without the stabiliser, of the kind asked for (population for `none`); 0 unless the group is mixed. */
  readonly standardDeviation: number;
  /** Only a mixed group teaches anything; in the others every advantage is 0. */
  readonly spread: "empty" | "single" | "equal" | "mixed";
}

/**
 * Group-relative advantages A_i = (r_i − μ)/σ over the members that have a reward.
 *
 * Rewards count as equal when their range is within the rounding error of their mean, so that noise in the last digit
 * never becomes an advantage of ±1.
 *
 * @param rewards_G one reward a member; null where it was withheld
 * @throws RL_INPUT_INVALID for a negative stabiliser, or rewards so far apart that their range is not finite
 * @paper GrandCode 3.2, docs/paper-map.md#group-advantage
 */
export function computeGroupAdvantages(
  rewards_G: readonly (number | null)[],
  normalization: GroupNormalization = {},
): GroupAdvantages {
  const { deviation = "population", stabilizer = 0 } = normalization;
  requireAtLeast("stabilizer", stabilizer, 0);
  const isPresent_G = rewards_G.map((reward) => reward !== null && Number.isFinite(reward));
  const present = rewards_G.filter((reward): reward is number => reward !== null && Number.isFinite(reward));
  const droppedCount = rewards_G.filter((reward) => reward === null).length;
  const counts = {
    isPresent_G,
    memberCount: present.length,
    droppedCount,
    nonFiniteCount: rewards_G.length - droppedCount - present.length,
  };
  const { lowest, range, isEqual } = measureRange(present);
  const spread = present.length === 0 ? "empty" : present.length === 1 ? "single" : isEqual ? "equal" : "mixed";
  if (spread !== "mixed") {
    return { ...counts, advantages_G: rewards_G.map(() => 0), mean: lowest, standardDeviation: 0, spread };
  }
  const unitMean = present.reduce((sum, reward) => sum + (reward - lowest) / range, 0) / present.length;
  const centred_G = rewards_G.map((reward, g) =>
    reward !== null && isPresent_G[g] === true ? (reward - lowest) / range - unitMean : 0,
  );
  const squares = centred_G.reduce((sum, centred) => sum + centred * centred, 0);
  const divisor = deviation === "sample" ? present.length - 1 : present.length;
  const unitDeviation = Math.sqrt(squares / divisor);
  const scale = deviation === "none" ? range : 1 / (unitDeviation + stabilizer / range);
  return {
    ...counts,
    advantages_G: centred_G.map((centred) => centred * scale),
    mean: lowest + unitMean * range,
    standardDeviation: unitDeviation * range,
    spread,
  };
}

function measureRange(present: readonly number[]): {
  readonly lowest: number;
  readonly range: number;
  readonly isEqual: boolean;
} {
  if (present.length === 0) return { lowest: 0, range: 0, isEqual: true };
  const lowest = present.reduce((a, b) => Math.min(a, b));
  const highest = present.reduce((a, b) => Math.max(a, b));
  const range = highest - lowest;
  requireInput(
    Number.isFinite(range),
    `rewards of a group must have a finite range, got ${lowest} to ${highest}; scale the rewards down`,
  );
  const isEqual = range <= 4 * Number.EPSILON * Math.max(Math.abs(lowest), Math.abs(highest));
  return { lowest, range, isEqual };
}
