import type { LearnedRollout } from "../../agent/index.ts";
import { computeRankLambda, computeRankObjective } from "../../rl/index.ts";
import { emit, isBroken, type RunState, type UnusableAnswer } from "../run-state.ts";
import { computeRolloutReward } from "./compute-rollout-reward.ts";

/** How the programs so far were weighed after a round. */
export interface RoundWeights {
  readonly round: number;
  readonly lambda: number;
  /** Σ_j w_j R^(j). */
  readonly objective: number;
  /** Best first. `reward` is null where the judge failed. */
  readonly rollouts: readonly { readonly id: string; readonly reward: number | null; readonly weight: number }[];
  /** The programs that the next round's repairs start from, one entry a repair. */
  readonly builtOnIds: readonly string[];
}

/** λ over the rounds: from nearly the average to nearly the best alone. Our decision; the paper says that it grows. */
const lambdaRange = { start: 0.5, end: 4 };

/** λ after a round. @paper GrandCode 3.8, docs/paper-map.md#rank-lambda */
export function computeRoundLambda(state: Pick<RunState, "plan">, round: number): number {
  const stepCount = Math.max(1, state.plan.roundCount - 1);
  return computeRankLambda({ kind: "linear", ...lambdaRange, stepCount }, round);
}

/**
 * Weighs all distinct programs by rank and shares the next round's repairs among the broken ones in proportion.
 *
 * @paper GrandCode 3.8, docs/paper-map.md#rank-objective
 */
export function weighRollouts(
  state: RunState,
  options: { readonly round: number; readonly repairCount: number },
): RoundWeights {
  const { round, repairCount } = options;
  const lambda = computeRoundLambda(state, round);
  const distinct = state.candidates.filter(({ sameAsId }) => sameAsId === undefined);
  const rewards_G = distinct.map((candidate) => computeRolloutReward(state, candidate));
  const { objective, weights_G } = computeRankObjective(rewards_G, { lambda });
  const rollouts = distinct
    .map((candidate, g) => ({ candidate, reward: rewards_G[g] ?? null, weight: weights_G[g] ?? 0 }))
    .toSorted((a, b) => (b.reward ?? -1) - (a.reward ?? -1));
  const broken = rollouts.filter(({ candidate }) => isBroken(state, candidate));
  const shares = allocate(
    broken.map(({ weight }) => weight),
    repairCount,
  );
  const weights: RoundWeights = {
    round,
    lambda,
    objective,
    rollouts: rollouts.map(({ candidate, reward, weight }) => ({ id: candidate.id, reward, weight })),
    builtOnIds: shares.flatMap((g) => broken[g]?.candidate.id ?? []),
  };
  emit(state, {
    kind: "rollouts-weighed",
    data: { round, lambda, objective, builtOnIds: weights.builtOnIds, rollouts: weights.rollouts },
  });
  return weights;
}

/** `count` slots among members in proportion to their weights, evenly spread, without chance: the member of each slot. */
export function allocate(weights: readonly number[], count: number): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (weights.length === 0) return [];
  return Array.from({ length: count }, (_, slot) => {
    const point = ((slot + 0.5) / count) * total;
    let reached = 0;
    const member = weights.findIndex((weight) => (reached += weight) > point);
    return member < 0 ? 0 : member;
  });
}

/** The answers of a round as a learner sees them: twins are samples too, and what holds no program earns nothing. */
export function toLearnedRollouts(
  state: RunState,
  options: { readonly round: number; readonly lambda: number },
): { readonly objective: number; readonly rollouts: readonly LearnedRollout[] } {
  const isOfRound = ({ address }: UnusableAnswer): boolean => address.round === options.round;
  const programs = state.candidates.filter(isOfRound);
  const sampled: readonly UnusableAnswer[] = [...programs, ...state.unusableAnswers.filter(isOfRound)];
  const rewards_G = sampled.map((_, g) => (programs[g] === undefined ? 0 : computeRolloutReward(state, programs[g])));
  const { objective, weights_G, credits_G } = computeRankObjective(rewards_G, { lambda: options.lambda });
  const rollouts = sampled.map(({ address, messages, text, tokens_T, logprobs_T }, g) => ({
    address,
    messages,
    text,
    tokens_T,
    logprobs_T,
    reward: rewards_G[g] ?? null,
    weight: weights_G[g] ?? 0,
    credit: credits_G[g] ?? 0,
  }));
  return { objective, rollouts };
}
