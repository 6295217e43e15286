import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createTestData,
  defaultChecker,
  languages,
  standardCheckerNames,
  verdicts,
  type Checker,
  type ExpectedVerdicts,
  type Problem,
  type Program,
  type Scoring,
  type StatementImage,
} from "../../index.ts";
import { parseExpectation } from "../../expected-verdicts.ts";
import { readNativeProblem } from "./read-native-problem.ts";
import { writeNativeProblem } from "./write-native-problem.ts";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-native-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');

const name = fc.stringMatching(/^[a-z0-9_][a-z0-9._-]{0,8}$/);
const line = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== "");
const text = fc.string({ unit: "grapheme", maxLength: 60 });
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const data = fc.uint8Array({ maxLength: 40 }).map((bytes) => createTestData(bytes));
const flags = fc.array(fc.string({ maxLength: 6 }), { maxLength: 2 });
const points = optional(fc.integer({ min: 0, max: 100 }));

const program: fc.Arbitrary<Program> = fc
  .record({
    language: fc.constantFrom(...languages),
    fileNames: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    extension: fc.constantFrom(".cpp", ".py", ".h", ".pas", ""),
    source: text,
  })
  .map(({ language, fileNames, extension, source }) => {
    const [first = "main", ...others] = fileNames;
    const resources = others.filter((other) => other !== first + extension).map((fileName) => ({ fileName, source }));
    return { language, fileName: first + extension, source, ...(resources.length > 0 ? { resources } : {}) };
  });

const expected: fc.Arbitrary<ExpectedVerdicts> = fc.oneof(
  fc.constantFrom("any", "rejected", "accepted", "WA", "time-limit-exceeded").map((key) => {
    const found = parseExpectation(key);
    if (found === undefined) throw new Error(key);
    return found;
  }),
  fc.record({
    permitted: fc.subarray([...verdicts]),
    required: fc.subarray([...verdicts]),
    score: optional(fc.record({ minimum: fc.integer(), maximum: fc.integer() })),
    alsoRequired: optional(fc.array(fc.subarray([...verdicts]), { maxLength: 2 })),
    message: optional(text),
    timeLimitUse: optional(fc.constantFrom("lower" as const, "upper" as const, "none" as const)),
  }),
);

const checker: fc.Arbitrary<Checker> = fc.oneof(
  fc.constant(defaultChecker),
  fc.record({
    kind: fc.constant("compare" as const),
    options: fc.record({
      isCaseSensitive: fc.boolean(),
      isSpaceSensitive: fc.boolean(),
      absoluteTolerance: optional(fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs)),
      relativeTolerance: optional(fc.constant(1e-9)),
    }),
  }),
  fc.record({ kind: fc.constant("standard" as const), name: fc.constantFrom(...standardCheckerNames) }),
  fc.record({
    kind: fc.constant("program" as const),
    program,
    convention: fc.constantFrom("testlib", "kattis", "frontier-cs"),
    flags,
  }),
);

