import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { boundary } from "../../../std/index.ts";
import { checkProblem } from "../../check-problem.ts";
import { createProblemError, toActualText, type ProblemIssue } from "../../problem-issue.ts";
import type { NamedProgram, Problem, Solution } from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { Statement } from "../../statement.ts";
import { normalizeText } from "../text.ts";
import { isInsidePath } from "./folder.ts";
import { findImageReferences, toImagePath } from "./image-references.ts";
import { isHeader, splitExtension, toLanguage } from "./languages.ts";
import { inputSpecName, knownFolders, manifestName, toStatementPath, type KnownFolder } from "./layout.ts";
import { toManifest } from "./problem-to-manifest.ts";
import { findControlCharacter } from "./read-statements.ts";
import { toTestPath } from "./read-tests.ts";
import { toValidatorTestPath } from "./read-validator-tests.ts";

/**
 * Writes a problem as a native folder that reads back as the same problem. The folder must not exist, or be empty.
 *
 * @throws PROBLEM_UNWRITABLE (`data.issues`) before anything is written, or where the file system refuses
 */
export async function writeNativeProblem(
  problem: Problem,
  directory: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const issues = [...checkProblem(problem, manifestName), ...findUnsaid(problem)];
  const files = toFiles(problem, issues);
  const refuse = (): never => {
    throw createProblemError({ code: "PROBLEM_UNWRITABLE", subject: problem.id, issues });
  };
  if (issues.length > 0) refuse();
  await boundary(
    { code: "PROBLEM_UNWRITABLE", what: `writing the problem ${problem.id} to ${directory}` },
    async () => {
      await mkdir(directory, { recursive: true });
      if ((await readdir(directory)).length > 0) {
        issues.push({ file: directory, expected: "a new or empty folder", actual: "one with files in it" });
        refuse();
      }
      for (const [path, content] of files) {
        options.signal?.throwIfAborted();
        await mkdir(dirname(join(directory, path)), { recursive: true });
        await writeFile(join(directory, path), content, { flag: "wx" });
      }
    },
  );
}

/** What the format has no place for: the files of a test lie beside its input, and a planned test has none. */
function findUnsaid(problem: Problem): ProblemIssue[] {
  return (problem.plannedTests ?? []).flatMap(({ id, files }) =>
    files === undefined
      ? []
      : [
          {
            file: manifestName,
            field: "planned_tests",
            expected: `no files for ${id}, which is still to be made`,
            actual: "files",
          },
        ],
  );
}

type Files = Map<string, Uint8Array | string>;

function toFiles(problem: Problem, issues: ProblemIssue[]): Files {
  const files: Files = new Map();
  const add = (path: string, content: Uint8Array | string): void => {
    const known = files.get(path);
    if (known !== undefined && !isEqual(known, content)) {
      issues.push({ file: path, expected: "one content", actual: "two files that would share this path" });
    }
    files.set(path, content);
  };
  add(manifestName, stringify(toManifest(problem), { lineWidth: 0, aliasDuplicateObjects: false }));
  if (problem.inputSpec !== undefined) {
    add(inputSpecName, stringify(problem.inputSpec, { lineWidth: 0, aliasDuplicateObjects: false }));
  }
  for (const [index, statement] of problem.statements.entries()) addStatement({ add, issues }, index, statement);
  for (const test of problem.tests) {
    add(`${toTestPath(test)}.in`, test.input.bytes);
    if (test.answer !== undefined) add(`${toTestPath(test)}.ans`, test.answer.bytes);
    for (const { fileName, data } of test.files ?? []) add(`${toTestPath(test)}.files/${fileName}`, data.bytes);
  }
  for (const test of problem.validatorTests ?? []) {
    const path = toValidatorTestPath(test);
    add(`${path}.in`, test.input.bytes);
    if (test.answer !== undefined) add(`${path}.ans`, test.answer.bytes);
    if (test.output !== undefined) add(`${path}.out`, test.output.bytes);
  }
  if (problem.checker.kind === "program") addProgram(add, "checker", problem.checker.program);
  if (problem.interactor?.kind === "program") addProgram(add, "interactor", problem.interactor.program);
  if (problem.staticValidator !== undefined) addProgram(add, "static-validator", problem.staticValidator);
  addPrograms(add, "validators", problem.validators);
  addPrograms(add, "generators", problem.generators);
  addPrograms(add, "solutions", problem.solutions);
  return files;
}

type Add = (path: string, content: Uint8Array | string) => void;

function addStatement(
  { add, issues }: { readonly add: Add; readonly issues: ProblemIssue[] },
  index: number,
  statement: Statement,
): void {
  const path = toStatementPath(index, statement.languageTag);
  const { markdown, images } = statement;
  const isPlain = normalizeText(markdown) === markdown && findControlCharacter(markdown) === undefined;
  if (!isPlain || markdown.trim() === "") {
    issues.push({
      file: path,
      expected: "text with LF line ends and no control characters",
      actual: toActualText(markdown),
    });
  }
  add(path, markdown);
  const references = findImageReferences(markdown);
  const held = images.map((image) => image.reference);
  if (references.join("\n") !== held.join("\n")) {
    issues.push({
      file: path,
      field: "images",
      expected: `the images that the text shows, ${toActualText(references)}`,
      actual: toActualText(held),
    });
  }
  for (const image of images) {
    const target = toImagePath(image.reference);
    const isReserved = knownFolders.some((folder) => target.startsWith(`${folder}/`));
    if (isInsidePath(target) && !isReserved) add(target, image.bytes);
    else issues.push({ file: path, field: image.reference, expected: "a path for images alone", actual: target });
  }
}

function addPrograms(add: Add, folder: KnownFolder, list: readonly (NamedProgram | Solution)[]): void {
  const names = new Set(list.map((item) => item.name));
  for (const { name, program } of list) {
    const { fileName } = program;
    const isOneFile =
      !program.resources?.length &&
      splitExtension(fileName).stem === name &&
      !isHeader(fileName) &&
      (toLanguage(fileName) !== undefined || program.language === "other") &&
      !names.has(fileName);
    addProgram(add, isOneFile ? folder : `${folder}/${name}`, program);
  }
}

function addProgram(add: Add, folder: string, program: Program): void {
  add(`${folder}/${program.fileName}`, program.source);
  for (const resource of program.resources ?? []) add(`${folder}/${resource.fileName}`, resource.source);
}

function isEqual(a: Uint8Array | string, b: Uint8Array | string): boolean {
  return Buffer.from(a).equals(Buffer.from(b));
}
