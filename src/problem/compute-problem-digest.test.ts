import { expect, test } from "vitest";
import { createProblem, createTestCase } from "../testing/index.ts";
import { computeProblemDigest } from "./compute-problem-digest.ts";
import type { Problem } from "./problem.ts";

const [statement] = createProblem().statements;
const program = { language: "cpp17", fileName: "a.cpp", source: "int main() {}" } as const;
const named = { name: "a", program, convention: "plain", flags: [] } as const;
const base = computeProblemDigest(createProblem());

test.each<[string, Partial<Problem>]>([
  ["the title", { title: "Total" }],
  ["the statement", { statements: [{ ...statement, markdown: "Print the product." }] }],
  [
    "an image",
    {
      statements: [
        { ...statement, images: [{ reference: "a.png", mediaType: "image/png", bytes: new Uint8Array(1) }] },
      ],
    },
  ],
  ["a limit", { limits: { timeLimitMs: 2001, memoryLimitBytes: 2 ** 28 } }],
  ["a stream", { streams: { input: { kind: "file", name: "a.in" }, output: { kind: "stdout" } } }],
  ["a test's input", { tests: [createTestCase({ id: "sample/1", input: "1 2", answer: "3\n" })] }],
  ["a test's answer", { tests: [createTestCase({ id: "sample/1", input: "1 2\n" })] }],
  ["the checker", { checker: { kind: "standard", name: "wcmp" } }],
  ["the checker's program", { checker: { kind: "program", program, convention: "testlib", flags: [] } }],
  ["the interactor", { interactor: { kind: "missing" } }],
  ["a validator", { validators: [named] }],
  ["a generator", { generators: [named] }],
  ["the scoring", { scoring: { kind: "partial", maximum: 100 } }],
])("%s is part of the digest", (_, override) => {
  expect(computeProblemDigest(createProblem(override))).not.toBe(base);
});

test.each<[string, Partial<Problem>]>([
  ["the id", { id: "other" }],
  ["where it came from", { provenance: { format: "native", url: "https://example.org", authors: ["a"], tags: ["b"] } }],
  ["a translation", { statements: [statement, { languageTag: "ru", markdown: "Сумма", images: [] }] }],
  ["a jury solution", { solutions: [{ name: "a", program, isMain: true, expected: { permitted: [], required: [] } }] }],
  ["an empty list of planned tests", { plannedTests: [] }],
])("%s is not part of the digest", (_, override) => {
  expect(computeProblemDigest(createProblem(override))).toBe(base);
});

test("the digest stays as it is from version to version, since journals are keyed by it", () => {
  expect(base).toBe("398a15bcc06bf87be571f7f7d61eb3fda2afee0e370fe37fcc6f90c0e1a506f2");
});
