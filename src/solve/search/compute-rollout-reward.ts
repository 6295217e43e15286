import type { TestReport } from "../../judge/index.ts";
import { computeReward } from "../../reward/index.ts";
import { computeLengthPenalty } from "../../rl/index.ts";
import type { Candidate, RunState } from "../run-state.ts";

/** A program on the run's own tests is graded, whatever the problem's scoring: all or nothing would rank nothing. */
const graded = { kind: "partial", maximum: 1 } as const;

/** What an answer of twice its level's budget loses, and the most that any loses. Our decision; the paper gives none. */
const penaltyFactor = 0.05;
const maxPenalty = 0.2;

/**
 * The reward that search goes by, in [0, 1]: the share of the run's tests that the program passes, less a penalty for
 * an answer that is long for its level; null where the judge failed.
 *
 * @paper GrandCode length penalty, docs/paper-map.md#length-penalty
 */
export function computeRolloutReward(state: RunState, candidate: Candidate): number | null {
  if (candidate.compileMessage !== undefined) return 0;
  const source = state.candidates.find(({ id }) => id === candidate.sameAsId) ?? candidate;
  const tests = state.tests.map((test) => source.reports.get(test.id) ?? toSkipped(test.id));
  const verdict = tests.every((test) => test.verdict === "accepted") ? "accepted" : "partial";
  const reward = computeReward({ verdict, tests }, graded);
  if (reward.kind === "reward-withheld") return null;
  const { level, lengthBudget } = state.plan;
  const excess = computeLengthPenalty({ lengthTokens: candidate.outputTokens, level, ...lengthBudget });
  return Math.max(0, reward.value - Math.min(maxPenalty, penaltyFactor * excess));
}

function toSkipped(testId: string): TestReport {
  return {
    testId,
    verdict: "skipped",
    cpuTimeMs: 0,
    wallTimeMs: 0,
    peakMemoryBytes: 0,
    stdoutBytes: 0,
    stderr: "",
    message: "",
  };
}
