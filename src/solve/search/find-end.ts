import { listUnbroken, listUnsettled } from "../choose.ts";
import type { RunState } from "../run-state.ts";
import { computeRolloutReward } from "./compute-rollout-reward.ts";

/** Why the rounds ended. */
export type SearchEnd =
  /** Some program stands unbroken and nothing is unsettled. */
  | "ready"
  | "rounds-used"
  /** The best reward has not risen for the plan's number of rounds. */
  | "stagnated"
  | "budget-spent"
  /** The model gave no answer to any call of the round. */
  | "no-answers";

/** Why the rounds end after `round`, or undefined to go on. `bestRewards` gets the best reward so far. */
export function findEnd(
  state: RunState,
  options: { readonly round: number; readonly answeredCount: number; readonly bestRewards: number[] },
): SearchEnd | undefined {
  const { round, answeredCount, bestRewards } = options;
  bestRewards.push(Math.max(0, ...state.candidates.map((candidate) => computeRolloutReward(state, candidate) ?? 0)));
  if (listUnbroken(state).length > 0 && listUnsettled(state).length === 0) return "ready";
  if (answeredCount === 0) {
    return state.failureReasons.at(-1)?.startsWith("over-budget") === true ? "budget-spent" : "no-answers";
  }
  if (round + 1 >= state.plan.roundCount) return "rounds-used";
  return state.stages.has("search") && hasStagnated(bestRewards, state.plan.stagnationRounds) ? "stagnated" : undefined;
}

/** Whether the last `rounds` entries are no better than what stood before them. */
export function hasStagnated(bestRewards: readonly number[], rounds: number): boolean {
  if (bestRewards.length <= rounds) return false;
  const before = Math.max(...bestRewards.slice(0, -rounds));
  return Math.max(...bestRewards.slice(-rounds)) <= before;
}
