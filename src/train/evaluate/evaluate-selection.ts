import type { Attempt, Grader } from "../contract.ts";
import { collectRollouts, type Rollout } from "./collect-rollouts.ts";
import { isAccepted, summarizeResults, type Evaluation, type EvaluationOptions } from "./evaluate-policy.ts";

export interface SelectionOptions extends Omit<EvaluationOptions, "withGreedy"> {
  /** What may be known when choosing, such as the samples of a statement. */
  readonly publicGrader: Grader;
  /** What makes two answers the same program. */
  readonly toProgram: (attempt: Attempt) => string;
}

/**
 * A control: the best use of samples without learning and without the hidden tests. Of a task's answers the program
 * that was written most often among those that the public grader accepts is submitted (where none is accepted, among
 * all); of equals, the one written first. One result a task: whether `grader` accepts it.
 */
export async function evaluateSelection(options: SelectionOptions): Promise<Evaluation> {
  const { tasks, samplesPerTask, publicGrader, grader, toProgram, seed, signal } = options;
  const rollouts = await collectRollouts({
    ...options,
    grader: publicGrader,
    asks: tasks.map((task) => ({ task, count: samplesPerTask, temperature: 1 })),
  });
  const chosen = rollouts.map((answers) => chooseAnswer(answers, toProgram));
  const rewards = await grader.grade(
    chosen.map((attempt) => ({ ...attempt, address: `${seed}/chosen/${attempt.task.id}` })),
    { signal },
  );
  return summarizeResults(
    tasks.map((task, index) => ({
      taskId: task.id,
      level: task.level,
      sampleCount: rewards[index] === null ? 0 : 1,
      acceptedCount: Number(isAccepted(rewards[index] ?? null)),
      isGreedyAccepted: null,
    })),
    {
      withheldCount: rewards.filter((reward) => reward === null).length,
      tokenCount: rollouts.flat().reduce((sum, { sampled }) => sum + sampled.tokens.length, 0),
    },
  );
}

function chooseAnswer(answers: readonly Rollout[], toProgram: (attempt: Attempt) => string): Attempt {
  const accepted = answers.filter(({ reward }) => isAccepted(reward));
  const eligible = (accepted.length > 0 ? accepted : answers).map(({ attempt }) => attempt);
  const groups = [...Map.groupBy(eligible, toProgram).values()];
  const largest = groups.reduce((best, group) => (group.length > best.length ? group : best), []);
  const [first] = largest;
  if (first === undefined) throw new RangeError("a choice needs at least one sample a task");
  return first;
}
