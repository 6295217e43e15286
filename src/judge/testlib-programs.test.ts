import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createTestData, type Checker } from "../problem/index.ts";
import type { Judge } from "./contract.ts";
import { createJudge } from "./create-judge.ts";
import { adder, cpp, createTest, problem } from "./test-programs.ts";

let cacheDirectory: string;
let judge: Judge;

beforeAll(async () => {
  cacheDirectory = await mkdtemp(path.join(os.tmpdir(), "testlib-judge-"));
  judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 2 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(cacheDirectory, { recursive: true, force: true });
});

const limits = { timeLimitMs: 5000, memoryLimitBytes: 256 * 1024 ** 2 };

async function execute(
  source: string,
  args: readonly string[],
  stdin = "",
): Promise<readonly [number, string, string]> {
  const inputs = [{ args, stdin: createTestData(Buffer.from(stdin)) }];
  const [report] = await judge.execute(cpp(source), { inputs, limits });
  const output = report?.stdoutDigest === undefined ? undefined : judge.readOutput(report.stdoutDigest);
  return [report?.exitCode ?? -1, Buffer.from(output?.bytes ?? []).toString(), report?.stderr ?? report?.message ?? ""];
}

describe("testlib programs that bring no testlib.h", () => {
  test("a checker decides by its exit code, with points in its words", async () => {
    const source = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
  int a = inf.readInt(), expected = ans.readInt(), found = ouf.readInt(0, 100);
  if (a == 7) quitp(0.25, "a quarter");
  if (a == 6) quitf(_fail, "%s", checker.group().c_str());
  if (expected != found) quitf(_wa, "expected %d, found %d", expected, found);
  quitf(_ok, "%s", checker.testset().c_str());
}`;
    const flags = ["--testset", "main", "--group", "g1"];
    const checker: Checker = { kind: "program", program: cpp(source), convention: "testlib", flags };
    const scoring = { kind: "partial", maximum: 1 } as const;
    const tests = ["1 2", "2 2", "7 0", "6 0", "100 1"].map((input, i) => createTest(`${i}`, input, "3"));
    const report = await judge.judge(adder, { problem: { ...problem, checker, scoring }, tests });
    expect(report.tests.map((t) => [t.verdict, t.score, t.message])).toEqual([
      ["accepted", 1, "ok main"],
      ["wrong-answer", 0, "wrong answer expected 3, found 4"],
      ["partial", 0.25, "points 0.25 a quarter"],
      ["judge-failed", undefined, expect.stringContaining("FAIL g1")],
      ["wrong-answer", 0, "wrong answer 101 violates the range [0, 100]"],
    ]);
  });

  test("a validator refuses what the format does not allow", async () => {
    const source = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerValidation(argc, argv);
  int n = inf.readInt(1, 3, "n"); inf.readEoln();
  inf.readInts(n, 0, 9, "a"); inf.readEoln(); inf.readEof();
}`;
    expect(await execute(source, [], "2\n1 2\n")).toEqual([0, "", ""]);
    expect(await execute(source, [], "2\n1  2\n")).toEqual([
      3,
      "",
      "FAIL expected a token, got white space (stdin, line 2)\n",
    ]);
    expect(await execute(source, [], "2\n1 11\n")).toEqual([
      3,
      "",
      "FAIL a[2] equals to 11 violates the range [0, 9] (stdin, line 2)\n",
    ]);
  });

  test("a generator's command line gives its bytes", async () => {
    const source = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerGen(argc, argv, 1);
  println(rnd.next(1, opt<int>("n")), rnd.next("[a-z]{5}"), rnd.perm(4));
}`;
    const [exitCode, output] = await execute(source, ["-n", "1e9", "seed"]);
    expect([exitCode, output]).toEqual([0, "430141935 aqvza 0 3 2 1\n"]);
  });

  test("a program that relies on headers ours does not include compiles all the same", async () => {
    const source = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerGen(argc, argv, 1);
  std::unordered_map<int, std::bitset<4>> m; m[1][2] = true;
  println(m[1].to_string(), std::legendre(2, 0.0));
}`;
    expect((await execute(source, []))[1]).toBe("0100 -0.5\n");
  });

  test("a program that brings its own is compiled with that", async () => {
    const resources = [{ fileName: "testlib.h", source: '#include <cstdio>\nconst char *own = "own";\n' }];
    const program = { ...cpp('#include "testlib.h"\nint main() { std::puts(own); }\n'), resources };
    const [report] = await judge.execute(program, { inputs: [{ stdin: createTestData(Buffer.from("")) }], limits });
    expect(Buffer.from(judge.readOutput(report?.stdoutDigest ?? "").bytes).toString()).toBe("own\n");
  });
});
