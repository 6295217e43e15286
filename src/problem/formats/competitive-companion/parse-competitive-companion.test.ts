import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../../../std/index.ts";
import { parseCompetitiveCompanion } from "./parse-competitive-companion.ts";

const payload = {
  name: "C. Lantern Row",
  group: "Codeforces - Example Round 7 (Div. 2)",
  url: "https://codeforces.com/contest/99999/problem/C",
  interactive: false,
  memoryLimit: 256,
  timeLimit: 1500,
  tests: [
    { input: "3\n1 2 3\n", output: "6\n" },
    { input: "1\n7\n", output: "7" },
  ],
  testType: "single",
  input: { type: "stdin" },
  output: { type: "stdout" },
  languages: { java: { mainClass: "Main", taskClass: "CLanternRow" } },
  batch: { id: "00000000-0000-4000-8000-000000000000", size: 1 },
};

const parse = (override: Record<string, unknown> = {}) =>
  parseCompetitiveCompanion(JSON.stringify({ ...payload, ...override }), { file: "c.json" });

function issuesOf(override: Record<string, unknown>): string {
  try {
    parse(override);
  } catch (error) {
    if (AppError.is(error) && error.code === "PROBLEM_INVALID") return error.message;
    throw error;
  }
  throw new Error("expected a refusal");
}

test("a payload becomes a problem with its samples and limits, and says that the text is missing", () => {
  const problem = parse();
  expect(problem).toMatchObject({
    id: "c-lantern-row",
    title: "C. Lantern Row",
    limits: { timeLimitMs: 1500, memoryLimitBytes: 2 ** 28 },
    isMultiTest: false,
    interactor: undefined,
    provenance: { format: "competitive-companion", url: payload.url, source: payload.group },
    statements: [{ isPlaceholder: true, markdown: expect.stringContaining(payload.url) }],
  });
  const texts = problem.tests.map((item) =>
    [item.input, item.answer].map((part) => Buffer.from(part?.bytes ?? []).toString()),
  );
  expect(texts).toEqual([
    ["3\n1 2 3\n", "6\n"],
    ["1\n7\n", "7\n"],
  ]);
});

test("fractional limits become whole milliseconds and bytes", () => {
  expect(parse({ timeLimit: 2000.4, memoryLimit: 62.5 }).limits).toEqual({
    timeLimitMs: 2000,
    memoryLimitBytes: 65_536_000,
  });
});

test("several cases in one file, files instead of streams, and interaction are kept", () => {
  expect(parse({ testType: "multiNumber" }).isMultiTest).toBe(true);
  expect(
    parse({ input: { type: "file", fileName: "row.in" }, output: { type: "file", fileName: "row.out" } }).streams,
  ).toEqual({ input: { kind: "file", name: "row.in" }, output: { kind: "file", name: "row.out" } });
  expect(parse({ interactive: true, tests: [] }).interactor).toEqual({ kind: "missing" });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["no name", { name: undefined }, /name: expected text, got nothing/],
  ["no limits", { timeLimit: 0, memoryLimit: "256" }, /timeLimit: .*\n.*memoryLimit: expected a number|memoryLimit/],
  ["tests of another shape", { tests: [{ input: 5, output: "x" }] }, /tests\.0\.input: expected text, got 5/],
  ["no samples", { tests: [] }, /at least one test/],
  ["a sample cut off by the judge", { tests: [{ input: "1 2 3 4 5...\n", output: "6" }] }, /cut off/],
  ["an ellipsis", { tests: [{ input: "1 2 …", output: "6" }] }, /cut off/],
  ["a long cut-off text", { tests: [{ input: "1", output: `${"ab ".repeat(100)}...` }] }, /tests\.0\.output.*cut off/],
  ["markup in a sample", { tests: [{ input: '<div class="line">1 2</div>', output: "3" }] }, /markup/],
  ["line breaks as tags", { tests: [{ input: "1 2<br>3 4", output: "3" }] }, /markup/],
  ["entities", { tests: [{ input: "1 &lt; 2", output: "3" }] }, /markup/],
  ["an input pattern", { input: { type: "regex", pattern: ".*in" } }, /input\.type: expected stdin or file/],
  ["a file without a name", { input: { type: "file" } }, /streams\.input/],
  ["a file that is a path", { input: { type: "file", fileName: "../../x" } }, /streams\.input/],
])("%s is refused by name", (_, override, message) => {
  expect(issuesOf(override)).toMatch(message);
});

test.each<[string, string]>([
  ["a row of a grid that ends in dots", "2 5\n#.#..\n..#..."],
  ["a grid of one row", "1 4\n#..."],
  ["tags in a problem about tags", "<a><b></b></a>"],
  ["comparisons", "a<b && b>c"],
])("%s is let pass", (_, input) => {
  expect(parse({ tests: [{ input, output: "1" }] }).tests).toHaveLength(1);
});

test("text that is not a JSON object is refused", () => {
  expect(() => parseCompetitiveCompanion("{", { file: "x" })).toThrow(
    /x: expected a JSON object, got text that is not JSON/,
  );
  expect(() => parseCompetitiveCompanion("[]")).toThrow(/a mapping/);
});

test("any JSON whatever gives a problem or PROBLEM_INVALID", () => {
  const part = fc.record(
    Object.fromEntries(
      Object.keys(payload).map((key) => [
        key,
        fc.oneof(fc.constant(payload[key as keyof typeof payload]), fc.jsonValue()),
      ]),
    ),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(part, fc.jsonValue()), (value) => {
      expect(["a problem", "PROBLEM_INVALID"]).toContain(outcomeOf(JSON.stringify(value)));
    }),
    { numRuns: 300 },
  );
});

function outcomeOf(text: string): string {
  try {
    parseCompetitiveCompanion(text);
    return "a problem";
  } catch (error) {
    return AppError.is(error) ? error.code : String(error);
  }
}
