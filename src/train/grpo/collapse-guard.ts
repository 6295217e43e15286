/** When a policy counts as collapsed. */
export interface CollapseLimits {
  /** Fall of the held-out sampled accept rate below the best so far. */
  readonly maxHeldOutDrop: number;
  /** Mean log p/p_start of a token that the policy samples, in nats: its divergence from the start. */
  readonly maxKlToStart: number;
  /** Share of a step's tokens whose gradient the clip cut off. */
  readonly maxClippedShare: number;
}

/** What the guard saw. */
export interface GuardReading {
  readonly heldOutSampled: number;
  readonly klToStart: number;
}

export type CollapseReason = "held-out-fell" | "too-far-from-start" | "clipped-too-much" | "not-finite";

export const defaultCollapseLimits: CollapseLimits = { maxHeldOutDrop: 0.1, maxKlToStart: 0.5, maxClippedShare: 0.4 };

/** Why a reading is a collapse, or undefined. Numbers that are not finite are one. */
export function findCollapse(
  reading: GuardReading,
  { best, limits }: { readonly best: number; readonly limits: CollapseLimits },
): CollapseReason | undefined {
  const { heldOutSampled, klToStart } = reading;
  if (!Number.isFinite(heldOutSampled) || !Number.isFinite(klToStart)) return "not-finite";
  if (heldOutSampled < best - limits.maxHeldOutDrop) return "held-out-fell";
  return klToStart > limits.maxKlToStart ? "too-far-from-start" : undefined;
}
