import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createTestData, defaultChecker, type Program, type TestCase } from "../problem/index.ts";
import { createJudge, judgeBatch, type BatchQuestion, type Judge } from "./index.ts";

const problem = {
  checker: defaultChecker,
  limits: { timeLimitMs: 1000, memoryLimitBytes: 256 * 1024 ** 2 },
  streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
  scoring: { kind: "binary" },
} as const;

function createTests(compute: (x: number) => number): readonly TestCase[] {
  return [1, 2, 3].map((x) => ({
    id: `${x}`,
    isSample: false,
    input: createTestData(`${x}\n`),
    answer: createTestData(`${compute(x)}\n`),
  }));
}

const doubling = createTests((x) => 2 * x);
const squaring = createTests((x) => x * x);

function print(expression: string, before = ""): Program {
  const source = `${before}#include <stdio.h>\nint main(void) { int x; scanf("%d", &x); printf("%d\\n", ${expression}); return 0; }\n`;
  return { language: "c", fileName: "main.c", source };
}

const questions: readonly BatchQuestion[] = [
  { program: print("2 * x"), problem, tests: doubling },
  { program: print("x * x"), problem, tests: squaring },
  { program: print("x * x"), problem, tests: doubling },
  { program: print("2 * x", "// again\n"), problem, tests: doubling },
  { program: print("2 * y"), problem, tests: doubling },
  { program: print("2 * y", "\n\n"), problem, tests: doubling },
  { program: print("10 / (x - 2)"), problem, tests: squaring },
];

let directory: string;
let judge: Judge;
const journal = createMemoryJournal();

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "judge-batch-test-"));
  judge = await createJudge({ journal, slots: 2, cacheDirectory: directory });
}, 60_000);

afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

test("a batch is judged as each of its programs is, in the order of the questions", { timeout: 60_000 }, async () => {
  const seen: number[] = [];
  const options = { stopsAtFirstFailure: true };
  const reports = await judgeBatch(judge, questions, { ...options, onReport: (index) => seen.push(index) });
  expect(reports.map((report) => report.verdict)).toEqual([
    "accepted",
    "accepted",
    "wrong-answer",
    "accepted",
    "compile-error",
    "compile-error",
    "wrong-answer",
  ]);
  expect(seen.toSorted((a, b) => a - b)).toEqual(questions.map((_, index) => index));
  const alone = await createJudge({
    journal: createMemoryJournal(),
    slots: 1,
    cacheDirectory: path.join(directory, "alone"),
    compilesPlainly: true,
  });
  await using _ = alone;
  for (const [index, { program, ...job }] of questions.entries()) {
    const expected = await alone.judge(program, job, options);
    expect(toComparable(reports[index])).toEqual(toComparable(expected));
  }
});

test("equal programs of one problem are judged once, whatever their layout", { timeout: 60_000 }, async () => {
  const reports = await judgeBatch(judge, questions.slice(0, 4));
  expect(reports[3]).toBe(reports[0]);
  expect(reports[2]).not.toBe(reports[1]);
});

test("an aborted batch ends with the signal's reason", async () => {
  const reason = new Error("enough");
  await expect(judgeBatch(judge, questions, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

function toComparable(report: Awaited<ReturnType<Judge["judge"]>> | undefined): unknown {
  return {
    verdict: report?.verdict,
    compileMessage: report?.compileMessage,
    tests: report?.tests.map(({ testId, verdict, message, stdoutDigest }) => ({
      testId,
      verdict,
      message,
      stdoutDigest,
    })),
  };
}
