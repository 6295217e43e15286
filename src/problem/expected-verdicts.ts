import type { ExpectedVerdicts } from "./problem.ts";
import { verdictLabels, verdicts, type Verdict } from "./verdict.ts";

/** The verdicts that a run of a solution can end with, as far as the solution is concerned. */
const solutionVerdicts = verdicts.filter((verdict) => verdict !== "judge-failed" && verdict !== "skipped");

/** Names for the usual expectations: `any`, `rejected`, and each verdict. */
export const expectationNames: readonly string[] = ["any", "rejected", ...solutionVerdicts];

/**
 * The expectation behind a short name or a label such as `WA`; undefined for an unknown one.
 * A verdict other than `accepted` means: seen on some test, and no test shows anything else but `accepted`.
 */
export function parseExpectation(text: string): ExpectedVerdicts | undefined {
  if (text === "any") return { permitted: solutionVerdicts, required: [] };
  if (text === "rejected") {
    return { permitted: solutionVerdicts, required: solutionVerdicts.filter((verdict) => verdict !== "accepted") };
  }
  const verdict = solutionVerdicts.find((item) => item === text || verdictLabels[item] === text);
  if (verdict === undefined) return undefined;
  return { permitted: verdict === "accepted" ? [verdict] : ["accepted", verdict], required: [verdict] };
}

/** The short name that stands for exactly this expectation, if there is one. */
export function toExpectationName(expected: ExpectedVerdicts): string | undefined {
  if (expected.score !== undefined) return undefined;
  return expectationNames.find((name) => {
    const known = parseExpectation(name);
    return known && isSame(known.permitted, expected.permitted) && isSame(known.required, expected.required);
  });
}

function isSame(a: readonly Verdict[], b: readonly Verdict[]): boolean {
  return a.length === b.length && a.every((verdict, index) => verdict === b[index]);
}
