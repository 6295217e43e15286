import { AppError } from "../std/index.ts";
import { computeMeanLogprob } from "./compute-mean-logprob.ts";

/** Log-probabilities of a text together with the policy that gave them, so that the two terms cannot change places. */
export interface ScoredText<P extends "current" | "frozen-initial"> {
  readonly policy: P;
  readonly logprobs_T: ArrayLike<number>;
}

/**
 * Score of a reasoning context c of a hard problem: α·log p_main(c, y | x)/(|c| + |y|) +
 * β·log p_main⁽⁰⁾(x | c)/|x|, in nats per token. The second term is under the frozen initial policy, which has not
 * learned to write contexts that give the answer away.
 *
 * @throws RL_SCORE_POLICY_MISMATCH when a term was scored by the other policy
 * @throws RL_INPUT_INVALID for an empty text or a log-probability that is not finite
 * @paper GrandCode 3.5, docs/paper-map.md#context-score
 */
export function computeContextScore(options: {
  /** Tokens of c, then of the solution y, given the problem x. */
  readonly contextAndSolution: ScoredText<"current">;
  /** Tokens of the problem x, given c. */
  readonly problem: ScoredText<"frozen-initial">;
  readonly alpha: number;
  readonly beta: number;
}): number {
  const { contextAndSolution, problem, alpha, beta } = options;
  requirePolicy("contextAndSolution", contextAndSolution.policy, "current");
  requirePolicy("problem", problem.policy, "frozen-initial");
  return alpha * computeMeanLogprob(contextAndSolution.logprobs_T) + beta * computeMeanLogprob(problem.logprobs_T);
}

function requirePolicy(name: string, policy: string, expected: string): void {
  if (policy === expected) return;
  throw new AppError({
    code: "RL_SCORE_POLICY_MISMATCH",
    message: `${name} must be scored by the ${expected} policy, got the ${policy} one; score it again`,
    data: { name, policy, expected },
  });
}
