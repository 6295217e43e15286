import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standardCheckerNames, type Checker } from "../../checker.ts";
import type { NamedProgram, Problem, Solution, ValidatorTest } from "../../problem.ts";
import type { Language, Program } from "../../program.ts";
import { createTestData } from "../../test-case.ts";
import { knownTags, toExpected } from "../polygon/names.ts";
import { readPolygonProblem } from "../polygon/read-polygon-problem.ts";
import { toScoring, toValidatorFlags } from "../polygon/read-testsets.ts";
import { writePolygonProblem } from "../polygon/write-polygon-problem.ts";

let root = "";
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-foreign-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const stem = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
const line = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((text) => text.trim() === text && text !== "" && !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text));
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const data = fc.uint8Array({ maxLength: 30 }).map((bytes) => createTestData(bytes));
const code = fc
  .string({ unit: "grapheme", maxLength: 30 })
  .map((text) => text.replace(/[#"\uFEFF]/g, "").replace(/\p{Cs}/gu, ""));
const prose = line.map((text) => `Text ${text.replace(/[![\]()<>`~@{}\\]/g, "")}.\n\nMore.\n`);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

/** A program called `name`, with headers of one pool that every program shares. */
function createProgram(name: string, language: Language, extension: string): fc.Arbitrary<Program> {
  return fc.record({ headers: fc.subarray(["alpha.h", "beta.h"]), body: code }).map(({ headers, body }) => {
    const isC = language.startsWith("c");
    const includes = isC ? headers.map((header) => `#include "${header}"\n`).join("") : "";
    const resources = isC ? headers.map((fileName) => ({ fileName, source: `// ${fileName}\n` })) : [];
    const source = `${includes}\n${body}`;
    return { language, fileName: `${name}${extension}`, source, ...(resources.length > 0 ? { resources } : {}) };
  });
}

function createNamed(rest: Pick<NamedProgram, "convention" | "flags">, prefix: string) {
  return fc
    .uniqueArray(stem, { maxLength: 2 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          createProgram(prefix + name, "cpp17", ".cpp").map((program) => ({ name: prefix + name, program, ...rest })),
        ),
      ),
    );
}

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
            expected: must(toExpected(tag)),
            expectedByGroup: extra === undefined ? undefined : { easy: must(toExpected(extra)) },
          })),
        ),
    ),
  ),
);

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("nothing");
  return value;
}

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

test("a problem that Polygon can hold is written and read back as itself, without a loss", async () => {
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
});
