import type { SequencePrefix } from "../contract.ts";
import { formatRational, isEqual } from "../numbers/rational.ts";
import { toExactTerms } from "./align-terms.ts";
import type { SequenceHint } from "./contract.ts";

/** How a hint did against terms that were computed. */
export interface HintCheck {
  /** Terms that the hint gave and that were right, before the first that was wrong. */
  readonly confirmedTerms: number;
  /** Terms that the hint could not give. */
  readonly unknownTerms: number;
  /** The first wrong one; undefined: none. */
  readonly mismatch?: { readonly index: number; readonly expected: string; readonly actual: string };
}

/** Holds a hint against terms from a brute force, best at indices that the source was not shown. */
export function checkHint(hint: Pick<SequenceHint, "term">, computed: SequencePrefix): HintCheck {
  let [confirmedTerms, unknownTerms] = [0, 0];
  for (const [i, expected] of toExactTerms(computed).entries()) {
    const index = (computed.firstIndex ?? 0) + i;
    const actual = hint.term(index);
    if (actual === undefined) unknownTerms += 1;
    else if (isEqual(actual, expected)) confirmedTerms += 1;
    else {
      const mismatch = { index, expected: formatRational(expected), actual: formatRational(actual) };
      return { confirmedTerms, unknownTerms, mismatch };
    }
  }
  return { confirmedTerms, unknownTerms };
}
