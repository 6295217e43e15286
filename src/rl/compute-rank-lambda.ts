import { unreachable } from "../std/index.ts";
import { requireAtLeast, requireCount, requireInput } from "./require-input.ts";

/** How λ of the rank weights grows over the steps of a test-time run. The notes say only that it grows. */
export type RankLambdaSchedule =
  | { readonly kind: "constant"; readonly lambda: number }
  /** From `start` at step 0 to `end` at step `stepCount` − 1, then constant. */
  | { readonly kind: "linear"; readonly start: number; readonly end: number; readonly stepCount: number }
  /** As `linear`, by equal factors; `start` must be above 0. */
  | { readonly kind: "geometric"; readonly start: number; readonly end: number; readonly stepCount: number };

/**
 * λ at a step, counted from 0; never falling.
 *
 * @throws RL_INPUT_INVALID for a schedule that falls or is negative, or a step below 0
 * @paper GrandCode 3.8, docs/paper-map.md#rank-lambda
 */
export function computeRankLambda(schedule: RankLambdaSchedule, step: number): number {
  requireCount("step", step, 0);
  switch (schedule.kind) {
    case "constant":
      requireInput(schedule.lambda >= 0, `lambda must be 0 or more, got ${schedule.lambda}; check the schedule`);
      return schedule.lambda;
    case "linear": {
      const progress = computeProgress(schedule, step);
      return progress === 1 ? schedule.end : schedule.start + (schedule.end - schedule.start) * progress;
    }
    case "geometric": {
      requireInput(schedule.start > 0, `a geometric schedule must start above 0, got ${schedule.start}; use linear`);
      const progress = computeProgress(schedule, step);
      return progress === 1 ? schedule.end : schedule.start * (schedule.end / schedule.start) ** progress;
    }
    default:
      return unreachable(schedule);
  }
}

function computeProgress(
  schedule: { readonly start: number; readonly end: number; readonly stepCount: number },
  step: number,
): number {
  requireAtLeast("start", schedule.start, 0);
  requireAtLeast("end", schedule.end, schedule.start);
  requireCount("stepCount", schedule.stepCount, 1);
  return schedule.stepCount === 1 ? 1 : Math.min(1, step / (schedule.stepCount - 1));
}
