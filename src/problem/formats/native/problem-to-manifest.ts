import { defaultChecker } from "../../checker.ts";
import { toExpectationName } from "../../expected-verdicts.ts";
import { compareNatural } from "../../natural-order.ts";
import type { ExpectedVerdicts, NamedProgram, Problem, Solution, ValidatorTest } from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { PlannedTest, TestCase, TestGroup, ValidatorFlags } from "../../test-case.ts";
import { toMemoryText, toTimeText } from "../../units.ts";
import { toLanguage } from "./languages.ts";
import { toDefaultGroup, toTestPath } from "./read-tests.ts";
import { validatorTestKinds } from "./read-validator-tests.ts";
import type { ManifestInput } from "./schema.ts";

/** The manifest of a problem: what its files and the defaults do not say. Undefined keys are left out of the YAML. */
export function toManifest(problem: Problem): ManifestInput {
  const { functionCall, plannedTests } = problem;
  const groupIds = new Set(problem.groups.map((group) => group.id));
  return {
    id: problem.id,
    title: problem.title,
    limits: toLimits(problem),
    statements: toStatements(problem),
    streams: toStreams(problem),
    multi_test: problem.isMultiTest,
    passes: problem.passLimit,
    submit_answer: problem.isSubmitAnswer,
    interactions: problem.sampleInteractions?.map(({ id, text }) => ({ id, text })),
    function_call: functionCall && {
      name: functionCall.functionName,
      starter_code: functionCall.starterCode,
      language: functionCall.language,
    },
    checker: toChecker(problem),
    interactor: toInteractor(problem),
    static_validator: problem.staticValidator && toStatedProgram(problem.staticValidator),
    validator_tests: toValidatorTests(problem.validatorTests ?? []),
    scoring: problem.scoring.kind === "binary" ? undefined : problem.scoring,
    groups: problem.groups.length === 0 ? undefined : problem.groups.map(toGroup),
    tests: toTests(problem.tests, groupIds),
    test_order: toTestOrder(problem.tests),
    planned_tests: plannedTests?.map((test) => ({
      ...toTestFields(test, { isSample: false, groupIds }),
      id: test.id,
      generator: test.generatorCall,
    })),
    validators: problem.validators.length === 0 ? undefined : problem.validators.map(toNamedProgram),
    generators: problem.generators.length === 0 ? undefined : problem.generators.map(toNamedProgram),
    solutions: problem.solutions.length === 0 ? undefined : problem.solutions.map(toSolution),
    provenance: toProvenance(problem),
  };
}

function toLimits({ limits }: Problem): ManifestInput["limits"] {
  return {
    time: toTimeText(limits.timeLimitMs),
    memory: toMemoryText(limits.memoryLimitBytes),
    output: mapDefined(limits.outputLimitBytes, toMemoryText),
    stack: mapDefined(limits.stackLimitBytes, toMemoryText),
    time_factor: limits.timeLimitFactor,
    time_margin: limits.timeLimitMargin,
    time_resolution: mapDefined(limits.timeResolutionMs, toTimeText),
    code: mapDefined(limits.codeLimitBytes, toMemoryText),
    compilation_time: mapDefined(limits.compilationTimeMs, toTimeText),
    compilation_memory: mapDefined(limits.compilationMemoryBytes, toMemoryText),
    validation_time: mapDefined(limits.validationTimeMs, toTimeText),
    validation_memory: mapDefined(limits.validationMemoryBytes, toMemoryText),
    validation_output: mapDefined(limits.validationOutputBytes, toMemoryText),
  };
}

function mapDefined<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value);
}

function toStatements({ statements }: Problem): ManifestInput["statements"] {
  const list = statements.map((statement) => ({
    language: statement.languageTag,
    title: statement.title,
    translation: statement.isTranslation,
    placeholder: statement.isPlaceholder,
  }));
  const [first] = list;
  const isDefault =
    list.length === 1 &&
    first?.language === "en" &&
    Object.values(first).filter((value) => value !== undefined).length === 1;
  return isDefault ? undefined : list;
}

