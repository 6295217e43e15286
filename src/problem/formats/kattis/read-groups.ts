import type { TestGroup, ValidatorFlags } from "../../test-case.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { applyConstants, toWords, type KattisContext } from "./context.ts";
import type { DataFiles } from "./data-files.ts";
import { chooseDomjudgeGroups, isDomjudgeAlone, toDomjudgeScore } from "./domjudge-scores.ts";
import type { KattisMetadata } from "./read-metadata.ts";
import { groupSchema, type GroupConfig, type TestConfig } from "./schema.ts";

/** What a folder of `data/` says and inherits. */
export interface FolderRules {
  readonly own: GroupConfig | undefined;
  readonly args: readonly string[] | undefined;
  readonly checkerFlags: readonly string[] | undefined;
  readonly validatorFlags: ValidatorFlags | undefined;
  /** Legacy keys, which are inherited one by one. */
  readonly legacy: LegacyRules;
}

type LegacyRules = Pick<
  GroupConfig,
  "on_reject" | "grading" | "grader_flags" | "accept_score" | "reject_score" | "range"
>;

const nothing: FolderRules = {
  own: undefined,
  args: undefined,
  checkerFlags: undefined,
  validatorFlags: undefined,
  legacy: {},
};

/** The rules of `data/` itself and of every folder below it, by path; `` is `data/`. */
export async function readFolderRules(
  context: KattisContext,
  metadata: KattisMetadata,
  files: DataFiles,
): Promise<ReadonlyMap<string, FolderRules>> {
  const folders = new Set<string>(["", "sample", "secret"]);
  for (const path of files.paths) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      if (!parts[depth - 1]?.endsWith(".files")) folders.add(parts.slice(0, depth).join("/"));
    }
  }
  const rules = new Map<string, FolderRules>();
  for (const folder of [...folders].toSorted((a, b) => (a < b ? -1 : 1))) {
    const parent = folder === "" ? nothing : (rules.get(toParent(folder)) ?? nothing);
    const own = await readConfig(context, metadata, { files, folder });
    rules.set(folder, own === undefined ? { ...parent, own } : inherit(parent, own));
  }
  return rules;
}

export function toParent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function inherit(parent: FolderRules, own: GroupConfig): FolderRules {
  const legacy: LegacyRules = {
    on_reject: own.on_reject ?? parent.legacy.on_reject,
    grading: own.grading ?? parent.legacy.grading,
    grader_flags: own.grader_flags ?? parent.legacy.grader_flags,
    accept_score: own.accept_score ?? own.scoring?.score ?? parent.legacy.accept_score,
    reject_score: own.reject_score ?? parent.legacy.reject_score,
    range: own.range ?? parent.legacy.range,
  };
  return {
    own,
    args: own.args ?? parent.args,
    checkerFlags: toCheckerFlags(own) ?? parent.checkerFlags,
    validatorFlags: toValidatorFlags(own) ?? parent.validatorFlags,
    legacy,
  };
}

export function toCheckerFlags(config: GroupConfig | TestConfig): readonly string[] | undefined {
  const flags = config.output_validator_flags;
  if (config.output_validator_args !== undefined) return config.output_validator_args;
  if (flags === undefined || flags === null) return undefined;
  return toWords(typeof flags === "string" ? flags : flags.flags);
}

export function toValidatorFlags(config: GroupConfig | TestConfig): ValidatorFlags | undefined {
  const flags = config.input_validator_flags;
  if (config.input_validator_args !== undefined) return config.input_validator_args;
  if (flags === undefined || flags === null) return undefined;
  return typeof flags === "string" ? toWords(flags) : { [flags.name]: toWords(flags.flags) };
}

async function readConfig(
  context: KattisContext,
  metadata: KattisMetadata,
  { files, folder }: { readonly files: DataFiles; readonly folder: string },
): Promise<GroupConfig | undefined> {
  const prefix = folder === "" ? "" : `${folder}/`;
  const names = [`${prefix}test_group.yaml`, `${prefix}testdata.yaml`].filter((name) => files.has(name));
  const [path, other] = names;
  if (path === undefined) return undefined;
  const file = `data/${path}`;
  if (other !== undefined) {
    context.report({ file: `data/${other}`, expected: `one of it and ${file}`, actual: "both" });
    return undefined;
  }
  const source = await files.readYaml(path);
  if (source === undefined) return undefined;
  const data: unknown = JSON.parse(applyConstants(JSON.stringify(source.data ?? {}), metadata.constants));
  const parsed = groupSchema.safeParse(data);
  if (!parsed.success) {
    for (const issue of toSchemaIssues(parsed.error, { file, data, lineOf: source.lineOf })) context.report(issue);
    return undefined;
  }
  loseConfig(context, file, parsed.data);
  return parsed.data;
}

