import { stringify } from "yaml";
import type { Problem, ValidatorTest } from "../../problem.ts";
import type { PlannedTest, TestCase, TestGroup, ValidatorFlags } from "../../test-case.ts";
import { findGroup, toParent } from "./read-groups.ts";
import { toCheckerFlags } from "./write-manifest.ts";
import type { KattisPackage } from "./write-kattis-problem.ts";

/** Writes `data/` and `generators/generators.yaml`. */
export function writeData(target: KattisPackage, problem: Problem): void {
  const groupIds = new Set(problem.groups.map((group) => group.id));
  const planned = problem.plannedTests ?? [];
  for (const test of problem.tests) writeTest(target, problem, test);
  checkOrder(target, problem.tests);
  for (const test of [...problem.tests, ...planned]) {
    if (findGroup(toParent(test.id), groupIds) !== test.groupId) {
      target.lose(`data/${test.id}`, "group", `of ${test.groupId ?? "no group"}: its folder says otherwise`);
    }
    if (test.points !== undefined) target.lose(`data/${test.id}`, "points", "tests have no points of their own");
  }
  for (const group of problem.groups) writeGroup(target, problem, group);
  writeRoot(target, problem);
  for (const test of problem.validatorTests ?? []) writeValidatorTest(target, problem, test);
  for (const { id, text } of problem.sampleInteractions ?? []) target.add(`data/${id}.interaction`, text);
  writePlan(target, problem);
}

function checkOrder({ lose }: KattisPackage, tests: readonly TestCase[]): void {
  const ids = tests.map((test) => test.id);
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  if (ids.some((id, index) => id !== sorted[index])) lose("data", "", "the order of tests: it is by name");
}

function writeTest(target: KattisPackage, problem: Problem, test: TestCase): void {
  const { add, refuse, lose } = target;
  const expected = test.isSample ? "sample/" : "secret/";
  if (!test.id.startsWith(expected)) {
    refuse({ file: `data/${test.id}.in`, expected: `an id that starts with ${expected}`, actual: test.id });
    return;
  }
  add(`data/${test.id}.in`, test.input.bytes);
  if (test.answer !== undefined) add(`data/${test.id}.ans`, test.answer.bytes);
  else if (test.generatorCall === undefined && problem.isSubmitAnswer !== true) {
    refuse({ file: `data/${test.id}.ans`, expected: "an answer for each input", actual: "none" });
  }
  for (const file of test.files ?? []) add(`data/${test.id}.files/${file.fileName}`, file.data.bytes);
  const config = toConfig(target, test);
  if (target.version === "legacy") {
    const { hint, description } = test;
    if (hint !== undefined) add(`data/${test.id}.hint`, hint);
    if (description !== undefined) add(`data/${test.id}.desc`, description);
    for (const key of Object.keys(config))
      if (key !== "hint" && key !== "description")
        lose(`data/${test.id}`, key, "version legacy has no settings of one test");
  } else if (Object.keys(config).length > 0) add(`data/${test.id}.yaml`, toYaml(config));
}

function toConfig(
  { version }: KattisPackage,
  test: Partial<Pick<TestCase, "args" | "checkerFlags" | "validatorFlags" | "hint" | "description">>,
) {
  const isModern = version !== "legacy";
  return dropUndefined({
    args: test.args,
    [isModern ? "output_validator_args" : "output_validator_flags"]: test.checkerFlags,
    [isModern ? "input_validator_args" : "input_validator_flags"]: test.validatorFlags,
    hint: test.hint,
    description: test.description,
  });
}

function writeRoot(target: KattisPackage, problem: Problem): void {
  const flags = toCheckerFlags(problem);
  const root = problem.groups.find((group) => group.id === "data");
  if (target.version !== "legacy") {
    if (flags.length > 0) target.add("data/test_group.yaml", toYaml({ output_validator_args: flags }));
    if (root !== undefined)
      target.refuse({ file: "data", expected: "no group above sample and secret", actual: "data" });
    return;
  }
  if (root !== undefined) return;
  const sample = problem.groups.find((group) => group.id === "sample");
  if (sample?.isCounted === false) target.add("data/testdata.yaml", toYaml({ grader_flags: "ignore_sample" }));
}

/** Groups inherit flags in the format, and not in the model. */
function withFlags({ lose }: KattisPackage, problem: Problem, group: TestGroup): TestGroup {
  const above = problem.groups.filter((other) => group.id.startsWith(`${other.id}/`));
  const inherits = (key: "checkerFlags" | "validatorFlags"): boolean =>
    group[key] === undefined && above.some((other) => other[key] !== undefined);
  for (const key of ["checkerFlags", "validatorFlags"] as const) {
    if (inherits(key)) lose(`data/${group.id}`, key, "that there are none: written outright, since groups inherit");
  }
  return {
    ...group,
    ...(inherits("checkerFlags") ? { checkerFlags: toCheckerFlags(problem) } : {}),
    ...(inherits("validatorFlags") ? { validatorFlags: [] } : {}),
  };
}

