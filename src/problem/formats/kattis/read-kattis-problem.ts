import { basename, join, resolve } from "node:path";
import { stat } from "node:fs/promises";
import { AppError, boundary } from "../../../std/index.ts";
import { checkProblem, namePattern } from "../../check-problem.ts";
import type { Checker, CompareOptions } from "../../checker.ts";
import { createProblemError } from "../../problem-issue.ts";
import type { Interactor, NamedProgram, Problem } from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { ReadProblemResult } from "../loss.ts";
import { openKattisContext, type KattisContext } from "./context.ts";
import { DataFiles } from "./data-files.ts";
import { parseCompareFlags } from "./compare-flags.ts";
import { readProgramEntry, toProgramEntries, toSingleEntry, toSourceLanguage, type ProgramEntry } from "./programs.ts";
import { readDomjudge } from "./read-domjudge.ts";
import { readGeneratorPlan, type GeneratorPlan } from "./read-generators.ts";
import { readFolderRules, toGroups, type FolderRules } from "./read-groups.ts";
import { manifestFile, readMetadata, type KattisMetadata } from "./read-metadata.ts";
import { readStatements } from "./read-statements.ts";
import { readSubmissions } from "./read-submissions.ts";
import { readTests } from "./read-tests.ts";
import { toScoring } from "./to-scoring.ts";

/**
 * Reads a Kattis or ICPC problem package (legacy, 2023-07 or 2025-09, with what DOMjudge and BAPCtools add), which may be
 * hostile: see docs/problem-model.md for what becomes of each field.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_INVALID (`data.issues` lists everything found), PROBLEM_UNREADABLE
 */
