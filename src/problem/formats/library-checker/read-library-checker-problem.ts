import { realpath, stat } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { parseExpectation } from "../../expected-verdicts.ts";
import type { NamedProgram, Problem, Solution } from "../../problem.ts";
import type { PlannedTest, TestCase } from "../../test-case.ts";
import { readForeign, toFolderId, type ForeignContext, type ForeignOptions } from "../foreign/read-foreign.ts";
import { createProgramReader, type ProgramReader } from "../foreign/read-program.ts";
import { createStatement } from "../foreign/read-statement.ts";
import type { ReadProblemResult } from "../loss.ts";
import { ProblemFolder } from "../native/folder.ts";
import { splitExtension } from "../native/languages.ts";
import { fileCaps } from "../native/layout.ts";
import type { Statement } from "../../statement.ts";
import { infoName, readInfo, toExpected, toParamsHeader, type Info } from "./info.ts";
import { findExampleNames, toStatementTexts } from "./task-text.ts";

export const taskName = "task.md";
export const paramsName = "params.h";

/** The site's own: the format does not say it. */
export const memoryLimitBytes = 2 ** 30;

/**
 * Reads a library-checker problem from a folder, which may be hostile: see docs/problem-model.md for what its fields
 * become. Headers of the repository's `common/`, two folders up, are read too.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_INVALID (`data.issues` lists everything found), PROBLEM_UNREADABLE
 */
export async function readLibraryCheckerProblem(
  directory: string,
  options: ForeignOptions = {},
): Promise<ReadProblemResult> {
  return readForeign({ directory, manifestName: infoName, signal: options.signal }, async (context) => {
    const info = await readInfo(context);
    const task = await context.folder.readText(taskName, fileCaps.statement, "the statement");
    if (info === undefined || task === undefined) return undefined;
    const virtual = new Map([[paramsName, toParamsHeader(context, info.params ?? {})]]);
    const outside = await openCommon(context, directory, options);
    const programs = createProgramReader(context, { virtual, outside });
    const generators = await readGenerators(info, programs);
    const tests = await readTests(context, info, { generators, shown: findExampleNames(task) });
    const [first, ...others] = await readStatements(context, { info, task, tests: tests.tests });
    if (first === undefined) {
      context.report({ file: taskName, expected: "the statement", actual: "an empty file" });
      return undefined;
    }
    const checker = await readJudge(context, programs, { field: "checker", path: info.checker ?? "checker.cpp" });
    const verifier = await readJudge(context, programs, { field: "verifier", path: info.verifier ?? "verifier.cpp" });
    const solutions = await readSolutions(context, info, programs);
    if (context.files.has("hash.json")) {
      context.lose({ file: "hash.json", field: "", reason: "digests of tests that are made here and not compared" });
    }
    if (checker === undefined || verifier === undefined) return undefined;
    const id = toFolderId(directory);
    return {
      id,
      title: info.title,
      statements: [first, ...others],
      limits: { timeLimitMs: Math.max(1, Math.round(info.timelimit * 1000)), memoryLimitBytes },
      streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
      ...tests,
      groups: [],
      checker: { kind: "program", program: checker, convention: "testlib", flags: [] },
      validators: [
        { name: splitExtension(verifier.fileName).stem, program: verifier, convention: "testlib", flags: [] },
      ],
      generators: [...generators.values()],
      solutions,
      scoring: { kind: "binary" },
      provenance: { format: "library-checker", url: info.forum, sourceId: id, authors: [], tags: [] },
    } satisfies Problem;
  });
}

/** The id of a test: `random_07` for the eighth test of `random.cpp`. */
export function toCaseId(stem: string, index: number): string {
  return `${stem}_${String(index).padStart(2, "0")}`;
}

type Outside = { readonly folder: ProblemFolder; readonly files: ReadonlySet<string> };

async function openCommon(
  context: ForeignContext,
  directory: string,
  options: ForeignOptions,
): Promise<Outside | undefined> {
  const common = await realpath(join(await realpath(directory), "..", "..", "common")).catch(() => undefined);
  if (common === undefined || !(await stat(common)).isDirectory()) return undefined;
  if (options.within !== undefined) {
    const inside = relative(await realpath(options.within), common);
    if (inside === ".." || inside.startsWith(`..${sep}`)) return undefined;
  }
  const folder = await ProblemFolder.open(common, { report: context.report, signal: options.signal });
  const files = await folder.list(".");
  return { folder, files: new Set(files.filter((path) => /\.(?:h|hh|hpp)$/.test(path))) };
}

/** The generators by the name of their test entry. */
async function readGenerators(info: Info, programs: ProgramReader): Promise<ReadonlyMap<string, NamedProgram>> {
  const generators = new Map<string, NamedProgram>();
  for (const { name } of info.tests ?? []) {
    if (generators.has(name) || name.endsWith(".in")) continue;
    const program = await programs.read(posix.normalize(`gen/${name}`));
    if (program === undefined) continue;
    const stem = posix.basename(splitExtension(name).stem);
    const convention = program.source.includes("testlib.h") ? "testlib" : "plain";
    generators.set(name, { name: stem, program, convention, flags: [] });
  }
  return generators;
}

