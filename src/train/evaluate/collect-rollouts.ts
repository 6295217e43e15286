import type { SampledTokens, SamplingPolicy } from "../../policy/index.ts";
import { deriveSeed, invariant, toSeedInt } from "../../std/index.ts";
import type { Attempt, Grader, Task } from "../contract.ts";

/** So many answers to one task. */
export interface Ask {
  readonly task: Task;
  readonly count: number;
  /** 0 takes the most likely token each time. */
  readonly temperature: number;
}

/** An answer with what was sampled and what it earned. */
export interface Rollout {
  readonly attempt: Attempt;
  readonly sampled: SampledTokens;
  /** null where it was withheld. */
  readonly reward: number | null;
}

export interface RolloutOptions {
  readonly policy: SamplingPolicy;
  readonly grader: Grader;
  readonly asks: readonly Ask[];
  readonly maxTokens: number;
  /** Names this set of answers: the same seed and asks give the same answers under the same weights. */
  readonly seed: string;
  /** Answers that are sampled together; default 256. */
  readonly requestsPerCall?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Samples answers and has them graded, each part graded while the next is sampled. One list for each ask.
 *
 * @throws AppError what the policy and the grader throw
 */
export async function collectRollouts(options: RolloutOptions): Promise<readonly (readonly Rollout[])[]> {
  const { policy, grader, asks, maxTokens, seed, requestsPerCall = 256, signal } = options;
  const planned = asks.flatMap(({ task, count, temperature }, ask) =>
    Array.from({ length: count }, (_, member) => ({ ask, task, temperature, address: `${seed}/${task.id}/${member}` })),
  );
  const rollouts = asks.map((): Rollout[] => []);
  let grading: Promise<void> = Promise.resolve();
  for (let start = 0; start < planned.length; start += requestsPerCall) {
    const part = planned.slice(start, start + requestsPerCall);
    const samples = await policy.sampleTokens(
      part.map(({ task, temperature, address }) => ({
        promptTokens: task.promptTokens,
        maxTokens,
        temperature,
        seed: toSeedInt(deriveSeed("rollout", address)),
      })),
      { signal },
    );
    await grading;
    grading = gradePart(part, samples, { rollouts, grader, signal });
    grading.catch(() => undefined);
  }
  await grading;
  return rollouts;
}

async function gradePart(
  part: readonly { readonly ask: number; readonly task: Task; readonly address: string }[],
  samples: readonly SampledTokens[],
  context: {
    readonly rollouts: readonly Rollout[][];
    readonly grader: Grader;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { rollouts, grader, signal } = context;
  const attempts = samples.map(({ tokens, stopReason }, index): Attempt => {
    const place = part[index];
    invariant(place !== undefined, "there is one sample for each request");
    return { task: place.task, tokens, isEnded: stopReason === "stop-token", address: place.address };
  });
  const rewards = await grader.grade(attempts, { signal });
  for (const [index, { ask }] of part.entries()) {
    const attempt = attempts[index];
    const sampled = samples[index];
    const reward = rewards[index];
    invariant(attempt !== undefined && sampled !== undefined && reward !== undefined, "every attempt has a reward");
    rollouts[ask]?.push({ attempt, sampled, reward });
  }
}
