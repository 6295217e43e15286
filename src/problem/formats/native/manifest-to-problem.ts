import { defaultChecker, type Checker } from "../../checker.ts";
import { parseExpectation } from "../../expected-verdicts.ts";
import type { InputSpec } from "../../input-spec/input-spec.ts";
import { defaultLimits, type Limits } from "../../limits.ts";
import { toActualText, type ProblemIssue } from "../../problem-issue.ts";
import type {
  ExpectedVerdicts,
  Interactor,
  NamedProgram,
  Problem,
  Provenance,
  Scoring,
  Solution,
  Streams,
  ValidatorTest,
} from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { Statement } from "../../statement.ts";
import type { PlannedTest, TestCase, TestGroup } from "../../test-case.ts";
import { manifestName } from "./layout.ts";
import { toDefaultGroup } from "./read-tests.ts";
import type { ExpectationEntry, Manifest } from "./schema.ts";

type Named<K extends "validators" | "generators" | "solutions"> = readonly {
  readonly name: string;
  readonly program: Program;
  readonly spec: NonNullable<Manifest[K]>[number] | undefined;
}[];

/** What a native folder holds beside its manifest. */
export interface FolderParts {
  readonly fallbackId: string;
  readonly statements: readonly [Statement, ...Statement[]];
  readonly tests: readonly TestCase[];
  readonly checkerProgram: Program | undefined;
  readonly interactorProgram: Program | undefined;
  readonly staticValidator: Program | undefined;
  readonly validatorTests: readonly ValidatorTest[] | undefined;
  readonly inputSpec: InputSpec | undefined;
  readonly validators: Named<"validators">;
  readonly generators: Named<"generators">;
  readonly solutions: Named<"solutions">;
}

type Report = (issue: ProblemIssue) => void;

/** The problem that a manifest and the files around it describe. */
export function toProblem(manifest: Manifest, parts: FolderParts, report: Report): Problem {
  const groups = (manifest.groups ?? []).map(toGroup);
  return {
    id: manifest.id ?? parts.fallbackId,
    title: manifest.title,
    statements: parts.statements,
    limits: toLimits(manifest.limits),
    streams: toStreams(manifest.streams),
    isMultiTest: manifest.multi_test,
    passLimit: manifest.passes,
    isSubmitAnswer: manifest.submit_answer,
    sampleInteractions: manifest.interactions,
    functionCall: manifest.function_call && {
      functionName: manifest.function_call.name,
      starterCode: manifest.function_call.starter_code,
      language: manifest.function_call.language,
    },
    tests: parts.tests,
    plannedTests: toPlannedTests(manifest),
    groups,
    checker: toChecker(manifest.checker, parts.checkerProgram, report),
    interactor: toInteractor(manifest.interactor, parts.interactorProgram, report),
    staticValidator: toStaticValidator(manifest, parts, report),
    validatorTests: parts.validatorTests,
    inputSpec: parts.inputSpec,
    validators: parts.validators.map(toNamedProgram),
    generators: parts.generators.map(toNamedProgram),
    solutions: parts.solutions.map(toSolution),
    scoring: toScoring(manifest.scoring, report),
    provenance: toProvenance(manifest.provenance),
  };
}

function toLimits(limits: Manifest["limits"]): Limits {
  return {
    timeLimitMs: limits?.time ?? defaultLimits.timeLimitMs,
    memoryLimitBytes: limits?.memory ?? defaultLimits.memoryLimitBytes,
    outputLimitBytes: limits?.output,
    stackLimitBytes: limits?.stack,
    timeLimitFactor: limits?.time_factor,
    timeLimitMargin: limits?.time_margin,
    timeResolutionMs: limits?.time_resolution,
    codeLimitBytes: limits?.code,
    compilationTimeMs: limits?.compilation_time,
    compilationMemoryBytes: limits?.compilation_memory,
    validationTimeMs: limits?.validation_time,
    validationMemoryBytes: limits?.validation_memory,
    validationOutputBytes: limits?.validation_output,
  };
}

function toStreams(streams: Manifest["streams"]): Streams {
  const { input = "stdin", output = "stdout" } = streams ?? {};
  return {
    input: input === "stdin" ? { kind: "stdin" } : { kind: "file", name: input },
    output: output === "stdout" ? { kind: "stdout" } : { kind: "file", name: output },
  };
}

function toPlannedTests(manifest: Manifest): readonly PlannedTest[] | undefined {
  const groupIds = new Set(manifest.groups?.map((group) => group.id));
  return manifest.planned_tests?.map((entry) => ({
    id: entry.id,
    isSample: entry.sample ?? false,
    groupId: entry.group === undefined ? toDefaultGroup(entry.id, groupIds) : (entry.group ?? undefined),
    points: entry.points,
    description: entry.description,
    hint: entry.hint,
    args: entry.args,
    checkerFlags: entry.checker_flags,
    validatorFlags: entry.validator_flags,
    generatorCall: entry.generator,
  }));
}

