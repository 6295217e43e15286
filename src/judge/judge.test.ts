import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal, type EffectSpec, type Journal } from "../journal/index.ts";
import { createTestData, type Program } from "../problem/index.ts";
import { hasTool, listChildPids } from "../testing/index.ts";
import type { Judge } from "./contract.ts";
import { createJudge } from "./create-judge.ts";
import { adder, cpp, createTest, problem, python, spinner } from "./test-programs.ts";

interface WatchedJournal extends Journal {
  readonly performed: EffectSpec[];
}

function createWatchedJournal(): WatchedJournal {
  const journal = createMemoryJournal();
  const performed: EffectSpec[] = [];
  return {
    ...journal,
    performed,
    effect: async (spec, perform) =>
      journal.effect(spec, async () => {
        performed.push(spec);
        return perform();
      }),
  };
}

let cacheDirectory: string;
let journal: WatchedJournal;
let judge: Judge;

beforeAll(async () => {
  cacheDirectory = await mkdtemp(path.join(os.tmpdir(), "judge-test-"));
  journal = createWatchedJournal();
  judge = await createJudge({ journal, cacheDirectory, slots: 2 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(cacheDirectory, { recursive: true, force: true });
});

describe("judging", () => {
  const tests = [createTest("1", "1 2", "3\n"), createTest("2", "2 2", "5"), createTest("3", "3 4", "7")];

  test("reports each test and the first failure's verdict", async () => {
    const report = await judge.judge(adder, { problem, tests });
    expect(report.verdict).toBe("wrong-answer");
    expect(report.tests.map((t) => [t.testId, t.verdict, t.score, t.message])).toEqual([
      ["1", "accepted", 1, ""],
      ["2", "wrong-answer", 0, "token 1: expected 5, got 4"],
      ["3", "accepted", 1, ""],
    ]);
    expect(report.maxMemoryBytes).toBeGreaterThan(0);
    expect(report.facts).toEqual(judge.facts);
  });

  test("stops at the first failure when asked, and the rest is skipped", async () => {
    const report = await judge.judge(adder, { problem, tests }, { stopsAtFirstFailure: true });
    expect(report.tests.map((t) => [t.verdict, t.score])).toEqual([
      ["accepted", 1],
      ["wrong-answer", 0],
      ["skipped", undefined],
    ]);
  });

  test("a test without an answer is judged by how it ended", async () => {
    const report = await judge.judge(adder, { problem, tests: [createTest("a", "1 2"), createTest("b", "nonsense")] });
    expect(report.tests.map((t) => t.verdict)).toEqual(["accepted", "runtime-error"]);
  });

  test("partial scoring calls a mix partial", async () => {
    const partial = { ...problem, scoring: { kind: "partial", maximum: 100 } } as const;
    expect((await judge.judge(adder, { problem: partial, tests })).verdict).toBe("partial");
  });

  test("what was judged is not judged again, nor is a program that differs in layout only", async () => {
    const first = await judge.judge(adder, { problem, tests });
    const before = journal.performed.length;
    expect(await judge.judge(adder, { problem, tests })).toEqual(first);
    expect(journal.performed).toHaveLength(before);
    const relaid = { ...adder, source: `// the same\n${adder.source.replace("long long a, b;", "long long a,b ;")}` };
    expect(await judge.judge(relaid, { problem, tests })).toEqual(first);
    expect(journal.performed.slice(before).map((spec) => spec.kind)).toEqual(["compile"]);
  });

  const fileStreams = { input: { kind: "file", name: "sum.in" }, output: { kind: "file", name: "sum.out" } } as const;
  const filing = cpp(`#include <cstdio>
int main() { FILE *in = fopen("sum.in", "r"), *out = fopen("sum.out", "w"); long long a, b; puts("noise");
  if (!in || !out || fscanf(in, "%lld %lld", &a, &b) != 2) return 1; if (a == 9) return 0; fprintf(out, "%lld", a + b);
  if (a == 8) for (int i = 0; i < 1 << 22; i++) fputs("0123456789abcdef", out); }`);

  test("problems may read and write files", async () => {
    const job = {
      problem: { ...problem, streams: fileStreams },
      tests: [...tests, createTest("4", "9 0", "9"), createTest("5", "8 0", "8")],
    };
    const report = await judge.judge(filing, job);
    expect(report.tests.map((t) => t.verdict)).toEqual([
      "accepted",
      "wrong-answer",
      "accepted",
      "wrong-answer",
      "output-limit-exceeded",
    ]);
    expect((await judge.judge(adder, job)).tests[0]?.verdict).toBe("runtime-error");
    const half = { ...problem, streams: { ...fileStreams, output: { kind: "stdout" } as const } };
    expect((await judge.judge(filing, { ...job, problem: half })).tests[0]?.verdict).toBe("runtime-error");
  });

  test("a problem that nothing can judge is refused by name, not failed", async () => {
    const missing = await judge.judge(adder, { problem: { ...problem, interactor: { kind: "missing" } }, tests });
    expect(missing.tests[0]).toMatchObject({ verdict: "judge-failed", score: undefined });
    expect(missing.tests[0]?.message).toContain("without its interactor");
    const answers = await judge.judge(adder, { problem: { ...problem, isSubmitAnswer: true }, tests });
    expect(answers.tests[0]?.message).toContain("submit-answer");
  });

  test("arguments and files of a test reach the program", async () => {
    const reader = cpp(`#include <cstdio>
int main(int n, char **v) { FILE *f = fopen(v[n - 1], "r"); char text[9] = ""; if (f && fgets(text, 9, f)) puts(text); }`);
    const files = [{ fileName: "side.txt", data: createTestData("42") }];
    const filed = { ...createTest("1", "", "42"), args: ["side.txt"], files };
    expect((await judge.judge(reader, { problem, tests: [filed] })).verdict).toBe("accepted");
  });

  test("execution gives outputs, and arguments reach the program", async () => {
    const echo = cpp(
      `#include <cstdio>\nint main(int n, char **v) { for (int i = 1; i < n; i++) puts(v[i]); return n - 3; }`,
    );
    const inputs = [{ args: ["a b", "2"], stdin: createTestData("") }, { stdin: createTestData("") }];
    const reports = await judge.execute(echo, { inputs, limits: problem.limits });
    expect(reports.map((r) => [r.verdict, r.exitCode])).toEqual([
      ["accepted", 0],
      ["runtime-error", 254],
    ]);
    expect(Buffer.from(judge.readOutput(reports[0]?.stdoutDigest ?? "").bytes).toString()).toBe("a b\n2\n");
    expect(() => judge.readOutput("0".repeat(64))).toThrow(/not in the journal/);
  });

  test("aborting ends the run with the signal's reason, and the judge goes on", async () => {
    const abort = new AbortController();
    const waiting = judge.judge(spinner, { problem, tests: [createTest("1", "60")] }, { signal: abort.signal });
    void setTimeout(100).then(() => abort.abort(new Error("enough")));
    await expect(waiting).rejects.toThrow("enough");
    expect((await judge.judge(spinner, { problem, tests: [createTest("1", "0.01", "done")] })).verdict).toBe(
      "accepted",
    );
  });

  test("a source longer than the problem's code limit is a compile error, whatever it does", async () => {
    const bytes = Buffer.byteLength(`${adder.source}// é`);
    const program = { ...adder, source: `${adder.source}// é` };
    const oneTest = [createTest("1", "1 2", "3")];
    const judgeWithin = async (codeLimitBytes: number, judged: Program) =>
      judge.judge(judged, { problem: { ...problem, limits: { ...problem.limits, codeLimitBytes } }, tests: oneTest });
    expect((await judgeWithin(bytes, program)).verdict).toBe("accepted");
    const report = await judgeWithin(bytes - 1, program);
    expect([report.verdict, report.tests[0]?.verdict]).toEqual(["compile-error", "compile-error"]);
    expect(report.compileMessage).toContain(`${bytes} bytes, more than the problem's code limit of ${bytes - 1}`);
    const resources = [{ fileName: "more.h", source: "//" }];
    expect((await judgeWithin(bytes + 1, { ...program, resources })).verdict).toBe("compile-error");
  });

  test("another caller's abort does not end a judgement that is shared", async () => {
    const abort = new AbortController();
    const job = { problem, tests: [createTest("shared", "1.5", "done")] };
    const first = judge.judge(spinner, job, { signal: abort.signal });
    const second = judge.judge(spinner, job);
    void setTimeout(50).then(() => abort.abort(new Error("enough")));
    await expect(first).rejects.toThrow("enough");
    expect((await second).verdict).toBe("accepted");
  });
});

describe("a sandbox helper that dies", () => {
  const job = { problem, tests: [createTest("1", "0.05", "done"), createTest("2", "1.5", "done")] };

  test("is replaced and the runs left are run again", async () => {
    const own = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 1 });
    await own.compile(spinner);
    const waiting = own.judge(spinner, job);
    while (!(await isProgramRunning(listChildPids()))) await setTimeout(5);
    killHelpers();
    expect((await waiting).tests.map((t) => t.verdict)).toEqual(["accepted", "accepted"]);
    await own[Symbol.asyncDispose]();
  });

  test("again and again, makes no verdict on the program and is not remembered", async () => {
    const own = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 1 });
    await own.compile(spinner);
    const over = new AbortController();
    const judging = own.judge(spinner, job).finally(() => over.abort());
    while (!over.signal.aborted) {
      if (await isProgramRunning(listChildPids())) killHelpers();
      await setTimeout(20);
    }
    const report = await judging;
    expect(report.verdict).toBe("judge-failed");
    expect(report.tests.at(-1)).toMatchObject({ verdict: "judge-failed", score: undefined });
    expect((await own.judge(spinner, job)).verdict).toBe("accepted");
    await own[Symbol.asyncDispose]();
  });
});

