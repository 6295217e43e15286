import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseExpectation } from "../../expected-verdicts.ts";
import type { Problem } from "../../problem.ts";
import type { Program } from "../../program.ts";
import { toExpected, toParamsHeader } from "../library-checker/info.ts";
import {
  memoryLimitBytes,
  readLibraryCheckerProblem,
  toCaseId,
} from "../library-checker/read-library-checker-problem.ts";
import { writeLibraryCheckerProblem } from "../library-checker/write-library-checker-problem.ts";
import { stem, line, optional, data, code, prose, createProgram, must } from "./fixtures/arbitraries.ts";

let root = "";
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-library-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const params = fc
  .dictionary(
    fc.stringMatching(/^[A-Z]{1,3}$/),
    fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(0.5, 2.25, "text")),
    { maxKeys: 3 },
  )
  .map((values) => toParamsHeader({ report: () => {} }, values));

function withHeader(program: Program, header: string): Program {
  return {
    ...program,
    source: `#include "params.h"\n${program.source}`,
    resources: [{ fileName: "params.h", source: header }, ...(program.resources ?? [])],
  };
}

const wrongSolution = fc.record({
  name: stem.map((name) => `w_${name}`),
  item: fc.record({
    expect: optional(fc.constantFrom("WA" as const, "RE" as const, "TLE" as const, "AC" as const)),
    allow_tle: optional(fc.constant(true)),
    allow_re: optional(fc.constant(true)),
  }),
  isPython: fc.boolean(),
});

const libraryProblem: fc.Arbitrary<Problem> = fc
  .record({
    id: stem,
    title: line,
    texts: fc.tuple(prose, optional(prose)),
    timeLimitMs: fc.integer({ min: 1, max: 60_000 }),
    header: params,
    checker: createProgram("checker", "cpp17", ".cpp"),
    verifier: createProgram("verifier", "cpp17", ".cpp"),
    correct: createProgram("correct", "cpp17", ".cpp"),
    samples: fc.array(fc.record({ input: data, answer: optional(data) }), { minLength: 1, maxLength: 3 }),
    generators: fc.uniqueArray(stem, { maxLength: 3 }).map((names) => names.map((name) => `g_${name}`)),
    number: fc.nat(3),
    hasFiles: fc.boolean(),
    made: data,
    wrong: fc.uniqueArray(wrongSolution, { maxLength: 3, selector: (item) => item.name }),
    url: optional(fc.webUrl()),
    body: code,
  })
  .map(({ texts: [text, other], header, samples, generators, number, hasFiles, made, wrong, body, ...rest }) => {
    const calls = generators.flatMap((name) =>
      Array.from({ length: number }, (_, index) => ({
        id: toCaseId(name, index),
        isSample: false,
        generatorCall: `${name} ${index}`,
      })),
    );
    const examples = samples.map((sample, index) => ({
      id: toCaseId("example", index),
      isSample: true,
      generatorCall: undefined,
      ...sample,
    }));
    const convention = "testlib" as const;
    return {
      id: rest.id,
      title: rest.title,
      statements: [
        { languageTag: "en", title: undefined, markdown: text, images: [] },
        ...(other === undefined ? [] : [{ languageTag: "ja", title: undefined, markdown: other, images: [] }]),
      ],
      limits: { timeLimitMs: rest.timeLimitMs, memoryLimitBytes },
      streams: { input: { kind: "stdin" as const }, output: { kind: "stdout" as const } },
      tests: [...examples, ...(hasFiles ? calls.map((call) => ({ ...call, input: made, answer: made })) : [])],
      plannedTests: hasFiles || calls.length === 0 ? undefined : calls,
      groups: [],
      checker: { kind: "program" as const, program: withHeader(rest.checker, header), convention, flags: [] },
      validators: [{ name: "verifier", program: withHeader(rest.verifier, header), convention, flags: [] }],
      generators: generators.map((name) => ({
        name,
        program: withHeader({ language: "cpp17", fileName: `${name}.cpp`, source: body }, header),
        convention: "plain" as const,
        flags: [],
      })),
      solutions: [
        {
          name: "correct",
          program: withHeader(rest.correct, header),
          isMain: true,
          expected: must(parseExpectation("accepted")),
        },
        ...wrong.map(({ name, item, isPython }) => ({
          name,
          program: {
            language: isPython ? ("python3" as const) : ("cpp17" as const),
            fileName: `${name}.${isPython ? "py" : "cpp"}`,
            source: body,
          },
          isMain: false,
          expected: toExpected(item),
        })),
      ],
      scoring: { kind: "binary" as const },
      provenance: { format: "library-checker", url: rest.url, sourceId: rest.id, authors: [], tags: [] },
    };
  });

test(
  "a problem that a library-checker folder can hold is written and read back as itself, without a loss",
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(libraryProblem, async (original) => {
        const directory = join(root, `library-${count++}`, original.id);
        expect(await writeLibraryCheckerProblem(original, directory)).toEqual([]);
        const read = await readLibraryCheckerProblem(directory);
        expect(read.problem).toEqual(original);
        expect(read.losses).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);
