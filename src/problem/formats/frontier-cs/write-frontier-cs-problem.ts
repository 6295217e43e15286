import { basename, resolve } from "node:path";
import { stringify } from "yaml";
import type { Problem, Solution } from "../../problem.ts";
import type { Program } from "../../program.ts";
import { loseKeys, losePlain, refuseSpecial } from "../foreign/losses.ts";
import { ProgramPlacer, renameProgram } from "../foreign/place-programs.ts";
import { writeForeign, type ForeignOutput } from "../foreign/write-foreign.ts";
import type { Loss } from "../loss.ts";
import { splitExtension, toLanguage } from "../native/languages.ts";
import { configName } from "./config.ts";
import { scoringExpectation, statementName } from "./read-frontier-cs-problem.ts";
import { dataFolder } from "./read-tests.ts";
import { dropFence, findTitle } from "./statement-text.ts";
import { parseExpectation } from "../../expected-verdicts.ts";

/**
 * Writes a problem as a Frontier-CS folder that reads back as the same problem as far as the format can say it; gives
 * what it cannot. The folder must not exist, or be empty; its name is the problem's.
 *
 * @throws PROBLEM_UNWRITABLE (`data.issues`) before anything is written, or where the file system refuses
 */
export async function writeFrontierCsProblem(
  problem: Problem,
  directory: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly Loss[]> {
  return writeForeign(problem, { directory, manifestName: configName, signal: options.signal }, (output) => {
    refuseSpecial(output, problem, configName);
    losePlain(output, problem, configName);
    if (basename(resolve(directory)) !== problem.id) {
      output.lose({
        file: configName,
        field: "id",
        reason: `the folder's name is the problem's: ${basename(resolve(directory))}`,
      });
    }
    const placer = new ProgramPlacer(output);
    const judge = addJudge(output, placer, problem);
    addStatement(output, problem);
    const count = addTests(output, problem);
    for (const solution of problem.solutions) addSolution(output, placer, solution);
    placer.finish([]);
    const { tags, sourceId } = problem.provenance;
    if (tags.length > 0) output.add("tag.txt", `${tags.join("\n")}\n`);
    if (sourceId !== undefined && sourceId !== problem.id)
      loseKeys(output, { file: configName, field: "provenance" }, problem.provenance, ["sourceId"]);
    const config = {
      type: problem.interactor === undefined ? "default" : "interactive",
      time: formatTime(problem.limits.timeLimitMs),
      memory: formatMemory(problem.limits.memoryLimitBytes),
      ...judge,
      subtasks: [{ score: 100, n_cases: count }],
    };
    output.add(configName, stringify(config));
    loseOthers(output, problem);
  });
}

function addJudge(
  output: ForeignOutput,
  placer: ProgramPlacer,
  { checker, interactor }: Problem,
): { readonly checker?: string; readonly interactor?: string } {
  const place = (program: Program, convention: string, kind: "checker" | "interactor"): string => {
    if (convention === "kattis") {
      const actual = "the convention kattis";
      output.report({ file: configName, field: kind, expected: "the convention testlib or frontier-cs", actual });
    }
    if (convention === "testlib")
      output.lose({ file: configName, field: `${kind}.convention`, reason: "it becomes frontier-cs" });
    return placer.place(program, [""]);
  };
  if (interactor?.kind === "program") {
    if (interactor.flags.length > 0)
      output.lose({ file: configName, field: "interactor.flags", reason: "there are none" });
    if (checker.kind !== "standard" || checker.name !== "wcmp") {
      output.lose({ file: configName, field: "checker", reason: "the interactor decides alone" });
    }
    return { interactor: place(interactor.program, interactor.convention, "interactor") };
  }
  if (checker.kind !== "program") {
    const advice = "give the problem a checker that prints Ratio:";
    output.report({
      file: configName,
      field: "checker",
      expected: "a program",
      actual: `the kind ${checker.kind}`,
      advice,
    });
    return {};
  }
  if (checker.flags.length > 0) output.lose({ file: configName, field: "checker.flags", reason: "there are none" });
  return { checker: place(checker.program, checker.convention, "checker") };
}

function addStatement(output: ForeignOutput, problem: Problem): void {
  const [first, ...others] = problem.statements;
  output.add(statementName, first.markdown);
  if (dropFence(first.markdown) !== first.markdown) {
    output.lose({ file: statementName, field: "", reason: "it starts with a code fence, which readers drop" });
  }
  if (first.languageTag !== "en" || first.title !== undefined) {
    output.lose({ file: statementName, field: "", reason: `its language and own title (${first.languageTag})` });
  }
  for (const image of first.images) output.add(image.reference.replace(/^(?:\.\/)+/, ""), image.bytes);
  for (const { languageTag } of others) {
    output.lose({ file: statementName, field: languageTag, reason: "a problem has one statement" });
  }
  if ((findTitle(first.markdown) ?? `Problem ${problem.id}`) !== problem.title) {
    output.lose({ file: statementName, field: "title", reason: "a title is the statement's first line" });
  }
}

/** Adds the tests; gives how many of them the subtask counts. */
function addTests(output: ForeignOutput, problem: Problem): number {
  const isNumbered = problem.tests.every((test, index) => test.id === String(index + 1));
  if (!isNumbered) output.lose({ file: configName, field: "tests", reason: "ids become numbers from 1" });
  for (const [index, test] of problem.tests.entries()) {
    const place = { file: configName, field: `tests.${test.id}` };
    output.add(`${dataFolder}/${index + 1}.in`, test.input.bytes);
    if (test.answer !== undefined) output.add(`${dataFolder}/${index + 1}.ans`, test.answer.bytes);
    loseKeys(output, place, test, ["isSample", "groupId", "points", "generatorCall", "description"]);
  }
  return problem.tests.length;
}

function addSolution(output: ForeignOutput, placer: ProgramPlacer, solution: Solution): void {
  const { name, program, isMain, expected, expectedByGroup } = solution;
  const place = { file: configName, field: `solutions.${name}` };
  if (toLanguage(program.fileName) !== program.language) {
    output.lose({ ...place, reason: `its language follows from ${program.fileName}` });
    if (toLanguage(program.fileName) === undefined) return;
  }
  const file = renameProgram(program, isMain ? "reference" : name);
  if (file.fileName !== program.fileName || splitExtension(file.fileName).stem !== name) {
    output.lose({ ...place, field: `${place.field}.fileName`, reason: `it becomes ${file.fileName}` });
  }
  const promised = isMain ? scoringExpectation : parseExpectation("any");
  if (JSON.stringify(expected) !== JSON.stringify(promised)) {
    output.lose({
      ...place,
      field: `${place.field}.expected`,
      reason: "nothing but reference.cpp has one, a score above 0",
    });
  }
  if (expectedByGroup !== undefined)
    output.lose({ ...place, field: `${place.field}.expectedByGroup`, reason: "no groups" });
  placer.place(file, isMain ? ["", name] : ["examples"]);
}

function loseOthers(output: ForeignOutput, problem: Problem): void {
  loseKeys(output, { file: configName, field: "" }, problem, [
    "plannedTests",
    "groups",
    "validators",
    "generators",
    "validatorTests",
  ]);
  const { scoring, streams } = problem;
  const own = { kind: "open-ended", direction: "maximize", aggregation: "mean", maximum: 1 };
  if (JSON.stringify(scoring) !== JSON.stringify(own)) {
    output.lose({
      file: configName,
      field: "scoring",
      reason: `${scoring.kind} becomes the mean of ratios from 0 to 1`,
    });
  }
  if (streams.input.kind === "file" || streams.output.kind === "file") {
    output.lose({ file: configName, field: "streams", reason: "programs read and write standard streams" });
  }
}

/** The largest unit that divides the size; fractions of KiB are exact in decimals. */
function formatMemory(bytes: number): string {
  const units = [
    ["g", 2 ** 30],
    ["m", 2 ** 20],
    ["k", 2 ** 10],
  ] as const;
  const unit = units.find(([, size]) => bytes % size === 0);
  return unit === undefined ? `${bytes / 2 ** 10}k` : `${bytes / unit[1]}${unit[0]}`;
}

function formatTime(timeMs: number): string {
  return timeMs % 1000 === 0 ? `${timeMs / 1000}s` : `${timeMs}ms`;
}
