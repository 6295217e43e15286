import type { SearchCandidate } from "../../src/forge/index.ts";
import type { Problem, TestCase } from "../../src/problem/index.ts";

/** A problem as a test maker meets it, with what it is measured by. */
export interface Subject {
  /** E.g. `kattis-2023-mean #2`. */
  readonly name: string;
  readonly kind: "package" | "small" | "league";
  /** With samples only, and without solutions. */
  readonly problem: Problem;
  /** The official suite: what is made is never shown it. */
  readonly hidden: readonly TestCase[];
  /** Who answers inputs: a gold solution, or a brute force that may be slow. */
  readonly reference: SearchCandidate;
  readonly referenceKind: "gold" | "brute-force";
  /** Right, subtly wrong and slow programs, in the order in which they come in. */
  readonly stream: readonly SearchCandidate[];
  /** Names of those in the stream that are known to be right, whatever any suite says. */
  readonly knownRight: readonly string[];
}
