import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge, type Judge } from "../src/judge/index.ts";
import { readCorpus, readProblem, type CorpusRow, type Problem } from "../src/problem/index.ts";

const folder = fileURLToPath(new URL("packages", import.meta.url));
const at = (path: string): string => join(folder, `corpora-${path}`);

async function readAll(path: string): Promise<CorpusRow[]> {
  const rows: CorpusRow[] = [];
  for await (const row of readCorpus(path)) rows.push(row);
  return rows;
}

async function readProblems(path: string): Promise<Problem[]> {
  return (await readAll(path)).map((row) => {
    if (row.kind === "row-refused") throw new Error(`${path}#${row.row}: ${JSON.stringify(row.issues)}`);
    return row.result.problem;
  });
}

/** The same file names on both sides. */
function withoutFile(rows: readonly CorpusRow[]): unknown {
  return JSON.parse(JSON.stringify(rows).replaceAll(/corpora-[^"#]+#/g, "#"));
}

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

test.each([
  ["code-contests/rows.jsonl", "code-contests/rows.parquet"],
  ["code-contests/rows.jsonl", "code-contests/proto.jsonl"],
  ["code-contests-plus/rows.jsonl", "code-contests-plus/rows.parquet"],
  ["code-contests-o/rows.jsonl", "code-contests-o/rows.parquet"],
  ["taco/rows.jsonl", "taco/rows.parquet"],
  ["livecodebench/rows.jsonl", "livecodebench/rows.parquet"],
  ["hardtests/joined.jsonl", "hardtests/joined.parquet"],
])("%s and %s hold the same problems, with the same losses", async (first, second) => {
  const expected = await readAll(at(first));
  expect(expected.length).toBeGreaterThanOrEqual(2);
  expect(withoutFile(await readAll(at(second)))).toEqual(withoutFile(expected));
});

test("a row of code_contests keeps all that the model holds", async () => {
  const [ferry, bells] = await readProblems(at("code-contests/rows.parquet"));
  expect(ferry).toMatchObject({
    id: "99901-b-ferry-tokens",
    limits: { timeLimitMs: 1500, memoryLimitBytes: 2 ** 27 },
    statements: [{ languageTag: "en", isTranslation: true }, { languageTag: "und" }],
    provenance: {
      source: "codeforces",
      sourceId: "99901/B",
      url: "https://codeforces.com/contest/99901/problem/B",
      rating: 1200,
      difficulty: "B",
      tags: ["greedy", "sortings", "two pointers"],
    },
  });
  expect(ferry?.tests.map((item) => [item.id, item.isSample])).toEqual([
    ["sample/1", true],
    ["sample/2", true],
    ...[1, 2, 3].map((index) => [`private/${index}`, false]),
    ...[1, 2, 3].map((index) => [`generated/${index}`, false]),
  ]);
  expect(ferry?.solutions.map(({ name, program }) => [name, program.language, program.fileName])).toEqual([
    ["accepted-1", "cpp17", "main.cpp"],
    ["accepted-2", "python3", "main.py"],
    ["accepted-3", "java", "Ferry.java"],
    ["accepted-4", "other", "main.py2"],
    ["accepted-5", "other", "main.txt"],
    ["rejected-1", "cpp17", "main.cpp"],
  ]);
  expect(bells).toMatchObject({
    streams: { input: { kind: "file", name: "bells.in" }, output: { kind: "file", name: "bells.out" } },
    limits: { timeLimitMs: 2000, memoryLimitBytes: 2 ** 28 },
    provenance: { difficulty: "HARD", level: 3 },
  });
});

test("a row of CodeContests+ brings generator calls, validator and checker; without tests the calls are plans", async () => {
  const [bells, ferry] = await readProblems(at("code-contests-plus/rows.parquet"));
  expect(bells).toMatchObject({
    limits: { timeLimitMs: 1000, memoryLimitBytes: 2 ** 26 },
    checker: { kind: "program", convention: "testlib" },
    validators: [{ name: "validator", convention: "testlib" }],
    generators: [{ name: "gen", convention: "testlib" }],
  });
  expect(bells?.plannedTests).toBeUndefined();
  expect(bells?.tests[2]?.generatorCall).toBe("gen --top=100");
  expect(bells?.solutions.at(-1)?.program).toMatchObject({ language: "other" });
  expect(ferry?.plannedTests?.map((item) => item.generatorCall)).toEqual(["gen -top 3", "gen -top 4"]);
  expect(ferry?.limits.memoryLimitBytes).toBe(2 ** 27);
});

test("rows of TACO and LiveCodeBench that call a function hold its arguments as JSON, one a line", async () => {
  const [, climb, bells] = await readProblems(at("taco/rows.parquet"));
  expect(climb).toMatchObject({
    functionCall: { functionName: "climb", language: "python3" },
    provenance: { difficulty: "EASY", level: 1 },
  });
  expect(climb?.tests.map(({ input, answer }) => [text(input.bytes), text(answer?.bytes)])).toEqual([
    ["3\n[]\n", "3\n"],
    ["4\n[2]\n", "0\n"],
    ["5\n[1]\n", "[3]\n"],
    ["90071992547409931\n[90071992547409931]\n", "0\n"],
  ]);
  expect(text(bells?.tests[0]?.input.bytes)).toBe("2 3 12\n");
  const [ferry, stairs] = await readProblems(at("livecodebench/rows.jsonl"));
  expect(ferry).toMatchObject({
    functionCall: undefined,
    provenance: { sourceId: "99901/99901_B", publishedOn: "2023-08-21", difficulty: "medium" },
  });
  expect(ferry?.tests).toHaveLength(8);
  expect(stairs).toMatchObject({ functionCall: { functionName: "climb" } });
});

test("the two data sets of HardTests are read alone or joined", async () => {
  const [joined] = await readProblems(at("hardtests/joined.parquet"));
  const [problem] = await readProblems(at("hardtests/problems.jsonl"));
  const [first, second] = await readAll(at("hardtests/tests.jsonl"));
  expect(joined).toMatchObject({
    id: "codeforces-99902-c",
    limits: { timeLimitMs: 2000 },
    statements: [{ languageTag: "en" }, { languageTag: "zh", isTranslation: true }],
    validators: [{ convention: "kattis" }],
    generators: [
      { name: "RPGen-gen_range_based_input_small" },
      { name: "RPGen-gen_range_based_input_large" },
      { name: "HackGen-gen_hacking_input" },
    ],
    provenance: { rating: 1500, difficulty: "medium", sourceId: "codeforces_99902_c" },
  });
  expect(joined?.tests.map((item) => item.description)).toEqual([
    undefined,
    undefined,
    "made by LLMGen",
    "made by RPGen",
    "made by RPGen",
    "made by HackGen",
  ]);
  expect(problem?.tests).toHaveLength(2);
  expect(first).toMatchObject({ kind: "row-read", result: { problem: { statements: [{ isPlaceholder: true }] } } });
  expect(second).toMatchObject({ kind: "row-refused", issues: [{ field: "starter_code" }] });
});

describe("hostile files", () => {
  test("of bad rows each is refused by its field, and the good ones around them are read", async () => {
    const rows = await readAll(at("hostile/rows.jsonl"));
    expect(rows.filter((row) => row.kind === "row-read").map((row) => row.row)).toEqual([1, 37]);
    const said = rows.map((row) =>
      row.kind === "row-read"
        ? ""
        : row.issues.map((issue) => `${issue.field}: ${issue.expected}, ${issue.actual}`).join("; "),
    );
    const expected: Readonly<Record<number, RegExp>> = {
      2: /a JSON object, text that is not JSON/,
      3: /a JSON object, \[1,2\]/,
      4: /a JSON object, null/,
      5: /the columns of .*, no columns/,
      6: /the columns of .*, color/,
      7: /question_title: text, 5/,
      8: /question_title: text, nothing/,
      9: /private_test_cases\.0\.input: text, 1/,
      13: /a pickle of one text, opcode 0x63 at offset 0/,
      15: /a pickle of one text, opcode 0x5d/,
      21: /a pickle of one text, opcode 0x00/,
      23: /public_test_cases\.0: whole characters/,
      24: /input_output\.outputs: as many outputs as inputs, 1 inputs, 0 outputs/,
      25: /tags: a list of texts.*__import__/,
      29: /memory_limit_bytes: .*Infinity/,
      31: /limits\.time: .*-3000/,
      32: /streams\.input: a file name/,
      33: /tests: at least one test/,
      34: /mapping\.RPGen: .*9; test_cases_kit\.RPGen\.func_names\.0: the name of a function/,
      36: /corner_cases\.0\.input: a mapping, "1"/,
    };
    for (const [row, pattern] of Object.entries(expected)) expect(said[Number(row) - 1], row).toMatch(pattern);
  });

  test.each([
    ["bom-crlf.jsonl", "read read"],
    ["good.jsonl.gz", "read read"],
    ["not-utf8.jsonl", "read refused read"],
    ["groups.parquet", "read read read read read read"],
    ["damaged-group.parquet", "read read refused read read"],
    ["lz4.parquet", "refused"],
    ["other-columns.parquet", "refused"],
    ["no-rows.parquet", ""],
  ])("%s gives %s", async (name, kinds) => {
    expect((await readAll(at(`hostile/${name}`))).map((row) => row.kind.slice(4)).join(" ")).toBe(kinds);
  });

  test.each(["truncated.parquet", "no-parquet.parquet", "empty.parquet", "truncated.jsonl.gz"])(
    "%s as a whole is unreadable",
    async (name) => {
      await expect(readAll(at(`hostile/${name}`))).rejects.toMatchObject({ code: "PROBLEM_UNREADABLE" });
    },
  );

  test("a Parquet file with changed bytes gives rows, refusals or an error, and never ends the process", async () => {
    const root = await mkdtemp(join(tmpdir(), "grandsmith-parquet-"));
    try {
      const whole = await readFile(at("hardtests/joined.parquet"));
      const path = join(root, "changed.parquet");
      const outcomes = new Set<string>();
      for (let turn = 0; turn < 24; turn++) {
        const bytes = Buffer.from(whole);
        const place = turn % 2 === 0 ? whole.length - 20 - turn * 67 : turn * 331;
        bytes[place] = (bytes[place] ?? 0) ^ (turn % 3 === 0 ? 0xff : 1 << (turn % 8));
        await writeFile(path, bytes);
        const rows = await readAll(path).catch((error: unknown) => (error as { code?: string }).code ?? String(error));
        outcomes.add(typeof rows === "string" ? rows : "rows");
      }
      expect([...outcomes].toSorted()).toEqual(["PROBLEM_UNREADABLE", "rows"]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  test("fixtures stay small", async () => {
    for (const name of await readdir(at("hostile"))) {
      expect((await readFile(at(`hostile/${name}`))).length, name).toBeLessThan(50_000);
    }
  });
});

describe("judged", () => {
  let judge: Judge;
  let cacheDirectory = "";

  beforeAll(async () => {
    cacheDirectory = await mkdtemp(join(tmpdir(), "grandsmith-corpora-"));
    judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 2 });
  });

  afterAll(async () => {
    await judge[Symbol.asyncDispose]();
    await rm(cacheDirectory, { recursive: true, force: true });
  });

  const judgeAll = async (problem: Problem, names: readonly string[]): Promise<Record<string, string>> => {
    const verdicts: Record<string, string> = {};
    for (const { name, program } of problem.solutions.filter((solution) => names.includes(solution.name))) {
      verdicts[name] = (await judge.judge(program, { problem, tests: problem.tests })).verdict;
    }
    return verdicts;
  };

  test("solutions of a code_contests row get what the row says", async () => {
    const problem = await readProblem(`${at("code-contests/rows.parquet")}#1`);
    expect(await judgeAll(problem, ["accepted-1", "accepted-2", "rejected-1"])).toEqual({
      "accepted-1": "accepted",
      "accepted-2": "accepted",
      "rejected-1": "wrong-answer",
    });
  });

  test("HardTests' judging function accepts another right answer than the jury's, and no wrong one", async () => {
    const problem = await readProblem(`${at("hardtests/joined.jsonl")}#codeforces_99902_c`);
    expect(await judgeAll(problem, ["solution-2"])).toEqual({ "solution-2": "accepted" });
    const wrong = { language: "python3", fileName: "a.py", source: "print(1, 1)" } as const;
    expect((await judge.judge(wrong, { problem, tests: problem.tests })).verdict).toBe("wrong-answer");
  });
});
