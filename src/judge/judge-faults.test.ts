import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createTestData, defaultChecker, type Limits, type Program, type TestData } from "../problem/index.ts";
import type { Judge, TestReport } from "./contract.ts";
import { createJudge } from "./create-judge.ts";

const mebibyte = 1024 * 1024;

/** Does what its input says first. */
const chameleon: Program = {
  language: "cpp17",
  fileName: "main.cpp",
  source: String.raw`
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
extern char **environ;
static long cpuMs() { return clock() / (CLOCKS_PER_SEC / 1000); }
static void spin(long ms) { while (cpuMs() < ms); }
static int deep(int n) { volatile char frame[1024]; frame[0] = n; return n == 0 ? frame[0] : deep(n - 1) + frame[0]; }
static void *work(void *) { spin(100); return nullptr; }
int main() {
  char mode[32]; long n = 0;
  if (scanf("%31s %ld", mode, &n) < 1) return 1;
  auto is = [&](const char *m) { return strcmp(mode, m) == 0; };
  if (is("print")) for (long i = 0; i < n; i++) puts("0123456789abcde");
  if (is("flood")) for (;;) if (fwrite(mode, 1, 32, stdout) == 0) return 0;
  if (is("complain")) { for (long i = 0; i < n; i++) fputs("0123456789abcde\n", stderr); puts("done"); }
  if (is("count")) { long c = 0; while (getchar() != EOF) c++; printf("%ld\n", c); }
  if (is("ignore")) puts("done");
  if (is("nap")) { usleep(n * 1000); puts("done"); }
  if (is("sleep")) for (;;) pause();
  if (is("stop")) { raise(SIGSTOP); puts("done"); }
  if (is("spin")) { spin(n); puts("done"); }
  if (is("touch")) { char *p = (char *)malloc(n << 20); if (!p) abort(); memset(p, 1, n << 20); printf("%d\n", p[n]); }
  if (is("fork")) { int made = 0; for (int i = 0; i < 10000; i++) { pid_t p = fork(); if (p == 0) for (;;) pause(); if (p > 0) made++; } printf("%d\n", made); }
  if (is("thread")) { pthread_t t; if (pthread_create(&t, nullptr, work, nullptr)) return 1; pthread_join(t, nullptr); puts("done"); }
  if (is("deep")) printf("%d\n", deep(n) != 42);
  if (is("abort")) abort();
  if (is("crash")) { volatile int *p = nullptr; *p = 1; }
  if (is("divide")) { volatile int z = 0; printf("%d\n", 12345 / z); }
  if (is("exit")) exit(n);
  if (is("look")) {
    for (const char *f : {"/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", "/var", "/home", "/tmp", "/usr"}) {
      struct stat s; if (stat(f, &s) == 0) printf("sees %s\n", f);
    }
    for (int fd = 3; fd < 64; fd++) if (fcntl(fd, F_GETFD) >= 0) printf("fd %d\n", fd);
    if (DIR *d = opendir("/box")) while (dirent *e = readdir(d)) if (e->d_name[0] != '.') printf("box %s\n", e->d_name);
    for (char **e = environ; *e; e++) printf("env %s\n", *e);
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) puts("network");
    for (const char *f : {"/box/x", "/x", "/tmp/x", "/work/x"}) if (open(f, O_CREAT | O_WRONLY, 0600) >= 0) printf("writes %s\n", f);
    if (kill(-1, 0) == 0) puts("others");
  }
}`,
};

const limits: Limits = { timeLimitMs: 300, memoryLimitBytes: 64 * mebibyte };