function toStreams({ streams: { input, output } }: Problem): ManifestInput["streams"] {
  if (input.kind === "stdin" && output.kind === "stdout") return undefined;
  return {
    input: input.kind === "stdin" ? undefined : input.name,
    output: output.kind === "stdout" ? undefined : output.name,
  };
}

function toChecker({ checker }: Problem): ManifestInput["checker"] {
  switch (checker.kind) {
    case "standard":
      return checker.name;
    case "program":
      return { ...toProgram(checker.program), convention: checker.convention, flags: [...checker.flags] };
    case "compare": {
      const { options } = checker;
      if (JSON.stringify(checker) === JSON.stringify(defaultChecker)) return undefined;
      return {
        compare: {
          case_sensitive: options.isCaseSensitive,
          space_sensitive: options.isSpaceSensitive,
          absolute_tolerance: options.absoluteTolerance,
          relative_tolerance: options.relativeTolerance,
        },
      };
    }
  }
}

function toInteractor({ interactor }: Problem): ManifestInput["interactor"] {
  if (interactor === undefined || interactor.kind === "missing") return interactor?.kind;
  return { ...toProgram(interactor.program), convention: interactor.convention, flags: [...interactor.flags] };
}

function toProgram(program: Program): {
  file: string | undefined;
  language: Program["language"] | undefined;
  resources: string[] | undefined;
} {
  const resources = program.resources?.map((resource) => resource.fileName);
  return {
    file: resources?.length ? program.fileName : undefined,
    language: toLanguage(program.fileName) === program.language ? undefined : program.language,
    resources: resources?.length ? resources : undefined,
  };
}

/** Undefined where the files say it all. */
function toStatedProgram(program: Program): ReturnType<typeof toProgram> | undefined {
  const told = toProgram(program);
  return Object.values(told).every((value) => value === undefined) ? undefined : told;
}

function toNamedProgram({ name, program, convention, flags }: NamedProgram) {
  return { name, ...toProgram(program), convention, flags: flags.length === 0 ? undefined : [...flags] };
}

function toSolution({ name, program, isMain, expected, expectedByGroup }: Solution) {
  const byGroup = Object.entries(expectedByGroup ?? {}).map(([id, value]) => [id, toExpectation(value)] as const);
  return {
    name,
    ...toProgram(program),
    main: isMain || undefined,
    expected: toExpectation(expected),
    expected_by_group: expectedByGroup && Object.fromEntries(byGroup),
  };
}

function toExpectation(expected: ExpectedVerdicts) {
  return (
    toExpectationName(expected) ?? {
      permitted: [...expected.permitted],
      required: [...expected.required],
      also_required: expected.alsoRequired?.map((set) => [...set]),
      message: expected.message,
      time_limit_use: expected.timeLimitUse,
      score: expected.score,
    }
  );
}

function toGroup(group: TestGroup) {
  return {
    id: group.id,
    points: group.points,
    parent: group.parentId,
    aggregation: group.aggregation,
    depends_on: group.dependsOn.length === 0 ? undefined : [...group.dependsOn],
    checker_flags: group.checkerFlags && [...group.checkerFlags],
    validator_flags: mapDefined(group.validatorFlags, toValidatorFlags),
    counted: group.isCounted,
    passes_when: group.passesWhen,
    stops_at_failure: group.stopsAtFailure,
    accept_score: group.acceptScore,
    reject_score: group.rejectScore,
    score_range: group.scoreRange,
    static_score: group.staticScore,
    static_flags: group.staticFlags && [...group.staticFlags],
  };
}

