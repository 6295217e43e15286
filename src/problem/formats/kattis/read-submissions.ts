import { parseExpectation } from "../../expected-verdicts.ts";
import { createIdMatcher } from "../../id-matcher.ts";
import { toActualText } from "../../problem-issue.ts";
import type { ExpectedVerdicts, Solution } from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { Verdict } from "../../verdict.ts";
import { fileCaps } from "../native/layout.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { namePattern } from "../../check-problem.ts";
import { isRecord, readYamlText, type KattisContext } from "./context.ts";
import { legacyFolders, modernFolders, parseAnnotation, toolFolders } from "./expected-folders.ts";
import { readProgramEntry, toCodeLanguage, toProgramEntries, type ProgramEntry } from "./programs.ts";
import { findNearName } from "./near-names.ts";
import type { KattisMetadata } from "./read-metadata.ts";
import { partRuleSchema, ruleSchema, type PartRule, type Rule } from "./schema.ts";
import { mergeRules, type VerdictRule, type VerdictWord } from "./verdict-sets.ts";

const rulesFile = "submissions/submissions.yaml";

interface SubmissionRule {
  readonly pattern: string;
  readonly matches: (path: string) => boolean;
  readonly rule: Rule;
  readonly parts: readonly (readonly [string, PartRule])[];
}

interface Submission extends ProgramEntry {
  /** Relative to `submissions/`. */
  readonly path: string;
  readonly folder: string;
}

export interface Submissions {
  readonly solutions: readonly Solution[];
  /** Whether any text has DOMjudge's `@EXPECTED_SCORE@`. */
  readonly hasExpectedScores: boolean;
}

/** The solutions of `submissions/`, with what their folders, `submissions.yaml` and their texts expect of them. */
export async function readSubmissions(
  context: KattisContext,
  metadata: KattisMetadata,
  mainPath: string | undefined,
): Promise<Submissions> {
  const paths = await context.folder.list("submissions");
  const rules = paths.includes("submissions.yaml") ? await readRules(context, metadata) : [];
  const submissions = toSubmissions(context, paths);
  const included = await readIncluded(context, metadata);
  const names = toNames(submissions);
  const solutions: Solution[] = [];
  let hasMain = false;
  for (const submission of submissions) {
    const matching = rules.filter((rule) => rule.matches(submission.path));
    const language = matching.findLast(({ rule }) => rule.language !== undefined)?.rule.language;
    const code = language === undefined ? undefined : toCodeLanguage(language);
    const program = await readProgramEntry(context, submission, {
      constants: metadata.constants,
      language: code,
      entryPoint: matching.findLast(({ rule }) => rule.entrypoint !== undefined)?.rule.entrypoint,
      included: [...(included.get("default") ?? []), ...toIncluded(included, submission)],
      isSpare: true,
    });
    const name = names.get(submission);
    if (program === undefined || name === undefined) continue;
    const isMain: boolean =
      !hasMain &&
      (mainPath === undefined
        ? matching.some(({ rule }) => rule.model_solution === true)
        : mainPath === `submissions/${submission.path}`);
    hasMain ||= isMain;
    solutions.push({ name, program, isMain, ...toExpectations(context, metadata, { submission, matching, program }) });
  }
  if (mainPath !== undefined && !hasMain) {
    context.lose("generators/generators.yaml", "solution", `not one of the submissions: ${mainPath}`);
  }
  return {
    solutions,
    hasExpectedScores: solutions.some(({ program }) => /@EXPECTED_SCORE@: ?[0-9]/i.test(program.source)),
  };
}

function toSubmissions(context: KattisContext, paths: readonly string[]): readonly Submission[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.indexOf("/");
    if (slash < 0) {
      if (path !== "submissions.yaml")
        context.lose(`submissions/${path}`, "", "not in a folder that says what is expected");
      continue;
    }
    const folder = path.slice(0, slash);
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(slash + 1)]);
  }
  return [...folders].flatMap(([folder, files]) =>
    toProgramEntries(`submissions/${folder}`, files).map((entry) => ({
      ...entry,
      folder,
      path: `${folder}/${entry.name}`,
    })),
  );
}

