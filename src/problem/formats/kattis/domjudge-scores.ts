import type { TestGroup } from "../../test-case.ts";
import { toWords } from "./context.ts";
import type { FolderRules } from "./read-groups.ts";

/** What DOMjudge's own scoring says of a folder of `data/`: nothing is inherited. */
export type DomjudgeScore = Pick<
  TestGroup,
  "points" | "aggregation" | "dependsOn" | "stopsAtFailure" | "scoreRange" | "isCounted"
>;

const ownWords: ReadonlySet<string> = new Set(["sum", "avg", "min", "max", "ignore_sample"]);

/**
 * Whether the files say nothing that DOMjudge does not know. Kattis needs such a word for a failure to keep points
 * (`accept_if_any_accepted`, `always_accept`), so that a package with one means Kattis' rules.
 */
export function isDomjudgeAlone(rules: ReadonlyMap<string, FolderRules>): boolean {
  return [...rules.values()].every(
    ({ own }) =>
      own?.reject_score === undefined &&
      own?.grading === undefined &&
      toWords(own?.grader_flags ?? "").every((word) => ownWords.has(word)),
  );
}

/** The folders that are groups: those with a file of their own, and the samples. */
export function chooseDomjudgeGroups(rules: ReadonlyMap<string, FolderRules>): readonly string[] {
  return [...rules].filter(([folder, { own }]) => folder === "sample" || own !== undefined).map(([folder]) => folder);
}

/**
 * A group's score as DOMjudge's partial scoring has it: `accept_score` is what the whole group gives once all of its
 * tests pass, groups of groups combine those, and a rejected submission keeps what its groups gave. Samples that no file
 * speaks of do not count.
 */
export function toDomjudgeScore(
  { own }: Pick<FolderRules, "own">,
  options: { readonly range: TestGroup["scoreRange"]; readonly isLeaf: boolean },
): DomjudgeScore {
  if (own === undefined) return { aggregation: "complete", dependsOn: [], isCounted: false };
  const { range, isLeaf } = options;
  const stopsAtFailure = own.on_reject !== "continue";
  if (isLeaf && own.accept_score !== undefined) {
    return { points: own.accept_score, aggregation: "complete", dependsOn: [], stopsAtFailure };
  }
  const mode = toWords(own.grader_flags ?? "").findLast((word) => ["sum", "avg", "min", "max"].includes(word));
  const names: Readonly<Record<string, TestGroup["aggregation"]>> = { avg: "average", min: "minimum", max: "maximum" };
  return {
    ...(range?.maximum === undefined ? {} : { points: range.maximum }),
    aggregation: names[mode ?? "sum"] ?? "sum",
    dependsOn: [],
    stopsAtFailure,
    ...(range === undefined ? {} : { scoreRange: range }),
  };
}