function toTests(tests: readonly TestCase[], groupIds: ReadonlySet<string>): ManifestInput["tests"] {
  const entries = tests.map((test) => ({
    id: test.id,
    ...toTestFields(test, { isSample: toTestPath(test).startsWith("samples/"), groupIds }),
    generator: test.generatorCall,
  }));
  const told = entries.filter((entry) => Object.values(entry).filter((value) => value !== undefined).length > 1);
  return told.length === 0 ? undefined : told;
}

/** What a test's place does not say of it. */
function toTestFields(
  test: TestCase | PlannedTest,
  place: { readonly isSample: boolean; readonly groupIds: ReadonlySet<string> },
) {
  return {
    sample: test.isSample === place.isSample ? undefined : test.isSample,
    group: test.groupId === toDefaultGroup(test.id, place.groupIds) ? undefined : (test.groupId ?? null),
    points: test.points,
    description: test.description,
    hint: test.hint,
    args: test.args && [...test.args],
    files: toFileOrder(test.files ?? []),
    checker_flags: test.checkerFlags && [...test.checkerFlags],
    validator_flags: mapDefined(test.validatorFlags, toValidatorFlags),
  };
}

/** The names of a test's files, where they are not in natural order. */
function toFileOrder(files: NonNullable<TestCase["files"]>): string[] | undefined {
  const names = files.map((file) => file.fileName);
  const natural = names.toSorted(compareNatural);
  return names.every((name, index) => name === natural[index]) ? undefined : names;
}

/** All tests of validators where their order is not the natural one, else those of which there is more to say. */
function toValidatorTests(tests: readonly ValidatorTest[]): ManifestInput["validator_tests"] {
  const natural = tests.toSorted(
    (a, b) => validatorTestKinds.indexOf(a.kind) - validatorTestKinds.indexOf(b.kind) || compareNatural(a.id, b.id),
  );
  const isNatural = tests.every((test, index) => test === natural[index]);
  const entries = tests.map((test) => ({
    id: test.id,
    kind: test.kind,
    validator: test.validatorName,
    verdict: test.verdict,
    checker_flags: test.checkerFlags && [...test.checkerFlags],
    validator_flags: mapDefined(test.validatorFlags, toValidatorFlags),
    description: test.description,
  }));
  const told = entries.filter((entry) => Object.values(entry).filter((value) => value !== undefined).length > 2);
  if (!isNatural) return entries;
  return told.length === 0 ? undefined : told;
}

function toValidatorFlags(flags: ValidatorFlags): string[] | Record<string, string[]> {
  if (isFlagList(flags)) return [...flags];
  return Object.fromEntries(Object.entries(flags).map(([name, list]) => [name, [...list]]));
}

function isFlagList(flags: ValidatorFlags): flags is readonly string[] {
  return Array.isArray(flags);
}

function toTestOrder(tests: readonly TestCase[]): ManifestInput["test_order"] {
  const ids = tests.map((test) => test.id);
  const natural = tests
    .toSorted((a, b) => toFolderRank(a) - toFolderRank(b) || compareNatural(a.id, b.id))
    .map((test) => test.id);
  return ids.every((id, index) => id === natural[index]) ? undefined : ids;
}

function toFolderRank(test: TestCase): number {
  return toTestPath(test).startsWith("samples/") ? 0 : 1;
}

function toProvenance({ provenance }: Problem): ManifestInput["provenance"] {
  const { authors, tags } = provenance;
  const told = {
    format: provenance.format === "native" ? undefined : provenance.format,
    url: provenance.url,
    source: provenance.source,
    source_id: provenance.sourceId,
    published_on: provenance.publishedOn,
    license: provenance.license,
    rights_owner: provenance.rightsOwner,
    authors: authors.length === 0 ? undefined : [...authors],
    tags: tags.length === 0 ? undefined : [...tags],
    level: provenance.level,
    rating: provenance.rating,
    difficulty: provenance.difficulty,
  };
  return Object.values(told).every((value) => value === undefined) ? undefined : told;
}