/** The shortest names that tell all submissions apart: without extension, with it, with the folder. */
function toNames(submissions: readonly Submission[]): ReadonlyMap<Submission, string> {
  const forms: readonly ((item: Submission) => string)[] = [
    ({ name, isFolder }) => (isFolder ? name : name.replace(/(?<=.)\.[^.]+$/, "")),
    ({ name }) => name,
    ({ folder, name }) => `${folder}-${name}`,
  ];
  const all = forms.map((form) => submissions.map((item) => toSafeName(form(item))));
  const counts = new Map<string, number>();
  for (const name of all.flatMap((list) => [...new Set(list.map((item) => item.toLowerCase()))])) counts.set(name, 0);
  const names = new Map<Submission, string>();
  const taken = new Set<string>();
  for (const list of all) {
    const lower = list.map((name) => name.toLowerCase());
    for (const [index, submission] of submissions.entries()) {
      const name = list[index] ?? "";
      const isUnique = lower.indexOf(name.toLowerCase()) === lower.lastIndexOf(name.toLowerCase());
      if (names.has(submission) || !isUnique || taken.has(name.toLowerCase())) continue;
      names.set(submission, name);
      taken.add(name.toLowerCase());
    }
  }
  for (const [index, submission] of submissions.entries()) {
    if (!names.has(submission))
      names.set(submission, toSafeName(`${submission.folder}-${index + 1}-${submission.name}`));
  }
  return names;
}

function toSafeName(name: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 100);
  return namePattern.test(safe) ? safe : "solution";
}

async function readRules(context: KattisContext, metadata: KattisMetadata): Promise<readonly SubmissionRule[]> {
  const text = await context.folder.readText(rulesFile, fileCaps.manifest);
  const source = text === undefined ? undefined : readYamlText(context, rulesFile, text);
  if (source === undefined) return [];
  if (!isRecord(source.data)) {
    context.report({ file: rulesFile, expected: "a mapping of patterns to rules", actual: toActualText(source.data) });
    return [];
  }
  const rules: SubmissionRule[] = [];
  for (const [pattern, value] of Object.entries(source.data)) {
    const matches = createIdMatcher(pattern);
    if (matches === undefined) {
      context.report({
        file: rulesFile,
        field: pattern,
        line: source.lineOf([pattern]),
        expected: "a pattern with balanced braces",
        actual: pattern,
      });
      continue;
    }
    const lineOf = (path: readonly (string | number)[]): number | undefined => source.lineOf([pattern, ...path]);
    const parsed = readRule(context, { pattern, value: value ?? {}, lineOf });
    if (parsed !== undefined) rules.push({ pattern, matches, ...parsed });
  }
  if (metadata.version === "legacy") context.lose(rulesFile, "", "read, though version legacy does not know it");
  return rules;
}

function readRule(
  context: KattisContext,
  {
    pattern,
    value,
    lineOf,
  }: {
    readonly pattern: string;
    readonly value: unknown;
    readonly lineOf: (path: readonly (string | number)[]) => number | undefined;
  },
): { readonly rule: Rule; readonly parts: readonly (readonly [string, PartRule])[] } | undefined {
  const known = new Set(Object.keys(ruleSchema.shape));
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  const isPart = ([key, item]: readonly [string, unknown]): boolean => !known.has(key) && isRecord(item);
  const own: unknown = entries === undefined ? value : Object.fromEntries(entries.filter((entry) => !isPart(entry)));
  const parsed = ruleSchema.safeParse(own);
  const issues = parsed.success ? [] : toSchemaIssues(parsed.error, { file: rulesFile, data: own, lineOf });
  const parts: (readonly [string, PartRule])[] = [];
  for (const [key, item] of (entries ?? []).filter(isPart)) {
    const part = partRuleSchema.safeParse(item);
    if (!part.success) {
      const found = toSchemaIssues(part.error, {
        file: rulesFile,
        data: item,
        lineOf: (path) => lineOf([key, ...path]),
      });
      issues.push(...found.map((issue) => ({ ...issue, field: [key, issue.field].filter(Boolean).join(".") })));
    } else if (createIdMatcher(key) === undefined) {
      issues.push({
        file: rulesFile,
        field: key,
        line: lineOf([key]),
        expected: "a pattern with balanced braces",
        actual: key,
      });
    } else parts.push([key, part.data]);
  }
  for (const issue of issues) context.report({ ...issue, field: [pattern, issue.field].filter(Boolean).join(".") });
  if (!parsed.success || issues.length > 0) return undefined;
  if (parsed.data.authors) context.lose(rulesFile, `${pattern}.authors`, "who wrote a solution");
  return { rule: parsed.data, parts };
}

