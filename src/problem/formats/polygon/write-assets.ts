import type { Checker } from "../../checker.ts";
import type { ExpectedVerdicts, NamedProgram, Problem, Solution, ValidatorTest } from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { ValidatorFlags } from "../../test-case.ts";
import { renameProgram, type ProgramPlacer } from "../foreign/place-programs.ts";
import type { ForeignOutput } from "../foreign/write-foreign.ts";
import { formatPath, mainTestset, manifestName, sourceTypes, toTag, toLanguage } from "./names.ts";
import { toFreeName } from "./read-assets.ts";
import { createElement, type XmlNode } from "./xml-text.ts";

interface Context {
  readonly output: ForeignOutput;
  readonly placer: ProgramPlacer;
  readonly groupIds: readonly string[];
}

/** Adds all programs of a problem; gives the elements that name them. */
export function addAssets(
  context: Context,
  problem: Problem,
): { readonly executables: readonly XmlNode[]; readonly assets: readonly XmlNode[] } {
  const generators = addNamed(context, problem.generators, { folder: "files", field: "generators" });
  const validators = addNamed(context, problem.validators, { folder: "files", field: "validators" });
  const solutions = addNamed(context, problem.solutions, { folder: "solutions", field: "solutions" });
  for (const { name, flags, convention, program } of problem.generators) {
    const told = program.source.includes("testlib.h") ? "testlib" : "plain";
    if (flags.length > 0) lose(context, `generators.${name}.flags`, "generators are told what their call says");
    if (convention !== told) lose(context, `generators.${name}.convention`, `a reader takes it for ${told}`);
  }
  for (const validator of problem.validators) checkValidator(context, validator);
  for (const { id, kind, validatorName } of problem.validatorTests ?? []) {
    const isInput = kind === "valid-input" || kind === "invalid-input";
    const hasOwner = problem.validators.some(({ name }) => validatorName === undefined || validatorName === name);
    if (isInput && !hasOwner) lose(context, `validatorTests.${id}`, "there is no validator that it could belong to");
  }
  const { interactor } = problem;
  return {
    executables: generators.map((source) => createElement("executable", {}, [source])),
    assets: [
      addChecker(context, problem),
      ...(interactor?.kind === "program" ? [addInteractor(context, interactor)] : []),
      createElement(
        "validators",
        {},
        validators.map((source, index) =>
          createElement("validator", {}, [source, ...addValidatorTests(context, problem, index)]),
        ),
      ),
      createElement(
        "solutions",
        {},
        problem.solutions.map((solution, index) => toSolution(context, solution, solutions[index])),
      ),
    ],
  };
}

function lose({ output }: Context, field: string, reason: string): void {
  output.lose({ file: manifestName, field, reason });
}

/** The `<source>` elements of programs, whose names a reader makes from their files. */
function addNamed(
  context: Context,
  list: readonly { readonly name: string; readonly program: Program }[],
  { folder, field }: { readonly folder: string; readonly field: string },
): readonly XmlNode[] {
  const taken: { name: string }[] = [];
  return list.map(({ name, program }) => {
    const file = toFreeName(program.fileName, taken) === name ? program : renameProgram(program, name);
    const read = toFreeName(file.fileName, taken);
    taken.push({ name: read });
    if (read !== name) lose(context, `${field}.${name}.name`, `a reader calls it ${read}`);
    if (file.fileName !== program.fileName) lose(context, `${field}.${name}.fileName`, `it becomes ${file.fileName}`);
    return addSource(context, file, folder);
  });
}

function addSource(context: Context, program: Program, folder: string): XmlNode {
  const own = `${folder}/${program.fileName.replace(/\W/g, "-")}`;
  const spare = Array.from({ length: 100 }, (_, index) => `${own}-${index + 2}`);
  const folders = [folder, own, ...spare];
  const path = context.placer.place(program, folders);
  const type = sourceTypes[program.language];
  if (toLanguage(type) !== program.language) lose(context, `${path}.language`, `it becomes ${toLanguage(type)}`);
  return createElement("source", { path, type });
}

