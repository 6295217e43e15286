import { posix } from "node:path";
import { defaultLimits, type Limits } from "../../limits.ts";
import { toActualText } from "../../problem-issue.ts";
import type { Scoring } from "../../problem.ts";
import type { PlannedTest, TestCase, TestGroup } from "../../test-case.ts";
import { toSafeName, type ForeignContext } from "../foreign/read-foreign.ts";
import { formatPath, mainTestset, manifestName } from "./names.ts";
import type { XmlView } from "./xml-source.ts";

export interface Testsets {
  readonly limits: Limits;
  readonly tests: readonly TestCase[];
  readonly plannedTests: readonly PlannedTest[];
  readonly groups: readonly TestGroup[];
  readonly scoring: Scoring;
}

/** The tests of all test sets, the main one first: those with files, and those of a standard package that are only named by their call. */
export async function readTestsets(context: ForeignContext, judging: XmlView | undefined): Promise<Testsets> {
  const sets = (judging?.children("testset") ?? []).toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)));
  const [main] = sets;
  const tests: TestCase[] = [];
  const plannedTests: PlannedTest[] = [];
  const groups: TestGroup[] = [];
  for (const set of sets) {
    const prefix = toPrefix(set);
    const entries = toEntries(context, set);
    for (const entry of entries) {
      const test = await readTest(context, entry, prefix);
      if (test === undefined) continue;
      if ("input" in test) tests.push(test);
      else plannedTests.push(test);
    }
    groups.push(...toGroups(context, set, prefix, entries));
    if (main !== undefined && set !== main) compareLimits(context, main, set);
  }
  return {
    limits: main === undefined ? defaultLimits : toLimits(context, main),
    tests,
    plannedTests,
    groups,
    scoring: toScoring(main === undefined ? "" : toPrefix(main), [...tests, ...plannedTests], groups),
  };
}

function isMain(set: XmlView): boolean {
  return set.attribute("name") === mainTestset;
}

/** `validator.group()` and `validator.testset()` of testlib read these. */
export function toValidatorFlags(testset: string, group: string): readonly string[] {
  return ["--testset", testset, "--group", group];
}

/** The id of a group that a test set calls by a name of any kind. */
export function toGroupId(prefix: string, name: string): string {
  return `${prefix}${toSafeName(name)}`;
}

function toPrefix(set: XmlView): string {
  const name = set.attribute("name") ?? mainTestset;
  return name === mainTestset ? "" : `${name}/`;
}

function toLimits(context: ForeignContext, set: XmlView): Limits {
  const readNumber = (name: string, unit: string, fallback: number): number => {
    const element = set.child(name);
    if (element === undefined) return fallback;
    if (/^[1-9]\d{0,14}$/.test(element.text)) return Number(element.text);
    const field = `judging.testset.${name}`;
    context.report({
      file: manifestName,
      line: element.line,
      field,
      expected: `a whole number of ${unit}`,
      actual: toActualText(element.text),
    });
    return fallback;
  };
  return {
    timeLimitMs: readNumber("time-limit", "milliseconds", defaultLimits.timeLimitMs),
    memoryLimitBytes: readNumber("memory-limit", "bytes", defaultLimits.memoryLimitBytes),
  };
}

function compareLimits(context: ForeignContext, main: XmlView, set: XmlView): void {
  for (const name of ["time-limit", "memory-limit"]) {
    const [own, other] = [set.child(name)?.text, main.child(name)?.text];
    if (own === undefined || own === other) continue;
    const field = `judging.testset(${set.attribute("name") ?? ""}).${name}`;
    context.lose({
      file: manifestName,
      field,
      reason: `${own} there; all tests are judged with ${other ?? "the default"}`,
    });
  }
}

interface Entry {
  readonly inputPath: string;
  readonly answerPath: string | undefined;
  readonly element: XmlView | undefined;
  readonly set: XmlView;
  readonly number: number;
  /** The number as it stands in the path. */
  readonly label: string;
}

const testCap = 10_000;

/** One entry a test; a test set that only counts its tests has entries without elements. */
function toEntries(context: ForeignContext, set: XmlView): readonly Entry[] {
  const elements = set.children("tests", "test");
  const counted = set.child("test-count");
  const fail = (element: XmlView, field: string, expected: string, actual: string): readonly Entry[] => {
    context.report({ file: manifestName, line: element.line, field: `judging.testset.${field}`, expected, actual });
    return [];
  };
  const count = counted === undefined ? elements.length : Number(counted.text);
  if (!Number.isInteger(count) || count < 0 || count > testCap) {
    return fail(counted ?? set, "test-count", `a whole number up to ${testCap}`, toActualText(counted?.text));
  }
  if (elements.length > 0 && elements.length !== count) {
    return fail(counted ?? set, "test-count", `${elements.length}, as many as there are tests`, String(count));
  }
  const pattern = set.child("input-path-pattern");
  const answers = set.child("answer-path-pattern");
  if (count === 0) return [];
  const rule = 'a path with one number, such as "tests/%02d"';
  if (formatPath(pattern?.text ?? "", 1) === undefined) {
    return fail(pattern ?? set, "input-path-pattern", rule, toActualText(pattern?.text));
  }
  if (answers !== undefined && formatPath(answers.text, 1) === undefined) {
    return fail(answers, "answer-path-pattern", rule, toActualText(answers.text));
  }
  return Array.from({ length: count }, (_, index) => ({
    inputPath: posix.normalize(formatPath(pattern?.text ?? "", index + 1) ?? ""),
    answerPath: answers && posix.normalize(formatPath(answers.text, index + 1) ?? ""),
    element: elements[index],
    set,
    number: index + 1,
    label: formatPath(/%\d*d/.exec(pattern?.text ?? "")?.[0] ?? "%d", index + 1) ?? "",
  }));
}