/** What rules of folders, patterns and parts have in common. */
type Asked = {
  readonly [K in keyof PartRule]?: PartRule[K] extends readonly (infer T)[] | undefined
    ? readonly T[] | undefined
    : PartRule[K] | undefined;
};

interface Matched {
  readonly submission: Submission;
  readonly matching: readonly SubmissionRule[];
  readonly program: Program;
}

function toExpectations(
  context: KattisContext,
  metadata: KattisMetadata,
  { submission, matching, program }: Matched,
): Pick<Solution, "expected" | "expectedByGroup"> {
  const { folder } = submission;
  const folders = metadata.version === "legacy" ? legacyFolders : modernFolders;
  const base = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
  const asked: readonly Asked[] = matching.map(({ pattern, rule }) =>
    pattern === folder && base !== undefined ? { ...base, ...dropUndefined(rule) } : rule,
  );
  const isReplaced = matching.some(({ pattern }) => pattern === folder);
  const rules = [...(base === undefined || isReplaced ? [] : [base]), ...asked];
  const told = rules.filter((rule) => rule.permitted !== undefined || rule.required !== undefined);
  const fromTool = told.length === 0 ? readToolExpectation(context, { submission, program }) : undefined;
  const expected: ExpectedVerdicts = {
    ...(fromTool === undefined
      ? mergeRules(told.map(toVerdictRule), metadata.isScoring)
      : toScored(fromTool, metadata.isScoring)),
    ...(fromTool === undefined && metadata.isScoring ? readToolScore(program) : {}),
    ...toExtras(asked),
  };
  const byPart = new Map<string, PartRule[]>();
  for (const { parts } of matching)
    for (const [key, part] of parts) byPart.set(key, [...(byPart.get(key) ?? []), part]);
  if (byPart.size === 0) return { expected };
  const expectedByGroup = Object.fromEntries(
    [...byPart].map(([key, list]) => [
      key,
      { ...mergeRules(list.map(toVerdictRule), metadata.isScoring), ...toExtras(list) },
    ]),
  );
  return { expected, expectedByGroup };
}

const anyVerdict = parseExpectation("any") ?? { permitted: [], required: [] };

function readToolExpectation(
  context: KattisContext,
  { submission, program }: { readonly submission: Submission; readonly program: Program },
): ExpectedVerdicts {
  const texts = [program.source, ...(program.resources ?? []).map((resource) => resource.source)];
  const tags = texts.map(parseAnnotation).filter((tag) => tag.kind !== "annotation-absent");
  const [tag] = tags;
  const file = `submissions/${submission.path}`;
  if (tag?.kind === "annotation-bad" || tags.length > 1) {
    const actual = tag?.kind === "annotation-bad" ? tag.actual : "several annotations";
    context.lose(
      file,
      "@EXPECTED_RESULTS@",
      `one list of results that DOMjudge knows was expected, got ${toActualText(actual)}`,
    );
    return anyVerdict;
  }
  if (tag !== undefined) return tag.expected;
  const known = Object.hasOwn(toolFolders, submission.folder) ? toolFolders[submission.folder] : undefined;
  if (known !== undefined) return known;
  const near = findNearName(submission.folder, [...Object.keys(modernFolders), ...Object.keys(toolFolders)]);
  const advice = near === undefined ? "" : `; did you mean submissions/${near}?`;
  context.lose(file, "", `nothing says what is expected in submissions/${submission.folder}${advice}`);
  return anyVerdict;
}

