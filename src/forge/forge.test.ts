import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createJudge, type Judge } from "../judge/index.ts";
import { createTestData, type Checker, type Problem, type Program } from "../problem/index.ts";
import { createProblem } from "../testing/index.ts";
import {
  checkBruteForce,
  checkGenerator,
  checkValidator,
  generateInputs,
  groupOutputs,
  validateInputs,
  type ToolCheck,
} from "./index.ts";
import { runHelper } from "./run-helper.ts";

/** "Print the sum of n integers": samples 1+2 and 5. */
const problem: Problem = createProblem({
  tests: [
    { id: "s1", isSample: true, input: createTestData("2\n1 2\n"), answer: createTestData("3\n") },
    { id: "s2", isSample: true, input: createTestData("1\n5\n"), answer: createTestData("5\n") },
  ],
});

function cpp(body: string): Program {
  const source = `#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <ctime>\n${body}`;
  return { language: "cpp20", fileName: "main.cpp", source };
}

const validator = cpp(`int main() { int n, x; char c; if (scanf("%d", &n) != 1 || n < 1 || n > 5) return 1;
  while (n--) if (scanf("%d", &x) != 1) { fputs("too few numbers", stderr); return 1; }
  return scanf(" %c", &c) == 1; }`);
const generator =
  cpp(`int main(int, char** v) { srand(atoi(v[1]) + v[2][0]); int n = rand() % 5 + 1; printf("%d\\n", n);
  while (n--) printf("%d ", rand() % 9); puts(""); }`);

function toComplaint(check: ToolCheck): string {
  return check.kind === "tool-rejected" ? check.complaint : check.kind;
}

async function complainOfBruteForce(program: Program): Promise<string> {
  return toComplaint(await checkBruteForce(context(), program));
}

async function complainOfGenerator(program: Program): Promise<string> {
  return toComplaint(await checkGenerator(context(), { generator: program, validator }));
}

let judge: Judge;
const context = () => ({ judge, problem });

