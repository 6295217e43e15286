import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createTestData, defaultChecker, type Checker, type TestCase } from "../problem/index.ts";
import type { Judge } from "./contract.ts";
import { createJudge } from "./create-judge.ts";
import { adder, cpp, createTest, problem } from "./test-programs.ts";

let cacheDirectory: string;
let judge: Judge;

beforeAll(async () => {
  cacheDirectory = await mkdtemp(path.join(os.tmpdir(), "checker-test-"));
  judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 2 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(cacheDirectory, { recursive: true, force: true });
});

async function judgeWith(
  convention: "testlib" | "kattis" | "frontier-cs",
  source: string,
  tests: readonly TestCase[] = [createTest("1", "1 2", "3"), createTest("2", "2 2", "4")],
  stopsAtFirstFailure = false,
): Promise<readonly unknown[]> {
  const checker: Checker = { kind: "program", program: cpp(source), convention, flags: [] };
  const scoring = { kind: "partial", maximum: 1 } as const;
  const report = await judge.judge(
    adder,
    { problem: { ...problem, checker, scoring }, tests },
    { stopsAtFirstFailure },
  );
  return report.tests.map((t) => [t.verdict, t.score, t.message]);
}

describe("checker programs", () => {
  const testlibLike = `#include <cstdio>
#include <cstdlib>
int main(int n, char **v) {
  FILE *in = fopen(v[1], "r"), *out = fopen(v[2], "r"), *ans = fopen(v[3], "r");
  int a, b, x, y; if (!in || !out || !ans || fscanf(in, "%d %d", &a, &b) != 2 || fscanf(out, "%d", &x) != 1) return 3;
  bool known = fscanf(ans, "%d", &y) == 1;
  if (a == 9) abort();
  if (a == 8) return 55;
  if (a == 7) { fprintf(stderr, "points 0.25 a quarter"); return 7; }
  if (a == 6) { fprintf(stderr, "wrong output format"); return 2; }
  if (a == 5) for (;;) ;
  fprintf(stderr, "%s", known && x != y ? "wrong answer differs" : "ok same");
  return known && x != y;
}`;

  test("testlib's convention: exit codes and points, and a failing checker is no verdict", async () => {
    const inputs = ["1 2", "1 3", "9 0", "8 0", "7 0", "6 0"];
    const tests = inputs.map((input, i) => createTest(`${i}`, input, "3"));
    expect(await judgeWith("testlib", testlibLike, tests)).toEqual([
      ["accepted", 1, "ok same"],
      ["wrong-answer", 0, "wrong answer differs"],
      ["judge-failed", undefined, expect.stringContaining("signal 6")],
      ["judge-failed", undefined, expect.stringContaining("exit code 55")],
      ["partial", 0.25, "points 0.25 a quarter"],
      ["presentation-error", 0, "wrong output format"],
    ]);
  });

  test("stopping at the first failure skips whatever was run behind it", async () => {
    const inputs = ["1 2", "7 0", "1 3", "1 2", "2 1"];
    const tests = inputs.map((input, i) => createTest(`${i}`, input, "3"));
    const reports = await judgeWith("testlib", testlibLike, tests, true);
    expect(reports.map((r) => (r as [string])[0])).toEqual([
      "accepted",
      "partial",
      "wrong-answer",
      "skipped",
      "skipped",
    ]);
  });

  test("a checker program decides without an answer too", async () => {
    expect(await judgeWith("testlib", testlibLike, [createTest("1", "1 2")])).toEqual([["accepted", 1, "ok same"]]);
  });

  test("Kattis's convention: 42 and 43, feedback and score files", async () => {
    const source = `#include <cstdio>
#include <string>
int main(int n, char **v) {
  int x = 0; if (scanf("%d", &x) != 1) return 1;
  std::string dir = v[3];
  FILE *f = fopen((dir + "judgemessage.txt").c_str(), "w"); fprintf(f, "saw %d", x); fclose(f);
  if (x == 4) { f = fopen((dir + "score_multiplier.txt").c_str(), "w"); fprintf(f, "0.5\\n"); fclose(f); }
  return x == 5 ? 43 : x == 6 ? 0 : 42;
}`;
    const tests = ["1 2", "2 2", "2 3", "3 3"].map((input, i) => createTest(`${i}`, input, ""));
    expect(await judgeWith("kattis", source, tests)).toEqual([
      ["accepted", 1, "saw 3"],
      ["partial", 0.5, "saw 4"],
      ["wrong-answer", 0, "saw 5"],
      ["judge-failed", undefined, expect.stringContaining("exit code 0")],
    ]);
  });

  test("a checker that does not compile fails the judge, not the program", async () => {
    expect(await judgeWith("testlib", "int main() { return x; }")).toEqual([
      ["judge-failed", undefined, expect.stringContaining("does not compile")],
      ["judge-failed", undefined, expect.stringContaining("does not compile")],
    ]);
  });

  test("outputs are compared by the same checkers", async () => {
    const outputs = { input: createTestData("1 2"), output: createTestData("3"), answer: createTestData("3 ") };
    expect(await judge.compareOutputs(defaultChecker, outputs)).toEqual({ kind: "outputs-agree" });
    const other = { ...outputs, output: createTestData("4") };
    expect(await judge.compareOutputs(defaultChecker, other)).toEqual({
      kind: "outputs-differ",
      message: "token 1: expected 3, got 4",
    });
    const checker: Checker = { kind: "program", program: cpp(testlibLike), convention: "testlib", flags: [] };
    expect(await judge.compareOutputs(checker, outputs)).toEqual({ kind: "outputs-agree" });
    expect(await judge.compareOutputs(checker, other)).toMatchObject({ kind: "outputs-differ" });
    const crashing = { ...outputs, input: createTestData("9 0") };
    expect(await judge.compareOutputs(checker, crashing)).toMatchObject({ kind: "comparison-failed" });
  });
});