function writeGroup(target: KattisPackage, problem: Problem, told: TestGroup): void {
  const group = withFlags(target, problem, told);
  const { add, refuse } = target;
  const isRoot = group.id === "data";
  if (!isRoot && !/^(?:sample|secret)(?:\/|$)/.test(group.id)) {
    refuse({ file: `data/${group.id}`, expected: "a group in sample or secret", actual: group.id });
    return;
  }
  const ids = new Set(problem.groups.map((item) => item.id));
  const parent = isRoot ? undefined : (findGroup(toParent(group.id), ids) ?? (ids.has("data") ? "data" : undefined));
  if (parent !== group.parentId) {
    target.lose(`data/${group.id}`, "parent", `${group.parentId ?? "none"}: its folder says ${parent ?? "none"}`);
  }
  const folder = isRoot ? "data" : `data/${group.id}`;
  const config =
    target.version === "legacy" ? toLegacyGroup(target, problem, group) : toModernGroup(target, problem, group);
  add(`${folder}/${target.version === "legacy" ? "testdata.yaml" : "test_group.yaml"}`, toYaml(config));
}

function toModernGroup({ lose, refuse, version }: KattisPackage, problem: Problem, group: TestGroup) {
  const file = `data/${group.id}`;
  const isScored = problem.scoring.kind !== "binary" && group.id !== "sample";
  const words = { complete: "pass-fail", sum: "sum", minimum: "min", maximum: undefined, average: undefined } as const;
  const aggregation = words[group.aggregation];
  if (aggregation === undefined) {
    refuse({ file, field: "score_aggregation", expected: "sum, min or pass-fail", actual: group.aggregation });
  }
  for (const key of ["passesWhen", "acceptScore", "rejectScore", "scoreRange"] as const) {
    if (group[key] !== undefined) lose(file, key, `version ${version} has no such setting`);
  }
  const isIgnored = group.id === "sample" && problem.scoring.kind !== "binary";
  if ((group.isCounted ?? true) === isIgnored)
    lose(file, "counted", "samples do not count where there are scores, all else does");
  const wasScored =
    isScored || (group.points === undefined && group.dependsOn.length === 0 && group.aggregation === "complete");
  if (!wasScored) lose(file, "", "points and dependencies of a group without scores");
  if (group.stopsAtFailure !== undefined && version === "2025-09")
    lose(file, "on_reject", "when judging stops is the system's choice");
  return dropUndefined({
    max_score: isScored ? (group.points ?? "unbounded") : undefined,
    score_aggregation: isScored ? aggregation : undefined,
    require_pass: isScored && group.dependsOn.length > 0 ? group.dependsOn : undefined,
    static_validation_score: group.staticScore,
    static_validator_args: group.staticFlags,
    output_validator_args: group.checkerFlags,
    input_validator_args: group.validatorFlags,
    on_reject:
      version === "2025-09" || group.stopsAtFailure === undefined
        ? undefined
        : group.stopsAtFailure
          ? "break"
          : "continue",
  });
}

function toLegacyGroup({ lose }: KattisPackage, problem: Problem, group: TestGroup) {
  const file = `data/${group.id}`;
  if (group.dependsOn.length > 0) lose(file, "dependsOn", "version legacy has no dependencies");
  if (group.staticScore !== undefined) lose(file, "staticScore", "version legacy has no static validator");
  const isScored = problem.scoring.kind !== "binary";
  const words = { complete: undefined, sum: "sum", minimum: "min", maximum: "max", average: "avg" } as const;
  const mode = words[group.aggregation];
  if (isScored === (mode === undefined))
    lose(file, "aggregation", `${group.aggregation}: version legacy has no such mode here`);
  const flags = [
    mode,
    { any: "accept_if_any_accepted", always: "always_accept", all: undefined }[group.passesWhen ?? "all"],
  ];
  const range = group.scoreRange;
  if (isScored && group.points !== range?.maximum) lose(file, "points", "the most of a group is the end of its range");
  return dropUndefined({
    on_reject: group.stopsAtFailure === undefined ? undefined : group.stopsAtFailure ? "break" : "continue",
    grader_flags: isScored ? flags.filter((word) => word !== undefined).join(" ") : undefined,
    accept_score: isScored ? group.acceptScore : undefined,
    reject_score: isScored ? (group.rejectScore ?? 0) : undefined,
    range: isScored ? `${range?.minimum ?? "-inf"} ${range?.maximum ?? "+inf"}` : undefined,
    output_validator_flags: toFlagText(lose, { file, flags: withoutBase(problem, group.checkerFlags) }),
    input_validator_flags: toLegacyFlags(lose, file, group.validatorFlags),
  });
}

