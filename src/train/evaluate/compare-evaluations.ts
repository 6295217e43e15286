import { invariant, Rng } from "../../std/index.ts";
import type { Evaluation, TaskResult } from "./evaluate-policy.ts";

/** A mean difference over tasks, with 95 % intervals. */
export interface PairedDifference {
  readonly taskCount: number;
  readonly difference: number;
  /** mean ± 1.96·s/√n, s over K − 1. */
  readonly normal95: readonly [low: number, high: number];
  /** Percentiles of the mean over resampled tasks. */
  readonly bootstrap95: readonly [low: number, high: number];
}

/** What is compared; null where a task has no such value. */
export type TaskMeasure = (task: TaskResult) => number | null;

export const measureSampled: TaskMeasure = ({ acceptedCount, sampleCount }) =>
  sampleCount === 0 ? null : acceptedCount / sampleCount;

export const measureGreedy: TaskMeasure = ({ isGreedyAccepted }) =>
  isGreedyAccepted === null ? null : Number(isGreedyAccepted);

/** Whether any of the samples is accepted: pass@n of n samples. */
export const measureAny: TaskMeasure = ({ acceptedCount, sampleCount }) =>
  sampleCount === 0 ? null : Number(acceptedCount > 0);

const resampleCount = 2000;

/** After − before, task by task: both evaluations must be of the same tasks. Tasks without a value are left out. */
export function compareEvaluations(
  before: Evaluation,
  after: Evaluation,
  measure: TaskMeasure = measureSampled,
): PairedDifference {
  const known = new Map(before.tasks.map((task) => [task.taskId, task]));
  invariant(
    known.size === after.tasks.length && after.tasks.every(({ taskId }) => known.has(taskId)),
    "both evaluations are of the same tasks",
  );
  const differences = after.tasks.flatMap((task) => {
    const earlier = known.get(task.taskId);
    const a = measure(task);
    const b = earlier === undefined ? null : measure(earlier);
    return a === null || b === null ? [] : [a - b];
  });
  return computePairedDifference(differences);
}

/** The mean of paired differences with its intervals; the resampling is seeded by their number. */
export function computePairedDifference(differences: readonly number[]): PairedDifference {
  const count = differences.length;
  invariant(count > 1, "an interval needs at least two pairs");
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const margin = 1.96 * Math.sqrt(squares / (count - 1) / count);
  const rng = new Rng(`bootstrap:${count}`);
  const means = Array.from({ length: resampleCount }, () => {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += differences[rng.nextInt(0, count - 1)] ?? 0;
    return sum / count;
  }).toSorted((a, b) => a - b);
  const at = (share: number): number => means[Math.round(share * (resampleCount - 1))] ?? mean;
  return {
    taskCount: count,
    difference: mean,
    normal95: [mean - margin, mean + margin],
    bootstrap95: [at(0.025), at(0.975)],
  };
}
