import type { NamedProgram, Problem } from "../../problem.ts";
import type { PlannedTest, TestCase } from "../../test-case.ts";
import { loseKeys } from "../foreign/losses.ts";
import { renameProgram } from "../foreign/place-programs.ts";
import { infoName, toTomlValue } from "./info.ts";
import { toCaseId } from "./read-library-checker-problem.ts";
import type { ForeignOutput } from "../foreign/write-foreign.ts";
import type { Program } from "../../program.ts";

/** Where files go. `place` gives the path of a program that is put into a folder. */
export interface Context {
  readonly output: ForeignOutput;
  readonly place: (program: Program, folder: string) => string;
}

interface Entry {
  readonly stem: string;
  readonly generator: NamedProgram | undefined;
  readonly tests: readonly (TestCase | PlannedTest)[];
}

/** Adds tests and generators; gives their tables in `info.toml`. */
export function addTests(context: Context, problem: Problem): readonly (readonly string[])[] {
  const entries = toEntries(context, problem);
  const used = new Set(entries.map((entry) => entry.generator));
  const idle = problem.generators.filter((generator) => !used.has(generator));
  const all = [...entries, ...idle.map((generator): Entry => ({ stem: generator.name, generator, tests: [] }))];
  return all.map((entry) => {
    for (const [index, test] of entry.tests.entries()) addTest(context, entry, test, toCaseId(entry.stem, index));
    const name = entry.generator === undefined ? `${entry.stem}.in` : addGenerator(context, entry.generator);
    return ["[[tests]]", `name = ${toTomlValue(name)}`, `number = ${entry.tests.length}`];
  });
}

/** Runs of tests that are numbered from 0 under one stem, as a reader makes them; new numbers where that fails. */
function toEntries(context: Context, problem: Problem): readonly Entry[] {
  const all = [...problem.tests, ...(problem.plannedTests ?? [])];
  const stems = [...new Set(all.map((test) => toStem(test.id)))];
  const entries = stems.map((stem) =>
    toEntry(
      problem,
      stem,
      all.filter((test) => toStem(test.id) === stem),
    ),
  );
  const inOrder = entries.flatMap((entry) => entry.tests);
  const isExact =
    entries.every(({ generator, tests }) => generator !== undefined || tests.every((test) => "input" in test)) &&
    entries.every((entry) => entry.tests.every((test, index) => test.id === toCaseId(entry.stem, index))) &&
    isSame(
      problem.tests,
      inOrder.filter((test) => "input" in test),
    ) &&
    isSame(
      problem.plannedTests ?? [],
      inOrder.filter((test) => !("input" in test)),
    );
  if (isExact) return entries;
  context.output.lose({
    file: infoName,
    field: "tests",
    reason: "ids become example_NN for samples and test_NN for others",
  });
  for (const test of problem.plannedTests ?? []) losePlan(context, test);
  return [
    { stem: "example", generator: undefined, tests: problem.tests.filter((test) => test.isSample) },
    { stem: "test", generator: undefined, tests: problem.tests.filter((test) => !test.isSample) },
  ].filter((entry) => entry.tests.length > 0);
}

function toEntry(problem: Problem, stem: string, list: readonly (TestCase | PlannedTest)[]): Entry {
  const tests = list.toSorted((a, b) => toIndex(a.id) - toIndex(b.id));
  const isCalled = tests.every((test, index) => test.generatorCall === `${stem} ${index}`);
  return { stem, generator: isCalled ? problem.generators.find((item) => item.name === stem) : undefined, tests };
}

function addTest({ output }: Context, entry: Entry, test: TestCase | PlannedTest, id: string): void {
  const place = { file: infoName, field: `tests.${test.id}` };
  loseKeys(output, place, test, ["groupId", "points", "description"]);
  const isSample = entry.stem === "example" && entry.generator === undefined;
  if (test.isSample !== isSample)
    output.lose({ ...place, field: `${place.field}.isSample`, reason: "samples are example.in" });
  if (entry.generator === undefined) loseKeys(output, place, test, ["generatorCall"]);
  if (!("input" in test)) return;
  output.add(entry.generator === undefined ? `gen/${id}.in` : `in/${id}.in`, test.input.bytes);
  if (test.answer !== undefined) output.add(`out/${id}.out`, test.answer.bytes);
}

function losePlan({ output }: Context, test: PlannedTest): void {
  output.lose({
    file: infoName,
    field: `plannedTests.${test.id}`,
    reason: `left out: ${test.generatorCall} is no GENERATOR NUMBER`,
  });
}

function addGenerator(context: Context, generator: NamedProgram): string {
  const program = renameProgram(generator.program, generator.name);
  if (program.fileName !== generator.program.fileName) {
    context.output.lose({
      file: infoName,
      field: `generators.${generator.name}.fileName`,
      reason: `it becomes ${program.fileName}`,
    });
  }
  return context.place(program, "gen").slice("gen/".length);
}

function toStem(id: string): string {
  return /^(.+)_\d{2,}$/.exec(id)?.[1] ?? "";
}

function toIndex(id: string): number {
  return Number(id.slice(id.lastIndexOf("_") + 1));
}

function isSame(a: readonly { readonly id: string }[], b: readonly { readonly id: string }[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);
}