/** Whether one of these processes, or one below them, is a program that is judged. */
async function isProgramRunning(pids: readonly number[]): Promise<boolean> {
  const found = pids.map(async (pid) => {
    const read = async (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
    if ((await read("comm")) === "program\n") return true;
    return isProgramRunning((await read(`task/${pid}/children`)).split(" ").filter(Boolean).map(Number));
  });
  return (await Promise.all(found)).includes(true);
}

/** Kills this process's children, all of which are sandbox helpers, as the kernel might. */
function killHelpers(): void {
  for (const pid of listChildPids()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {}
  }
}

describe("compiling", () => {
  test("errors say line and column of the source as it is spelled, and no path", async () => {
    const broken = cpp("int main() {\n  return x;\n}\n");
    expect(await judge.compile(broken)).toMatchObject({
      kind: "compile-error",
      message: "2:10: error: 'x' was not declared in this scope",
    });
    const shifted = { ...broken, source: `\n${broken.source}` };
    expect(await judge.compile(shifted)).toMatchObject({ message: expect.stringMatching(/^3:10: /) as string });
    const report = await judge.judge(shifted, { problem, tests: [createTest("1", "", "")] });
    expect(report).toMatchObject({
      verdict: "compile-error",
      compileMessage: expect.stringMatching(/^3:10: /) as string,
    });
    expect(report.tests[0]).toMatchObject({ verdict: "compile-error", score: 0 });
    const [run] = await judge.execute(broken, { inputs: [{ stdin: createTestData("") }], limits: problem.limits });
    expect(run?.verdict).toBe("compile-error");
  });

  test("cannot read the machine's files into messages", async () => {
    for (const file of ["/etc/passwd", "/proc/self/environ", "/var/log/syslog"]) {
      const outcome = await judge.compile(cpp(`#include "${file}"\nint main() {}`));
      expect(outcome).toMatchObject({
        kind: "compile-error",
        message: `1:${12 + file.length}: error: ${path.basename(file)}: No such file or directory`.replace(
          /^1:\d+/,
          "1:10",
        ),
      });
    }
  });

  test("a missing function is an error of the program", async () => {
    expect(await judge.compile(cpp("void f();\nint main() { f(); }"))).toMatchObject({
      kind: "compile-error",
      message: "link: error: undefined reference to 'f()'",
    });
  });

  test("resources lie beside the source", async () => {
    const program = { ...cpp(`#include "my.h"\n#include <my.h>\nint main() { return two - 2; }`) };
    const resources = [{ fileName: "my.h", source: "#pragma once\nconst int two = 2;" }];
    expect(await judge.compile({ ...program, resources })).toMatchObject({ kind: "compile-ok" });
    const escaping = [{ fileName: "../my.h", source: "" }];
    expect(await judge.compile({ ...program, resources: escaping })).toMatchObject({ kind: "compile-error" });
  });

  test("C, C++20 and C++23 compile with their own standards", async () => {
    const c: Program = { language: "c", fileName: "a.c", source: "int main(void) { int class = 0; return class; }" };
    expect(await judge.compile(c)).toMatchObject({ kind: "compile-ok" });
    const twenty = "#include <compare>\nint main() { return (1 <=> 1) == 0 ? 0 : 1; }";
    expect(await judge.compile({ ...cpp(twenty), language: "cpp20" })).toMatchObject({ kind: "compile-ok" });
    expect(await judge.compile(cpp(twenty))).toMatchObject({ kind: "compile-error" });
    const twentyThree = "int main() { if consteval { return 1; } else { return 0; } }";
    expect(await judge.compile({ ...cpp(twentyThree), language: "cpp23" })).toMatchObject({ kind: "compile-ok" });
  });

  test("a language that is not judged is named and never the program's fault", async () => {
    const program: Program = { language: "other", fileName: "main.pas", source: "begin end." };
    expect(await judge.compile(program)).toMatchObject({
      kind: "compile-failed",
      message: expect.stringContaining("other") as string,
    });
    expect((await judge.judge(program, { problem, tests: [createTest("1", "", "")] })).verdict).toBe("judge-failed");
  });

  test("programs are built once for all judges, and a damaged build is built again", async () => {
    const program = cpp("int main() { return 7; }");
    const run = async (): Promise<readonly unknown[]> => {
      await using own = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 1 });
      const compiled = await own.compile(program);
      const [report] = await own.execute(program, { inputs: [{ stdin: createTestData("") }], limits: problem.limits });
      return [compiled.kind === "compile-ok" && compiled.wasCached, report?.exitCode];
    };
    expect(await run()).toEqual([false, 7]);
    expect(await run()).toEqual([true, 7]);
    const directory = path.join(cacheDirectory, "compile");
    for (const name of await readdir(directory)) {
      const content = await readFile(path.join(directory, name));
      await writeFile(path.join(directory, name), content.fill(0, 100, 200));
    }
    expect(await run()).toEqual([false, 7]);
  });
});

