import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../../journal/index.ts";
import { createJudge, type Judge } from "../../judge/index.ts";
import type { InputSpec, Problem, Program } from "../../problem/index.ts";
import { createProblem, createTestCase } from "../../testing/index.ts";
import {
  explainVerdict,
  searchDifferences,
  stressAtSize,
  writeAdversarialExamples,
  type ForgeFault,
  type SearchOptions,
} from "../index.ts";

function cpp(body: string, fileName = "main.cpp"): Program {
  const source = `#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <ctime>\n#include <unistd.h>\n${body}`;
  return { language: "cpp20", fileName, source };
}

function solver(loop: string): Program {
  return cpp(`int main() { int n; scanf("%d", &n); long long s = 0; for (int i = 0; i < n; i++) { int x; scanf("%d", &x); ${loop} }
  printf("%lld\\n", s); }`);
}

const inputSpec: InputSpec = {
  input: [{ line: { n: [1, 1000] } }, { line: { x: { array: "n", of: [-1000, 1000] } } }],
};
/** The sum of n integers. */
const problem: Problem = createProblem({
  inputSpec,
  tests: [
    createTestCase({ id: "sample/1", input: "2\n1 2\n", answer: "3\n" }),
    createTestCase({ id: "sample/2", input: "1\n5\n", answer: "5\n" }),
  ],
});
const right = { name: "right", program: solver("s += x;") };
const rightToo = { name: "right-too", program: solver("s = x + s;") };
const positive = { name: "positive", program: solver("if (x > 0) s += x;") };
const skipsSeventh = { name: "skips-seventh", program: solver("if (x != 7) s += x;") };
const quadratic = {
  name: "quadratic",
  program: solver("for (volatile long long k = 0; k < 30000LL * n; k++) {} s += x;"),
};
const budget = { runs: 3000, cpuTimeMs: 15_000 };

const checker = (source: string) =>
  ({ kind: "program", program: cpp(source, "check.cpp"), convention: "testlib", flags: [] }) as const;

let judge: Judge;

async function search(options: Partial<SearchOptions>, overrides: Partial<Problem> = {}) {
  return searchDifferences(
    { judge, problem: { ...problem, ...overrides } },
    { candidates: [positive], seed: "1", budget, ...options },
  );
}

function listFaults(faults: readonly ForgeFault[]): readonly string[] {
  return faults.map(({ kind, who }) => `${kind} ${who}`);
}