const scoring: fc.Arbitrary<Scoring> = fc.oneof(
  fc.constant({ kind: "binary" as const }),
  fc.record({ kind: fc.constant("partial" as const), maximum: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({
    kind: fc.constant("open-ended" as const),
    direction: fc.constantFrom("maximize", "minimize"),
    aggregation: optional(fc.constantFrom("mean", "sum")),
    maximum: optional(fc.constant(1)),
  }),
);

const images: readonly StatementImage[] = [
  { reference: "images/a.png", mediaType: "image/png", bytes: png },
  { reference: "my%20plan.svg", mediaType: "image/svg+xml", bytes: svg },
];

const statements = fc
  .uniqueArray(
    fc.record({
      languageTag: fc.constantFrom("en", "ru", "pt-BR"),
      title: optional(line),
      isTranslation: optional(fc.boolean()),
      isPlaceholder: optional(fc.boolean()),
      words: line,
      images: fc.subarray([...images]),
    }),
    { minLength: 1, maxLength: 3, selector: (statement) => statement.languageTag },
  )
  .map((list) =>
    list.map(({ words, ...statement }) => ({
      ...statement,
      markdown: `Text ${words.replace(/[![\]()<>`~\r\p{Cc}]/gu, "")}\n${statement.images.map((image) => `![x](${image.reference})`).join("\n")}`,
    })),
  );

const named = fc.uniqueArray(
  fc.record({
    name,
    program,
    convention: fc.constantFrom("testlib" as const, "kattis" as const, "plain" as const),
    flags,
  }),
  { maxLength: 3, selector: (item) => item.name },
);

const solutions = fc.uniqueArray(
  fc.record({
    name,
    program,
    isMain: fc.constant(false),
    expected,
    expectedByGroup: optional(fc.dictionary(fc.constantFrom("g1", "g2"), expected)),
  }),
  { maxLength: 3, selector: (item) => item.name },
);

const validatorFlags = optional(fc.oneof(flags, fc.dictionary(name, flags, { maxKeys: 2 })));

const files = optional(
  fc.uniqueArray(fc.record({ fileName: name, data }), {
    minLength: 1,
    maxLength: 3,
    selector: (file) => file.fileName,
  }),
);

const validatorTests = fc.uniqueArray(
  fc.record({
    id: fc.oneof(
      name,
      name.map((item) => `folder/${item}`),
    ),
    kind: fc.constantFrom("invalid-input", "valid-input", "invalid-output", "valid-output"),
    validatorName: optional(name),
    verdict: optional(fc.constantFrom("wrong-answer", "presentation-error", "partial", "judge-failed")),
    input: data,
    answer: optional(data),
    output: optional(data),
    checkerFlags: optional(flags),
    validatorFlags,
    description: optional(text),
  }),
  { maxLength: 4, selector: (item) => `${item.kind}/${item.id}` },
);

const groupIds = ["g1", "secret/g2"];

const testFields = {
  id: fc.oneof(
    name.map((item) => `sample/${item}`),
    name,
    name.map((item) => `g1/${item}`),
    name.map((item) => `secret/g2/${item}`),
  ),
  isSample: fc.boolean(),
  groupId: optional(fc.constantFrom(...groupIds)),
  points,
  description: optional(text),
  hint: optional(text),
  args: optional(flags),
  checkerFlags: optional(flags),
  validatorFlags,
};

const allTests = fc
  .uniqueArray(
    fc.record({ ...testFields, input: data, answer: optional(data), generatorCall: optional(line), files }),
    {
      minLength: 1,
      maxLength: 8,
      selector: (item) => item.id,
    },
  )
  .chain((list) =>
    fc.nat(list.length - 1).map((cut) => ({
      tests: list.slice(cut),
      plannedTests: list.slice(0, cut).map(({ id, isSample, groupId, points: worth, description, hint, args }) => ({
        id,
        isSample,
        groupId,
        points: worth,
        description,
        hint,
        args,
        generatorCall: "gen 1",
      })),
    })),
  );

const problem: fc.Arbitrary<Problem> = fc
  .record({
    id: name,
    title: line,
    statements,
    limits: fc.record({
      timeLimitMs: fc.integer({ min: 1, max: 100_000 }),
      memoryLimitBytes: fc.integer({ min: 1, max: 2 ** 35 }),
      outputLimitBytes: optional(fc.constant(2 ** 20)),
      stackLimitBytes: optional(fc.constant(3 * 2 ** 30)),
      timeLimitFactor: optional(fc.constant(2.5)),
      timeLimitMargin: optional(fc.constant(1.2)),
      timeResolutionMs: optional(fc.constant(100)),
      codeLimitBytes: optional(fc.constant(1000)),
      compilationTimeMs: optional(fc.constant(1500)),
      compilationMemoryBytes: optional(fc.constant(2 ** 31)),
      validationTimeMs: optional(fc.constant(60_000)),
      validationMemoryBytes: optional(fc.constant(2 ** 30)),
      validationOutputBytes: optional(fc.constant(2 ** 23)),
    }),
    streams: fc.constantFrom(
      { input: { kind: "stdin" as const }, output: { kind: "stdout" as const } },
      { input: { kind: "file" as const, name: "in.txt" }, output: { kind: "stdout" as const } },
      { input: { kind: "stdin" as const }, output: { kind: "file" as const, name: "out.txt" } },
    ),
    isMultiTest: optional(fc.boolean()),
    passLimit: optional(fc.integer({ min: 1, max: 9 })),
    isSubmitAnswer: optional(fc.boolean()),
    sampleInteractions: optional(fc.array(fc.record({ id: name, text }), { maxLength: 2 })),
    staticValidator: optional(program),
    validatorTests,
    group: fc.record({
      parentId: optional(fc.constant("g1")),
      isCounted: optional(fc.boolean()),
      passesWhen: optional(fc.constantFrom("all" as const, "any" as const, "always" as const)),
      stopsAtFailure: optional(fc.boolean()),
      acceptScore: points,
      rejectScore: points,
      scoreRange: optional(fc.record({ minimum: points, maximum: points })),
      checkerFlags: optional(flags),
      validatorFlags,
      staticScore: optional(fc.constantFrom(20, "pass-fail" as const)),
      staticFlags: optional(flags),
    }),
    functionCall: optional(
      fc.record({ functionName: name, starterCode: text, language: fc.constant("python3" as const) }),
    ),
    all: allTests,
    checker,
    interactor: optional(
      fc.oneof(
        fc.constant({ kind: "missing" as const }),
        fc.record({
          kind: fc.constant("program" as const),
          program,
          convention: fc.constantFrom("testlib" as const, "kattis" as const),
          flags,
        }),
      ),
    ),
    validators: named,
    generators: named,
    solutions,
    scoring,
    provenance: fc.record({
      format: fc.constantFrom("native", "competitive-companion"),
      url: optional(fc.webUrl()),
      source: optional(line),
      sourceId: optional(line),
      publishedOn: optional(fc.constant("2024-02-29")),
      license: optional(line),
      rightsOwner: optional(line),
      authors: fc.array(line, { maxLength: 2 }),
      tags: fc.array(line, { maxLength: 2 }),
      level: optional(fc.integer({ min: 1, max: 5 })),
      rating: optional(fc.integer()),
      difficulty: optional(line),
    }),
  })
  .map(({ all, statements: [first, ...others], solutions: list, group, validatorTests: toolTests, ...rest }) => {
    if (first === undefined) throw new Error("no statement");
    return {
      ...rest,
      statements: [first, ...others],
      tests: all.tests,
      plannedTests: all.plannedTests.length > 0 ? all.plannedTests : undefined,
      validatorTests: toolTests.length > 0 ? toolTests : undefined,
      solutions: list.map((solution, index) => ({ ...solution, isMain: index === 1 })),
      groups: [
        { id: "g1", aggregation: "minimum", dependsOn: [] },
        { ...group, id: "secret/g2", points: 40, aggregation: "sum", dependsOn: ["g1"] },
      ],
    };
  });

function isTestClash(value: Problem): boolean {
  const paths = [...value.tests, ...(value.plannedTests ?? [])].map((item) => item.id.toLowerCase());
  const names = [
    ...(value.validatorTests ?? []).map((item) => `${item.kind}/${item.id}`),
    ...value.tests.flatMap(({ id, files: own = [] }) => own.map((file) => `${id}.files/${file.fileName}`)),
  ];
  return new Set(paths).size !== paths.length || new Set(names).size !== names.length;
}

test("a problem that is written reads back as the same problem", { timeout: 180_000 }, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(problem, async (original) => {
      fc.pre(!isTestClash(original));
      const directory = join(root, `round-trip-${run++}`);
      await writeNativeProblem(original, directory);
      expect(await readNativeProblem(directory)).toEqual(original);
    }),
    { numRuns: 100 },
  );
});

test("a problem that cannot be written is refused before any file exists", async () => {
  const [sample] = fc.sample(problem, { numRuns: 1, seed: 1 });
  if (sample === undefined) throw new Error("no problem");
  const [first] = sample.tests;
  if (first === undefined) throw new Error("no test");
  const directory = join(root, "refused");
  const cases: readonly [Partial<Problem>, RegExp][] = [
    [{ id: "../x" }, /id: expected letters/],
    [{ tests: [{ ...first, id: "../../etc/x" }] }, /tests: expected ids/],
    [{ tests: [first, first] }, /twice/],
    [{ tests: [first, { ...first, id: first.id.toUpperCase() }] }, /differ by more than case/],
    [{ statements: [{ ...sample.statements[0], markdown: "![x](nowhere.png)", images: [] }] }, /nowhere\.png/],
    [
      {
        statements: [
          {
            languageTag: "en",
            markdown: "![x](../up.png)",
            images: [{ reference: "../up.png", mediaType: "image/png", bytes: png }],
          },
        ],
      },
      /a path for images alone/,
    ],
    [{ statements: [{ languageTag: "en", markdown: "a\r\n", images: [] }] }, /LF line ends/],
    [{ tests: [{ ...first, files: [{ fileName: "../x", data: first.input }] }] }, /files of .* with names/],
    [{ tests: [first, { ...first, id: `${first.id}.files/a` }] }, /no test among the files/],
    [
      { validatorTests: [{ id: "/etc/x", kind: "invalid-input", input: first.input }] },
      /validator_tests: expected ids/,
    ],
  ];
  for (const [override, message] of cases) {
    await expect(writeNativeProblem({ ...sample, ...override }, directory)).rejects.toMatchObject({
      code: "PROBLEM_UNWRITABLE",
      message: expect.stringMatching(message),
    });
  }
  expect(await readdir(root)).not.toContain("refused");
});

test("a folder with files in it is not written over", async () => {
  const [sample] = fc.sample(problem, { numRuns: 1, seed: 2 });
  if (sample === undefined) throw new Error("no problem");
  const directory = join(root, "twice");
  await writeNativeProblem(sample, directory);
  await expect(writeNativeProblem(sample, directory)).rejects.toMatchObject({ code: "PROBLEM_UNWRITABLE" });
});
