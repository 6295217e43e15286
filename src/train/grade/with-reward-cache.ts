import { computeDigest, invariant } from "../../std/index.ts";
import type { Attempt, Grader } from "../contract.ts";

export interface CachedGrader extends Grader {
  /** Attempts asked about so far, and those that had to be graded. */
  readonly counts: { readonly asked: number; readonly graded: number };
}

/**
 * Grades equal programs for equal tasks once. A reward that was withheld is not kept.
 *
 * @param toProgram what of an attempt its reward depends on, e.g. the program without the thinking before it
 */
export function withRewardCache(grader: Grader, toProgram: (attempt: Attempt) => string): CachedGrader {
  const known = new Map<string, number>();
  const counts = { asked: 0, graded: 0 };
  return {
    name: grader.name,
    counts,
    async grade(attempts, options) {
      const keys = attempts.map((attempt) => computeDigest(`${attempt.task.id}\n${toProgram(attempt)}`));
      const fresh = new Map<string, Attempt>();
      for (const [index, key] of keys.entries()) {
        const attempt = attempts[index];
        if (attempt !== undefined && !known.has(key)) fresh.set(key, attempt);
      }
      counts.asked += attempts.length;
      counts.graded += fresh.size;
      const rewards = fresh.size === 0 ? [] : await grader.grade([...fresh.values()], options);
      const given = new Map<string, number | null>();
      for (const [index, key] of [...fresh.keys()].entries()) {
        const reward = rewards[index];
        invariant(reward !== undefined, "every attempt has a reward");
        given.set(key, reward);
        if (reward !== null) known.set(key, reward);
      }
      return keys.map((key) => known.get(key) ?? given.get(key) ?? null);
    },
  };
}