async function readTest(
  context: ForeignContext,
  entry: Entry,
  prefix: string,
): Promise<TestCase | PlannedTest | undefined> {
  const { inputPath, answerPath, element, label } = entry;
  const group = element?.attribute("group");
  const call = toCall(context, entry);
  const fields = {
    id: `${prefix}${label}`,
    isSample: element?.attribute("sample") === "true",
    groupId: group === undefined || group === "" ? undefined : toGroupId(prefix, group),
    points: toPoints(context, element, "judging.testset.tests.test.points"),
    description: element?.attribute("description"),
  };
  if (context.files.has(inputPath)) {
    const input = await context.readTest(inputPath);
    const hasAnswer = answerPath !== undefined && context.files.has(answerPath);
    const answer = hasAnswer ? await context.readTest(answerPath) : undefined;
    if (input === undefined || (hasAnswer && answer === undefined)) return undefined;
    return { ...fields, input, answer, generatorCall: call };
  }
  if (call !== undefined) return { ...fields, generatorCall: call };
  if (element?.attribute("cmd") === undefined) {
    context.report({
      file: inputPath,
      line: element?.line,
      expected: `the input of test ${entry.number} of the test set ${toActualText(entry.set.attribute("name"))}`,
      actual: "no such file",
      advice: "export the package again; only generated tests may be left out",
    });
  }
  return undefined;
}

/** The generator call of a generated test, where it stands by itself. */
function toCall(context: ForeignContext, entry: Entry): string | undefined {
  const { element, number } = entry;
  const call = element?.attribute("cmd");
  if (call === undefined || element === undefined) return undefined;
  const field = `judging.testset.tests.test(${number}).cmd`;
  if (/\$\{|<#/.test(call)) {
    context.lose({ file: manifestName, field, reason: "a FreeMarker template, and these are not expanded here" });
    return undefined;
  }
  const source = element.attribute("from-file");
  if (source !== undefined && !context.files.has(entry.inputPath)) {
    context.lose({ file: manifestName, field, reason: `made by a generator that writes several files (${source})` });
    return undefined;
  }
  return call;
}

function toPoints(context: ForeignContext, element: XmlView | undefined, field: string): number | undefined {
  const text = element?.attribute("points");
  if (text === undefined || element === undefined) return undefined;
  const points = Number(text);
  if (text.trim() !== "" && Number.isFinite(points)) return points;
  context.report({ file: manifestName, line: element.line, field, expected: "a number", actual: toActualText(text) });
  return undefined;
}

function toGroups(
  context: ForeignContext,
  set: XmlView,
  prefix: string,
  entries: readonly Entry[],
): readonly TestGroup[] {
  const elements = set.children("groups", "group");
  const testset = set.attribute("name") ?? mainTestset;
  const used = entries.map(({ element }) => element?.attribute("group") ?? "").filter((name) => name !== "");
  const named = new Set(elements.map((element) => element.attribute("name") ?? ""));
  const bare = [...new Set(used)].filter((name) => !named.has(name));
  return [
    ...elements.map((element) => toGroup(context, element, { prefix, testset })),
    ...bare.map((name) => ({
      id: toGroupId(prefix, name),
      points: undefined,
      aggregation: "sum" as const,
      dependsOn: [],
      validatorFlags: toValidatorFlags(testset, name),
    })),
  ];
}

function toGroup(
  context: ForeignContext,
  element: XmlView,
  { prefix, testset }: { readonly prefix: string; readonly testset: string },
): TestGroup {
  const name = element.attribute("name") ?? "";
  const policy = element.attribute("points-policy") ?? "each-test";
  const field = `judging.testset.groups.group(${name})`;
  if (policy !== "each-test" && policy !== "complete-group") {
    const expected = "each-test or complete-group";
    context.report({
      file: manifestName,
      line: element.line,
      field: `${field}.points-policy`,
      expected,
      actual: policy,
    });
  }
  const feedback = element.attribute("feedback-policy");
  if (feedback !== undefined) {
    context.lose({
      file: manifestName,
      field: `${field}.feedback-policy`,
      reason: `what contestants see: ${feedback}`,
    });
  }
  return {
    id: toGroupId(prefix, name),
    points: toPoints(context, element, `${field}.points`),
    aggregation: policy === "complete-group" ? "complete" : "sum",
    dependsOn: element
      .children("dependencies", "dependency")
      .map((dependency) => toGroupId(prefix, dependency.attribute("group") ?? "")),
    validatorFlags: toValidatorFlags(testset, name),
  };
}

/** Points where the main test set gives any. */
export function toScoring(
  prefix: string,
  tests: readonly Pick<TestCase, "id" | "groupId" | "points">[],
  groups: readonly TestGroup[],
): Scoring {
  const isOwn = (id: string): boolean => (prefix === "" ? !id.includes("/") : id.startsWith(prefix));
  const own = tests.filter((test) => isOwn(test.id));
  const sum = (list: typeof own): number => list.reduce((total, test) => total + (test.points ?? 0), 0);
  const inGroups = groups
    .filter((group) => isOwn(group.id))
    .reduce((total, group) => total + (group.points ?? sum(own.filter((test) => test.groupId === group.id))), 0);
  const maximum = inGroups + sum(own.filter((test) => test.groupId === undefined));
  return maximum > 0 ? { kind: "partial", maximum } : { kind: "binary" };
}