function loseConfig({ lose }: KattisContext, file: string, config: GroupConfig): void {
  for (const key of [
    "input_visualizer_args",
    "output_visualizer_args",
    "full_feedback",
    "answer_validator_args",
  ] as const) {
    if (config[key] !== undefined) lose(file, key, "of what contestants and setters are shown");
  }
  const flags = config.output_validator_flags;
  if (typeof flags === "object" && flags !== null)
    lose(file, "output_validator_flags.name", "the one output validator gets the flags");
}

const oldKeys = ["scoring", "grader_flags", "accept_score", "reject_score", "range"] as const;

/** The groups that folders make, parents first. */
export function toGroups(
  context: KattisContext,
  metadata: KattisMetadata,
  { rules, isDomjudge }: { readonly rules: ReadonlyMap<string, FolderRules>; readonly isDomjudge: boolean },
): readonly TestGroup[] {
  const old = [...rules].find(([, { own }]) => own !== undefined && oldKeys.some((key) => own[key] !== undefined));
  const isOld = metadata.isScoring && (metadata.version !== "2025-09" || old !== undefined);
  if (isOld && metadata.version === "2025-09" && old !== undefined) {
    context.lose(`data/${old[0]}`, "", "scores as older versions write them: read as such");
  }
  const required = new Set(
    [...rules.values()].flatMap(({ own }) => toNames(own?.require_pass ?? own?.scoring?.require_pass)),
  );
  const hasDomjudgeScores = isOld && isDomjudge && metadata.version === "legacy" && isDomjudgeAlone(rules);
  const told = new Set(hasDomjudgeScores ? chooseDomjudgeGroups(rules) : rules.keys());
  if (hasDomjudgeScores)
    context.lose(
      "data",
      "",
      "scores are read as DOMjudge's: accept_score is a group's, and failures keep their points",
    );
  const chosen = [...rules].filter(
    ([folder, { own }]) =>
      isTest(folder) &&
      told.has(folder) &&
      (own !== undefined || isOld || required.has(folder) || (metadata.isScoring && folder === "secret")),
  );
  const root = metadata.isScoring && !hasDomjudgeScores ? toRootGroup(context, metadata, rules) : undefined;
  const ids = new Set(chosen.map(([folder]) => folder));
  const base = rules.get("");
  const groups = chosen.map(([folder, rule]): TestGroup => {
    const parentId = findGroup(toParent(folder), ids) ?? root?.id;
    const flags = {
      ...(rule.checkerFlags === base?.checkerFlags
        ? {}
        : { checkerFlags: [...metadata.validatorFlags, ...(rule.checkerFlags ?? [])] }),
      ...(rule.validatorFlags === base?.validatorFlags ? {} : { validatorFlags: rule.validatorFlags }),
    };
    const head = { id: folder, ...(parentId === undefined ? {} : { parentId }) };
    if (hasDomjudgeScores) {
      const isLeaf = !chosen.some(([other]) => other.startsWith(`${folder}/`));
      const range = toRange(context, `data/${folder}/testdata.yaml`, rule.own?.range);
      return { ...head, ...toDomjudgeScore(rule, { range, isLeaf }), ...flags };
    }
    const score = isOld ? toLegacyScore(context, folder, rule) : toModernScore(context, metadata, { folder, rule });
    return { ...head, ...score, ...flags };
  });
  const isIgnored = /\bignore_sample\b/.test(rules.get("")?.legacy.grader_flags ?? "");
  const counted = groups.map((group) =>
    group.id === "sample" && metadata.isScoring && (isIgnored || metadata.version === "2025-09")
      ? { ...group, isCounted: false }
      : group,
  );
  return root === undefined ? counted : [root, ...counted];
}

/** The nearest group at or above a folder. */
export function findGroup(folder: string, ids: ReadonlySet<string>): string | undefined {
  for (let path = folder; path !== ""; path = toParent(path)) if (ids.has(path)) return path;
  return undefined;
}

