import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { AppError, boundary } from "../../../std/index.ts";
import { checkProblem, namePattern } from "../../check-problem.ts";
import type { InputSpec } from "../../input-spec/input-spec.ts";
import { parseInputSpec } from "../../input-spec/parse-input-spec.ts";
import type { Problem } from "../../problem.ts";
import { createProblemError, type ProblemIssue } from "../../problem-issue.ts";
import type { Statement } from "../../statement.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { suggest } from "../suggest.ts";
import { normalizeText } from "../text.ts";
import { ProblemFolder } from "./folder.ts";
import { fileCaps, inputSpecName, knownFolders, manifestName, statementName } from "./layout.ts";
import { toProblem } from "./manifest-to-problem.ts";
import { readPrograms, readSingleProgram } from "./read-programs.ts";
import { readStatements } from "./read-statements.ts";
import { readTests } from "./read-tests.ts";
import { readValidatorTests } from "./read-validator-tests.ts";
import { manifestSchema, type Manifest } from "./schema.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

/**
 * Reads a problem from a native folder, which may be hostile: see docs/problem-model.md for the layout.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_INVALID (`data.issues` lists everything found), PROBLEM_UNREADABLE
 */
export async function readNativeProblem(
  directory: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Problem> {
  await requireFolder(directory);
  try {
    return await boundary({ code: "PROBLEM_UNREADABLE", what: `reading the problem ${directory}` }, () =>
      readFolder(directory, options.signal),
    );
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw cause;
  }
}

async function readFolder(directory: string, signal: AbortSignal | undefined): Promise<Problem> {
  const issues: ProblemIssue[] = [];
  const fail = (): never => {
    throw createProblemError({ code: "PROBLEM_INVALID", subject: directory, issues });
  };
  const folder = await ProblemFolder.open(directory, { report: (issue) => issues.push(issue), signal });
  await checkTopNames(folder, issues);
  const manifest = await readManifest(folder, issues);
  if (manifest === undefined) return fail();
  const report = (issue: ProblemIssue): void => {
    issues.push(issue.file === manifestName ? { ...issue, line: manifest.lineOf(issue.field) } : issue);
  };
  const context = { folder, report };
  const { data } = manifest;
  const statements = await readStatements(folder, data, report);
  const budget = { leftBytes: fileCaps.tests };
  const parts = {
    inputSpec: await readInputSpec(folder, report),
    statements,
    tests: await readTests(context, data, budget),
    validatorTests: await readValidatorTests(context, data, budget),
    checkerProgram: await readSingleProgram(context, "checker", typeof data.checker === "object" ? data.checker : {}),
    interactorProgram: await readSingleProgram(
      context,
      "interactor",
      typeof data.interactor === "object" ? data.interactor : {},
    ),
    staticValidator: await readSingleProgram(context, "static-validator", data.static_validator ?? {}),
    validators: await readPrograms(context, "validators", data.validators),
    generators: await readPrograms(context, "generators", data.generators),
    solutions: await readPrograms(context, "solutions", data.solutions),
  };
  if (!isNonEmpty(statements)) return fail();
  const problem = toProblem(data, { ...parts, statements, fallbackId: toFallbackId(directory) }, report);
  if (issues.length === 0) for (const issue of checkProblem(problem, manifestName)) report(issue);
  return issues.length === 0 ? problem : fail();
}

async function requireFolder(directory: string): Promise<void> {
  const stats = await stat(directory).catch(() => undefined);
  if (stats?.isDirectory()) return;
  const what = stats === undefined ? "nothing is there" : "it is a file";
  throw new AppError({
    code: "PROBLEM_NOT_FOUND",
    message: `expected a problem folder at ${directory}, but ${what}; give the path of a folder with ${manifestName}`,
    data: { path: directory },
  });
}

async function checkTopNames(folder: ProblemFolder, issues: ProblemIssue[]): Promise<void> {
  const known = [...knownFolders, manifestName, statementName, inputSpecName];
  for (const { name } of await folder.listTop()) {
    if (known.some((item) => item === name)) continue;
    const near = name.toLowerCase() === "problem.yml" ? manifestName : suggest(name, known);
    if (near === undefined || /^statement\..+\.md$/.test(name)) continue;
    issues.push({
      file: name,
      expected: `the name ${near}`,
      actual: name,
      advice: "rename it if it is meant to be read",
    });
  }
}

async function readInputSpec(
  folder: ProblemFolder,
  report: (issue: ProblemIssue) => void,
): Promise<InputSpec | undefined> {
  const isThere = (await folder.listTop()).some((entry) => entry.name === inputSpecName);
  const text = isThere ? await folder.readText(inputSpecName, fileCaps.manifest) : undefined;
  if (text === undefined) return undefined;
  const parsed = parseInputSpec(text, inputSpecName);
  if (parsed.kind === "spec-parsed") return parsed.spec;
  for (const issue of parsed.issues) report(issue);
  return undefined;
}

interface ManifestSource {
  readonly data: Manifest;
  lineOf(field: string | undefined): number | undefined;
}

async function readManifest(folder: ProblemFolder, issues: ProblemIssue[]): Promise<ManifestSource | undefined> {
  const expected = `a ${manifestName} with at least a title`;
  const text = await folder.readText(manifestName, fileCaps.manifest, expected);
  if (text === undefined) return undefined;
  const source = parseYaml(normalizeText(text), manifestName);
  if (!isYamlSource(source)) {
    issues.push(...source);
    return undefined;
  }
  const parsed = manifestSchema.safeParse(source.data ?? {});
  if (!parsed.success) {
    issues.push(...toSchemaIssues(parsed.error, { file: manifestName, data: source.data, lineOf: source.lineOf }));
    return undefined;
  }
  return { data: parsed.data, lineOf: (field) => source.lineOf(field?.split(".") ?? []) };
}

function isYamlSource(value: YamlSource | readonly ProblemIssue[]): value is YamlSource {
  return "lineOf" in value;
}

function isNonEmpty(statements: readonly Statement[]): statements is readonly [Statement, ...Statement[]] {
  return statements.length > 0;
}

/** The folder's name made safe. */
function toFallbackId(directory: string): string {
  const name = basename(resolve(join(directory, ".")))
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 100);
  return namePattern.test(name) ? name : "problem";
}
