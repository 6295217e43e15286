import { basename, resolve } from "node:path";
import type { Problem, Solution } from "../../problem.ts";
import type { Program } from "../../program.ts";
import { replaceIncludes } from "../foreign/includes.ts";
import { loseKeys, losePlain, refuseSpecial } from "../foreign/losses.ts";
import { ProgramPlacer, renameProgram } from "../foreign/place-programs.ts";
import { writeForeign, type ForeignOutput } from "../foreign/write-foreign.ts";
import type { Loss } from "../loss.ts";
import { isInsidePath } from "../native/folder.ts";
import { toImagePath } from "../native/image-references.ts";
import { splitExtension } from "../native/languages.ts";
import { parseExpectation } from "../../expected-verdicts.ts";
import { findExpectation, infoName, parseParamsHeader, toTomlValue } from "./info.ts";
import { memoryLimitBytes, paramsName, taskName } from "./read-library-checker-problem.ts";
import { hasPlaceholder } from "./task-text.ts";
import { addTests, type Context } from "./write-tests.ts";

/**
 * Writes a problem as a library-checker folder that reads back as the same problem as far as the format can say it; gives
 * what it cannot. The folder must not exist, or be empty; its name is the problem's.
 *
 * @throws PROBLEM_UNWRITABLE (`data.issues`) before anything is written, or where the file system refuses
 */
