/** What to do with the best program: hand it in, work on, or leave it. */
export type Action = "submit" | "go-on" | "wait";

/**
 * Submits when the expected gain is above 0: an accepted program is worth 1, a wrong attempt costs `wrongAttemptCost`,
 * so p − (1 − p)·cost > 0. Else goes on while there is something to go on with, else waits. GrandCode sections 3.1 and
 * 3.8 name the decision; the rule is ours.
 */
export function chooseAction(options: {
  /** How likely the program is right, in [0, 1]. */
  readonly confidence: number;
  /** As a share of what an accepted program is worth; at least 0. */
  readonly wrongAttemptCost: number;
  readonly canGoOn: boolean;
}): Action {
  const { confidence, wrongAttemptCost, canGoOn } = options;
  if (confidence > wrongAttemptCost / (1 + wrongAttemptCost)) return "submit";
  return canGoOn ? "go-on" : "wait";
}
