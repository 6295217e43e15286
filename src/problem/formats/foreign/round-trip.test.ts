import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standardCheckerNames, type Checker } from "../../checker.ts";
import { parseExpectation } from "../../expected-verdicts.ts";
import { compareNatural } from "../../natural-order.ts";
import type { Problem, Solution, ValidatorTest } from "../../problem.ts";
import type { Language } from "../../program.ts";
import { readFrontierCsProblem, scoringExpectation } from "../frontier-cs/read-frontier-cs-problem.ts";
import { writeFrontierCsProblem } from "../frontier-cs/write-frontier-cs-problem.ts";
import { knownTags, toExpected as toTagExpected } from "../polygon/names.ts";
import { readPolygonProblem } from "../polygon/read-polygon-problem.ts";
import { toScoring, toValidatorFlags } from "../polygon/read-testsets.ts";
import { writePolygonProblem } from "../polygon/write-polygon-problem.ts";
import {
  stem,
  line,
  optional,
  data,
  code,
  prose,
  png,
  createProgram,
  createNamed,
  must,
} from "./fixtures/arbitraries.ts";

let root = "";
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-foreign-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const polygonSolutions: fc.Arbitrary<readonly Solution[]> = fc.uniqueArray(stem, { maxLength: 4 }).chain((names) =>
  fc.tuple(
    ...names.map((name, index) =>
      fc
        .tuple(
          fc.constantFrom(["cpp17", ".cpp"], ["cpp20", ".cc"], ["python3", ".py"], ["java", ".java"], [
            "other",
            ".dpr",
          ] as const),
          index === 0
            ? fc.constant("main")
            : fc.constantFrom(...knownTags.slice(1).filter((tag) => tag !== "do-not-run")),
          optional(fc.constantFrom("accepted", "wrong-answer")),
        )
        .chain(([[language, extension], tag, extra]) =>
          createProgram(name, language as Language, extension).map((program) => ({
            name,
            program,
            isMain: tag === "main",
            expected: must(toTagExpected(tag)),
            expectedByGroup:
              extra === undefined
                ? undefined
                : { easy: must(toTagExpected(extra)), pretests: must(toTagExpected("accepted")) },
          })),
        ),
    ),
  ),
);

function toNumber(index: number): string {
  return String(index + 1).padStart(2, "0");
}

