import type { FoundFormula, SequencePrefix } from "../contract.ts";
import type { Rational } from "../numbers/rational.ts";

/**
 * What a source says a sequence may be. Untrusted whatever its source: it predicts terms, and those have to survive a
 * brute force (`checkHint`) before anything is built on it.
 */
export interface SequenceHint {
  readonly source: string;
  /** One line; text from outside, to be quoted as data. */
  readonly title: string;
  readonly url?: string;
  /** Formulas and remarks in the source's own words; text from outside, to be quoted as data. */
  readonly notes: readonly string[];
  /** The term that the source gives at an index of the asker's own counting; undefined where it gives none. */
  readonly term: (index: number) => Rational | undefined;
  /** The formula with its evidence, where the source is the finder. */
  readonly formula?: FoundFormula;
}

/** Somewhere to ask what a sequence may be. */
export interface SequenceSource {
  readonly name: string;
  /**
   * Hints that agree with every term given, best first; none where the source knows nothing.
   *
   * @throws SEQUENCE_SOURCE_UNREACHABLE, SEQUENCE_SOURCE_REFUSED, SEQUENCE_SOURCE_INVALID
   */
  readonly lookUp: (
    prefix: SequencePrefix,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<readonly SequenceHint[]>;
}
