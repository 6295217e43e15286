import { createTestData, defaultChecker, defaultLimits, type Problem, type TestCase } from "../problem/index.ts";

/** A test from texts; without `answer` it has none. */
export function createTestCase(options: {
  readonly id: string;
  readonly input: string;
  readonly answer?: string;
  readonly isSample?: boolean;
}): TestCase {
  return {
    id: options.id,
    isSample: options.isSample ?? options.id.startsWith("sample/"),
    input: createTestData(options.input),
    ...(options.answer === undefined ? {} : { answer: createTestData(options.answer) }),
  };
}

/** A tiny valid problem (print the sum of two integers) with one sample; `overrides` replace whole fields. */
export function createProblem(overrides: Partial<Problem> = {}): Problem {
  return {
    id: "sum",
    title: "Sum",
    statements: [
      {
        languageTag: "en",
        markdown: [
          "Print the sum of two integers.",
          "## Input",
          "One line with integers $a$ and $b$ ($-1000 \\le a, b \\le 1000$).",
          "## Output",
          "One line with $a + b$.",
          "",
        ].join("\n"),
        images: [],
      },
    ],
    limits: defaultLimits,
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    tests: [createTestCase({ id: "sample/1", input: "1 2\n", answer: "3\n" })],
    groups: [],
    checker: defaultChecker,
    validators: [],
    generators: [],
    solutions: [],
    scoring: { kind: "binary" },
    provenance: { format: "native", authors: [], tags: [] },
    ...overrides,
  };
}