describe("the forge", () => {
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal() });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("believes a validator that accepts the samples and rejects spoilt ones", async () => {
    expect((await checkValidator(context(), validator)).kind).toBe("tool-believed");
  });

  it("rejects a validator that accepts anything", async () => {
    const check = await checkValidator(context(), cpp("int main() { return 0; }"));
    expect(check).toMatchObject({ kind: "tool-rejected", complaint: expect.stringContaining("it rejects only 0") });
  });

  it("rejects a validator that refuses a sample, with its words", async () => {
    const check = await checkValidator(context(), cpp('int main() { fputs("n is odd", stderr); return 1; }'));
    expect(check).toMatchObject({ complaint: expect.stringMatching(/valid input of s1.*n is odd/) });
  });

  it("takes a crashing validator as undecided, not as a judgement of the input", async () => {
    const crash = cpp("int main() { abort(); }");
    const verdicts = await validateInputs(context(), { validator: crash, inputs: [createTestData("1\n1\n")] });
    expect(verdicts[0]?.kind).toBe("input-undecided");
  });

  it("rejects a brute force that is wrong, crashes, or does not compile, saying which", async () => {
    expect(await complainOfBruteForce(cpp('int main() { puts("4"); }'))).toMatch(/on s1 it gets wrong-answer/);
    expect(await complainOfBruteForce(cpp("int main() { return 3; }"))).toMatch(/on s1 it gets runtime-error/);
    expect(await complainOfBruteForce(cpp("int main() { retrun 3; }"))).toMatch(/does not compile/);
  });

  it("rejects a generator that depends on the time, one that ignores its seed, and one that makes invalid inputs", async () => {
    const timed = cpp(
      'int main() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); printf("1\\n%ld\\n", t.tv_nsec % 100000000); }',
    );
    expect(await complainOfGenerator(timed)).toMatch(/same arguments/);
    expect(await complainOfGenerator(cpp('int main() { puts("1\\n1"); }'))).toMatch(/different seeds/);
    expect(await complainOfGenerator(cpp('int main(int, char** v) { printf("9\\n%s\\n", v[1]); }'))).toMatch(
      /inputs are invalid/,
    );
    expect(await complainOfGenerator(cpp("int main() { return 1; }"))).toMatch(
      /arguments 1 tiny it ends with runtime-error/,
    );
    expect(await complainOfGenerator(generator)).toBe("tool-believed");
  });

  it("generates only valid, distinct, unknown inputs, the same for the same seed", async () => {
    const options = {
      generator,
      validator,
      counts: { tiny: 10, small: 5, edge: 3, large: 1 },
      seed: "7",
      known: new Set<string>(),
    };
    const first = await generateInputs(context(), options);
    const second = await generateInputs(context(), options);
    expect(second).toEqual(first);
    const digests = first.inputs.map((item) => item.input.digest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(
      first.inputs
        .filter((item) => item.size === "edge")
        .map((item) => item.call)
        .toSorted(),
    ).toEqual(["0 edge", "1 edge", "2 edge"].slice(0, first.counts.edge.kept));
    const known = new Set([digests[0] ?? ""]);
    const third = await generateInputs(context(), { ...options, known });
    expect(third.inputs.map((item) => item.input.digest)).not.toContain(digests[0]);
  });

  it("does not let a helper that never ends cost its limit on every input", async () => {
    const program = cpp("int main() { for (;;); }");
    const inputs = Array.from({ length: 100 }, (_, i) => ({ stdin: createTestData(`1\n${i}\n`) }));
    const limits = { timeLimitMs: 50, memoryLimitBytes: 2 ** 28 };
    const reports = await runHelper(context(), { program, inputs, limits });
    expect(reports).toHaveLength(100);
    expect(reports.filter((report) => report !== undefined).map(({ verdict }) => verdict)).toEqual(
      Array(2).fill("time-limit-exceeded"),
    );
  });

  it("blames no helper for what the judge could not do", async () => {
    const failing: Judge = {
      ...judge,
      execute: async (_, { inputs }) =>
        inputs.map(() => ({
          verdict: "judge-failed",
          message: "no sandbox",
          stderr: "",
          stdoutBytes: 0,
          cpuTimeMs: 0,
          wallTimeMs: 0,
          peakMemoryBytes: 0,
        })),
      [Symbol.asyncDispose]: async () => {},
    };
    const broken = { judge: failing, problem };
    const expected = { kind: "tool-uncheckable", reason: "the judge failed: no sandbox" };
    expect(await checkValidator(broken, validator)).toEqual(expected);
    expect(await checkGenerator(broken, { generator, validator })).toEqual(expected);
  });

  it("says that a brute force cannot be checked without answers, and when the judge itself fails", async () => {
    const tests = problem.tests.map((test) => ({ ...test, answer: undefined }));
    const unanswered = await checkBruteForce({ judge, problem: { ...problem, tests } }, cpp("int main() {}"));
    expect(unanswered.kind).toBe("tool-uncheckable");
    const checker: Checker = { kind: "program", convention: "testlib", flags: [], program: cpp("int main() {") };
    const failed = await checkBruteForce({ judge, problem: { ...problem, checker } }, cpp("int main() {}"));
    expect(failed).toMatchObject({ kind: "tool-uncheckable", reason: expect.stringContaining("judge failed") });
  });

  it("groups outputs that the checker takes as the same", async () => {
    const checker: Checker = {
      kind: "compare",
      options: { isCaseSensitive: true, isSpaceSensitive: false, absoluteTolerance: 1e-6 },
    };
    const outputs = ["1.0\n", "2.0\n", "1.00000001", "nan\n"].map((text) => createTestData(text));
    const input = createTestData("1\n1\n");
    expect(await groupOutputs({ judge, problem: { ...problem, checker } }, input, outputs)).toEqual([0, 1, 0, 2]);
  });
});