describe("a judged program", () => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal() });
  });
  afterAll(async () => judge[Symbol.asyncDispose]());

  test("compiles", async () => {
    expect(await judge.compile(chameleon)).toMatchObject({ kind: "compile-ok" });
  });

  async function judgeOn(
    inputs: readonly (string | TestData)[],
    changed: Partial<Limits> = {},
    answer?: TestData,
  ): Promise<readonly TestReport[]> {
    const judged = await judge.judge(chameleon, {
      problem: {
        checker: defaultChecker,
        limits: { ...limits, ...changed },
        streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
        scoring: { kind: "binary" },
      },
      tests: inputs.map((input, i) => ({
        id: `${i}`,
        isSample: false,
        input: typeof input === "string" ? createTestData(input) : input,
        answer,
      })),
    });
    return judged.tests;
  }

  async function verdictOf(input: string | TestData, changed: Partial<Limits> = {}, answer?: string): Promise<string> {
    const [report] = await judgeOn([input], changed, answer === undefined ? undefined : createTestData(answer));
    return report?.verdict ?? "none";
  }

  test("may write more than a pipe holds, up to tens of megabytes, and gets it compared whole", async () => {
    const line = "0123456789abcde\n";
    expect(await verdictOf("print 65536", {}, line.repeat(65536))).toBe("accepted");
    const answer = createTestData(Buffer.alloc(60 * mebibyte, line));
    const [report] = await judgeOn([`print ${(60 * mebibyte) / 16}`], { timeLimitMs: 5000 }, answer);
    expect(report).toMatchObject({ verdict: "accepted", stdoutBytes: 60 * mebibyte });
    expect(judge.readOutput(report?.stdoutDigest ?? "").bytes.length).toBe(60 * mebibyte);
  });

  test("may write much to standard error, of which the beginning is kept", async () => {
    const [report] = await judgeOn(["complain 100000"], {}, createTestData("done"));
    expect(report?.verdict).toBe("accepted");
    expect(report?.stderr).toBe("0123456789abcde\n".repeat(128));
  });

  test("may read a large input or leave it unread", async () => {
    const rest = " 0\n".padEnd(16 * mebibyte, "x");
    expect(await verdictOf(createTestData(`count${rest}`), { timeLimitMs: 5000 }, `${rest.length - 2}`)).toBe(
      "accepted",
    );
    expect(await verdictOf(createTestData(`ignore${rest}`), {}, "done")).toBe("accepted");
  });

  test("is not over time for waiting a little, only for computing", async () => {
    expect(await verdictOf("nap 600", {}, "done")).toBe("accepted");
    expect(await verdictOf("spin 150", {}, "done")).toBe("accepted");
  });

  test("is over time by CPU time to the millisecond, whatever it was killed with", async () => {
    const tests = await judgeOn(["spin 100000", "spin 380"], {}, createTestData("done"));
    expect(tests.map((t) => t.verdict)).toEqual(["time-limit-exceeded", "time-limit-exceeded"]);
    expect(tests[0]?.cpuTimeMs).toBeGreaterThanOrEqual(450);
    expect(tests[0]?.cpuTimeMs).toBeLessThan(1500);
    expect(tests[0]?.signal).toBeUndefined();
  });

  test("is idle when it sleeps or stops itself", async () => {
    const tests = await judgeOn(["sleep", "stop"], { timeLimitMs: 50 });
    expect(tests.map((t) => t.verdict)).toEqual(["idleness-limit-exceeded", "idleness-limit-exceeded"]);
  });

  test("is measured by its own memory, not by this process's", async () => {
    const ballast = Buffer.alloc(300 * mebibyte, 1);
    const [report] = await judgeOn(["ignore"], {}, createTestData("done"));
    expect(report?.peakMemoryBytes).toBeLessThan(8 * mebibyte);
    expect(ballast[1]).toBe(1);
  });

  test("is over memory when killed for it or when it asks for far too much", async () => {
    expect(await verdictOf("touch 20", {}, "1")).toBe("accepted");
    expect(await verdictOf("touch 100")).toBe("memory-limit-exceeded");
    expect(await verdictOf("touch 8192", { timeLimitMs: 5000 })).toBe("memory-limit-exceeded");
  });

  test("cannot fork, may use threads, whose CPU time counts", async () => {
    expect(await verdictOf("fork", {}, "0")).toBe("accepted");
    const [report] = await judgeOn(["thread"], {}, createTestData("done"));
    expect(report?.verdict).toBe("accepted");
    expect(report?.cpuTimeMs).toBeGreaterThanOrEqual(100);
  });

  test("sees itself and its input, and neither answers, files, environment, network nor others", async () => {
    const [report] = await judgeOn(["look"], {}, createTestData("the answer"));
    const seen = Buffer.from(judge.readOutput(report?.stdoutDigest ?? "").bytes).toString();
    expect(seen.trim().split("\n").toSorted()).toEqual(["box program", "env GLIBC_TUNABLES=glibc.malloc.hugetlb=1"]);
  });

  test("is stopped at the output cap, and cut output is never compared", async () => {
    const [flood] = await judgeOn(["flood"], { timeLimitMs: 5000 });
    expect(flood?.verdict).toBe("output-limit-exceeded");
    const line = "0123456789abcde\n";
    const [cut] = await judgeOn(["print 65"], { outputLimitBytes: 1024 }, createTestData(line.repeat(64)));
    expect(cut?.verdict).toBe("output-limit-exceeded");
    expect(cut?.stdoutDigest).toBeUndefined();
    expect(await verdictOf("print 64", { outputLimitBytes: 1024 }, line.repeat(64))).toBe("accepted");
  });

  test("has a stack for deep recursion, and a smaller one when the problem says so", async () => {
    expect(await verdictOf("deep 150000", { memoryLimitBytes: 512 * mebibyte, timeLimitMs: 5000 }, "1")).toBe(
      "accepted",
    );
    expect(await verdictOf("deep 150000", { memoryLimitBytes: 512 * mebibyte, stackLimitBytes: 8 * mebibyte })).toBe(
      "runtime-error",
    );
  });

  test("fails by signal or exit code, told apart", async () => {
    const tests = await judgeOn(["abort", "crash", "divide", "exit 3", "exit 0"]);
    expect(tests.map((t) => [t.verdict, t.signal ?? t.exitCode])).toEqual([
      ["runtime-error", 6],
      ["runtime-error", 11],
      ["runtime-error", 8],
      ["runtime-error", 3],
      ["accepted", 0],
    ]);
    expect(tests[1]?.message).toContain("SIGSEGV");
  });

  test("leaves nothing behind: the next run is like the first", async () => {
    const inputs = ["touch 100", "fork", "flood", "exit 3", "ignore"];
    const tests = await judgeOn(inputs, { outputLimitBytes: mebibyte, timeLimitMs: 5000 });
    expect(tests.at(-1)).toMatchObject({ verdict: "accepted" });
    expect(tests.at(-1)?.peakMemoryBytes).toBeLessThan(8 * mebibyte);
  });
});
