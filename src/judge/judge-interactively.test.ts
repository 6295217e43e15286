import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { type Checker, type Interactor, type Limits, type Program } from "../problem/index.ts";
import { hasTool } from "../testing/index.ts";
import type { Judge, JudgedProblem, TestReport } from "./contract.ts";
import { createJudge } from "./create-judge.ts";
import { cpp, createTest, problem, python } from "./test-programs.ts";

let cacheDirectory: string;
let judge: Judge;

beforeAll(async () => {
  cacheDirectory = await mkdtemp(path.join(os.tmpdir(), "interact-test-"));
  judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 2 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(cacheDirectory, { recursive: true, force: true });
});

/** Holds a number from 1 to 100; answers guesses with `less`, `more` or `right`; ten guesses at most. */
const kattisGuess = cpp(String.raw`#include <cstdio>
#include <cstdlib>
#include <cstring>
int main(int n, char **v) {
  FILE *in = fopen(v[1], "r"); int secret, guess; if (!in || fscanf(in, "%d", &secret) != 1) return 1;
  char path[300]; snprintf(path, 300, "%sjudgemessage.txt", v[3]); FILE *note = fopen(path, "w");
  for (int i = 0; i < 10; i++) {
    if (scanf("%d", &guess) != 1) { fprintf(note, "no guess"); return 43; }
    if (guess == 77) abort();
    if (guess == 78) for (;;) puts("more");
    if (guess < 1 || guess > 100) { fprintf(note, "guess %d", guess); fclose(note); puts("out"); fflush(stdout); return 43; }
    if (guess == secret) { puts("right"); fprintf(note, "in %d", i + 1); return 42; }
    puts(guess < secret ? "more" : "less"); fflush(stdout);
  }
  return 43;
}`);

const guesser = cpp(String.raw`#include <cstdio>
int main() { int low = 1, high = 100; char word[9];
  for (;;) { int mid = (low + high) / 2; printf("%d\n", mid); fflush(stdout); if (scanf("%8s", word) != 1) return 3;
    if (word[0] == 'r') return 0; if (word[0] == 'm') low = mid + 1; else high = mid - 1; } }`);

async function judgeBy(
  interactor: Interactor,
  solution: Program,
  changed: {
    readonly limits?: Partial<Limits>;
    readonly checker?: Checker;
    readonly inputs?: readonly string[];
    readonly problem?: Partial<JudgedProblem>;
    readonly mostIdleTests?: number;
  } = {},
): Promise<readonly TestReport[]> {
  const judged = {
    ...problem,
    limits: { ...problem.limits, timeLimitMs: 500, ...changed.limits },
    ...(changed.checker === undefined ? {} : { checker: changed.checker }),
    interactor,
    ...changed.problem,
  };
  const tests = (changed.inputs ?? ["37"]).map((input, i) => createTest(`${i}`, input, "37"));
  const { mostIdleTests } = changed;
  const report = await judge.judge(solution, { problem: judged, tests }, { mostIdleTests });
  return report.tests;
}

const kattis: Extract<Interactor, { kind: "program" }> = {
  kind: "program",
  program: kattisGuess,
  convention: "kattis",
  flags: [],
};

async function verdictOf(solution: Program, changed?: Parameters<typeof judgeBy>[2]): Promise<string | undefined> {
  const [report] = await judgeBy(kattis, solution, changed);
  return report?.verdict;
}

const says = (text: string, then: string) =>
  cpp(`#include <cstdio>
#include <unistd.h>
int main() { puts("${text}"); fflush(stdout); ${then} }`);

const provokes = (n: number) =>
  cpp(`#include <cstdio>\nint main() { puts("${n}"); fflush(stdout); while (getchar() != EOF); }`);

const printing = (first: number) =>
  `import sys, time\nprint(${first}, flush=True)\nsys.stdin.read()\nprint(1, flush=True)\nprint(1, flush=True)`;

