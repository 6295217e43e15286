import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { boundary } from "../../../std/index.ts";
import { checkProblem } from "../../check-problem.ts";
import { createProblemError, type ProblemIssue } from "../../problem-issue.ts";
import type { Problem } from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { Loss } from "../loss.ts";
import { isInsidePath } from "../native/folder.ts";
import { toImagePath } from "../native/image-references.ts";
import type { KattisVersion } from "./context.ts";
import { manifestFile } from "./read-metadata.ts";
import { writeData } from "./write-data.ts";
import { writeManifest } from "./write-manifest.ts";
import { writeSolutions } from "./write-solutions.ts";
import { toSourceLanguage } from "./programs.ts";

/** A package in the making: paths to contents, and what could not be said. */
export interface KattisPackage {
  readonly version: KattisVersion;
  readonly add: (path: string, content: Uint8Array | string) => void;
  readonly lose: (file: string, field: string, reason: string) => void;
  readonly refuse: (issue: ProblemIssue) => void;
}

/**
 * Writes a problem as a Kattis package that reads back as the same problem, as far as the version can hold it; what it
 * cannot is returned. The folder must not exist, or be empty.
 *
 * @throws PROBLEM_UNWRITABLE (`data.issues`) before anything is written where the package would judge otherwise, or where
 * the file system refuses
 */
export async function writeKattisProblem(
  problem: Problem,
  directory: string,
  options: { readonly version: KattisVersion; readonly signal?: AbortSignal | undefined },
): Promise<readonly Loss[]> {
  const issues = checkProblem(problem, manifestFile);
  const losses: Loss[] = [];
  const files = new Map<string, Uint8Array | string>();
  const target: KattisPackage = {
    version: options.version,
    add: (path, content) => {
      const known = files.get(path);
      if (known !== undefined && !Buffer.from(known).equals(Buffer.from(content))) {
        issues.push({ file: path, expected: "one content", actual: "two files that would share this path" });
      }
      files.set(path, content);
    },
    lose: (file, field, reason) => losses.push({ file, field, reason }),
    refuse: (issue) => issues.push(issue),
  };
  writeManifest(target, problem);
  writeStatements(target, problem);
  writeData(target, problem);
  writeTools(target, problem);
  writeSolutions(target, problem);
  const fail = (): never => {
    throw createProblemError({ code: "PROBLEM_UNWRITABLE", subject: problem.id, issues });
  };
  if (issues.length > 0) fail();
  await boundary(
    { code: "PROBLEM_UNWRITABLE", what: `writing the problem ${problem.id} to ${directory}` },
    async () => {
      await mkdir(directory, { recursive: true });
      if ((await readdir(directory)).length > 0) {
        issues.push({ file: directory, expected: "a new or empty folder", actual: "one with files in it" });
        fail();
      }
      for (const [path, content] of files) {
        options.signal?.throwIfAborted();
        await mkdir(dirname(join(directory, path)), { recursive: true });
        await writeFile(join(directory, path), content, { flag: "wx" });
      }
    },
  );
  return losses;
}

function writeStatements({ add, lose, version }: KattisPackage, { statements }: Problem): void {
  const folder = version === "legacy" ? "problem_statement" : "statement";
  const tags = statements.map((statement) => statement.languageTag);
  const sorted = tags.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (tags.join() !== sorted.join())
    lose(folder, "", "which language comes first: it is English, or the first by name");
  for (const { languageTag, markdown, images, isPlaceholder, isTranslation } of statements) {
    const path = `${folder}/problem.${languageTag}.md`;
    if (isTranslation !== undefined) lose(path, "isTranslation", "whether it is a translation");
    if (isPlaceholder) lose(path, "isPlaceholder", "that it only stands for a text");
    if (/\{\{|\\constant/.test(markdown)) lose(path, "", "double braces, which the format reads as commands");
    add(path, markdown);
    for (const image of images) {
      const target = toImagePath(image.reference);
      if (isInsidePath(target)) add(`${folder}/${target}`, image.bytes);
      else lose(path, image.reference, "an image outside the statement's folder");
    }
  }
}

function writeTools(target: KattisPackage, problem: Problem): void {
  const { add, lose, refuse, version } = target;
  const { checker, interactor } = problem;
  const judge = interactor ?? checker;
  const folder = version === "legacy" ? "output_validators/validator" : "output_validator";
  if (judge.kind === "missing") {
    refuse({ file: folder, expected: "the interactor's program", actual: "none" });
  } else if (judge.kind === "program") {
    if (judge.convention === "kattis") addProgram(target, folder, judge.program);
    else refuse({ file: folder, expected: "a program of convention kattis", actual: judge.convention });
  } else if (judge.kind === "standard") {
    refuse({
      file: folder,
      expected: "a comparison, or a program of convention kattis",
      actual: `testlib's ${judge.name}`,
    });
  }
  for (const { name, program, convention, flags } of problem.validators) {
    if (convention !== "kattis") {
      lose("input_validators", name, `of convention ${convention}: the format asks for exit code 42`);
      continue;
    }
    if (flags.length > 0) lose("input_validators", `${name}.flags`, "flags are given by test data groups");
    addNamed(target, "input_validators", { name, program });
  }
  for (const { name, program, convention, flags } of problem.generators) {
    if (flags.length > 0 || convention !== "plain") lose("generators", name, "convention and flags of generators");
    addNamed(target, "generators", { name, program });
  }
  if (problem.staticValidator !== undefined) {
    if (version === "2025-09") addProgram(target, "static_validator", problem.staticValidator);
    else refuse({ file: "static_validator", expected: "no static validator before 2025-09", actual: "one" });
  }
  if (problem.validators.length === 0) add("input_validators/README", "There are no input validators yet.\n");
}

/** A file of its own where its name is the program's, else a folder. */
function addNamed(
  target: KattisPackage,
  folder: string,
  { name, program }: { readonly name: string; readonly program: Program },
): void {
  const isOneFile = name === program.fileName && !program.resources?.length;
  addProgram(target, isOneFile ? folder : `${folder}/${name}`, program);
}

/** Writes a program and says where reading would see another one. */
export function addProgram({ add, lose }: KattisPackage, folder: string, program: Program): void {
  const files = [program, ...(program.resources ?? [])];
  for (const { fileName, source } of files) {
    add(`${folder}/${fileName}`, source);
    if (/\{\{/.test(source)) lose(`${folder}/${fileName}`, "", "double braces, which the format reads as constants");
  }
  const language = toSourceLanguage(program.fileName, program.source) ?? "other";
  if (language !== program.language) {
    lose(`${folder}/${program.fileName}`, "language", `${program.language}: the file's name says ${language}`);
  }
}

function rank(tag: string): string {
  return tag === "en" ? "" : tag;
}