describe("the search for differences", () => {
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal() });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("kills wrong programs against gold with small tests that everybody right passes", async () => {
    const result = await search({ candidates: [positive, skipsSeventh], gold: [right, rightToo] });
    expect(result).toMatchObject({ end: "nothing-left", survivors: [], faults: [] });
    const texts = result.tests.map((test) => new TextDecoder().decode(test.input.bytes));
    expect(texts).toContain("1\n-1\n");
    expect(texts).toContain("1\n7\n");
    expect(result.tests.every(({ authority }) => authority?.kind === "gold")).toBe(true);
  });

  it("gives equal results for equal seeds, and from a journal without running anything", async () => {
    const effects: string[] = [];
    const memory = createMemoryJournal();
    const journal: typeof memory = {
      ...memory,
      effect: async (spec, perform) =>
        memory.effect(spec, async () => {
          effects.push(spec.label);
          return perform();
        }),
    };
    await using own = await createJudge({ journal });
    const options = { candidates: [skipsSeventh], gold: [right], seed: "again", budget };
    const first = await searchDifferences({ judge: own, problem }, options);
    const performed = effects.length;
    const second = await searchDifferences({ judge: own, problem }, options);
    expect(second).toEqual(first);
    expect(performed).toBeGreaterThan(0);
    expect(effects.length).toBe(performed);
  });

  it("asks a brute force where there is no gold, and says how far it was checked", async () => {
    const checked = await search({ bruteForces: [right] });
    expect(checked.tests[0]?.authority).toEqual({ kind: "brute-force", program: "right", isVerified: true });
    const unchecked = await search({ bruteForces: [right] }, { tests: [] });
    expect(unchecked.oracle).toContain("oracle unverified");
    expect(unchecked.tests[0]?.authority).toMatchObject({ isVerified: false });
  });

  it("goes by majority where nobody knows, and marks it so", async () => {
    const result = await search({ candidates: [right, rightToo, positive] });
    expect(result.tests[0]).toMatchObject({
      authority: { kind: "consensus", of: ["right", "right-too"] },
      killed: [{ candidate: "positive" }],
    });
    expect(result.oracle).toContain("consensus");
  });

  it("tells a proposer of the test that was kept and drops what it proposes outside the rules", async () => {
    const heard: (string | undefined)[] = [];
    const proposer = {
      name: "scripted",
      propose: async (request: { readonly difference?: { readonly id: string } | undefined }) => {
        heard.push(request.difference?.id);
        return [{ text: "9\n1\n" }, { text: `1\n${heard.length === 1 ? -4 : 7}\n`, boundary: `round ${heard.length}` }];
      },
    };
    const result = await search({
      candidates: [positive, skipsSeventh],
      gold: [right],
      proposers: [proposer],
      minimiseRuns: 0,
      minimumSize: 2,
    });
    expect(heard.slice(0, 2)).toEqual([undefined, "forge/001"]);
    expect(result.tests.map(({ boundary }) => boundary)).toEqual(["round 1", "round 2"]);
  });

  describe("catches what lies", () => {
    const generators: Readonly<Record<string, string>> = {
      "generator-prints-invalid": `int main(int, char** v) { printf("0\\n\\n%s\\n", v[1]); }`,
      "generator-endless": `int main() { for (;;) puts("1 1 1 1 1 1 1 1 1 1 1 1"); }`,
      "generator-crashes": `int main() { printf("3\\n1 2"); fflush(stdout); abort(); }`,
      "generator-not-deterministic": `int main() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); printf("3\\n%ld %ld %ld\\n", t.tv_nsec % 1000, t.tv_nsec / 1000 % 1000, t.tv_nsec / 1000000); }`,
    };

    it.each(Object.keys(generators))("%s: it is named and no test rests on it", async (kind) => {
      const generator = { name: "liar", program: cpp(generators[kind] ?? "") };
      const source = { generator, calls: [["1"], ["2"]], isMutable: false };
      const result = await search({ gold: [right], generators: [source], minimumSize: 2 });
      expect(listFaults(result.faults)).toEqual([`${kind} liar`]);
      expect(result).toMatchObject({ tests: [], end: "sources-dry", survivors: ["positive"] });
    });

    it("drops a brute force that is wrong on a sample", async () => {
      const result = await search(
        { candidates: [right, positive], bruteForces: [{ ...positive, name: "brute" }] },
        {
          tests: [createTestCase({ id: "sample/1", input: "1\n-5\n", answer: "-5\n" })],
        },
      );
      expect(listFaults(result.faults)).toEqual(["brute-force-contradicted brute"]);
      expect(result.tests.some(({ authority }) => authority?.kind === "brute-force")).toBe(false);
    });

    it("drops a brute force that an independent one contradicts", async () => {
      const bruteForces = [
        { ...positive, name: "brute" },
        { ...right, name: "other brute" },
      ];
      const result = await search({ candidates: [right, rightToo, skipsSeventh], bruteForces });
      expect(listFaults(result.faults)).toEqual(["brute-force-contradicted brute"]);
      expect(result.tests.length).toBeGreaterThan(0);
      expect(result.tests.every(({ authority }) => authority?.kind === "consensus")).toBe(true);
    });

    it("names a brute force that gold contradicts and keeps gold's tests", async () => {
      const result = await search({ gold: [right], bruteForces: [{ ...positive, name: "brute" }] });
      expect(listFaults(result.faults)).toEqual(["brute-force-contradicted brute"]);
      expect(result.tests[0]?.authority).toEqual({ kind: "gold", program: "right" });
    });

    it("refuses a checker that accepts junk, and one that rejects the answer itself", async () => {
      const lax = await search({ gold: [right] }, { checker: checker("int main() { return 0; }") });
      expect(lax).toMatchObject({ end: "refused", tests: [] });
      expect(listFaults(lax.faults)).toEqual(["checker-accepts-junk check.cpp"]);
      const strict = await search({ gold: [right] }, { checker: checker("int main() { return 1; }") });
      expect(strict).toMatchObject({ end: "refused", tests: [] });
      expect(listFaults(strict.faults)).toContain("checker-rejects-answer check.cpp");
    });

    it("drops a test that fails a program counted as accepted, and names it", async () => {
      const result = await search({
        candidates: [positive],
        gold: [right, { ...positive, name: "accepted?" }],
        budget: { runs: 300, cpuTimeMs: 10_000 },
      });
      expect(listFaults(result.faults)).toEqual(["accepted-contradicted accepted?"]);
      expect(result.tests).toEqual([]);
    });

    it("names a specification that allows what the validator refuses", async () => {
      const validator = cpp(
        `int main() { int n, x; if (scanf("%d", &n) != 1) return 1; while (n--) if (scanf("%d", &x) != 1 || x < 0) return 1; return 0; }`,
      );
      const validators = [{ name: "val", program: validator, convention: "plain", flags: [] } as const];
      const result = await search({ gold: [right], budget: { runs: 300, cpuTimeMs: 10_000 } }, { validators });
      expect(listFaults(result.faults)).toEqual(["validator-contradicts-specification val"]);
      expect(result.tests).toEqual([]);
    });
  });

  describe("at size", () => {
    it("measures growth, and takes who agrees with a brute force as the reference, by consensus", async () => {
      const limits = { timeLimitMs: 500, memoryLimitBytes: 64 * 1024 ** 2 };
      const report = await stressAtSize(
        { judge, problem: { ...problem, limits } },
        { candidates: [right, quadratic, positive], bruteForce: rightToo, seed: "1", budget, shapes: [] },
      );
      expect(report.reference).toEqual({ kind: "consensus", of: ["right", "quadratic"] });
      const largest = report.tests.at(-1);
      const results = report.tests.flatMap((test) => test.results);
      expect(results).toContainEqual(
        expect.objectContaining({ candidate: "quadratic", verdict: "time-limit-exceeded" }),
      );
      expect(largest?.authority).toEqual({ kind: "consensus", of: ["right"] });
    });

    it("goes on after a time limit outside until a large test explains it", async () => {
      const limits = { timeLimitMs: 500, memoryLimitBytes: 64 * 1024 ** 2 };
      const explained = await explainVerdict(
        { judge, problem: { ...problem, limits } },
        { submitted: quadratic, verdict: "time-limit-exceeded", gold: [right], seed: "1", budget },
      );
      expect(explained).toMatchObject({
        kind: "verdict-explained",
        test: { killed: [{ candidate: "quadratic", verdict: "time-limit-exceeded" }] },
      });
      const unexplained = await explainVerdict(
        { judge, problem },
        {
          submitted: rightToo,
          verdict: "wrong-answer",
          gold: [right],
          seed: "1",
          budget: { runs: 200, cpuTimeMs: 5000 },
        },
      );
      expect(unexplained.kind).toBe("verdict-unexplained");
    });
  });

  it("writes verified examples as JSON lines, and none that only a majority answered", async () => {
    const gold = await search({ gold: [right] });
    const lines = writeAdversarialExamples(problem, gold.tests, { gold: right, candidates: [positive] });
    expect(
      lines
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      expect.objectContaining({ problemId: "sum", candidateName: "positive", input: "1\n-1\n", answer: "-1\n" }),
    ]);
    const majority = await search({ candidates: [right, rightToo, positive] });
    expect(writeAdversarialExamples(problem, majority.tests, { gold: undefined, candidates: [positive] })).toBe("");
  });
});