function toGroup(group: NonNullable<Manifest["groups"]>[number]): TestGroup {
  return {
    id: group.id,
    parentId: group.parent,
    points: group.points,
    aggregation: group.aggregation ?? "minimum",
    dependsOn: group.depends_on ?? [],
    checkerFlags: group.checker_flags,
    validatorFlags: group.validator_flags,
    isCounted: group.counted,
    passesWhen: group.passes_when,
    stopsAtFailure: group.stops_at_failure,
    acceptScore: group.accept_score,
    rejectScore: group.reject_score,
    scoreRange: group.score_range,
    staticScore: group.static_score,
    staticFlags: group.static_flags,
  };
}

function toChecker(checker: Manifest["checker"], program: Program | undefined, report: Report): Checker {
  if (typeof checker === "string") {
    if (program !== undefined) reportUnused("checker", checker, report);
    return { kind: "standard", name: checker };
  }
  if (checker?.compare !== undefined) {
    if (program !== undefined) reportUnused("checker", "compare", report);
    const { compare } = checker;
    return {
      kind: "compare",
      options: {
        isCaseSensitive: compare.case_sensitive ?? true,
        isSpaceSensitive: compare.space_sensitive ?? false,
        absoluteTolerance: compare.absolute_tolerance,
        relativeTolerance: compare.relative_tolerance,
      },
    };
  }
  if (program === undefined) {
    if (checker !== undefined) reportMissing("checker", report);
    return defaultChecker;
  }
  return { kind: "program", program, convention: checker?.convention ?? "testlib", flags: checker?.flags ?? [] };
}

function toInteractor(
  interactor: Manifest["interactor"],
  program: Program | undefined,
  report: Report,
): Interactor | undefined {
  if (interactor === "missing") {
    if (program !== undefined) reportUnused("interactor", "missing", report);
    return { kind: "missing" };
  }
  if (program === undefined) {
    if (interactor !== undefined) reportMissing("interactor", report);
    return undefined;
  }
  return { kind: "program", program, convention: interactor?.convention ?? "testlib", flags: interactor?.flags ?? [] };
}

function toStaticValidator(manifest: Manifest, parts: FolderParts, report: Report): Program | undefined {
  if (manifest.static_validator !== undefined && parts.staticValidator === undefined) {
    reportMissing("static_validator", report, "static-validator");
  }
  return parts.staticValidator;
}

function reportUnused(field: string, value: string, report: Report): void {
  report({
    file: manifestName,
    field,
    expected: `no files in ${field}/ beside ${toActualText(value)}`,
    actual: "both",
  });
}

function reportMissing(field: string, report: Report, folder = field): void {
  report({ file: manifestName, field, expected: `a program in ${folder}/`, actual: "no such folder, or an empty one" });
}

function toNamedProgram({ name, program, spec }: Named<"validators" | "generators">[number]): NamedProgram {
  const usesTestlib = /^\s*#\s*include\s*[<"]testlib\.h[>"]/m.test(program.source);
  return {
    name,
    program,
    convention: spec?.convention ?? (usesTestlib ? "testlib" : "plain"),
    flags: spec?.flags ?? [],
  };
}

const anyVerdict = parseExpectation("any") ?? { permitted: [], required: [] };

function toSolution({ name, program, spec }: Named<"solutions">[number]): Solution {
  return {
    name,
    program,
    isMain: spec?.main ?? false,
    expected: spec?.expected === undefined ? anyVerdict : toExpected(spec.expected),
    expectedByGroup:
      spec?.expected_by_group &&
      Object.fromEntries(Object.entries(spec.expected_by_group).map(([id, item]) => [id, toExpected(item)])),
  };
}

function toExpected(expectation: ExpectedVerdicts | ExpectationEntry): ExpectedVerdicts {
  if (!("also_required" in expectation || "time_limit_use" in expectation)) return expectation;
  const { also_required: alsoRequired, time_limit_use: timeLimitUse, ...rest } = expectation;
  return { ...rest, alsoRequired, timeLimitUse };
}

function toScoring(scoring: Manifest["scoring"], report: Report): Scoring {
  if (scoring === undefined || typeof scoring === "string") return { kind: "binary" };
  const { kind, maximum, direction, aggregation } = scoring;
  const refuse = (field: string, value: unknown): void => {
    if (value === undefined) return;
    report({
      file: manifestName,
      field: `scoring.${field}`,
      expected: `no such key for ${kind}`,
      actual: toActualText(value),
    });
  };
  if (kind === "open-ended") {
    if (direction !== undefined) return { kind, direction, aggregation, maximum };
    report({
      file: manifestName,
      field: "scoring.direction",
      expected: "maximize or minimize for open-ended",
      actual: "nothing",
    });
    return { kind, direction: "maximize", aggregation, maximum };
  }
  refuse("direction", direction);
  refuse("aggregation", aggregation);
  if (kind === "partial") return { kind, maximum: maximum ?? 100 };
  refuse("maximum", maximum);
  return { kind };
}

function toProvenance(provenance: Manifest["provenance"]): Provenance {
  return {
    format: provenance?.format ?? "native",
    url: provenance?.url,
    source: provenance?.source,
    sourceId: provenance?.source_id,
    publishedOn: provenance?.published_on,
    license: provenance?.license,
    rightsOwner: provenance?.rights_owner,
    authors: provenance?.authors ?? [],
    tags: provenance?.tags ?? [],
    level: provenance?.level,
    rating: provenance?.rating,
    difficulty: provenance?.difficulty,
  };
}
