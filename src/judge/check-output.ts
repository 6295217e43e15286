import type { Checker } from "../problem/index.ts";
import type { CheckOutcome } from "./check-outcome.ts";
import { checkByComparison } from "./compare-checker.ts";
import { checkByStandard } from "./standard-checkers.ts";

/** A checker that needs no program: it decides in this process. */
export type PlainChecker = Exclude<Checker, { readonly kind: "program" }>;

/** Whether an output is right, where no program decides. `maximum` is what full marks are where it gives points. */
export function checkOutput(checker: PlainChecker, output: Uint8Array, answer: Uint8Array, maximum = 1): CheckOutcome {
  return checker.kind === "compare"
    ? checkByComparison(checker.options, output, answer)
    : checkByStandard(checker.name, output, answer, maximum);
}
