import { computeDigest, computeJsonDigest, type Json } from "../std/index.ts";
import type { Checker } from "./checker.ts";
import type { InputSpec } from "./input-spec/input-spec.ts";
import type { Interactor, NamedProgram, Problem } from "./problem.ts";
import type { Program } from "./program.ts";
import type { PlannedTest, TestCase, TestGroup } from "./test-case.ts";

/**
 * A digest of what decides how the problem is solved and judged: the text that models see, images, limits, tests,
 * checker and helper programs. The id, provenance, jury solutions, translations and descriptions are not part of it.
 */
export function computeProblemDigest(problem: Problem): string {
  const { markdown, images, languageTag, isPlaceholder } = problem.statements[0];
  return computeJsonDigest({
    title: problem.title,
    statement: {
      languageTag,
      markdown,
      isPlaceholder: isPlaceholder || undefined,
      images: images.map((image) => [image.reference, image.mediaType, computeDigest(image.bytes)]),
    },
    limits: { ...problem.limits },
    streams: { input: { ...problem.streams.input }, output: { ...problem.streams.output } },
    isMultiTest: problem.isMultiTest,
    passLimit: problem.passLimit,
    isSubmitAnswer: problem.isSubmitAnswer || undefined,
    staticValidator: problem.staticValidator && toProgramJson(problem.staticValidator),
    functionCall: problem.functionCall && { ...problem.functionCall },
    tests: problem.tests.map(toTestJson),
    plannedTests: problem.plannedTests?.length ? problem.plannedTests.map(toPlannedJson) : undefined,
    groups: problem.groups.map(toGroupJson),
    checker: toCheckerJson(problem.checker),
    interactor: problem.interactor && toInteractorJson(problem.interactor),
    inputSpec: problem.inputSpec && toJson(problem.inputSpec),
    validators: problem.validators.map(toNamedProgramJson),
    generators: problem.generators.map(toNamedProgramJson),
    scoring: { ...problem.scoring },
  });
}

/** An input specification is plain data already. */
function toJson(spec: InputSpec): Json {
  return JSON.parse(JSON.stringify(spec)) as Json;
}

function toTestJson(test: TestCase): Json {
  return {
    id: test.id,
    isSample: test.isSample,
    input: test.input.digest,
    answer: test.answer?.digest,
    groupId: test.groupId,
    points: test.points,
    args: test.args,
    files: test.files?.map((file) => [file.fileName, file.data.digest]),
    checkerFlags: test.checkerFlags,
    validatorFlags: test.validatorFlags,
  };
}

function toPlannedJson(test: PlannedTest): Json {
  const { id, isSample, generatorCall, groupId, points, args, checkerFlags, validatorFlags } = test;
  return { id, isSample, generatorCall, groupId, points, args, checkerFlags, validatorFlags };
}

function toGroupJson(group: TestGroup): Json {
  return { ...group };
}

function toCheckerJson(checker: Checker): Json {
  switch (checker.kind) {
    case "compare":
      return { kind: checker.kind, options: { ...checker.options } };
    case "standard":
      return { ...checker };
    case "program":
      return { ...checker, program: toProgramJson(checker.program) };
  }
}

function toInteractorJson(interactor: Interactor): Json {
  return interactor.kind === "missing"
    ? { kind: "missing" }
    : { ...interactor, program: toProgramJson(interactor.program) };
}

function toNamedProgramJson(named: NamedProgram): Json {
  return { ...named, program: toProgramJson(named.program) };
}

function toProgramJson(program: Program): Json {
  return {
    language: program.language,
    fileName: program.fileName,
    source: computeDigest(program.source),
    resources: program.resources?.length
      ? program.resources.map((resource) => [resource.fileName, computeDigest(resource.source)])
      : undefined,
  };
}
