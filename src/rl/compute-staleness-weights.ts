import { requireAt, requireAtLeast, requireInput } from "./require-input.ts";

/** How much a token still counts when the policy has moved on. Versions are counted in optimiser steps. */
export interface StalenessSchedule {
  /** K₁: up to this many versions a token counts in full. */
  readonly fullVersions: number;
  /** K₂: beyond this many versions a token does not count at all. */
  readonly maxVersions: number;
  /** λ: decay per version between the two. */
  readonly decayPerVersion: number;
}

/**
 * w(d) = 1 up to K₁, exp(−λ(d − K₁)) up to K₂ inclusive, 0 beyond.
 *
 * @param lagVersions d ≥ 0: version of the policy that is trained minus version that sampled the token
 * @throws RL_INPUT_INVALID for a negative lag or decay, or K₁ > K₂
 * @paper GrandCode 3.7, docs/paper-map.md#staleness-weight
 */
export function computeStalenessWeight(lagVersions: number, schedule: StalenessSchedule): number {
  const { fullVersions, maxVersions, decayPerVersion } = schedule;
  requireAtLeast("fullVersions", fullVersions, 0);
  requireAtLeast("decayPerVersion", decayPerVersion, 0);
  requireInput(
    maxVersions >= fullVersions,
    `maxVersions must be at least fullVersions (${fullVersions}), got ${maxVersions}; raise it`,
  );
  requireInput(
    lagVersions >= 0,
    `a token's lag must be 0 or more versions, got ${lagVersions}; the sampler cannot be ahead of the trainer`,
  );
  if (lagVersions > maxVersions) return 0;
  return lagVersions <= fullVersions ? 1 : Math.exp(-decayPerVersion * (lagVersions - fullVersions));
}

/** Weights of a group's tokens, and how many were faded or dropped. */
export interface StalenessWeights {
  readonly weights_G_T: readonly (readonly number[])[];
  readonly fullTokenCount: number;
  readonly fadedTokenCount: number;
  readonly droppedTokenCount: number;
}

/**
 * Staleness weights of a group, token by token: one rollout may have been sampled by several versions.
 *
 * @param options `behaviourVersions_G_T` is the version that sampled each token, `currentVersion` the one that is trained
 * @throws RL_INPUT_INVALID as `computeStalenessWeight`
 * @paper GrandCode 3.7, docs/paper-map.md#staleness-weight
 */
export function computeStalenessWeights(options: {
  readonly behaviourVersions_G_T: readonly ArrayLike<number>[];
  readonly currentVersion: number;
  readonly schedule: StalenessSchedule;
}): StalenessWeights {
  const { behaviourVersions_G_T, currentVersion, schedule } = options;
  const lags_G_T = behaviourVersions_G_T.map((versions_T) =>
    Array.from(versions_T, (_, t) => currentVersion - requireAt("behaviourVersions_G_T", versions_T, t)),
  );
  const lags = lags_G_T.flat();
  return {
    weights_G_T: lags_G_T.map((lags_T) => lags_T.map((lag) => computeStalenessWeight(lag, schedule))),
    fullTokenCount: lags.filter((lag) => lag <= schedule.fullVersions).length,
    fadedTokenCount: lags.filter((lag) => lag > schedule.fullVersions && lag <= schedule.maxVersions).length,
    droppedTokenCount: lags.filter((lag) => lag > schedule.maxVersions).length,
  };
}
