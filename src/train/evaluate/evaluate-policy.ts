import { computePassAtK } from "../../rl/index.ts";
import type { CallOptions, SamplingPolicy } from "../../policy/index.ts";
import { acceptedReward, type Grader, type Task } from "../contract.ts";
import { collectRollouts, type Rollout } from "./collect-rollouts.ts";

/** What became of one task. */
export interface TaskResult {
  readonly taskId: string;
  readonly level: number;
  /** Answers at temperature 1 that have a reward. */
  readonly sampleCount: number;
  readonly acceptedCount: number;
  /** null where it was not asked for, or its reward was withheld. */
  readonly isGreedyAccepted: boolean | null;
}

/** Means over tasks. */
export interface EvaluationScores {
  readonly taskCount: number;
  /** Share of accepted answers at temperature 1. */
  readonly sampled: number;
  /** Share of tasks whose most likely answer is accepted; null where it was not asked for. */
  readonly greedy: number | null;
  /** Unbiased, by k; only those k that every task has answers for. */
  readonly passAtK: Readonly<Record<string, number>>;
  /** Share of tasks with accepted and other answers among the samples. */
  readonly mixedShare: number;
}

export interface Evaluation {
  readonly tasks: readonly TaskResult[];
  readonly overall: EvaluationScores;
  readonly byLevel: Readonly<Record<string, EvaluationScores>>;
  readonly withheldCount: number;
  readonly tokenCount: number;
}

export interface EvaluationOptions extends CallOptions {
  readonly policy: SamplingPolicy;
  readonly grader: Grader;
  readonly tasks: readonly Task[];
  /** At temperature 1. */
  readonly samplesPerTask: number;
  /** Default true: also the most likely answer. */
  readonly withGreedy?: boolean;
  readonly maxTokens: number;
  /** The same seed asks every policy under the same luck. */
  readonly seed: string;
}

/** How good a policy is on tasks: sampled, greedy and pass@k, over all and by level. */
export async function evaluatePolicy(options: EvaluationOptions): Promise<Evaluation> {
  const { tasks, samplesPerTask, withGreedy = true } = options;
  const sampled = await collectRollouts({
    ...options,
    asks: tasks.map((task) => ({ task, count: samplesPerTask, temperature: 1 })),
  });
  const greedy = withGreedy
    ? await collectRollouts({
        ...options,
        seed: `${options.seed}/greedy`,
        asks: tasks.map((task) => ({ task, count: 1, temperature: 0 })),
      })
    : [];
  const all = [...sampled, ...greedy].flat();
  return summarizeResults(
    tasks.map((task, index) => toResult(task, sampled[index] ?? [], greedy[index]?.[0])),
    {
      withheldCount: all.filter(({ reward }) => reward === null).length,
      tokenCount: all.reduce((sum, rollout) => sum + rollout.sampled.tokens.length, 0),
    },
  );
}

export function isAccepted(reward: number | null): boolean {
  return reward !== null && reward >= acceptedReward;
}

function toResult(task: Task, sampled: readonly Rollout[], greedy: Rollout | undefined): TaskResult {
  const given = sampled.filter(({ reward }) => reward !== null);
  return {
    taskId: task.id,
    level: task.level,
    sampleCount: given.length,
    acceptedCount: given.filter(({ reward }) => isAccepted(reward)).length,
    isGreedyAccepted: greedy === undefined || greedy.reward === null ? null : isAccepted(greedy.reward),
  };
}

/** An evaluation from what became of each task. */
export function summarizeResults(
  tasks: readonly TaskResult[],
  counts: Pick<Evaluation, "withheldCount" | "tokenCount">,
): Evaluation {
  const byLevel = [...Map.groupBy(tasks, ({ level }) => level)].toSorted(([a], [b]) => a - b);
  return {
    tasks,
    overall: computeScores(tasks),
    byLevel: Object.fromEntries(byLevel.map(([level, some]) => [level, computeScores(some)])),
    ...counts,
  };
}

function computeScores(tasks: readonly TaskResult[]): EvaluationScores {
  const sampled = tasks.filter(({ sampleCount }) => sampleCount > 0);
  const greedy = tasks.filter(({ isGreedyAccepted }) => isGreedyAccepted !== null);
  const fewest = Math.min(...sampled.map(({ sampleCount }) => sampleCount));
  const ks = [1, 2, 4, 8, 16, 32, 64].filter((k) => k <= fewest);
  return {
    taskCount: tasks.length,
    sampled: computeMean(sampled, ({ acceptedCount, sampleCount }) => acceptedCount / sampleCount),
    greedy: greedy.length === 0 ? null : computeMean(greedy, ({ isGreedyAccepted }) => Number(isGreedyAccepted)),
    passAtK: Object.fromEntries(
      ks.map((k) => [
        k,
        computeMean(sampled, ({ sampleCount, acceptedCount: correctCount }) =>
          computePassAtK({ sampleCount, correctCount, k }),
        ),
      ]),
    ),
    mixedShare: computeMean(sampled, ({ acceptedCount, sampleCount }) =>
      Number(acceptedCount > 0 && acceptedCount < sampleCount),
    ),
  };
}

function computeMean<T>(items: readonly T[], value: (item: T) => number): number {
  return items.length === 0 ? 0 : items.reduce((sum, item) => sum + value(item), 0) / items.length;
}
