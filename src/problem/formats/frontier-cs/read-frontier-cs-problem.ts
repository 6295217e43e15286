import { parseExpectation } from "../../expected-verdicts.ts";
import type { Checker } from "../../checker.ts";
import { defaultLimits } from "../../limits.ts";
import type { ExpectedVerdicts, Interactor, Problem, Solution } from "../../problem.ts";
import {
  readForeign,
  toFolderId,
  toSafeName,
  type ForeignContext,
  type ForeignOptions,
} from "../foreign/read-foreign.ts";
import { createProgramReader, type ProgramReader } from "../foreign/read-program.ts";
import { createStatement } from "../foreign/read-statement.ts";
import type { ReadProblemResult } from "../loss.ts";
import { splitExtension, toLanguage } from "../native/languages.ts";
import { fileCaps } from "../native/layout.ts";
import { compareNatural } from "../../natural-order.ts";
import { normalizeText } from "../text.ts";
import { configName, readConfig, toMemoryBytes, toTimeMs, type ConfigSource } from "./config.ts";
import { dataFolder, readTests } from "./read-tests.ts";
import { dropFence, findTitle } from "./statement-text.ts";

export const statementName = "statement.txt";
const checkerNames = ["chk.cc", "chk.cpp", "checker.cc", "checker.cpp", "check.cc", "check.cpp"] as const;
const interactorNames = ["interactor.cc", "interactor.cpp"] as const;

/**
 * Reads a Frontier-CS or FrontierSmith problem from a folder, which may be hostile: see docs/problem-model.md for what
 * its fields become, and for the slips of published packages that are put right.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_INVALID (`data.issues` lists everything found), PROBLEM_UNREADABLE
 */
export async function readFrontierCsProblem(
  directory: string,
  options: ForeignOptions = {},
): Promise<ReadProblemResult> {
  return readForeign({ directory, manifestName: configName, signal: options.signal }, async (context) => {
    const config = await readConfig(context);
    const id = toFolderId(directory);
    const text = await context.folder.readText(statementName, fileCaps.statement, "the statement");
    if (config === undefined || text === undefined) return undefined;
    const limits = toLimits(context, config);
    const programs = createProgramReader(context);
    const parts = await readJudges(context, config, programs);
    const tests = await readTests(context, config, limits);
    const solutions = await readSolutions(context, programs);
    const source = dropFence(normalizeText(text));
    const statement = await createStatement(context, {
      file: statementName,
      text: source,
      languageTag: "en",
      imageFolders: ["."],
    });
    if (statement === undefined) {
      context.report({ file: statementName, expected: "the statement", actual: "an empty file" });
      return undefined;
    }
    return {
      id,
      title: findTitle(source) ?? `Problem ${id}`,
      statements: [statement],
      limits,
      streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
      tests,
      groups: [],
      ...parts,
      validators: [],
      generators: [],
      solutions,
      scoring: { kind: "open-ended", direction: "maximize", aggregation: "mean", maximum: 1 },
      provenance: { format: "frontier-cs", sourceId: id, authors: [], tags: await readTags(context) },
    } satisfies Problem;
  });
}

function toLimits(context: ForeignContext, config: ConfigSource) {
  const { data, lineOf } = config;
  const quantities = { ...context, lineOf };
  const timeField = data.time_limit === undefined ? "time" : "time_limit";
  const memoryField = data.memory_limit === undefined ? "memory" : "memory_limit";
  return {
    timeLimitMs: toTimeMs(quantities, timeField, data[timeField]) ?? 1000,
    memoryLimitBytes: toMemoryBytes(quantities, memoryField, data[memoryField]) ?? defaultLimits.memoryLimitBytes,
  };
}

interface Judges {
  readonly checker: Checker;
  readonly interactor: Interactor | undefined;
}

/** The checker of a default problem or the interactor of an interactive one, wherever `config.yaml` names it. */
async function readJudges(context: ForeignContext, config: ConfigSource, programs: ProgramReader): Promise<Judges> {
  const { type = "default", checker, interactor } = config.data;
  const plain: Checker = { kind: "standard", name: "wcmp" };
  const isInteractive = type === "interactive";
  const kind = isInteractive ? "interactor" : "checker";
  const [own, other] = isInteractive ? [interactor, checker] : [checker, interactor];
  const names: readonly string[] = isInteractive ? interactorNames : checkerNames;
  const rivals: readonly string[] = isInteractive ? checkerNames : interactorNames;
  const wanted = [own, other].filter((name) => name !== undefined && !rivals.includes(name));
  const path = [...wanted, ...names].find((name) => name !== undefined && context.files.has(name));
  if (path === undefined) {
    context.report({
      file: configName,
      field: kind,
      line: config.lineOf(kind) ?? config.lineOf("type"),
      expected: `the ${kind} of a problem of type ${type}, such as ${names[0]}`,
      actual: own === undefined ? "no such file" : `${own}, which is not there`,
    });
    return { checker: plain, interactor: undefined };
  }
  if (own !== path && own !== undefined) {
    context.lose({ file: configName, field: kind, reason: `${own} is not there or not a ${kind}: ${path} is read` });
  } else if (own === undefined && other === path) {
    context.lose({
      file: configName,
      field: isInteractive ? "checker" : "interactor",
      reason: `${path} is the ${kind}`,
    });
  }
  const program = await programs.read(path);
  if (program === undefined) return { checker: plain, interactor: undefined };
  return isInteractive
    ? { checker: plain, interactor: { kind: "program", program, convention: "frontier-cs", flags: [] } }
    : { checker: { kind: "program", program, convention: "frontier-cs", flags: [] }, interactor: undefined };
}

/** What the format asks of `reference.cpp`: a score above none. */
export const scoringExpectation: ExpectedVerdicts = {
  permitted: parseExpectation("any")?.permitted ?? [],
  required: ["accepted", "partial"],
};

function isSource(path: string): boolean {
  return toLanguage(path) !== undefined;
}

async function readSolutions(context: ForeignContext, programs: ProgramReader): Promise<readonly Solution[]> {
  const references = [...context.files].filter((path) => /^reference\.\w+$/.test(path) && isSource(path));
  const examples = [...context.files].filter((path) => /^examples\/[^/]+$/.test(path) && isSource(path));
  const solutions: Solution[] = [];
  for (const path of [...references.slice(0, 1), ...examples.toSorted(compareNatural)]) {
    const program = await programs.read(path);
    if (program === undefined) continue;
    const stem = toSafeName(splitExtension(program.fileName).stem);
    const isTaken = solutions.some((item) => item.name.toLowerCase() === stem.toLowerCase());
    const name = isTaken ? toSafeName(`example-${stem}`) : stem;
    const isMain = path === references[0];
    const expected = isMain ? scoringExpectation : (parseExpectation("any") ?? scoringExpectation);
    solutions.push({ name, program, isMain, expected });
  }
  return solutions;
}

async function readTags(context: ForeignContext): Promise<readonly string[]> {
  if (!context.files.has("tag.txt")) return [];
  const text = await context.folder.readText("tag.txt", fileCaps.manifest, "tags");
  const tags = normalizeText(text ?? "").split(/[\n,;]/);
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== "");
}

/** Whether a folder's top names make it a problem of this format. */
export function isFrontierCsFolder(names: readonly string[]): boolean {
  return names.includes(configName) && (names.includes(dataFolder) || names.includes(statementName));
}
