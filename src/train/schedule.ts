/** How the learning rate goes over a run. */
export interface LearningRateSchedule {
  readonly peak: number;
  /** Steps of linear growth; the first step has peak/(warmupSteps + 1). */
  readonly warmupSteps: number;
  /** After that: `none` stays, the others fall to `finalShare` of the peak at the last step. */
  readonly decay: "none" | "linear" | "cosine";
  /** Default 0.1. */
  readonly finalShare?: number;
}

/** The rate of step `step` (from 0) out of `stepCount`. */
export function computeLearningRate(
  schedule: LearningRateSchedule,
  { step, stepCount }: { readonly step: number; readonly stepCount: number },
): number {
  const { peak, warmupSteps, decay, finalShare = 0.1 } = schedule;
  if (step < warmupSteps) return (peak * (step + 1)) / (warmupSteps + 1);
  if (decay === "none") return peak;
  const remaining = Math.max(1, stepCount - 1 - warmupSteps);
  const progress = Math.min(1, (step - warmupSteps) / remaining);
  const share = decay === "linear" ? 1 - progress : (1 + Math.cos(Math.PI * progress)) / 2;
  return peak * (finalShare + (1 - finalShare) * share);
}
