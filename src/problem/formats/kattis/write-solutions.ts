import { stringify } from "yaml";
import { toExpectationName } from "../../expected-verdicts.ts";
import type { ExpectedVerdicts, Problem, Solution } from "../../problem.ts";
import { legacyFolders, modernFolders, toolFolders } from "./expected-folders.ts";
import { toSourceLanguage } from "./programs.ts";
import { mergeRules, toWords, verdictWords, type VerdictRule } from "./verdict-sets.ts";
import { addProgram, type KattisPackage } from "./write-kattis-problem.ts";

const rulesFile = "submissions/submissions.yaml";

/** Writes `submissions/` and its `submissions.yaml`. */
export function writeSolutions(target: KattisPackage, problem: Problem): void {
  const rules: Record<string, unknown> = {};
  for (const solution of problem.solutions) {
    const { folder, rule } = toPlace(target, problem, solution);
    const { name, program } = solution;
    const stem = program.fileName.replace(/(?<=.)\.[^.]+$/, "");
    const isOneFile = stem === name && !program.resources?.length && toSourceLanguage(program.fileName) !== undefined;
    addProgram(target, `submissions/${folder}${isOneFile ? "" : `/${name}`}`, program);
    const path = `${folder}/${isOneFile ? program.fileName : name}`;
    const extras = {
      ...(solution.isMain ? { model_solution: true } : {}),
      ...rule,
      ...toParts(target, problem, solution),
    };
    const entry = program.resources?.length ? { entrypoint: program.fileName } : {};
    if (Object.keys(extras).length > 0 || Object.keys(entry).length > 0) rules[path] = { ...entry, ...extras };
  }
  if (Object.keys(rules).length === 0) return;
  if (target.version === "legacy") target.lose(rulesFile, "", "written, though version legacy does not know it");
  target.add(rulesFile, stringify(rules, { lineWidth: 0, aliasDuplicateObjects: false }));
}

/** The folder that means what is expected, or a folder of no meaning with a rule. */
function toPlace(
  target: KattisPackage,
  problem: Problem,
  { name, expected }: Solution,
): { readonly folder: string; readonly rule: Record<string, unknown> } {
  const isScoring = problem.scoring.kind !== "binary";
  const folders = target.version === "legacy" ? legacyFolders : modernFolders;
  const extras = toExtras(expected);
  for (const [folder, rule] of Object.entries(folders)) {
    if (isSame(mergeRules([rule], isScoring), expected)) return { folder, rule: extras };
  }
  for (const [folder, known] of Object.entries(toolFolders)) {
    if (known !== undefined && !Object.hasOwn(folders, folder) && isSame(known, expected))
      return { folder, rule: extras };
  }
  const rule = toRule(expected, isScoring);
  if (!isSame(mergeRules([rule], isScoring), expected)) {
    const what = toExpectationName(expected) ?? JSON.stringify(expected.permitted);
    target.lose(rulesFile, name, `verdicts that the format has no words for: ${what}`);
  }
  return { folder: "mixed", rule: { permitted: [...rule.permitted], required: [...rule.required], ...extras } };
}

function toParts(
  target: KattisPackage,
  problem: Problem,
  { name, expectedByGroup }: Solution,
): Record<string, unknown> {
  const isScoring = problem.scoring.kind !== "binary";
  return Object.fromEntries(
    Object.entries(expectedByGroup ?? {}).map(([key, expected]) => {
      const rule = toRule(expected, isScoring);
      if (!isSame(mergeRules([rule], isScoring), expected)) {
        target.lose(rulesFile, `${name}.${key}`, "verdicts that the format has no words for");
      }
      return [key, { permitted: [...rule.permitted], required: [...rule.required], ...toExtras(expected) }];
    }),
  );
}

function toRule(expected: ExpectedVerdicts, isScoring: boolean): VerdictRule {
  const { words } = toWords(expected.permitted, isScoring);
  const permitted = words.length === 0 ? [...verdictWords] : words;
  const required = toWords(expected.required, isScoring).words;
  return { permitted, required: required.length === 0 ? permitted : required };
}

function toExtras(expected: ExpectedVerdicts): Record<string, unknown> {
  const { score, message, timeLimitUse } = expected;
  return {
    ...(score === undefined ? {} : { score: [score.minimum, score.maximum] }),
    ...(message === undefined ? {} : { message }),
    ...(timeLimitUse === undefined ? {} : { use_for_time_limit: timeLimitUse === "none" ? false : timeLimitUse }),
  };
}

function isSame(a: ExpectedVerdicts, b: ExpectedVerdicts): boolean {
  return toText(a) === toText(b);
}

function toText(expected: ExpectedVerdicts): string {
  return JSON.stringify([expected.permitted, expected.required, expected.alsoRequired ?? []]);
}