describe("an interactive solution", () => {
  test("is accepted by an interactor, on each test, with what that has to say", async () => {
    const reports = await judgeBy(kattis, guesser, { inputs: ["37", "1", "100", "50"] });
    expect(reports.map((t) => t.verdict)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
    expect(reports.map((t) => t.message)).toEqual(["in 3", "in 6", "in 7", "in 1"]);
    expect(reports[0]?.cpuTimeMs).toBeGreaterThan(0);
  });

  test("that is rejected is wrong, even where it dies of that", async () => {
    const endless = `char c; while (read(0, &c, 1) == 1); for (;;) { puts("5"); fflush(stdout); }`;
    expect((await judgeBy(kattis, says("101", "char c; while (read(0, &c, 1) == 1);")))[0]).toMatchObject({
      verdict: "wrong-answer",
      message: "guess 101",
    });
    expect(await verdictOf(says("102", endless))).toBe("wrong-answer");
    expect(await verdictOf(says("103", "char c; while (read(0, &c, 1) == 1); usleep(20000); return 7;"))).toBe(
      "wrong-answer",
    );
  });

  test("that leaves early is wrong, and one that crashes first is a crash", async () => {
    expect(await verdictOf(cpp("int main() {}"))).toBe("wrong-answer");
    expect(await verdictOf(cpp("int main() { return 5; }"))).toBe("runtime-error");
    expect(await verdictOf(cpp("#include <cstdlib>\nint main() { abort(); }"))).toBe("runtime-error");
    expect(await verdictOf(cpp('#include <cstdio>\nint main() { puts("78"); }'))).toBe("wrong-answer");
  });

  test("has its limits, also once the interactor has accepted", async () => {
    expect(await verdictOf(cpp("int main() { for (;;) ; }"))).toBe("time-limit-exceeded");
    expect(await verdictOf(cpp('#include <cstdio>\nint main() { puts("37"); fflush(stdout); for (;;) ; }'))).toBe(
      "time-limit-exceeded",
    );
    expect(
      await verdictOf(
        cpp(
          '#include <cstdio>\nint main() { puts("37"); fflush(stdout); getchar(); while (getchar() != EOF); return 9; }',
        ),
      ),
    ).toBe("runtime-error");
    expect(
      await verdictOf(
        cpp(
          '#include <cstdio>\n#include <vector>\nint main() { std::vector<char> v(100 << 20, 1); printf("%d\\n", 36 + v[7]); }',
        ),
        {
          limits: { memoryLimitBytes: 32 << 20 },
        },
      ),
    ).toBe("memory-limit-exceeded");
  });

  test("that waits for an interactor that waits for it is idle", async () => {
    expect(
      await verdictOf(cpp("#include <cstdio>\nint main() { return getchar(); }"), { limits: { timeLimitMs: 50 } }),
    ).toBe("idleness-limit-exceeded");
  });

  test("that is idle on as many tests as asked for is not run on the others", async () => {
    const startled = cpp(`#include <unistd.h>
#include <cstdio>
int main() { char c; puts("50"); fflush(stdout); read(0, &c, 1); return c == 'r' ? 0 : (pause(), 1); }`);
    const changed = { inputs: ["50", "37", "50", "38", "39"], limits: { timeLimitMs: 50 }, mostIdleTests: 1 };
    const reports = await judgeBy(kattis, startled, changed);
    const [right, idle, skipped] = ["accepted", "idleness-limit-exceeded", "skipped"];
    expect(reports.map((report) => report.verdict)).toEqual([right, idle, skipped, skipped, skipped]);
  });

  test("that floods is stopped at the cap", async () => {
    const flood = cpp('#include <cstdio>\nint main() { for (;;) puts("50"); }');
    const patient = cpp("#include <cstdio>\nint main() { while (getchar() != EOF); return 43; }");
    const interactor: Interactor = { ...kattis, program: patient };
    const [report] = await judgeBy(interactor, flood, { limits: { outputLimitBytes: 1 << 20, timeLimitMs: 5000 } });
    expect(report?.verdict).toBe("output-limit-exceeded");
    expect(await verdictOf(flood)).toBe("wrong-answer");
  });

  test("is never blamed for its interactor's faults", async () => {
    const [report] = await judgeBy(kattis, provokes(77));
    expect(report).toMatchObject({ verdict: "judge-failed", message: "the interactor died of signal 6" });
    expect(report?.score).toBeUndefined();
    const broken = { ...kattis, program: cpp("int main( {") };
    expect((await judgeBy(broken, guesser))[0]).toMatchObject({ verdict: "judge-failed" });
  });

  test.skipIf(!hasTool("python3"))(
    "in Python is forgiven a pipe that its interactor closed (needs python3)",
    async () => {
      expect(await verdictOf(python(printing(37)))).toBe("accepted");
      expect(await verdictOf(python(printing(101)))).toBe("wrong-answer");
    },
  );
});

const echo = (exitCode: string, stderr = "") =>
  cpp(String.raw`#include <cstdio>
int main(int n, char **v) { FILE *in = fopen(v[1], "r"), *out = fopen(v[2], "w"), *ans = fopen(v[3], "r"); int a, b, c;
if (!in || !out || !ans || fscanf(in, "%d", &a) != 1 || fscanf(ans, "%d", &c) != 1) return 3;
printf("%d\n", a); fflush(stdout); if (scanf("%d", &b) != 1) return 2; fprintf(out, "%d\n", b);
fprintf(stderr, "${stderr}", b / 10.0, b / 5.0); return ${exitCode}; }`);

const answers = (n: number) => cpp(`#include <cstdio>\nint main() { int a; scanf("%d", &a); printf("%d\\n", ${n}); }`);

const testlib = (program: Program): Interactor => ({ kind: "program", program, convention: "testlib", flags: [] });

describe("testlib's and Frontier-CS's interactors", () => {
  const wcmp: Checker = { kind: "standard", name: "wcmp" };

  test("leave what they wrote to the checker, where the package names one", async () => {
    const checked = { checker: wcmp };
    expect((await judgeBy(testlib(echo("0")), answers(37), checked))[0]?.verdict).toBe("accepted");
    expect((await judgeBy(testlib(echo("0")), answers(38), checked))[0]?.verdict).toBe("wrong-answer");
    expect((await judgeBy(testlib(echo("0")), answers(38)))[0]?.verdict).toBe("accepted");
    const program = cpp(String.raw`#include <cstdio>
int main(int n, char **v) { int a, b; FILE *out = fopen(v[2], "r"), *ans = fopen(v[3], "r");
  if (fscanf(out, "%d", &a) != 1 || fscanf(ans, "%d", &b) != 1) return 3; return a != b; }`);
    const own: Checker = { kind: "program", program, convention: "testlib", flags: [] };
    expect((await judgeBy(testlib(echo("0")), answers(37), { checker: own }))[0]?.verdict).toBe("accepted");
    expect((await judgeBy(testlib(echo("0")), answers(38), { checker: own }))[0]?.verdict).toBe("wrong-answer");
  });

  test("decide by testlib's exit codes before any checker", async () => {
    expect((await judgeBy(testlib(echo("1", "wrong answer no")), answers(37), { checker: wcmp }))[0]).toMatchObject({
      verdict: "wrong-answer",
      message: "wrong answer no",
    });
    expect((await judgeBy(testlib(echo("0")), cpp("int main() {}")))[0]?.verdict).toBe("presentation-error");
    expect((await judgeBy(testlib(echo("3")), answers(37)))[0]?.verdict).toBe("judge-failed");
  });

  test("give ratios from their own channel", async () => {
    const program = echo("7", "points 1 Ratio: %.3f, RatioUnbounded: %.3e");
    const interactor: Interactor = { kind: "program", program, convention: "frontier-cs", flags: [] };
    const scoring = { kind: "open-ended", direction: "maximize", maximum: 1 } as const;
    const liar = cpp(
      '#include <cstdio>\nint main() { fputs("Ratio: 1.0", stderr); int a; scanf("%d", &a); puts("4"); }',
    );
    const report = await judge.judge(liar, {
      problem: { ...problem, scoring, interactor },
      tests: [createTest("1", "37", "1"), createTest("2", "1", "1")],
    });
    expect(report.tests.map((t) => [t.verdict, t.score, t.unboundedScore])).toEqual([
      ["partial", 0.4, 0.8],
      ["partial", 0.4, 0.8],
    ]);
    expect(report).toMatchObject({ verdict: "partial", points: 0.4, unboundedPoints: 0.8, maximumPoints: 1 });
  });
});

describe("multi-pass problems", () => {
  /** Pass 1 must double the input, pass 2 halve it again; counts passes in a file of its own. */
  const validator = cpp(String.raw`#include <cstdio>
#include <string>
int main(int n, char **v) { std::string dir = v[3]; int x, y, seen = 0;
  FILE *in = fopen(v[1], "r"); if (!in || fscanf(in, "%d", &x) != 1) return 1;
  FILE *state = fopen((dir + "state").c_str(), "r"); if (state) { if (fscanf(state, "%d", &seen) != 1) return 1; fclose(state); }
  if (scanf("%d", &y) != 1) return 43;
  FILE *note = fopen((dir + "judgemessage.txt").c_str(), "a"); fprintf(note, "pass %d: %d\n", seen + 1, y); fclose(note);
  if (seen == 1) return x == 2 * y ? 42 : 43;
  if (x == 5) seen = -1;
  if (y != 2 * x && x != 6) return 43;
  FILE *next = fopen((dir + "nextpass.in").c_str(), "w"); fprintf(next, "%d\n", y); fclose(next);
  state = fopen((dir + "state").c_str(), "w"); fprintf(state, "%d", seen + 1); fclose(state);
  return x == 6 ? 43 : 42; }`);
  const checker: Checker = { kind: "program", program: validator, convention: "kattis", flags: [] };
  const solution = cpp(
    `#include <cstdio>\nint main() { int x; scanf("%d", &x); printf("%d\\n", x % 2 ? 2 * x : x / 2); }`,
  );

  test("run a solution again on what the validator left, which keeps its notes", async () => {
    const report = await judge.judge(solution, {
      problem: { ...problem, checker, passLimit: 2 },
      tests: [createTest("1", "7"), createTest("2", "8"), createTest("3", "5"), createTest("4", "6")],
    });
    expect(report.tests.map((t) => [t.verdict, t.message])).toEqual([
      ["accepted", "pass 1: 14\npass 2: 7"],
      ["wrong-answer", "pass 1: 4"],
      ["wrong-answer", "pass 1: 10\npass 1: 5"],
      ["judge-failed", "the validator rejected the output and asked for another pass"],
    ]);
    const short = await judge.judge(solution, {
      problem: { ...problem, checker, passLimit: 1 },
      tests: [createTest("1", "7")],
    });
    expect(short.tests[0]).toMatchObject({ verdict: "judge-failed" });
    expect(short.tests[0]?.message).toContain("more than 1 passes");
  });

  test("run an interactive solution again as well", async () => {
    const program = cpp(String.raw`#include <cstdio>
#include <string>
int main(int n, char **v) { std::string dir = v[3]; int x, y; FILE *in = fopen(v[1], "r"); if (fscanf(in, "%d", &x) != 1) return 1;
  FILE *state = fopen((dir + "first").c_str(), "r"); printf("%d\n", x); fflush(stdout); if (scanf("%d", &y) != 1) return 43;
  if (state) return y == x / 2 ? 42 : 43;
  state = fopen((dir + "first").c_str(), "w"); fclose(state);
  FILE *next = fopen((dir + "nextpass.in").c_str(), "w"); fprintf(next, "%d\n", y); return y == 2 * x ? 42 : 43; }`);
    const interactor: Interactor = { kind: "program", program, convention: "kattis", flags: [] };
    const reports = await judgeBy(interactor, solution, { inputs: ["7"], problem: { passLimit: 2 } });
    expect(reports.map((t) => t.verdict)).toEqual(["accepted"]);
    const [wrong] = await judgeBy(
      interactor,
      cpp(`#include <cstdio>\nint main() { int x; scanf("%d", &x); printf("%d\\n", 2 * x); }`),
      {
        inputs: ["7"],
        problem: { passLimit: 2 },
      },
    );
    expect(wrong?.verdict).toBe("wrong-answer");
  });
});