function addChecker(context: Context, problem: Problem): XmlNode {
  const { checker } = problem;
  const tests = addCheckerTests(context, problem);
  if (checker.kind === "standard")
    return createElement("checker", { name: `std::${checker.name}.cpp`, type: "testlib" }, tests);
  if (checker.kind === "compare") {
    const name = toStandardName(checker.options);
    if (name === undefined) {
      const expected = "a comparison of tokens without tolerance, or a program";
      const advice = "give the problem a testlib checker";
      context.output.report({ file: manifestName, field: "checker", expected, actual: "another comparison", advice });
      return createElement("checker");
    }
    lose(context, "checker", `the comparison becomes the standard checker ${name}, which decides alike`);
    return createElement("checker", { name: `std::${name}.cpp`, type: "testlib" }, tests);
  }
  if (checker.convention === "kattis") refuseKattis(context, "checker");
  if (checker.convention === "frontier-cs")
    lose(context, "checker.convention", "its scores are read by Frontier-CS alone");
  if (checker.flags.length > 0) lose(context, "checker.flags", "checkers are called without flags");
  return createElement("checker", { type: "testlib" }, [addSource(context, checker.program, "files"), ...tests]);
}

function toStandardName(options: Extract<Checker, { kind: "compare" }>["options"]): string | undefined {
  const isPlain =
    !options.isSpaceSensitive && options.absoluteTolerance === undefined && options.relativeTolerance === undefined;
  return isPlain ? (options.isCaseSensitive ? "wcmp" : "casewcmp") : undefined;
}

function refuseKattis(context: Context, field: string): void {
  const advice = "rewrite it with testlib";
  const actual = "the convention kattis";
  context.output.report({ file: manifestName, field, expected: "the convention testlib", actual, advice });
}

function addInteractor(context: Context, interactor: Extract<Problem["interactor"], { kind: "program" }>): XmlNode {
  if (interactor.convention === "kattis") refuseKattis(context, "interactor");
  if (interactor.convention === "frontier-cs") {
    lose(context, "interactor.convention", "here the checker decides after it");
  }
  if (interactor.flags.length > 0) lose(context, "interactor.flags", "interactors are called without flags");
  return createElement("interactor", {}, [addSource(context, interactor.program, "files")]);
}

function checkValidator(context: Context, { name, convention, flags }: NamedProgram): void {
  if (convention !== "testlib") refuseKattis(context, `validators.${name}`);
  if (flags.join("\n") !== `--testset\n${mainTestset}`) {
    lose(context, `validators.${name}.flags`, "validators are told the test set and the group, and nothing else");
  }
}

function toSolution(context: Context, solution: Solution, source: XmlNode | undefined): XmlNode {
  const { name, isMain, expected, expectedByGroup = {} } = solution;
  const tag = isMain ? "main" : toNearTag(context, `solutions.${name}.expected`, expected);
  if (isMain && toTag(expected) !== "accepted")
    lose(context, `solutions.${name}.expected`, "the main solution is correct");
  const groupIds = new Set(context.groupIds);
  const extra = Object.entries(expectedByGroup).map(([id, value]) => {
    const near = toNearTag(context, `solutions.${name}.expectedByGroup.${id}`, value);
    const slash = id.indexOf("/");
    if (slash < 0 && !groupIds.has(id)) return createElement("extra-tag", { testset: id, tag: near });
    const testset = slash < 0 ? mainTestset : id.slice(0, slash);
    return createElement("extra-tag", { group: id.slice(slash + 1), testset, tag: near });
  });
  const told = extra.length === 0 ? [] : [createElement("extra-tags", {}, extra)];
  return createElement("solution", { tag }, [...(source === undefined ? [] : [source]), ...told]);
}

function toNearTag(context: Context, field: string, expected: ExpectedVerdicts): string {
  const tag = toTag(expected);
  if (tag !== undefined) return tag;
  const near = expected.required.length > 0 && !expected.required.includes("accepted") ? "rejected" : "failed";
  lose(context, field, `no tag says it; it becomes ${near}`);
  return near;
}