const polygonTests = fc
  .array(
    fc.record({
      isSample: fc.boolean(),
      group: optional(fc.constantFrom("easy", "hard")),
      points: optional(fc.integer({ min: 0, max: 50 })),
      description: optional(line),
      isPlanned: fc.boolean(),
      input: data,
      answer: optional(data),
      generatorCall: optional(line.map((text) => text.replace(/[$<]/g, "x"))),
      isPretest: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) => {
    const sorted = [...list.filter((item) => !item.isPretest), ...list.filter((item) => item.isPretest)];
    const mains = list.filter((item) => !item.isPretest).length;
    const all = sorted.map(({ isPretest, group, isPlanned, input, answer, generatorCall, ...rest }, index) => {
      const groupId = group === undefined || isPretest ? undefined : group;
      const fields = { ...rest, id: isPretest ? `pretests/${toNumber(index - mains)}` : toNumber(index), groupId };
      return isPlanned
        ? { ...fields, generatorCall: generatorCall ?? "gen 1" }
        : { ...fields, input, answer, generatorCall };
    });
    const planned = all.filter((item) => !("input" in item));
    return {
      hasMain: mains > 0,
      tests: all.filter(
        (item): item is typeof item & { input: (typeof list)[number]["input"]; answer: undefined } => "input" in item,
      ),
      plannedTests:
        planned.length > 0 ? planned.map((item) => ({ ...item, generatorCall: item.generatorCall ?? "" })) : undefined,
    };
  })
  .filter((item) => item.hasMain);

const helperTests: fc.Arbitrary<readonly ValidatorTest[]> = fc
  .tuple(
    fc.array(
      fc.record({
        kind: fc.constantFrom("valid-input" as const, "invalid-input" as const),
        input: data,
        validatorFlags: optional(fc.constantFrom(["--testset", "tests", "--group", "easy"], ["--testset", "pretests"])),
      }),
      { maxLength: 3 },
    ),
    fc.array(
      fc.record({
        verdict: fc.constantFrom(undefined, "wrong-answer" as const, "presentation-error" as const, "partial" as const),
        input: data,
        output: data,
        answer: data,
      }),
      { maxLength: 3 },
    ),
  )
  .map(([inputs, outputs]) => [
    ...inputs.map((item, index) => ({ id: `validator/${toNumber(index)}`, validatorName: undefined, ...item })),
    ...outputs.map((item, index) => ({
      id: `checker/${toNumber(index)}`,
      kind: item.verdict === undefined ? ("valid-output" as const) : ("invalid-output" as const),
      ...item,
    })),
  ]);

const polygonProblem: fc.Arbitrary<Problem> = fc
  .record({
    id: stem,
    title: line,
    texts: fc.tuple(prose, optional(fc.record({ title: line, text: prose, hasImage: fc.boolean() }))),
    limits: fc.record({
      timeLimitMs: fc.integer({ min: 1, max: 60_000 }),
      memoryLimitBytes: fc.integer({ min: 1, max: 2 ** 33 }),
    }),
    streams: fc.constantFrom(
      { input: { kind: "stdin" as const }, output: { kind: "stdout" as const } },
      { input: { kind: "file" as const, name: "in.txt" }, output: { kind: "file" as const, name: "out.txt" } },
    ),
    parts: polygonTests,
    checker: fc.oneof(
      fc.constantFrom(...standardCheckerNames).map((name): Checker => ({ kind: "standard", name })),
      createProgram("check", "cpp17", ".cpp").map((program): Checker => ({
        kind: "program",
        program,
        convention: "testlib",
        flags: [],
      })),
    ),
    interactor: optional(
      createProgram("interact", "cpp20", ".cpp").map((program) => ({
        kind: "program" as const,
        program,
        convention: "testlib" as const,
        flags: [],
      })),
    ),
    validators: createProgram("val", "cpp17", ".cpp").map((program) => [
      { name: "val", program, convention: "testlib" as const, flags: ["--testset", "tests"] },
    ]),
    generators: createNamed({ convention: "plain", flags: [] }, "g_"),
    solutions: polygonSolutions,
    helperTests,
    tags: fc.array(line, { maxLength: 2 }),
    revision: optional(fc.integer({ min: 1, max: 99 })),
    url: optional(fc.webUrl()),
    groupPoints: optional(fc.integer({ min: 0, max: 50 })),
  })
  .map(({ texts: [text, other], parts, revision, url, tags, groupPoints, helperTests: own, ...rest }) => {
    const groups = [
      {
        id: "easy",
        points: groupPoints,
        aggregation: "complete" as const,
        dependsOn: [],
        validatorFlags: toValidatorFlags("tests", "easy"),
      },
      {
        id: "hard",
        points: undefined,
        aggregation: "sum" as const,
        dependsOn: ["easy"],
        validatorFlags: toValidatorFlags("tests", "hard"),
      },
    ];
    const image = { reference: "pics/a.png", mediaType: "image/png" as const, bytes: png };
    return {
      ...rest,
      statements: [
        { languageTag: "en", title: undefined, markdown: text, images: [] },
        ...(other === undefined
          ? []
          : [
              {
                languageTag: "ru",
                title: other.title === rest.title ? undefined : other.title,
                markdown: other.hasImage ? `${other.text}![x](pics/a.png)\n` : other.text,
                images: other.hasImage ? [image] : [],
              },
            ]),
      ],
      tests: parts.tests,
      plannedTests: parts.plannedTests,
      groups,
      validatorTests: own.length === 0 ? undefined : own,
      scoring: toScoring("", [...parts.tests, ...(parts.plannedTests ?? [])], groups),
      provenance: {
        format: "polygon",
        url,
        sourceId: revision === undefined ? undefined : `${rest.id}@${revision}`,
        authors: [],
        tags,
      },
    };
  });

test(
  "a problem that Polygon can hold is written and read back as itself, without a loss",
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(polygonProblem, async (original) => {
        const directory = join(root, `polygon-${count++}`);
        expect(await writePolygonProblem(original, directory)).toEqual([]);
        const read = await readPolygonProblem(directory);
        expect(read.problem).toEqual(original);
        expect(read.losses).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);

const frontierProblem: fc.Arbitrary<Problem> = fc
  .record({
    id: stem,
    title: stem.map((name) => `The ${name}`),
    text: prose,
    limits: fc.record({
      timeLimitMs: fc.integer({ min: 1, max: 60_000 }),
      memoryLimitBytes: fc.integer({ min: 1, max: 2 ** 33 }),
    }),
    tests: fc.array(fc.record({ input: data, answer: optional(data) }), { minLength: 1, maxLength: 4 }),
    isInteractive: fc.boolean(),
    judge: createProgram("chk", "cpp17", ".cc"),
    reference: optional(createProgram("reference", "cpp17", ".cpp")),
    examples: fc.uniqueArray(stem, { maxLength: 3 }).map((names) => names.filter((name) => name !== "reference")),
    code,
    tags: fc.array(
      line.map((tag) => tag.replace(/[,;]/g, "x")),
      { maxLength: 2 },
    ),
  })
  .map(({ title, text, tests, isInteractive, judge, reference, examples, code: body, tags, ...rest }) => {
    const solutions = examples
      .toSorted((a, b) => compareNatural(`examples/${a}.py`, `examples/${b}.py`))
      .map((name) => ({
        name,
        program: { language: "python3" as const, fileName: `${name}.py`, source: body },
        isMain: false,
        expected: must(parseExpectation("any")),
      }));
    const main = reference && { name: "reference", program: reference, isMain: true, expected: scoringExpectation };
    const program = { kind: "program" as const, convention: "frontier-cs" as const, flags: [] };
    return {
      ...rest,
      title,
      statements: [{ languageTag: "en", title: undefined, markdown: `# ${title}\n\n${text}`, images: [] }],
      streams: { input: { kind: "stdin" as const }, output: { kind: "stdout" as const } },
      tests: tests.map((item, index) => ({ id: String(index + 1), isSample: false, ...item })),
      groups: [],
      checker: isInteractive ? { kind: "standard" as const, name: "wcmp" as const } : { ...program, program: judge },
      interactor: isInteractive ? { ...program, program: { ...judge, fileName: "interactor.cc" } } : undefined,
      validators: [],
      generators: [],
      solutions: [...(main === undefined ? [] : [main]), ...solutions],
      scoring: {
        kind: "open-ended" as const,
        direction: "maximize" as const,
        aggregation: "mean" as const,
        maximum: 1,
      },
      provenance: { format: "frontier-cs", sourceId: rest.id, authors: [], tags },
    };
  });

test(
  "a problem that a Frontier-CS folder can hold is written and read back as itself, without a loss",
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(frontierProblem, async (original) => {
        const directory = join(root, `frontier-${count++}`, original.id);
        expect(await writeFrontierCsProblem(original, directory)).toEqual([]);
        const read = await readFrontierCsProblem(directory);
        expect(read.problem).toEqual(original);
        expect(read.losses).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);
