import type { Problem } from "../../problem.ts";
import type { ForeignOutput } from "./write-foreign.ts";

/** Reports every listed key that holds something. Falsy flags and empty lists hold nothing. */
export function loseKeys<T extends object>(
  output: Pick<ForeignOutput, "lose">,
  place: { readonly file: string; readonly field: string },
  holder: T,
  keys: readonly (keyof T & string)[],
): void {
  for (const key of keys) {
    const value = holder[key];
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
    const field = place.field === "" ? key : `${place.field}.${key}`;
    output.lose({ file: place.file, field, reason: "the format has no place for it" });
  }
}

/** Refuses problems that judges of the plain formats would judge as something else. */
export function refuseSpecial(output: Pick<ForeignOutput, "report">, problem: Problem, file: string): void {
  const refuse = (field: string, actual: string): void =>
    output.report({ file, field, expected: "a program that reads one input and writes one output", actual });
  if (problem.functionCall !== undefined) refuse("functionCall", "a problem that is solved by a function");
  if (problem.passLimit !== undefined) refuse("passLimit", "a multi-pass problem");
  if (problem.isSubmitAnswer === true) refuse("isSubmitAnswer", "a problem whose answers are handed in");
  if (problem.staticValidator !== undefined) refuse("staticValidator", "a check of the source text");
  if (problem.interactor?.kind === "missing") refuse("interactor", "an interactive problem without its interactor");
  for (const test of problem.tests) {
    if (test.args?.length) refuse(`tests.${test.id}.args`, "command-line arguments");
    if (test.files?.length) refuse(`tests.${test.id}.files`, "files beside the input");
  }
}

/** What none of the plain formats can say of a problem. */
export function losePlain(output: Pick<ForeignOutput, "lose">, problem: Problem, file: string): void {
  const { limits } = problem;
  loseKeys(output, { file, field: "limits" }, limits, [
    "timeLimitFactor",
    "timeLimitMargin",
    "timeResolutionMs",
    "outputLimitBytes",
    "stackLimitBytes",
    "codeLimitBytes",
    "compilationTimeMs",
    "compilationMemoryBytes",
    "validationTimeMs",
    "validationMemoryBytes",
    "validationOutputBytes",
  ]);
  loseKeys(output, { file, field: "" }, problem, ["isMultiTest", "sampleInteractions"]);
  for (const test of problem.tests) {
    loseKeys(output, { file, field: `tests.${test.id}` }, test, ["hint", "checkerFlags", "validatorFlags"]);
  }
  for (const test of problem.plannedTests ?? []) {
    loseKeys(output, { file, field: `plannedTests.${test.id}` }, test, [
      "hint",
      "args",
      "files",
      "checkerFlags",
      "validatorFlags",
    ]);
  }
  for (const statement of problem.statements) {
    const field = `statements.${statement.languageTag}`;
    loseKeys(output, { file, field }, statement, ["isTranslation", "isPlaceholder"]);
  }
  loseKeys(output, { file, field: "provenance" }, problem.provenance, [
    "source",
    "publishedOn",
    "license",
    "rightsOwner",
    "authors",
    "level",
    "rating",
    "difficulty",
  ]);
}