function addValidatorTests(context: Context, problem: Problem, index: number): readonly XmlNode[] {
  const isOnly = problem.validators.length === 1;
  const name = problem.validators[index]?.name;
  const own = (problem.validatorTests ?? []).filter(
    (test) =>
      (test.kind === "valid-input" || test.kind === "invalid-input") &&
      (test.validatorName === name || (test.validatorName === undefined && index === 0)),
  );
  const folder = `files/tests/validator-tests${isOnly ? "" : `-${index + 1}`}`;
  const prefix = isOnly ? "validator" : `validator-${index + 1}`;
  const tests = own.map((test, at) => {
    context.output.add(formatPath(`${folder}/%02d`, at + 1) ?? "", test.input.bytes);
    const isTold = test.id === `${prefix}/${formatPath("%02d", at + 1) ?? ""}` && test.description === undefined;
    if (!isTold) lose(context, `validatorTests.${test.id}`, "its name and description; it gets a number");
    if (!isOnly && test.validatorName === undefined)
      lose(context, `validatorTests.${test.id}`, "it is for one validator");
    if (isOnly && test.validatorName !== undefined)
      lose(context, `validatorTests.${test.id}.validatorName`, "there is one");
    const verdict = test.kind === "valid-input" ? "valid" : "invalid";
    return createElement("test", { verdict, ...toPlace(context, test) });
  });
  if (tests.length === 0) return [];
  return [
    createElement("testset", {}, [
      createElement("test-count", {}, String(tests.length)),
      createElement("input-path-pattern", {}, `${folder}/%02d`),
      createElement("tests", {}, tests),
    ]),
  ];
}

/** The test set and group that a validator's test names by its flags. */
function toPlace(context: Context, test: ValidatorTest): { testset?: string; group?: string } {
  const { validatorFlags } = test;
  if (validatorFlags === undefined) return {};
  const flags = isList(validatorFlags) ? validatorFlags : [];
  const [first, testset, second, group] = flags;
  const isPlace = first === "--testset" && (flags.length === 2 || (flags.length === 4 && second === "--group"));
  if (isPlace && testset !== undefined) return { testset, ...(group === undefined ? {} : { group }) };
  lose(context, `validatorTests.${test.id}.validatorFlags`, "validators are told the test set and the group alone");
  return {};
}

function isList(flags: ValidatorFlags): flags is readonly string[] {
  return Array.isArray(flags);
}

const verdictNames = {
  "wrong-answer": "wrong-answer",
  "presentation-error": "presentation-error",
  partial: "partially-correct",
  "judge-failed": "crashed",
} as const;

function addCheckerTests(context: Context, problem: Problem): readonly XmlNode[] {
  const own = (problem.validatorTests ?? []).filter(
    (test) => test.kind === "valid-output" || test.kind === "invalid-output",
  );
  if (own.length === 0) return [];
  const folder = "files/tests/checker-tests";
  const tests = own.map((test, index) => {
    const path = formatPath(`${folder}/%02d`, index + 1) ?? "";
    context.output.add(path, test.input.bytes);
    context.output.add(`${path}.o`, test.output?.bytes ?? "");
    context.output.add(`${path}.a`, test.answer?.bytes ?? "");
    const isTold =
      test.id === `checker/${formatPath("%02d", index + 1) ?? ""}` &&
      test.description === undefined &&
      test.output !== undefined &&
      test.answer !== undefined &&
      test.checkerFlags === undefined &&
      test.validatorName === undefined &&
      (test.kind === "valid-output" || test.verdict !== undefined);
    if (!isTold)
      lose(context, `validatorTests.${test.id}`, "it gets a number, a verdict and empty files for missing ones");
    const verdict = test.kind === "valid-output" ? "ok" : verdictNames[test.verdict ?? "wrong-answer"];
    return createElement("test", { verdict });
  });
  return [
    createElement("testset", {}, [
      createElement("test-count", {}, String(tests.length)),
      createElement("input-path-pattern", {}, `${folder}/%02d`),
      createElement("output-path-pattern", {}, `${folder}/%02d.o`),
      createElement("answer-path-pattern", {}, `${folder}/%02d.a`),
      createElement("tests", {}, tests),
    ]),
  ];
}