async function readTests(
  context: ForeignContext,
  info: Info,
  known: { readonly generators: ReadonlyMap<string, NamedProgram>; readonly shown: ReadonlySet<string> },
): Promise<{ readonly tests: readonly TestCase[]; readonly plannedTests: readonly PlannedTest[] | undefined }> {
  const tests: TestCase[] = [];
  const plannedTests: PlannedTest[] = [];
  for (const { name, number } of info.tests ?? []) {
    const stem = posix.basename(splitExtension(name).stem);
    const folder = posix.dirname(posix.normalize(`gen/${name}`));
    for (let index = 0; index < number; index++) {
      const id = toCaseId(stem, index);
      const isSample = known.shown.has(id) || (stem === "example" && name.endsWith(".in"));
      const generator = known.generators.get(name);
      const generatorCall = generator && `${generator.name} ${index}`;
      const made = `in/${id}.in`;
      const path = generator === undefined && !context.files.has(made) ? `${folder}/${id}.in` : made;
      if (generatorCall !== undefined && !context.files.has(path)) {
        plannedTests.push({ id, isSample, generatorCall });
        continue;
      }
      const input = name.endsWith(".in") || generator !== undefined ? await context.readTest(path) : undefined;
      const answer = context.files.has(`out/${id}.out`) ? await context.readTest(`out/${id}.out`) : undefined;
      if (input !== undefined) tests.push({ id, isSample, input, answer, generatorCall });
    }
  }
  return { tests, plannedTests: plannedTests.length === 0 ? undefined : plannedTests };
}

const shownCapBytes = 64 * 1024;

function toBlock(label: string, bytes: Uint8Array): string {
  const text = bytes.length > shownCapBytes ? "(too long to show)" : Buffer.from(bytes).toString("utf8").trimEnd();
  return `${label}:\n\n\`\`\`\n${text}\n\`\`\``;
}

async function readStatements(
  context: ForeignContext,
  source: { readonly info: Info; readonly task: string; readonly tests: readonly TestCase[] },
): Promise<readonly Statement[]> {
  const byId = new Map(source.tests.map((test) => [test.id, test]));
  const unknown = new Set<string>();
  const texts = toStatementTexts(source.task.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"), {
    params: source.info.params ?? {},
    toExample: (name) => {
      const test = byId.get(name);
      if (test === undefined) return undefined;
      const answer = test.answer === undefined ? [] : [toBlock("Output", test.answer.bytes)];
      return [toBlock("Input", test.input.bytes), ...answer].join("\n\n");
    },
    onUnknown: (placeholder) => unknown.add(placeholder),
  });
  for (const placeholder of unknown) {
    context.lose({
      file: taskName,
      field: placeholder,
      reason: "nothing is known for this placeholder: it stays as it is",
    });
  }
  const statements: Statement[] = [];
  for (const [languageTag, text] of texts) {
    const statement = await createStatement(context, { file: taskName, text, languageTag, imageFolders: ["."] });
    if (statement !== undefined) statements.push(statement);
  }
  return statements;
}

async function readJudge(
  context: ForeignContext,
  programs: ProgramReader,
  { field, path }: { readonly field: string; readonly path: string },
) {
  const place = posix.normalize(path);
  if (context.files.has(place)) return programs.read(place);
  context.report({
    file: place,
    field,
    expected: `the ${field}`,
    actual: "no such file",
    advice: `name it in ${infoName}`,
  });
  return undefined;
}

async function readSolutions(
  context: ForeignContext,
  info: Info,
  programs: ProgramReader,
): Promise<readonly Solution[]> {
  const correct = (info.solutions ?? []).some((item) => item.name === "correct.cpp");
  const listed = [...(correct ? [] : [{ name: "correct.cpp" }]), ...(info.solutions ?? [])];
  const solutions: Solution[] = [];
  for (const item of listed) {
    if ("function" in item && item.function === true) {
      const reason = "compiled together with grader/grader.cpp, while a submission here is a program by itself";
      context.lose({ file: `sol/${item.name}`, field: "function", reason });
      continue;
    }
    const program = await programs.read(posix.normalize(`sol/${item.name}`));
    if (program === undefined) continue;
    const { stem } = splitExtension(program.fileName);
    const isTaken = solutions.some((other) => other.name.toLowerCase() === stem.toLowerCase());
    const isMain = item.name === "correct.cpp";
    const expected = isMain ? parseExpectation("accepted") : undefined;
    solutions.push({
      name: isTaken ? program.fileName : stem,
      program,
      isMain,
      expected: expected ?? toExpected(item),
    });
  }
  const known = new Set(listed.map((item) => `sol/${item.name}`));
  for (const path of [...context.files].filter((file) => /^sol\/[^/]+\.(?:cpp|py)$/.test(file) && !known.has(file))) {
    context.lose({ file: path, field: "", reason: `not listed under solutions in ${infoName}` });
  }
  return solutions;
}
