import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareNatural } from "../../natural-order.ts";
import {
  createTestData,
  parseExpectation,
  type Checker,
  type ExpectedVerdicts,
  type Problem,
  type Program,
  type TestGroup,
} from "../../index.ts";
import { kattisVersions, type KattisVersion } from "./context.ts";
import { readKattisProblem } from "./read-kattis-problem.ts";
import { mergeRules, verdictWords } from "./verdict-sets.ts";
import { writeKattisProblem } from "./write-kattis-problem.ts";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-kattis-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const name = fc.stringMatching(/^[a-z0-9_]{1,6}$/);
const words = fc.stringMatching(/^[A-Za-z][a-z]{0,5}( [a-z]{1,4})?$/);
const flag = fc.stringMatching(/^[a-z0-9_=.-]{1,6}$/);
const flags = fc.array(flag, { maxLength: 2 });
const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((raw) => raw.replace(/[{}@]|\p{Cc}/gu, ""));
const data = fc.uint8Array({ maxLength: 30 }).map((bytes) => createTestData(bytes));
const optional = <K extends string, T>(key: K, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<{ [P in K]?: T }> =>
  fc.option(arbitrary, { nil: undefined }).map((value) => (value === undefined ? {} : toEntry(key, value)));

function toEntry<K extends string, T>(key: K, value: T): { [P in K]?: T } {
  const entry: { [P in K]?: T } = {};
  entry[key] = value;
  return entry;
}

const merge = <T extends object>(...parts: readonly fc.Arbitrary<Partial<T>>[]): fc.Arbitrary<Partial<T>> =>
  fc.tuple(...parts).map((list) => list.reduce<Partial<T>>((all, part) => ({ ...all, ...part }), {}));

const program: fc.Arbitrary<Program> = fc
  .record({
    stem: name,
    kind: fc.constantFrom("cpp17" as const, "python3" as const, "java" as const),
    source: text,
    header: fc.boolean(),
  })
  .map(({ stem, kind, source, header }) => ({
    language: kind,
    fileName: `${stem}.${{ cpp17: "cpp", python3: "py", java: "java" }[kind]}`,
    source,
    ...(header ? { resources: [{ fileName: `${stem}_lib.h`, source: "// shared\n" }] } : {}),
  }));

const ruleWords = fc.subarray([...verdictWords], { minLength: 1 });
const expected = (isScoring: boolean): fc.Arbitrary<ExpectedVerdicts> =>
  fc
    .tuple(
      fc.oneof(
        fc
          .constantFrom("any", "rejected", "compile-error", "output-limit-exceeded")
          .map((key) => parseExpectation(key) ?? fail()),
        fc
          .record({ permitted: ruleWords, required: ruleWords })
          .filter((rule) => rule.required.some((word) => rule.permitted.includes(word)))
          .map((rule) => mergeRules([rule], isScoring)),
      ),
      merge<ExpectedVerdicts>(
        optional("score", fc.constant({ minimum: 1, maximum: 30 })),
        optional("message", words),
        optional("timeLimitUse", fc.constantFrom("lower" as const, "upper" as const, "none" as const)),
      ),
    )
    .map(([base, extras]) => ({ ...base, ...extras }));

function fail(): never {
  throw new Error("an expectation without a name");
}

const named = fc.uniqueArray(fc.record({ name, program }), { maxLength: 2, selector: (item) => item.name });

const checkers: fc.Arbitrary<Pick<Problem, "checker" | "interactor">> = fc.oneof(
  fc
    .record({
      isCaseSensitive: fc.boolean(),
      isSpaceSensitive: fc.boolean(),
      tolerance: fc.constantFrom(
        {},
        { absoluteTolerance: 1e-6, relativeTolerance: 1e-6 },
        { absoluteTolerance: 0.5 },
        { relativeTolerance: 1e-9 },
      ),
    })
    .map(({ tolerance, ...options }): { checker: Checker } => ({
      checker: { kind: "compare", options: { ...options, ...tolerance } },
    })),
  fc
    .record({ program, flags })
    .map((item): { checker: Checker } => ({ checker: { kind: "program", convention: "kattis", ...item } })),
  fc.record({ program, flags }).map((item) => ({
    checker: { kind: "compare" as const, options: { isCaseSensitive: false, isSpaceSensitive: false } },
    interactor: { kind: "program" as const, convention: "kattis" as const, ...item },
  })),
);

const images = {
  reference: "plan.png",
  mediaType: "image/png" as const,
  bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
};

function plain(id: string, parentId?: string): TestGroup {
  return { id, ...(parentId === undefined ? {} : { parentId }), aggregation: "complete", dependsOn: [] };
}

/** Groups as the version makes them: those of a scoring package, or those that only carry flags. */
function toGroups(
  version: KattisVersion,
  isScoring: boolean,
  extra: fc.Arbitrary<Partial<TestGroup>>,
): fc.Arbitrary<readonly TestGroup[]> {
  if (!isScoring) return extra.map((more) => [plain("secret"), { ...plain("secret/g1", "secret"), ...more }]);
  if (version === "2025-09") {
    return extra.map((more) => [
      { ...plain("sample"), isCounted: false },
      { ...plain("secret"), points: 60, aggregation: "sum" as const },
      { ...plain("secret/g1", "secret"), points: 20, dependsOn: ["sample"] },
      {
        ...plain("secret/g2", "secret"),
        points: 40,
        aggregation: "minimum" as const,
        dependsOn: ["secret/g1"],
        ...more,
      },
    ]);
  }
  const legacy = { stopsAtFailure: true, acceptScore: 1, dependsOn: [] };
  return extra.map((more) => [
    { id: "sample", ...legacy, aggregation: "sum" as const, isCounted: false },
    {
      id: "secret",
      ...legacy,
      aggregation: "sum" as const,
      points: 60,
      scoreRange: { minimum: 0, maximum: 60 },
      ...more,
    },
    {
      id: "secret/g1",
      parentId: "secret",
      ...legacy,
      acceptScore: 20,
      rejectScore: 3,
      stopsAtFailure: false,
      aggregation: "average" as const,
    },
    {
      id: "secret/g2",
      parentId: "secret",
      ...legacy,
      acceptScore: 40,
      aggregation: "minimum" as const,
      passesWhen: "any" as const,
    },
  ]);
}

function createArbitrary(version: KattisVersion): fc.Arbitrary<Problem> {
  const isLegacy = version === "legacy";
  return fc
    .record({
      isScoring: fc.constant(version !== "2023-07-draft").chain((may) => (may ? fc.boolean() : fc.constant(false))),
      judge: checkers,
    })
    .chain(({ isScoring, judge }) => {
      const groupFlags = isLegacy
        ? fc.constant({})
        : optional(
            "checkerFlags",
            flags.map((list) => list),
          );
      const ids = ["secret/1", "secret/a-b", ...(isScoring ? ["secret/g1/01", "secret/g2/x"] : ["secret/g1/01"])];
      const testDetails = merge<Problem["tests"][number]>(
        optional("hint", words),
        optional("description", words),
        isLegacy ? fc.constant({}) : optional("args", flags),
        isLegacy ? fc.constant({}) : optional("checkerFlags", flags),
        isLegacy
          ? fc.constant({})
          : optional("validatorFlags", fc.oneof(flags, fc.dictionary(name, flags, { minKeys: 1, maxKeys: 2 }))),
        optional("files", fc.constant([{ fileName: "extra.txt", data: createTestData("1\n") }])),
      );
      const toGroupId = (id: string): string | undefined =>
        id.startsWith("secret/g")
          ? id.slice(0, 9)
          : id.startsWith("secret/")
            ? "secret"
            : isScoring
              ? "sample"
              : undefined;
      const tests = fc
        .tuple(...["sample/1", ...ids].map((id) => fc.tuple(fc.constant(id), data, data, testDetails, fc.boolean())))
        .map((list) =>
          list
            .filter(([id, , , , isKept]) => isKept || id === "secret/1")
            .map(([id, input, answer, details]) => {
              const groupId = toGroupId(id);
              return {
                id,
                isSample: id.startsWith("sample/"),
                ...(groupId === undefined ? {} : { groupId }),
                ...details,
                input,
                answer,
              };
            }),
        );
      const solutions = fc.uniqueArray(fc.record({ name, program, expected: expected(isScoring) }), {
        maxLength: 4,
        selector: (item) => item.name,
      });
      return fc
        .record({
          id: name,
          title: words,
          judge: fc.constant(judge),
          markdown: words,
          hasImage: fc.boolean(),
          limits: merge<Problem["limits"]>(
            fc.constant({ memoryLimitBytes: 256 * 2 ** 20, timeLimitMargin: 1.5, timeResolutionMs: 1000 }),
            fc.constantFrom({ timeLimitMs: 1500 }, { timeLimitMs: 10_000, timeLimitFactor: 3 }),
            optional("codeLimitBytes", fc.constant(2048)),
            optional("validationTimeMs", fc.constant(3000)),
            optional("compilationMemoryBytes", fc.constant(2 ** 30)),
          ),
          tests,
          groups: toGroups(version, isScoring, groupFlags),
          passLimit: fc.constantFrom(
            undefined,
            ...(judge.checker.kind === "program" || judge.interactor !== undefined ? [2, 5] : []),
          ),
          validators: named,
          generators: named,
          solutions: fc.tuple(solutions, fc.boolean()),
          validatorTests: fc.constantFrom(
            undefined,
            ...(isLegacy || judge.interactor !== undefined
              ? []
              : [
                  [
                    { id: "bad", kind: "invalid-input" as const, input: createTestData("x") },
                    {
                      id: "no",
                      kind: "invalid-output" as const,
                      input: createTestData("1"),
                      answer: createTestData("2"),
                      output: createTestData("3"),
                      checkerFlags: ["case_sensitive"],
                    },
                  ],
                ]),
          ),
          interactions: fc.constantFrom(undefined, [{ id: "sample/1", text: "<1\n>2\n" }]),
          hasPlan: fc.boolean(),
          authors: fc.array(
            words.filter((word) => !/\band\b/.test(word)),
            { maxLength: 2 },
          ),
          tags: fc.array(
            name.filter((tag) => /[a-z]/.test(tag)),
            { maxLength: 2 },
          ),
          source: fc.constantFrom({}, { source: "Cup" }, { source: "Cup", url: "https://example.org/cup" }),
        })
        .map((parts) => {
          const {
            judge: tools,
            solutions: [list, hasMain],
            generators,
          } = parts;
          const generator = generators[0];
          const planned =
            parts.hasPlan && generator !== undefined
              ? {
                  plannedTests: [
                    { id: "secret/zz", isSample: false, groupId: "secret", generatorCall: `${generator.name} 1 2` },
                  ],
                }
              : {};
          return {
            id: parts.id,
            title: parts.title,
            statements: [
              {
                languageTag: "en",
                markdown: `${parts.markdown}\n${parts.hasImage ? "![plan](plan.png)\n" : ""}`,
                images: parts.hasImage ? [images] : [],
              },
            ],
            limits: { timeLimitMs: 1000, memoryLimitBytes: 2 ** 28, ...parts.limits },
            streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
            tests: parts.tests,
            ...planned,
            groups: parts.groups,
            ...tools,
            ...(parts.passLimit === undefined ? {} : { passLimit: parts.passLimit }),
            ...(parts.validatorTests === undefined ? {} : { validatorTests: parts.validatorTests }),
            ...(parts.interactions === undefined ? {} : { sampleInteractions: parts.interactions }),
            validators: parts.validators.map((item) => ({ ...item, convention: "kattis", flags: [] })),
            generators: generators.map((item) => ({ ...item, convention: "plain", flags: [] })),
            solutions: list.map((item, index) => ({ ...item, isMain: hasMain && index === 0 })),
            scoring: isScoring ? { kind: "partial", maximum: 60 } : { kind: "binary" },
            provenance: { format: `kattis-${version}`, ...parts.source, authors: parts.authors, tags: parts.tags },
          } satisfies Problem;
        });
    });
}

function byName<T extends { readonly name: string }>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => compareNatural(a.name, b.name));
}

/** The order in which programs are read says nothing. */
function sortPrograms(problem: Problem): unknown {
  const sorted: unknown = {
    ...problem,
    id: "",
    solutions: byName(problem.solutions),
    validators: byName(problem.validators),
    generators: byName(problem.generators),
  };
  return structuredClone(sorted);
}

for (const version of kattisVersions) {
  test(`a problem that is written as ${version} without loss reads back as the same problem`, async () => {
    let [count, exact] = [0, 0];
    await fc.assert(
      fc.asyncProperty(createArbitrary(version), async (problem) => {
        const directory = join(root, `${version}-${count++}`);
        const losses = await writeKattisProblem(problem, directory, { version });
        const told = losses.filter((loss) => !loss.reason.startsWith("written, though"));
        const { problem: back } = await readKattisProblem(directory);
        await rm(directory, { recursive: true });
        if (told.length > 0) return;
        exact++;
        expect(sortPrograms(back)).toEqual(sortPrograms(problem));
      }),
      { numRuns: 40 },
    );
    expect(exact).toBeGreaterThan(12);
  });
}
