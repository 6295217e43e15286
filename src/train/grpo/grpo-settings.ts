import type { GroupNormalization, LossReduction } from "../../rl/index.ts";
import type { LearningRateSchedule } from "../schedule.ts";
import type { CollapseLimits } from "./collapse-guard.ts";

/** Plain numbers, kept in the run's folder: a run goes on only with those that it was started with. */
export interface GrpoSettings {
  readonly seed: string;
  readonly stepCount: number;
  readonly tasksPerStep: number;
  /** K: answers to each task. */
  readonly groupSize: number;
  /** Optimiser steps that one step's groups are dealt to; default 2. */
  readonly minibatchCount?: number;
  /** Times that each group is learnt from; default 1. */
  readonly epochCount?: number;
  /** Of one answer. */
  readonly maxTokens: number;
  readonly learningRate: LearningRateSchedule;
  /** Bounds of the ratio; default 0.8 and 1.28. */
  readonly clipLowThreshold?: number;
  readonly clipHighThreshold?: number;
  /** Default `token-sum`, as in the paper's formula. */
  readonly reduction?: LossReduction;
  readonly normalization?: GroupNormalization;
  /** Default 1. */
  readonly gradClipNorm?: number;
  /** Default 0.95. */
  readonly beta2?: number;
  /** 1: answers for the next step are sampled while this one is learnt from, by weights one step older; default 0. */
  readonly samplesAhead?: 0 | 1;
  readonly guard: GuardSettings;
  /** What is trained on and how it is rewarded, for the manifest and for telling runs apart. */
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

export interface GuardSettings {
  /** Steps between two looks. */
  readonly everySteps: number;
  readonly samplesPerTask: number;
  readonly limits?: CollapseLimits;
  /** `roll-back` goes on from the last good weights at half the rate, at most twice; then it stops. */
  readonly onCollapse: "stop" | "roll-back";
}