/** Legacy flags of groups come after those of `problem.yaml`. */
function withoutBase(problem: Problem, flags: readonly string[] | undefined): readonly string[] | undefined {
  const base = toCheckerFlags(problem);
  const isAfter = flags !== undefined && base.every((flag, index) => flags[index] === flag);
  return isAfter ? flags.slice(base.length) : flags;
}

type Lose = KattisPackage["lose"];

function toFlagText(
  lose: Lose,
  { file, flags }: { readonly file: string; readonly flags: readonly string[] | undefined },
) {
  if (flags === undefined) return undefined;
  if (flags.some((flag) => flag === "" || /\s/.test(flag))) lose(file, "flags", "a flag with spaces");
  return flags.join(" ");
}

function toLegacyFlags(lose: Lose, file: string, flags: ValidatorFlags | undefined) {
  if (flags === undefined) return undefined;
  if (isList(flags)) return toFlagText(lose, { file, flags });
  const entries = Object.entries(flags);
  const [first] = entries;
  if (entries.length > 1) lose(file, "input_validator_flags", "flags of more than one validator");
  return first && { name: first[0], flags: toFlagText(lose, { file, flags: first[1] }) };
}

function isList(flags: ValidatorFlags): flags is readonly string[] {
  return Array.isArray(flags);
}

function writeValidatorTest(target: KattisPackage, problem: Problem, test: ValidatorTest): void {
  const { add, refuse, version, lose } = target;
  const path = `data/${test.kind.replace("-", "_")}/${test.id}`;
  if (version === "legacy") return lose(path, "", "version legacy has no tests of validators");
  add(`${path}.in`, test.input.bytes);
  if (test.kind !== "invalid-input") {
    for (const [extension, data] of [
      ["ans", test.answer],
      ["out", test.output],
    ] as const) {
      if (data === undefined) refuse({ file: `${path}.${extension}`, expected: "it beside the input", actual: "none" });
      else add(`${path}.${extension}`, data.bytes);
    }
  } else if (test.answer !== undefined || test.output !== undefined) lose(path, "", "an invalid input has no answer");
  const config = toConfig(target, test);
  if (Object.keys(config).length > 0) add(`${path}.yaml`, toYaml(config));
  if (problem.interactor !== undefined && test.kind !== "invalid-input") lose(path, "", "not for interactive problems");
}

/** Tests with generator calls, as BAPCtools writes them. */
function writePlan(target: KattisPackage, problem: Problem): void {
  const planned = problem.plannedTests ?? [];
  const called = [...problem.tests.filter((test) => test.generatorCall !== undefined), ...planned];
  if (called.length === 0) return;
  const data = {};
  for (const test of called) {
    const call = test.generatorCall ?? "";
    if (/\{seed|\{name\}|\{count\}|\{\{/.test(call) || call.split(/\s+/).join(" ") !== call) {
      target.lose("generators/generators.yaml", test.id, `a call that would be read otherwise: ${call}`);
    }
    const isPlanned = !("input" in test);
    if (isPlanned && test.isSample !== test.id.startsWith("sample/"))
      target.lose(test.id, "sample", "its folder says otherwise");
    const config = isPlanned ? toConfig({ ...target, version: "2025-09" }, test) : {};
    setDeep(data, test, Object.keys(config).length === 0 ? { generate: call } : { generate: call, yaml: config });
  }
  const used = new Set(called.map((test) => (test.generatorCall ?? "").split(" ")[0]));
  const idle = problem.generators.filter((generator) => !used.has(generator.name));
  const programs = idle.map(({ name, program }) => {
    const isOneFile = name === program.fileName && !program.resources?.length;
    const files = [program, ...(program.resources ?? [])].map((file) =>
      isOneFile ? file.fileName : `${name}/${file.fileName}`,
    );
    return [name, files] as const;
  });
  target.add(
    "generators/generators.yaml",
    toYaml(dropUndefined({ generators: programs.length === 0 ? undefined : Object.fromEntries(programs), data })),
  );
}

function setDeep(root: Record<string, unknown>, test: TestCase | PlannedTest, value: unknown): void {
  const parts = test.id.split("/");
  let folder: Record<string, unknown> = root;
  for (const part of parts.slice(0, -1)) {
    const next: unknown = folder[part] ?? { data: {} };
    folder[part] = next;
    folder = dataOf(next);
  }
  folder[parts.at(-1) ?? ""] = value;
}

function dataOf(folder: unknown): Record<string, unknown> {
  const data: unknown = typeof folder === "object" && folder !== null ? Reflect.get(folder, "data") : undefined;
  return isObject(data) ? data : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function dropUndefined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}

function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
