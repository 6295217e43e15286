import type { SamplingPolicy } from "../../policy/index.ts";
import { collectRollouts, type Rollout } from "../evaluate/collect-rollouts.ts";
import { isAccepted } from "../evaluate/evaluate-policy.ts";
import type { GuardReading } from "./collapse-guard.ts";
import type { GrpoRun } from "./run-grpo.ts";

/** Samples the guard's tasks under the current weights and scores some of the answers under those of the start. */
export async function readGuard(
  { desk, settings, guardTasks, guardGrader, grader, signal }: GrpoRun,
  places: { readonly current: string; readonly start: string | undefined; readonly step: number },
): Promise<GuardReading> {
  const { guard, maxTokens, seed } = settings;
  const rollouts = await desk.use(places.current, async (policy) =>
    collectRollouts({
      policy,
      grader: guardGrader ?? grader,
      asks: guardTasks.map((task) => ({ task, count: guard.samplesPerTask, temperature: 1 })),
      maxTokens,
      seed: `${seed}/guard`,
      signal,
    }),
  );
  const given = rollouts.flat().filter(({ reward }) => reward !== null);
  const accepted = given.filter(({ reward }) => isAccepted(reward)).length;
  const firsts = rollouts.flatMap((members) => members.slice(0, 1));
  const { start } = places;
  const klToStart = start === undefined ? 0 : await desk.use(start, async (policy) => measureKl(policy, firsts));
  return { heldOutSampled: given.length === 0 ? 0 : accepted / given.length, klToStart };
}

/** The mean of log p_current − log p_start over tokens that the current policy sampled. */
async function measureKl(start: SamplingPolicy, rollouts: readonly Rollout[]): Promise<number> {
  const scored = await start.score(
    rollouts.map(({ attempt, sampled }) => ({
      promptTokens: attempt.task.promptTokens,
      targetTokens: sampled.tokens,
    })),
  );
  let sum = 0;
  let count = 0;
  for (const [index, { logprobs_T }] of scored.entries()) {
    for (const [t, logprob] of logprobs_T.entries()) {
      sum += (rollouts[index]?.sampled.logprobs_T[t] ?? 0) - logprob;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}
