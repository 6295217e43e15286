import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJudge, type Judge } from "../judge/index.ts";
import {
  createTestData,
  parseExpectation,
  type ExpectedVerdicts,
  type NamedProgram,
  type Problem,
  type Program,
  type Solution,
} from "../problem/index.ts";
import { createProblem, createTestCase } from "../testing/index.ts";
import { openFolderJournal } from "./open-folder-journal.ts";
import { verifyProblem } from "./verify-problem.ts";

let folder: string;
let judge: Judge;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "verify-test-"));
  const { journal } = openFolderJournal(path.join(folder, "journal"));
  judge = await createJudge({ journal, slots: 2 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const cpp = (source: string): Program => ({
  language: "cpp17",
  fileName: "main.cpp",
  source: `#include <cstdio>\n#include <cstdlib>\n#include <ctime>\n${source}`,
});
const helper = (name: string, source: string, more: Partial<NamedProgram> = {}): NamedProgram => ({
  name,
  program: cpp(source),
  convention: "plain",
  flags: [],
  ...more,
});
const solution = (name: string, source: string, expected: string | ExpectedVerdicts, isMain = false): Solution => ({
  name,
  program: cpp(source),
  isMain,
  expected: typeof expected === "string" ? (parseExpectation(expected) as ExpectedVerdicts) : expected,
});

const sum = `int main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }`;
const generator = helper(
  "gen",
  `int main(int n, char **v) { srand(atoi(v[2])); printf("%s %d\\n", v[1], rand() % 10); }`,
);
const validator = helper(
  "range",
  `int main(int n, char **v) { int a, b; char c; if (scanf("%d %d%c", &a, &b, &c) != 3 || c != '\\n' || getchar() != EOF) return 1;
  int most = n > 1 ? atoi(v[1]) : 1000; return a > most ? 1 : 0; }`,
);

const verify = async (changed: Partial<Problem>) =>
  verifyProblem({ judge }, { problem: createProblem(changed), losses: [] }, { jobs: 2, longestTimeMs: 5000 });
const found = (report: Awaited<ReturnType<typeof verify>>) =>
  report.findings.map(({ severity, code, subject }) => `${severity} ${code} ${subject}`);

test("a sound package is good: tests are made, validated, answered, and solutions do what they should", async () => {
  const report = await verify({
    generators: [generator],
    validators: [validator],
    plannedTests: [
      { id: "made/1", isSample: false, generatorCall: "gen 7 1" },
      { id: "made/2", isSample: false, generatorCall: "gen 800 2" },
    ],
    validatorTests: [
      { id: "word", kind: "invalid-input", input: createTestData("x 1\n") },
      { id: "edge", kind: "valid-input", input: createTestData("1000 1\n") },
      {
        id: "off",
        kind: "invalid-output",
        input: createTestData("1 2\n"),
        answer: createTestData("3\n"),
        output: createTestData("4\n"),
      },
      {
        id: "spaced",
        kind: "valid-output",
        input: createTestData("1 2\n"),
        answer: createTestData("3\n"),
        output: createTestData(" 3 "),
      },
    ],
    solutions: [
      solution("good", sum, "accepted", true),
      solution(
        "small",
        `int main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a > 100 ? 0 : a + b); }`,
        "wrong-answer",
      ),
      solution("broken", `int main( {`, "compile-error"),
    ],
  });
  expect(found(report)).toEqual([]);
  expect(report).toMatchObject({
    isGood: true,
    inputs: { tests: 3, made: 2, remade: 0, validations: 3, answersChecked: 3, validatorTests: 4 },
    timeLimit: { source: "package", slowestAcceptedName: "good" },
  });
  expect(report.submissions.map((row) => [row.name, row.status, row.verdict])).toEqual([
    ["good", "as-expected", "accepted"],
    ["small", "as-expected", "wrong-answer"],
    ["broken", "as-expected", "compile-error"],
  ]);
});

test("what is wrong with a package is found, each by its name", async () => {
  const shipped = { ...createTestCase({ id: "shipped", input: "1 1\n", answer: "3\n" }), generatorCall: "gen 1 1" };
  const report = await verify({
    generators: [
      generator,
      helper("chance", `int main() { timespec t; clock_gettime(CLOCK_REALTIME, &t); printf("1 %ld\\n", t.tv_nsec); }`),
      helper("crash", "int main() { abort(); }"),
    ],
    validators: [validator],
    tests: [
      createTestCase({ id: "sample/1", input: "1 2\n", answer: "3\n" }),
      shipped,
      createTestCase({ id: "large", input: "2000 1\n", answer: "2001\n" }),
    ],
    plannedTests: ["chance", "crash", "absent 1", 'gen "'].map((generatorCall, i) => ({
      id: `made/${i}`,
      isSample: false,
      generatorCall,
    })),
    checker: {
      kind: "program",
      convention: "testlib",
      flags: [],
      program: cpp(
        `int main(int n, char **v) { FILE *o = fopen(v[2], "r"); int x; if (fscanf(o, "%d", &x) != 1) return 3; return x > 2000; }`,
      ),
    },
    validatorTests: [
      { id: "fine", kind: "invalid-input", input: createTestData("1 2\n") },
      { id: "far", kind: "valid-input", input: createTestData("5000 2\n") },
      {
        id: "any",
        kind: "invalid-output",
        input: createTestData("1 2\n"),
        answer: createTestData("3\n"),
        output: createTestData("4\n"),
      },
      {
        id: "none",
        kind: "invalid-output",
        input: createTestData("1 2\n"),
        answer: createTestData("3\n"),
        output: createTestData(""),
      },
    ],
    solutions: [
      solution("good", sum, "accepted", true),
      solution("also", sum, "wrong-answer"),
      { ...solution("old", sum, "any"), program: { language: "other", fileName: "old.pas", source: "" } },
    ],
  });
  expect(found(report).toSorted()).toEqual([
    "error answer-rejected large",
    "error checker-failed invalid-output/none",
    "error checker-lenient invalid-output/any",
    "error generator-call-broken made/3",
    "error generator-failed made/1",
    "error generator-missing made/2",
    "error generator-random made/0",
    "error input-differs shipped",
    "error input-invalid large",
    "error validator-lenient invalid-input/fine",
    "error validator-strict valid-input/far",
    "warning submission-not-run old",
  ]);
  expect(report.isGood).toBe(false);
  expect(report.submissions.map((row) => [row.name, row.status, row.complaints[0]])).toEqual([
    ["good", "unexpected", "expected AC, got WA on large"],
    ["also", "as-expected", undefined],
    ["old", "not-run", "old.pas is in a language that is not run here"],
  ]);
});

const spin = (ms: number) =>
  `int main() { int a, b; scanf("%d %d", &a, &b); while (clock() < ${ms} * (CLOCKS_PER_SEC / 1000)); printf("%d\\n", a + b); }`;
const open = {
  timeLimitMs: 10_000,
  timeLimitFactor: 2,
  timeLimitMargin: 1.5,
  timeResolutionMs: 100,
  memoryLimitBytes: 2 ** 28,
};

test("an open time limit is measured from both sides", async () => {
  const report = await verify({
    limits: open,
    solutions: [
      solution("fast", sum, "accepted"),
      solution("right", spin(130), "accepted"),
      solution("slow", spin(900), "time-limit-exceeded"),
    ],
  });
  expect(found(report)).toEqual([]);
  // Twice what was measured of `right`, which a busy machine makes more.
  expect(report.limits.timeLimitMs).toBe(Math.ceil((report.timeLimit.slowestAcceptedMs ?? 0) / 50) * 100);
  expect(report.limits.timeLimitMs).toBeGreaterThanOrEqual(300);
  expect(report.limits.timeLimitMs).toBeLessThanOrEqual(600);
  expect(report.timeLimit).toMatchObject({
    source: "measured",
    slowestAcceptedName: "right",
    fastestTooSlowName: "slow",
  });
  expect(report.submissions.map((row) => row.status)).toEqual(["as-expected", "as-expected", "as-expected"]);
});

test("limits that no number separates are refused, and surprises near the limit are warned of", async () => {
  const empty = await verify({
    limits: open,
    solutions: [solution("right", spin(300), "accepted"), solution("slow", spin(500), "time-limit-exceeded")],
  });
  expect(found(empty)).toContain("error time-limit-empty time limit");
  const fixed = { timeLimitMs: 800, memoryLimitBytes: 2 ** 28 };
  const close = await verify({
    limits: fixed,
    solutions: [
      solution("over", spin(870), "accepted"),
      solution("under", spin(740), "time-limit-exceeded"),
      solution("far", spin(1800), "accepted"),
    ],
  });
  expect(close.submissions.map((row) => row.status)).toEqual(["close", "close", "unexpected"]);
});

test("a problem that cannot be judged is refused by name", async () => {
  const report = await verify({ interactor: { kind: "missing" }, solutions: [solution("good", sum, "accepted")] });
  expect(found(report)).toContain("error problem-unjudgeable sum");
  expect(report.submissions).toEqual([]);
});

test("what a folder remembers is not run again", async () => {
  const place = path.join(folder, "kept");
  const run = async (): Promise<number> => {
    using kept = openFolderJournal(place);
    await using own = await createJudge({
      journal: kept.journal,
      cacheDirectory: path.join(folder, "cache"),
      slots: 1,
    });
    const problem = createProblem({ solutions: [solution("good", sum, "accepted")] });
    expect((await verifyProblem({ judge: own }, { problem, losses: [] })).isGood).toBe(true);
    return (await readdir(path.join(place, "outcomes"))).length;
  };
  const first = await run();
  expect(first).toBeGreaterThan(0);
  expect(await run()).toBe(first);
});
