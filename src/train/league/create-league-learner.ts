import type { Learner } from "../../agent/index.ts";
import { createTestTimeLearner, type TestTimeLearnerOptions } from "../test-time/create-test-time-learner.ts";
import { toLeaguePrompt } from "./league-prompt.ts";

/** Learns between the rounds of a league problem, for the policy that `createLeaguePolicy` makes of the same trainer. */
export function createLeagueLearner(
  options: Omit<TestTimeLearnerOptions, "toPrompt"> & {
    /** Markdown: the one problem that is asked about. */
    readonly statement: string;
  },
): Learner & AsyncDisposable {
  const { statement, ...rest } = options;
  return createTestTimeLearner({ ...rest, toPrompt: (rollout) => toLeaguePrompt(statement, rollout) });
}