/** Where there are scores, a part of them is accepted too. */
function toScored(expected: ExpectedVerdicts, isScoring: boolean): ExpectedVerdicts {
  const isAccepted = expected.required.length === 0 || expected.required.includes("accepted");
  if (!isScoring || !isAccepted) return expected;
  return { ...expected, permitted: addPartial(expected.permitted), required: addPartial(expected.required) };
}

function addPartial(set: readonly Verdict[]): readonly Verdict[] {
  return set.includes("accepted") && !set.includes("partial") ? [...set, "partial"] : set;
}

/** DOMjudge checks scores whatever the folder says of the verdict. */
function readToolScore({ source }: Program): Pick<ExpectedVerdicts, "score"> {
  const tag = parseAnnotation(source);
  return tag.kind === "annotation-found" && tag.expected.score !== undefined ? { score: tag.expected.score } : {};
}

function toVerdictRule(rule: Asked): VerdictRule {
  const permitted: readonly VerdictWord[] = rule.permitted ?? ["AC", "WA", "TLE", "RTE"];
  return { permitted, required: rule.required ?? permitted };
}

function toExtras(rules: readonly Asked[]): Pick<ExpectedVerdicts, "score" | "message" | "timeLimitUse"> {
  const score = rules.findLast((rule) => rule.score !== undefined)?.score;
  const [minimum, maximum = minimum] = typeof score === "number" ? [score] : (score ?? []);
  const message = rules.findLast((rule) => rule.message)?.message;
  const use = rules.findLast((rule) => rule.use_for_time_limit !== undefined)?.use_for_time_limit;
  return {
    ...(minimum === undefined || maximum === undefined ? {} : { score: { minimum, maximum } }),
    ...(message === undefined ? {} : { message }),
    ...(use === undefined || use === true ? {} : { timeLimitUse: use === false ? "none" : use }),
  };
}

function dropUndefined<T extends object>(value: T): Partial<T> {
  const result: Partial<T> = { ...value };
  for (const key of Object.keys(result))
    if (Reflect.get(result, key) === undefined) Reflect.deleteProperty(result, key);
  return result;
}

type IncludedFiles = ReadonlyMap<string, readonly { readonly fileName: string; readonly source: string }[]>;

async function readIncluded(context: KattisContext, metadata: KattisMetadata): Promise<IncludedFiles> {
  const included = new Map<string, { fileName: string; source: string }[]>();
  for (const path of await context.folder.list("include")) {
    const [language = "", fileName = "", ...rest] = path.split("/");
    const isFile = fileName !== "" && rest.length === 0 && namePattern.test(fileName);
    const program = isFile
      ? await readProgramEntry(
          context,
          { name: fileName, isFolder: false, files: [`include/${path}`] },
          { constants: metadata.constants, isSpare: true },
        )
      : undefined;
    if (program === undefined) continue;
    included.set(language, [...(included.get(language) ?? []), { fileName, source: program.source }]);
  }
  if (included.size > 0) {
    context.lose("include", "", "laid beside the package's own solutions alone: a submission is one program by itself");
  }
  return included;
}

const includeCodes: Readonly<Record<string, string>> = {
  c: "c",
  cc: "cpp",
  cpp: "cpp",
  cxx: "cpp",
  py: "python3",
  java: "java",
  js: "javascript",
  rs: "rust",
  go: "go",
  kt: "kotlin",
};

function toIncluded(
  included: IncludedFiles,
  { files }: ProgramEntry,
): readonly { readonly fileName: string; readonly source: string }[] {
  const codes = new Set(files.map((file) => includeCodes[file.slice(file.lastIndexOf(".") + 1).toLowerCase()] ?? ""));
  return [...codes].flatMap((code) => included.get(code) ?? []);
}
