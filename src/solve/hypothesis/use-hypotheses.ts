import type { CheckedClaim, Hypothesis } from "../../agent/index.ts";
import { computeHypothesisReward } from "../../rl/index.ts";
import { emit, type RunState } from "../run-state.ts";
import { computeRolloutReward } from "../search/compute-rollout-reward.ts";
import { findContradiction } from "./check-claim.ts";
import type { HypothesisReport } from "./contract.ts";

/** Every fourth program of a round is written without claims, so that one that is false in general cannot mislead all. */
const unaidedEvery = 4;

/** The promoted claims that sample `index` of a round is told. */
export function toldHypotheses(state: RunState, index: number): readonly HypothesisReport[] {
  if (index % unaidedEvery === unaidedEvery - 1) return [];
  return state.hypotheses.filter(({ status }) => status === "promoted");
}

/** A promoted claim as the solver is told: the program only where it gives the answer. */
export function toCheckedClaim({ claim, kind, program, evidence = "" }: HypothesisReport): CheckedClaim {
  return { claim, source: kind === "answer" ? program?.source : undefined, evidence };
}

/**
 * Holds promoted claims against tests that were made since, larger ones too. One that fails is withdrawn: later
 * prompts do not hold it any more.
 */
export async function recheckHypotheses(state: RunState): Promise<void> {
  const instances = state.tests
    .flatMap(({ input, answer, size }) => (answer === undefined || size === "large" ? [] : [{ input, answer }]))
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  for (const [i, report] of state.hypotheses.entries()) {
    const hypothesis = toHypothesis(report);
    if (report.status !== "promoted" || hypothesis === undefined) continue;
    const failure = await findContradiction(state.forge, hypothesis, instances);
    if (failure === undefined) continue;
    const reason = `a test beyond the small instances refutes it: input ${JSON.stringify(failure.input.slice(0, 120))}, right ${JSON.stringify(failure.answer.slice(0, 60))}, claimed ${JSON.stringify(failure.got.slice(0, 60))}`;
    state.hypotheses[i] = { ...report, status: "withdrawn", reason };
    emit(state, {
      kind: "hypothesis-settled",
      data: { id: report.id, status: "withdrawn", claim: report.claim, reason },
    });
  }
}

/** The weights of the paper's reward, which gives none: verification and usefulness count alike. */
const rewardWeights = { alpha: 1, beta: 1 };

/**
 * The claims with who was told of them and the paper's reward: what share of the instances the last version holds on,
 * and how much better programs are with it than without.
 *
 * @paper GrandCode 3.6, docs/paper-map.md#hypothesis-reward
 */
export function toHypothesisReports(state: RunState): readonly HypothesisReport[] {
  return state.hypotheses.map((report) => {
    const told = state.candidates.filter(({ toldHypothesisIds }) => toldHypothesisIds.includes(report.id));
    const untold = state.candidates.filter(({ toldHypothesisIds }) => toldHypothesisIds.length === 0);
    const last = report.checks.at(-1);
    if (last === undefined || last.checkedCount === 0) return report;
    const checkedCount = last.checkedCount + (last.larger?.checkedCount ?? 0);
    const agreedCount = last.agreedCount + (last.larger?.agreedCount ?? 0);
    const reward = computeHypothesisReward({
      isCorrect_V: Array.from({ length: checkedCount }, (_, v) => v < agreedCount),
      solverScoresWith_R: told.map((candidate) => computeRolloutReward(state, candidate)),
      solverScoresWithout_R: untold.map((candidate) => computeRolloutReward(state, candidate)),
      ...rewardWeights,
    });
    return { ...report, toldIds: told.map(({ id }) => id), reward: reward ?? undefined };
  });
}

function toHypothesis({ kind, claim, program }: HypothesisReport): Hypothesis | undefined {
  return kind === undefined || program === undefined ? undefined : { kind, claim, program };
}
