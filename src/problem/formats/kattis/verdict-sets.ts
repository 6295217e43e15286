import { parseExpectation } from "../../expected-verdicts.ts";
import type { ExpectedVerdicts } from "../../problem.ts";
import { verdicts, type Verdict } from "../../verdict.ts";

export const verdictWords = ["AC", "WA", "TLE", "RTE"] as const;

export type VerdictWord = (typeof verdictWords)[number];

const members: Readonly<Record<VerdictWord, readonly Verdict[]>> = {
  AC: ["accepted"],
  WA: ["wrong-answer", "presentation-error"],
  TLE: ["time-limit-exceeded", "idleness-limit-exceeded"],
  RTE: ["runtime-error", "memory-limit-exceeded", "output-limit-exceeded"],
};

const any = parseExpectation("any") ?? { permitted: [], required: [] };
const rejected = parseExpectation("rejected") ?? any;

/** One thing that is asked of a solution: no other verdicts, and one of these. */
export interface VerdictRule {
  readonly permitted: readonly VerdictWord[];
  readonly required: readonly VerdictWord[];
}

/** The model's verdicts behind the format's words. All four words mean whatever happens; the three failures, any of them. */
function toVerdicts(words: readonly VerdictWord[], isScoring: boolean): readonly Verdict[] {
  const has = (word: VerdictWord): boolean => words.includes(word);
  if (verdictWords.every(has)) return any.permitted;
  if (has("WA") && has("TLE") && has("RTE")) return rejected.required;
  const chosen = new Set<Verdict>(verdictWords.filter(has).flatMap((word) => members[word]));
  if (isScoring && has("AC")) chosen.add("partial");
  return verdicts.filter((verdict) => chosen.has(verdict));
}

/** Several rules that all hold, as one expectation. */
export function mergeRules(rules: readonly VerdictRule[], isScoring: boolean): ExpectedVerdicts {
  const permitted = verdictWords.filter((word) => rules.every((rule) => rule.permitted.includes(word)));
  const sets = rules
    .map((rule) => rule.required.filter((word) => permitted.includes(word)))
    .filter((words) => words.length < permitted.length);
  const minimal = sets.filter(
    (words, index) =>
      !sets.some(
        (other, at) =>
          at !== index && other.every((word) => words.includes(word)) && (other.length < words.length || at < index),
      ),
  );
  const [first, ...further] = minimal.map((words) => toVerdicts(words, isScoring));
  const isOne = permitted.length === 1;
  const shown = toVerdicts(permitted, isScoring);
  return {
    permitted: shown,
    required: first ?? (isOne ? shown : []),
    ...(further.length > 0 ? { alsoRequired: further } : {}),
  };
}

/** The words for a set of verdicts, and whether they say exactly that. */
export function toWords(
  set: readonly Verdict[],
  isScoring: boolean,
): { readonly words: readonly VerdictWord[]; readonly isExact: boolean } {
  const words = verdictWords.filter((word) => members[word].some((verdict) => set.includes(verdict)));
  const back = toVerdicts(words, isScoring);
  return { words, isExact: back.length === set.length && back.every((verdict) => set.includes(verdict)) };
}