function toNames(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

/** `data/` itself is a group only where its samples count and it does more than add up. */
function toRootGroup(
  context: KattisContext,
  metadata: KattisMetadata,
  rules: ReadonlyMap<string, FolderRules>,
): TestGroup | undefined {
  const rule = rules.get("");
  if (metadata.version === "2025-09" || rule?.own?.grader_flags === undefined || rule.own.grader_flags === null)
    return undefined;
  const words = toWords(rule.own.grader_flags).filter((word) => word !== "sum" && word !== "worst_error");
  if (words.length === 0 || words.includes("ignore_sample")) return undefined;
  return { id: "data", ...toLegacyScore(context, "", rule) };
}

type GroupScore = Omit<TestGroup, "id" | "parentId" | "checkerFlags" | "validatorFlags">;

function toModernScore(
  context: KattisContext,
  metadata: KattisMetadata,
  { folder, rule }: { readonly folder: string; readonly rule: FolderRules },
): GroupScore {
  const { own } = rule;
  const file = `data/${folder}/test_group.yaml`;
  const isSecret = folder === "secret";
  if (!metadata.isScoring || folder === "sample") {
    for (const key of ["max_score", "score_aggregation", "require_pass"] as const) {
      if (own?.[key] === undefined || metadata.version !== "2025-09") continue;
      const expected = `no ${key} ${folder === "sample" ? "for samples" : "in a pass-fail problem"}`;
      context.report({
        file,
        field: key,
        expected,
        actual: JSON.stringify(own[key]),
        advice: "say type: scoring in problem.yaml",
      });
    }
    return { aggregation: "complete", dependsOn: [], ...toStatic(own), ...toStop(rule) };
  }
  const most = own?.max_score ?? (isSecret ? 100 : "unbounded");
  const aggregation = own?.score_aggregation ?? (isSecret ? "sum" : "pass-fail");
  const names = { "pass-fail": "complete", sum: "sum", min: "minimum" } as const;
  return {
    ...(most === "unbounded" ? {} : { points: most }),
    aggregation: names[aggregation],
    dependsOn: toNames(own?.require_pass),
    ...toStatic(own),
    ...toStop(rule),
  };
}

function toStatic(own: GroupConfig | undefined): Pick<TestGroup, "staticScore" | "staticFlags"> {
  return {
    ...(own?.static_validation_score === undefined ? {} : { staticScore: own.static_validation_score }),
    ...(own?.static_validator_args === undefined ? {} : { staticFlags: own.static_validator_args }),
  };
}

function toStop({ own }: FolderRules): Pick<TestGroup, "stopsAtFailure"> {
  return own?.on_reject === undefined ? {} : { stopsAtFailure: own.on_reject === "break" };
}

const graderWords = [
  "worst_error",
  "first_error",
  "always_accept",
  "sum",
  "avg",
  "min",
  "max",
  "ignore_sample",
  "accept_if_any_accepted",
];

function toLegacyScore(context: KattisContext, folder: string, { own, legacy }: FolderRules): GroupScore {
  const file = `data/${folder === "" ? "" : `${folder}/`}testdata.yaml`;
  const words = toWords(legacy.grader_flags ?? "");
  const unknown = words.find((word) => !graderWords.includes(word));
  if (unknown !== undefined && legacy.grading !== "custom") {
    context.report({ file, field: "grader_flags", expected: `some of ${graderWords.join(", ")}`, actual: unknown });
  }
  if (legacy.grading === "custom") {
    const expected = "default: the package's own graders are not run here";
    context.report({ file, field: "grading", expected, actual: "custom" });
  }
  if (words.includes("first_error")) context.lose(file, "grader_flags", "which of several failures is shown");
  const mode = own?.scoring?.aggregation ?? words.findLast((word) => ["sum", "avg", "min", "max"].includes(word));
  const names: Readonly<Record<string, TestGroup["aggregation"]>> = { avg: "average", min: "minimum", max: "maximum" };
  const range = toRange(context, file, legacy.range);
  const points = own?.scoring?.max_score ?? (own?.range === undefined ? undefined : range?.maximum);
  const passes = words.includes("accept_if_any_accepted")
    ? "any"
    : words.includes("always_accept")
      ? "always"
      : undefined;
  return {
    ...(points === undefined ? {} : { points }),
    aggregation: names[mode ?? "sum"] ?? "sum",
    dependsOn: toNames(own?.scoring?.require_pass ?? own?.require_pass),
    ...(passes === undefined ? {} : { passesWhen: passes }),
    stopsAtFailure: (legacy.on_reject ?? "break") === "break",
    acceptScore: legacy.accept_score ?? 1,
    ...(legacy.reject_score ? { rejectScore: legacy.reject_score } : {}),
    ...(range === undefined ? {} : { scoreRange: range }),
  };
}

function toRange(context: KattisContext, file: string, text: string | undefined): TestGroup["scoreRange"] {
  if (text === undefined) return undefined;
  const [low, high, ...rest] = toWords(text).map((word) =>
    /^[+-]?inf$/.test(word) ? (word.startsWith("-") ? -Infinity : Infinity) : Number(word),
  );
  if (low === undefined || high === undefined || rest.length > 0 || !(low <= high)) {
    context.report({ file, field: "range", expected: "two numbers, the smaller first", actual: JSON.stringify(text) });
    return undefined;
  }
  if (!Number.isFinite(low) && !Number.isFinite(high)) return undefined;
  return {
    ...(Number.isFinite(low) ? { minimum: low } : {}),
    ...(Number.isFinite(high) ? { maximum: high } : {}),
  };
}

function isTest(folder: string): boolean {
  return /^(?:sample|secret)(?:\/|$)/.test(folder);
}