async function pythonVerdictOf(source: string, input: string, answer?: string): Promise<string> {
  const limits = { ...problem.limits, timeLimitMs: 500 };
  const tests = [createTest("1", input, answer)];
  return (await judge.judge(python(source), { problem: { ...problem, limits }, tests })).verdict;
}

describe.skipIf(!hasTool("python3"))("Python (needs python3)", () => {
  test.each([
    ["a right program", "print(sum(map(int, input().split())))", "accepted"],
    ["a wrong program", "print(0)", "wrong-answer"],
    ["an exception", "raise ValueError('x')", "runtime-error"],
    ["an endless loop", "while True: pass", "time-limit-exceeded"],
    ["too much memory", "x = bytearray(1 << 30); print(x[5])", "memory-limit-exceeded"],
    ["exit() of the site module", "a, b = map(int, input().split())\nprint(a + b)\nexit()", "accepted"],
    [
      "exit() in a thread of classes and names",
      "def main():\n  print(sum(map(int, input().split())))\n  quit(0)\nif __name__ == '__main__': main()",
      "accepted",
    ],
    ["exit(3)", "exit(3)", "runtime-error"],
    ["a missing package", "import no_such_package", "runtime-error"],
    ["a syntax error", "def f(:\n  pass", "compile-error"],
    ["a null byte", "print('\0')", "compile-error"],
    ["a child process", "import os\nos.fork()", "runtime-error"],
    [
      "deep recursion",
      "import sys\nsys.setrecursionlimit(10**6)\nf = lambda n: n and 1 + f(n - 1)\nprint(f(50000) - 49997)",
      "accepted",
    ],
  ])("%s is judged as such", async (_, source, verdict) => {
    expect(await pythonVerdictOf(source, "1 2", "3")).toBe(verdict);
  });

  test("a program of several files starts from its own", async () => {
    const resources = [{ fileName: "main.py", source: "def add(a, b): return a + b" }];
    const program = {
      ...python("from main import add\nprint(add(*map(int, input().split())))\nexit()"),
      fileName: "start.py",
      resources,
    };
    expect((await judge.judge(program, { problem, tests: [createTest("1", "1 2", "3")] })).verdict).toBe("accepted");
  });

  test("a syntax error is told with its place", async () => {
    expect(await judge.compile(python("x = 1\nif x\n  pass"))).toMatchObject({
      kind: "compile-error",
      message: "2:5: error: SyntaxError: expected ':'",
    });
  });

  test("equal programs iterate sets equally", async () => {
    const source = "print(''.join(set('abcdefghijklmnop')))";
    const limits = problem.limits;
    const inputs = [{ stdin: createTestData("") }, { stdin: createTestData("") }];
    const [one, two] = await judge.execute(python(source), { inputs, limits });
    expect(one?.stdoutDigest).toBe(two?.stdoutDigest);
  });
});
