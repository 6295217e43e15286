import type { Problem } from "../problem.ts";

/** Something that a package says and a reader could not keep, or that a problem holds and a writer could not say. */
export interface Loss {
  /** Relative to the package, or the package's own name where no one file says it. */
  readonly file: string;
  /** Dotted path inside the file, empty where the whole file is meant. */
  readonly field: string;
  /** What is lost, and what it would have meant. */
  readonly reason: string;
}

/** What every reader of a foreign format gives: the problem, and all that the model cannot hold. */
export interface ReadProblemResult {
  readonly problem: Problem;
  readonly losses: readonly Loss[];
}