export async function writeLibraryCheckerProblem(
  problem: Problem,
  directory: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly Loss[]> {
  return writeForeign(problem, { directory, manifestName: infoName, signal: options.signal }, (output) => {
    refuseSpecial(output, problem, infoName);
    losePlain(output, problem, infoName);
    loseOthers(output, problem, basename(resolve(directory)));
    const params = findParams(problem);
    const placer = new ProgramPlacer(output);
    const place = (program: Program, folder: string): string => {
      const moved = folder === "" ? program : withPath(program);
      return placer.place(params === undefined ? program : withoutParams(moved), [folder]);
    };
    const context = { output, place };
    const judges = addJudges(context, problem);
    addStatements(output, problem);
    const tests = addTests(context, problem);
    const solutions = problem.solutions.flatMap((solution) => addSolution(context, solution));
    const head = [
      `title = ${toTomlValue(problem.title)}`,
      `timelimit = ${toTomlValue(problem.limits.timeLimitMs / 1000)}`,
    ];
    const { url } = problem.provenance;
    if (url !== undefined) head.push(`forum = ${toTomlValue(url)}`);
    const tables = [...tests, ...solutions, ...(params?.length ? [["[params]", ...params]] : [])];
    output.add(infoName, `${[[...head, ...judges], ...tables].map((lines) => lines.join("\n")).join("\n\n")}\n`);
  });
}

/** The `[params]` of the one header that all programs share, as TOML lines. */
function findParams(problem: Problem): readonly string[] | undefined {
  const named = [...problem.validators, ...problem.generators, ...problem.solutions].map((item) => item.program);
  const programs = problem.checker.kind === "program" ? [problem.checker.program, ...named] : named;
  const headers = programs.flatMap((program) =>
    (program.resources ?? []).filter((resource) => resource.fileName === paramsName).map((resource) => resource.source),
  );
  const [first] = headers;
  return first !== undefined && headers.every((header) => header === first) ? parseParamsHeader(first) : undefined;
}

function withoutParams(program: Program): Program {
  const resources = program.resources?.filter((resource) => resource.fileName !== paramsName);
  return { ...program, ...(resources === undefined ? {} : { resources }) };
}

/** A program of a subfolder that includes the header from the folder above, where the format makes it. */
function withPath(program: Program): Program {
  if (!program.resources?.some((resource) => resource.fileName === paramsName)) return program;
  const resources = program.resources.map(({ fileName, source }) => ({ fileName, source: toUpper(source) }));
  return { ...program, source: toUpper(program.source), resources };
}

function toUpper(source: string): string {
  return replaceIncludes(source, (target) => (target === paramsName ? `../${paramsName}` : target));
}

function addJudges({ output, place }: Context, problem: Problem): readonly string[] {
  const { checker, validators } = problem;
  const lines: string[] = [];
  const refuse = (field: string, expected: string, actual: string): void =>
    output.report({ file: infoName, field, expected, actual });
  if (problem.interactor !== undefined) refuse("interactor", "a problem without interaction", "an interactive problem");
  if (checker.kind !== "program") refuse("checker", "a testlib program", `the kind ${checker.kind}`);
  else {
    if (checker.convention === "kattis") refuse("checker", "the convention testlib", checker.convention);
    if (checker.convention === "frontier-cs")
      output.lose({ file: infoName, field: "checker.convention", reason: "testlib" });
    if (checker.flags.length > 0) output.lose({ file: infoName, field: "checker.flags", reason: "there are none" });
    const path = place(checker.program, "");
    if (path !== "checker.cpp") lines.push(`checker = ${toTomlValue(path)}`);
  }
  const [validator, ...others] = validators;
  if (validator === undefined) refuse("validators", "a validator, which becomes the verifier", "none");
  else {
    if (validator.convention === "kattis") refuse("validators.0", "the convention testlib", validator.convention);
    if (validator.convention === "plain")
      output.lose({ file: infoName, field: "validators.0.convention", reason: "testlib" });
    if (validator.flags.length > 0)
      output.lose({ file: infoName, field: "validators.0.flags", reason: "there are none" });
    const program = renameProgram(validator.program, validator.name);
    if (program.fileName !== validator.program.fileName || splitExtension(program.fileName).stem !== validator.name) {
      output.lose({ file: infoName, field: "validators.0.name", reason: `it becomes ${program.fileName}` });
    }
    const path = place(program, "");
    if (path !== "verifier.cpp") lines.push(`verifier = ${toTomlValue(path)}`);
  }
  for (const { name } of others)
    output.lose({ file: infoName, field: `validators.${name}`, reason: "there is one verifier" });
  return lines;
}

function addStatements(output: ForeignOutput, { statements, title }: Problem): void {
  const texts = statements.map(({ markdown }) => markdown);
  const [first] = statements;
  const marked = statements.map(({ languageTag, markdown }) => `@{lang.${languageTag}}\n${markdown}`).join("");
  const isPlain = statements.length === 1 && first.languageTag === "en";
  output.add(taskName, isPlain ? first.markdown : `${marked}@{lang.end}\n`);
  if (texts.some(hasPlaceholder))
    output.lose({ file: taskName, field: "", reason: "a reader takes parts for placeholders" });
  for (const statement of statements) {
    if (statement.title !== undefined && statement.title !== title) {
      output.lose({ file: taskName, field: statement.languageTag, reason: "a title of its own" });
    }
    for (const image of statement.images) {
      const target = toImagePath(image.reference);
      if (isInsidePath(target)) output.add(target, image.bytes);
      else
        output.report({
          file: taskName,
          field: image.reference,
          expected: "a path inside the package",
          actual: target,
        });
    }
  }
}

function addSolution({ output, place }: Context, solution: Solution): readonly (readonly string[])[] {
  const { name, program, isMain, expected, expectedByGroup } = solution;
  const lose = (field: string, reason: string): void =>
    output.lose({ file: infoName, field: `solutions.${name}.${field}`, reason });
  const { extension } = splitExtension(program.fileName);
  const isKnown =
    (extension === "cpp" && program.language === "cpp17") || (extension === "py" && program.language === "python3");
  if (!isKnown || (isMain && extension !== "cpp")) {
    lose("program", "left out: solutions are C++17 in .cpp and Python 3 in .py, the main one C++17");
    return [];
  }
  if (expectedByGroup !== undefined) lose("expectedByGroup", "there are no groups");
  const file = renameProgram(program, isMain ? "correct" : name);
  if (file.fileName !== program.fileName || splitExtension(file.fileName).stem !== name)
    lose("name", `it becomes ${file.fileName}`);
  const path = place(file, "sol").slice("sol/".length);
  if (isMain) {
    if (JSON.stringify(expected) !== JSON.stringify(parseExpectation("accepted")))
      lose("expected", "correct.cpp is correct");
    return [];
  }
  const keys = findExpectation(expected);
  if (keys === undefined) lose("expected", "no keys say it; all but accepted is allowed");
  const told = keys ?? { expect: undefined, allow_wa: true, allow_re: true, allow_tle: true };
  const lines = Object.entries(told).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} = ${toTomlValue(value)}`],
  );
  return [["[[solutions]]", `name = ${toTomlValue(path)}`, ...lines]];
}

function loseOthers(output: ForeignOutput, problem: Problem, folder: string): void {
  const lose = (field: string, reason: string): void => output.lose({ file: infoName, field, reason });
  if (folder !== problem.id) lose("id", `the folder's name is the problem's: ${folder}`);
  loseKeys(output, { file: infoName, field: "" }, problem, ["groups", "validatorTests"]);
  loseKeys(output, { file: infoName, field: "provenance" }, problem.provenance, ["tags"]);
  const { sourceId } = problem.provenance;
  if (sourceId !== undefined && sourceId !== problem.id) lose("provenance.sourceId", "the id stands for it");
  if (problem.scoring.kind !== "binary") lose("scoring", `${problem.scoring.kind}; all tests or nothing here`);
  if (problem.limits.memoryLimitBytes !== memoryLimitBytes) lose("limits.memoryLimitBytes", "it is 1 GiB everywhere");
  if (problem.streams.input.kind === "file" || problem.streams.output.kind === "file")
    lose("streams", "standard streams alone");
  for (const { name, flags, convention, program } of problem.generators) {
    const told = program.source.includes("testlib.h") ? "testlib" : "plain";
    if (flags.length > 0 || convention !== told) lose(`generators.${name}`, "its flags and convention");
  }
}
