import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProblem, createTestCase } from "../../../testing/index.ts";
import { parseCorpusRow } from "./parse-corpus-row.ts";
import { readCorpus } from "./read-corpus.ts";
import { problemToCorpusRow, writeCorpusRows } from "./write-corpus-rows.ts";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-rows-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const lists = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 }).map((pairs) => ({
  input: pairs.map(([input]) => input),
  output: pairs.map(([, output]) => output),
}));

const solutions = fc.array(fc.tuple(fc.constantFrom(0, 1, 2, 3, 4), fc.string()), { maxLength: 3 }).map((pairs) => ({
  language: pairs.map(([language]) => language),
  solution: pairs.map(([, solution]) => solution),
}));

const codeContestsRow = fc.record({
  name: fc.constantFrom("1575_A. Some Title", "p02001 Other", "b"),
  description: fc.string(),
  public_tests: lists.filter(({ input }) => input.length > 0),
  private_tests: lists,
  generated_tests: lists,
  source: fc.constantFrom(0, 1, 2, 3, 4, 6, 7),
  difficulty: fc.integer({ min: 0, max: 28 }),
  solutions,
  incorrect_solutions: solutions,
  cf_rating: fc.constantFrom(0, 800, 3500),
  cf_tags: fc.array(fc.constantFrom("dp", "greedy")),
  is_description_translated: fc.boolean(),
  untranslated_description: fc.constantFrom("", "Текст"),
  time_limit: fc.constantFrom(null, { seconds: 2, nanos: 500_000_000 }),
  memory_limit_bytes: fc.constantFrom(0, 2 ** 28),
  input_file: fc.constantFrom("", "a.in"),
  output_file: fc.constantFrom("", "a.out"),
});

test("what a row of code_contests holds reads back from the row that is written", () => {
  fc.assert(
    fc.property(codeContestsRow, (row) => {
      const codeforces = row.source === 2 ? { cf_contest_id: 1575, cf_index: "A" } : {};
      const first = parseCorpusRow({ ...row, ...codeforces }, "code_contests", { file: "a#1", row: 1 });
      if (first.kind !== "row-parsed") throw new Error(JSON.stringify(first.issues));
      const { problem } = first.result;
      const { columns, losses } = problemToCorpusRow(problem, { corpus: "code_contests", file: "b#1", row: 1 });
      expect(losses).toEqual([]);
      expect(parseCorpusRow(columns, "code_contests", { file: "b#1", row: 1 })).toMatchObject({ result: { problem } });
    }),
    { numRuns: 100 },
  );
});

test("rows are written one a line, and what they cannot hold is named", async () => {
  const path = join(root, "out.jsonl");
  const problems = [
    createProblem({ title: "Two Sums", id: "two-sums" }),
    createProblem({
      title: "Other",
      id: "mine",
      checker: { kind: "standard", name: "rcmp6" },
      scoring: { kind: "partial", maximum: 10 },
      tests: [
        createTestCase({ id: "sample/1", input: "1\n", answer: "1\n" }),
        createTestCase({ id: "x/2", input: "2\n" }),
      ],
    }),
  ];
  const { rows, losses } = await writeCorpusRows(problems, path, { corpus: "livecodebench" });
  expect(rows).toBe(2);
  const second = losses.filter((loss) => loss.file === `${path}#2`).map((loss) => loss.field);
  expect(second).toEqual(expect.arrayContaining(["id", "checker", "scoring", "tests"]));
  const titles: string[] = [];
  for await (const row of readCorpus(path)) titles.push(row.kind === "row-read" ? row.result.problem.title : "refused");
  expect(titles).toEqual(["Two Sums", "Other"]);
  await expect(writeCorpusRows(problems, path, { corpus: "livecodebench" })).rejects.toMatchObject({
    code: "PROBLEM_UNWRITABLE",
  });
});

test("a problem whose row would not read back is refused", () => {
  const problem = createProblem({ tests: [createTestCase({ id: "sample/1", input: "1\n" })] });
  expect(() => problemToCorpusRow(problem, { corpus: "code_contests", file: "a#1", row: 1 })).toThrow(
    expect.objectContaining({ code: "PROBLEM_UNWRITABLE" }),
  );
});
