import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../../journal/index.ts";
import { createJudge, type Judge } from "../../judge/index.ts";
import type { InputSpec, Problem, Program } from "../../problem/index.ts";
import { createProblem, createTestCase } from "../../testing/index.ts";
import { searchDifferences, type ForgeFault, type SearchOptions } from "../index.ts";

function c(body: string, fileName = "main.c"): Program {
  return {
    language: "c",
    fileName,
    source: `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n${body}`,
  };
}

function solver(loop: string): Program {
  return c(`int main() { int n; scanf("%d", &n); long long s = 0; for (int i = 0; i < n; i++) { int x; scanf("%d", &x); ${loop} }
  printf("%lld\\n", s); }`);
}

const inputSpec: InputSpec = {
  input: [{ line: { n: [1, 1000] } }, { line: { x: { array: "n", of: [-1000, 1000] } } }],
};
/** The sum of n integers. */
const problem: Problem = createProblem({
  inputSpec,
  tests: [createTestCase({ id: "sample/1", input: "2\n1 2\n", answer: "3\n" })],
});
const right = { name: "right", program: solver("s += x;") };
const rightToo = { name: "right-too", program: solver("s = x + s;") };
const positive = { name: "positive", program: solver("if (x > 0) s += x;") };
const budget = { runs: 2000, cpuTimeMs: 10_000 };

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

/** A generator that is the only source of inputs. */
function by(source: string, calls: readonly (readonly string[])[]): Partial<SearchOptions> {
  const generator = { name: "my gen", program: c(source) };
  return { gold: [right], generators: [{ generator, calls, isMutable: false }], minimumSize: 2 };
}

describe("tools that lie in part", () => {
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal() });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("a generator that repeats its first call only: the test stays, its call does not, and it is named", async () => {
    const source = `int main(int n, char** v) {
      struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t);
      if (strcmp(v[1], "1") == 0) puts("1\\n5");
      else printf("3\\n%ld -%ld %ld\\n", t.tv_nsec % 1000, t.tv_nsec / 1000 % 1000 + 1, t.tv_nsec / 1000000); }`;
    const result = await search({ ...by(source, [["1"], ["{seed}"]]), minimiseRuns: 0 });
    expect(listFaults(result.faults)).toEqual(["generator-not-deterministic my gen"]);
    expect(result.tests).toMatchObject([{ call: undefined, killed: [{ candidate: "positive" }] }]);
  });

  it("a generator whose calls can be repeated keeps them, though its name has a space", async () => {
    const result = await search({
      ...by(`int main(int n, char** v) { printf("1\\n-%d\\n", atoi(v[1]) % 900 + 1); }`, [["{seed}"]]),
      minimiseRuns: 0,
    });
    expect(result.faults).toEqual([]);
    expect(result.tests[0]?.call).toMatch(/^my gen \d+$/);
  });

  it("a generator that prints white space alone is named, also where nothing says what is valid", async () => {
    const source = `int main() { puts(" "); }`;
    const result = await search(by(source, [["{seed}"]]), { inputSpec: undefined });
    expect(listFaults(result.faults)).toEqual(["generator-prints-invalid my gen"]);
    expect(result.tests).toEqual([]);
  });

  it("a brute force that is right on small inputs only is named, and its answer is not counted as verified", async () => {
    const bruteForce = {
      name: "brute",
      program:
        c(`int main() { int n; scanf("%d", &n); long long s = n > 4; for (int i = 0; i < n; i++) { int x; scanf("%d", &x); s += x; }
      printf("%lld\\n", s); }`),
    };
    const result = await search({ candidates: [right, rightToo], bruteForces: [bruteForce] });
    expect(listFaults(result.faults)).toEqual(["brute-force-contested brute"]);
    expect(result.tests).toMatchObject([{ authority: { kind: "brute-force", isVerified: false } }]);
    const supported = await search({ candidates: [positive, rightToo], bruteForces: [right], stopsAtFirst: true });
    expect(supported.faults).toEqual([]);
    expect(supported.tests).toMatchObject([{ authority: { kind: "brute-force", isVerified: true } }]);
  });

  it("a brute force that no sample allows leaves one program alone: nothing was compared", async () => {
    const result = await search({ candidates: [right], bruteForces: [{ name: "brute", program: solver("s -= x;") }] });
    expect(listFaults(result.faults)).toEqual(["brute-force-contradicted brute"]);
    expect(result).toMatchObject({ end: "refused", tests: [] });
  });

  const checkers: Readonly<Record<string, string>> = {
    "checker-accepts-junk": `int main(int n, char** v) { FILE* f = fopen(v[2], "r"); long long x; return fscanf(f, "%lld", &x) == 1 ? 0 : 1; }`,
    "checker-fails": `int main(int n, char** v) { long long x = 0, y = 1; fscanf(fopen(v[2], "r"), "%lld", &x); fscanf(fopen(v[3], "r"), "%lld", &y);
      if (x == 0 && y < 0) abort(); return x == y ? 0 : 1; }`,
  };

  it.each(Object.keys(checkers))(
    "%s: one that looks at the form only, one that crashes on some outputs",
    async (kind) => {
      const program = c(checkers[kind] ?? "", "check.c");
      const checker = { kind: "program", program, convention: "testlib", flags: [] } as const;
      const result = await search({ gold: [right] }, { checker });
      expect(listFaults(result.faults)).toEqual([`${kind} check.c`]);
      expect(result).toMatchObject({ end: "refused", tests: [] });
    },
  );

  it("a validator that accepts anything but nothing is named and left out", async () => {
    const validators = [
      { name: "val", program: c("int main() { return getchar() == EOF; }"), convention: "plain", flags: [] } as const,
    ];
    const result = await search({ gold: [right] }, { validators, inputSpec: undefined });
    expect(listFaults(result.faults)).toEqual(["validator-broken val"]);
    expect(result).toMatchObject({ end: "sources-dry", tests: [] });
  });
});
