import { posix } from "node:path";
import { standardCheckerNames, type Checker } from "../../checker.ts";
import { toActualText } from "../../problem-issue.ts";
import type { ExpectedVerdicts, Interactor, NamedProgram, Solution, ValidatorTest } from "../../problem.ts";
import type { Program } from "../../program.ts";
import { toSafeName, type ForeignContext } from "../foreign/read-foreign.ts";
import type { ProgramReader } from "../foreign/read-program.ts";
import { splitExtension } from "../native/languages.ts";
import { suggest } from "../suggest.ts";
import { knownTags, mainTestset, manifestName, toExpected, toLanguage } from "./names.ts";
import { toGroupId } from "./read-testsets.ts";
import type { XmlView } from "./xml-source.ts";

export interface AssetContext extends ForeignContext {
  readonly programs: ProgramReader;
}

/** The checker: a standard one by its name, else the program, else the comparison of tokens. */
export async function readChecker(context: AssetContext, assets: XmlView | undefined): Promise<Checker> {
  const fallback: Checker = { kind: "standard", name: "wcmp" };
  const element = assets?.child("checker");
  if (element === undefined) {
    context.lose({
      file: manifestName,
      field: "assets.checker",
      reason: "there is none: outputs are compared by tokens",
    });
    return fallback;
  }
  const standard = /^std::(\w+)\.cpp$/.exec(element.attribute("name") ?? "")?.[1];
  const name = standardCheckerNames.find((known) => known === standard);
  if (name !== undefined) return { kind: "standard", name };
  const program = await readSource(context, element, "assets.checker");
  return program === undefined ? fallback : { kind: "program", program, convention: "testlib", flags: [] };
}

export async function readInteractor(
  context: AssetContext,
  assets: XmlView | undefined,
): Promise<Interactor | undefined> {
  const element = assets?.child("interactor");
  if (element === undefined) return undefined;
  const program = await readSource(context, element, "assets.interactor");
  return program && { kind: "program", program, convention: "testlib", flags: [] };
}

export async function readValidators(
  context: AssetContext,
  assets: XmlView | undefined,
): Promise<readonly NamedProgram[]> {
  const validators: NamedProgram[] = [];
  for (const element of assets?.children("validators", "validator") ?? []) {
    const program = await readSource(context, element, "assets.validators.validator");
    if (program === undefined) continue;
    const name = toFreeName(program.fileName, validators);
    validators.push({ name, program, convention: "testlib", flags: ["--testset", mainTestset] });
  }
  return validators;
}

export async function readGenerators(context: AssetContext, root: XmlView): Promise<readonly NamedProgram[]> {
  const generators: NamedProgram[] = [];
  for (const element of root.children("files", "executables", "executable")) {
    const program = await readSource(context, element, "files.executables.executable");
    if (program === undefined) continue;
    const name = toFreeName(program.fileName, generators);
    const convention = program.source.includes("testlib.h") ? "testlib" : "plain";
    generators.push({ name, program, convention, flags: [] });
  }
  return generators;
}

export async function readSolutions(context: AssetContext, assets: XmlView | undefined): Promise<readonly Solution[]> {
  const solutions: Solution[] = [];
  for (const element of assets?.children("solutions", "solution") ?? []) {
    const program = await readSource(context, element, "assets.solutions.solution");
    const tag = element.attribute("tag") ?? "";
    const expected = readTag(context, element, tag);
    if (program === undefined || expected === undefined) continue;
    const extra = element.children("extra-tags", "extra-tag").flatMap((item) => readExtraTag(context, item));
    solutions.push({
      name: toFreeName(program.fileName, solutions),
      program,
      isMain: tag === "main",
      expected,
      expectedByGroup: extra.length === 0 ? undefined : Object.fromEntries(extra),
    });
  }
  return solutions;
}

function readExtraTag(context: AssetContext, element: XmlView): readonly (readonly [string, ExpectedVerdicts])[] {
  const testset = element.attribute("testset") ?? mainTestset;
  const group = element.attribute("group");
  const expected = readTag(context, element, element.attribute("tag") ?? "");
  if (expected === undefined) return [];
  if (group !== undefined) return [[toGroupId(testset === mainTestset ? "" : `${testset}/`, group), expected]];
  if (testset !== mainTestset) return [[testset, expected]];
  const field = "assets.solutions.solution.extra-tags";
  context.lose({ file: manifestName, field, reason: `an expectation for the whole test set ${toActualText(testset)}` });
  return [];
}

function readTag(context: AssetContext, element: XmlView, tag: string): ExpectedVerdicts | undefined {
  const expected = toExpected(tag);
  if (expected !== undefined) return expected;
  const near = suggest(tag, knownTags);
  context.report({
    file: manifestName,
    line: element.line,
    field: "assets.solutions.solution.tag",
    expected: `one of ${knownTags.join(", ")}`,
    actual: toActualText(tag),
    advice: near === undefined ? undefined : `did you mean ${near}?`,
  });
  return undefined;
}