export async function readKattisProblem(
  directory: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ReadProblemResult> {
  const stats = await stat(directory).catch(() => undefined);
  if (stats?.isDirectory() !== true) {
    throw new AppError({
      code: "PROBLEM_NOT_FOUND",
      message: `expected a problem package at ${directory}, found ${stats === undefined ? "nothing" : "a file"}; give the path of a folder with ${manifestFile}`,
      data: { path: directory },
    });
  }
  try {
    return await boundary({ code: "PROBLEM_UNREADABLE", what: `reading the problem ${directory}` }, () =>
      readPackage(directory, options.signal),
    );
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw cause;
  }
}

async function readPackage(directory: string, signal: AbortSignal | undefined): Promise<ReadProblemResult> {
  const context = await openKattisContext(directory, signal);
  const fail = (): never => {
    throw createProblemError({ code: "PROBLEM_INVALID", subject: directory, issues: context.issues });
  };
  const domjudge = await readDomjudge(context);
  const metadata = await readMetadata(context, domjudge);
  if (metadata === undefined) return fail();
  const plan = await readGeneratorPlan(context, metadata.constants);
  const files = await DataFiles.open(context, plan);
  const rules = await readFolderRules(context, metadata, files);
  const { solutions, hasExpectedScores } = await readSubmissions(context, metadata, plan?.solution);
  const isDomjudge = domjudge.isThere || hasExpectedScores;
  const groups = toGroups(context, metadata, { rules, isDomjudge });
  const groupIds = new Set(groups.map((group) => group.id));
  const tests = await readTests({ context, metadata, files, plan, rules, groupIds });
  const { title, statements } = await readStatements(context, metadata, basename(resolve(directory)));
  const validator = await readOutputValidator(context, metadata);
  const root = rules.get("");
  const isOutsideChecked = validator === undefined || !metadata.isInteractive;
  const problem: Problem = {
    id: toId(directory),
    title,
    statements,
    limits: metadata.limits,
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    tests: tests.tests,
    ...(tests.plannedTests.length > 0 ? { plannedTests: tests.plannedTests } : {}),
    groups,
    checker: isOutsideChecked
      ? toChecker(context, { metadata, validator, root })
      : { kind: "compare", options: plainOptions },
    ...(metadata.isInteractive ? { interactor: toInteractor(metadata, validator, root) } : {}),
    ...(metadata.passLimit === undefined ? {} : { passLimit: metadata.passLimit }),
    ...(metadata.isSubmitAnswer ? { isSubmitAnswer: true } : {}),
    ...(await readStatic(context, metadata)),
    ...(tests.validatorTests.length > 0 ? { validatorTests: tests.validatorTests } : {}),
    ...(tests.interactions.length > 0 ? { sampleInteractions: tests.interactions } : {}),
    validators: await readInputValidators(context, metadata, root),
    generators: await readGenerators(context, metadata, plan),
    solutions,
    scoring: toScoring(metadata, { groups, tests: tests.tests, hasProgram: validator !== undefined }),
    provenance: metadata.provenance,
  };
  await loseFolders(context);
  if (tests.tests.length + tests.plannedTests.length === 0) {
    context.report({
      file: "data",
      expected: "at least one test, such as data/secret/1.in with 1.ans",
      actual: "none",
    });
  }
  if (context.issues.length === 0) for (const issue of checkProblem(problem, manifestFile)) context.report(issue);
  return context.issues.length === 0 ? { problem, losses: context.losses } : fail();
}

const plainOptions: CompareOptions = { isCaseSensitive: false, isSpaceSensitive: false };

async function readOutputValidator(context: KattisContext, metadata: KattisMetadata): Promise<Program | undefined> {
  const isOld = metadata.version === "legacy";
  const folders = isOld ? ["output_validators", "output_validator"] : ["output_validator", "output_validators"];
  for (const folder of folders) {
    const paths = await context.folder.list(folder);
    if (paths.length === 0) continue;
    if (isOld && !metadata.needsValidator) {
      context.lose(folder, "", "not used: validation in problem.yaml is not custom");
      return undefined;
    }
    if (folder !== folders[0]) context.lose(folder, "", `the folder of another version: ${folders[0]}/ is meant`);
    const entries = folder === "output_validators" ? toProgramEntries(folder, paths) : [];
    const entry = entries.length > 1 ? undefined : (entries[0] ?? toSingleEntry(folder, paths));
    if (entry === undefined) {
      const actual = entries.map((item) => item.name).join(", ");
      context.report({ file: folder, expected: "one output validator", actual });
      return undefined;
    }
    return readProgramEntry(context, entry, { constants: metadata.constants });
  }
  if (metadata.needsValidator) {
    context.report({
      file: folders[0] ?? "",
      expected: "an output validator, as problem.yaml asks for one",
      actual: "no such folder, or an empty one",
    });
  }
  return undefined;
}

function toChecker(
  context: KattisContext,
  {
    metadata,
    validator,
    root,
  }: {
    readonly metadata: KattisMetadata;
    readonly validator: Program | undefined;
    readonly root: FolderRules | undefined;
  },
): Checker {
  const flags = [...metadata.validatorFlags, ...(root?.checkerFlags ?? [])];
  if (validator !== undefined) return { kind: "program", program: validator, convention: "kattis", flags };
  const parsed = parseCompareFlags(flags);
  if (typeof parsed !== "string") return { kind: "compare", options: parsed };
  const file = metadata.validatorFlags.length > 0 ? manifestFile : "data/test_group.yaml";
  context.report({
    file,
    field: metadata.validatorFlags.length > 0 ? "validator_flags" : "output_validator_args",
    expected: "flags of the default validator, such as case_sensitive or float_tolerance 1e-6",
    actual: parsed,
  });
  return { kind: "compare", options: plainOptions };
}

function toInteractor(
  metadata: KattisMetadata,
  program: Program | undefined,
  root: FolderRules | undefined,
): Interactor {
  const flags = [...metadata.validatorFlags, ...(root?.checkerFlags ?? [])];
  return program === undefined ? { kind: "missing" } : { kind: "program", program, convention: "kattis", flags };
}

async function readStatic(context: KattisContext, metadata: KattisMetadata): Promise<Pick<Problem, "staticValidator">> {
  const entry = toSingleEntry("static_validator", await context.folder.list("static_validator"));
  const program = entry && (await readProgramEntry(context, entry, { constants: metadata.constants }));
  return program === undefined ? {} : { staticValidator: program };
}

async function readInputValidators(
  context: KattisContext,
  metadata: KattisMetadata,
  root: FolderRules | undefined,
): Promise<readonly NamedProgram[]> {
  const folders = ["input_validators", "input_format_validators"];
  const entries: ProgramEntry[] = [];
  for (const folder of folders) entries.push(...toProgramEntries(folder, await context.folder.list(folder)));
  const named = await readNamed(
    context,
    metadata,
    entries.map((entry) => ({ entry, name: entry.name })),
  );
  return named.map(({ name, program }) => {
    const all = root?.validatorFlags ?? [];
    const flags = isList(all) ? all : (all[name] ?? []);
    return { name, program, convention: "kattis", flags };
  });
}

function isList(flags: NonNullable<FolderRules["validatorFlags"]>): flags is readonly string[] {
  return Array.isArray(flags);
}

async function readGenerators(
  context: KattisContext,
  metadata: KattisMetadata,
  plan: GeneratorPlan | undefined,
): Promise<readonly NamedProgram[]> {
  const paths = await context.folder.list("generators");
  const entries = toProgramEntries(
    "generators",
    paths.filter((path) => path !== "generators.yaml"),
  );
  const used = new Set([...(plan?.calls.values() ?? [])].map((call) => call.split(" ")[0] ?? ""));
  const wanted: { entry: ProgramEntry; name: string }[] = [];
  for (const [name, files] of plan?.programs ?? []) {
    wanted.push({ name, entry: { name, isFolder: true, files: files.map((file) => `generators/${file}`) } });
  }
  for (const entry of entries) {
    const isListed = plan?.programs.has(entry.name) === true;
    const isProgram = entry.files.some((file) => toSourceLanguage(file) !== undefined);
    if (!isListed && (plan === undefined ? isProgram : used.has(entry.name))) wanted.push({ entry, name: entry.name });
  }
  const known = new Set(wanted.map((item) => item.name));
  for (const name of used) {
    if (known.has(name)) continue;
    const expected = `a program called ${name} in generators/, or under generators:`;
    context.report({ file: "generators/generators.yaml", field: "data", expected, actual: "none" });
  }
  const named = await readNamed(context, metadata, wanted);
  return named.map((item) => ({ ...item, convention: "plain", flags: [] }));
}

async function readNamed(
  context: KattisContext,
  metadata: KattisMetadata,
  wanted: readonly { readonly entry: ProgramEntry; readonly name: string }[],
): Promise<readonly { readonly name: string; readonly program: Program }[]> {
  const found: { name: string; program: Program }[] = [];
  for (const { entry, name } of wanted) {
    const place = entry.files[0] ?? entry.name;
    if (/readme/i.test(name)) continue;
    if (!namePattern.test(name)) {
      context.lose(place, "", "a name that the format does not allow: left out");
      continue;
    }
    const program = await readProgramEntry(context, entry, { constants: metadata.constants });
    if (program !== undefined) found.push({ name, program });
  }
  return found;
}

async function loseFolders(context: KattisContext): Promise<void> {
  const reasons: Readonly<Record<string, string>> = {
    attachments: "files for contestants",
    solution: "how it is meant to be solved",
    graders: "graders are not run here",
    input_visualizer: "pictures of tests",
    output_visualizer: "pictures of outputs",
    visualizers: "pictures of tests",
    answer_validators: "answers are checked by the output validator alone",
    answer_validator: "answers are checked by the output validator alone",
    problem_slide: "for presentations",
    "submissions.json": "of DOMjudge's own tests",
  };
  for (const { name } of await context.folder.listTop()) {
    const reason = Object.hasOwn(reasons, name) ? reasons[name] : undefined;
    if (reason !== undefined) context.lose(name, "", reason);
  }
}

/** The folder's name made safe. */
function toId(directory: string): string {
  const name = basename(resolve(join(directory, ".")))
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 100);
  return namePattern.test(name) ? name : "problem";
}
