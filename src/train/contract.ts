import type { CallOptions, TokenIds } from "../policy/index.ts";

/** A problem as a policy is asked about it. */
export interface Task {
  readonly id: string;
  readonly level: number;
  readonly promptTokens: TokenIds;
}

/** One answer to a task. */
export interface Attempt {
  readonly task: Task;
  /** As sampled, the token that ended it included. */
  readonly tokens: TokenIds;
  /** False where the answer was cut off: it is no program then. */
  readonly isEnded: boolean;
  /** Where in the run it was asked for; a rule that draws lots draws from this. */
  readonly address: string;
}

/** What tells how good answers are. */
export interface Grader {
  /** For reports and manifests. */
  readonly name: string;
  /** Rewards in the order of the attempts, in [0, 1]; null where one was withheld, as the judge itself failed. */
  grade(attempts: readonly Attempt[], options?: CallOptions): Promise<readonly (number | null)[]>;
}

/** A text to learn by heart: what is asked, and what is to be answered, the end token included. */
export interface EncodedText {
  /** Which kind of text it is, e.g. `problem-to-program`; for reports. */
  readonly kind: string;
  /** May be empty, where the text stands for itself. */
  readonly promptTokens: TokenIds;
  readonly answerTokens: TokenIds;
}

/** Rewards at least this high count as accepted. */
export const acceptedReward = 1;