async function readSource(context: AssetContext, element: XmlView, field: string): Promise<Program | undefined> {
  const source = element.child("source") ?? (element.name === "source" ? element : undefined);
  const path = source?.attribute("path");
  if (source === undefined || path === undefined) {
    const expected = "a <source> with a path";
    context.report({ file: manifestName, line: element.line, field, expected, actual: "none" });
    return undefined;
  }
  const type = source.attribute("type") ?? "";
  const guessed = type === "" ? undefined : toLanguage(type);
  return context.programs.read(posix.normalize(path), guessed);
}

/** The file's name without extension; with it, or counted, where that is taken. */
export function toFreeName(fileName: string, taken: readonly { readonly name: string }[]): string {
  const isTaken = (name: string): boolean => taken.some((item) => item.name.toLowerCase() === name.toLowerCase());
  const names = [splitExtension(fileName).stem, fileName].map((name) => toSafeName(name) || "program");
  const free = names.find((name) => !isTaken(name));
  if (free !== undefined) return free;
  let count = 2;
  while (isTaken(`${names[0]}-${count}`)) count++;
  return `${names[0]}-${count}`;
}

/** Tests of the checker and the validators themselves. */
export async function readValidatorTests(
  context: AssetContext,
  assets: XmlView | undefined,
  readPaths: PathReader,
  validators: readonly NamedProgram[],
): Promise<readonly ValidatorTest[]> {
  const tests: ValidatorTest[] = [];
  const elements = assets?.children("validators", "validator") ?? [];
  for (const [index, element] of elements.entries()) {
    const name = validators[index]?.name;
    const validatorName = validators.length > 1 ? name : undefined;
    const prefix = validators.length > 1 ? `validator-${index + 1}` : "validator";
    for (const set of element.children("testset"))
      tests.push(...(await readInputs(context, { set, prefix, validatorName, readPaths })));
  }
  for (const set of assets?.children("checker", "testset") ?? [])
    tests.push(...(await readOutputs(context, set, readPaths)));
  return tests;
}

/** The paths of a test set's files: one list a test, in the order of the pattern elements named. */
export type PathReader = (
  set: XmlView,
  patterns: readonly string[],
) => readonly { readonly element: XmlView; readonly paths: readonly string[]; readonly number: string }[];

async function readInputs(
  context: AssetContext,
  job: {
    readonly set: XmlView;
    readonly prefix: string;
    readonly validatorName: string | undefined;
    readonly readPaths: PathReader;
  },
): Promise<readonly ValidatorTest[]> {
  const tests: ValidatorTest[] = [];
  for (const { element, paths, number } of job.readPaths(job.set, ["input-path-pattern"])) {
    const verdict = element.attribute("verdict");
    const input = await context.readTest(paths[0] ?? "");
    if (verdict !== "valid" && verdict !== "invalid") {
      const field = "assets.validators.validator.testset.tests.test.verdict";
      const actual = toActualText(verdict);
      context.report({ file: manifestName, line: element.line, field, expected: "valid or invalid", actual });
      continue;
    }
    if (input === undefined) continue;
    const place = [element.attribute("testset") ?? mainTestset, element.attribute("group")] as const;
    const isPlaced = element.attribute("testset") !== undefined || place[1] !== undefined;
    tests.push({
      id: `${job.prefix}/${number}`,
      kind: verdict === "valid" ? "valid-input" : "invalid-input",
      validatorName: job.validatorName,
      input,
      validatorFlags: isPlaced
        ? ["--testset", place[0], ...(place[1] === undefined ? [] : ["--group", place[1]])]
        : undefined,
    });
  }
  return tests;
}

const checkerVerdicts = {
  ok: undefined,
  "wrong-answer": "wrong-answer",
  "presentation-error": "presentation-error",
  "partially-correct": "partial",
  points: "partial",
  crashed: "judge-failed",
  fail: "judge-failed",
} as const;

async function readOutputs(
  context: AssetContext,
  set: XmlView,
  readPaths: PathReader,
): Promise<readonly ValidatorTest[]> {
  const patterns = ["input-path-pattern", "output-path-pattern", "answer-path-pattern"];
  const tests: ValidatorTest[] = [];
  for (const { element, paths, number } of readPaths(set, patterns)) {
    const verdict = element.attribute("verdict") ?? "";
    if (!isCheckerVerdict(verdict)) {
      const field = "assets.checker.testset.tests.test.verdict";
      const expected = `one of ${Object.keys(checkerVerdicts).join(", ")}`;
      const actual = toActualText(verdict);
      context.report({ file: manifestName, line: element.line, field, expected, actual });
      continue;
    }
    const [input, output, answer] = [
      await context.readTest(paths[0] ?? ""),
      await context.readTest(paths[1] ?? ""),
      await context.readTest(paths[2] ?? ""),
    ];
    if (input === undefined || output === undefined || answer === undefined) continue;
    const kind = verdict === "ok" ? "valid-output" : "invalid-output";
    tests.push({ id: `checker/${number}`, kind, verdict: checkerVerdicts[verdict], input, output, answer });
  }
  return tests;
}

function isCheckerVerdict(text: string): text is keyof typeof checkerVerdicts {
  return Object.hasOwn(checkerVerdicts, text);
}
