import { describe, expect, it } from "vitest";
import { createMemoryJournal } from "../../journal/index.ts";
import { createJudge } from "../../judge/index.ts";
import type { InputSpec, Program } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import { createProblem, createTestCase } from "../../testing/index.ts";
import {
  classifySolutions,
  computeGrowth,
  computeStrength,
  createMutants,
  measureStrength,
  type StrengthRow,
} from "../index.ts";

function row(name: string, role: StrengthRow["role"], killedBy: readonly string[], isSlow = false): StrengthRow {
  const verdict = isSlow ? "time-limit-exceeded" : "wrong-answer";
  const verdicts = Object.fromEntries(killedBy.map((id) => [id, verdict] as const));
  return { name, role, verdicts, killedBy, isSetAside: false, isUnexamined: false };
}

const tests = ["s", "a", "b", "c"].map((id, i) => ({ id, isSample: id === "s", bytes: i }));

const accepted: Program = {
  language: "cpp17",
  fileName: "main.cpp",
  source: `#include <vector>
#include <cstdio>
#include <algorithm>
std::vector<int> seen;
int main() {
  int t; scanf("%d", &t);
  while (t--) {
    int n; scanf("%d", &n);
    seen.clear();
    long long best = 0;
    for (int i = 0; i < n; i++) { int x; scanf("%d", &x); seen.push_back(x); if (x > 0) best += x; }
    printf("%lld\\n", best * 1000000007LL);
  }
}
`,
};

const expected = (permitted: readonly ("accepted" | "wrong-answer")[], required: typeof permitted) => ({
  permitted,
  required,
});

describe("strength", () => {
  it("computes rates, sole killers and a small suite that kills as much", () => {
    const rows = [
      row("ok", "accepted", []),
      row("bad", "accepted", ["b"]),
      row("w1", "wrong", ["s", "a"]),
      row("w2", "wrong", ["a", "b"]),
      row("w3", "wrong", ["b"]),
      row("w4", "wrong", []),
      row("slow", "wrong", ["c"], true),
      { ...row("m1", "mutant", []), isSetAside: true },
      row("m2", "mutant", ["b"]),
    ];
    expect(computeStrength(rows, tests)).toEqual({
      truePositiveRate: 0.5,
      trueNegativeRate: 0.8,
      mutantKillRate: 1,
      killedByTimeOnly: ["slow"],
      soleKillers: [
        { testId: "b", programs: ["w3", "m2"] },
        { testId: "c", programs: ["slow"] },
      ],
      removable: ["a"],
    });
  });

  it("estimates growth from times that can be measured", () => {
    const runs = [1000, 2000, 4000, 8000].map((bytes) => ({ bytes, cpuTimeMs: bytes ** 2 / 1e5 }));
    expect(computeGrowth(runs)).toEqual({ kind: "growth-estimated", exponent: 2, points: 4 });
    expect(computeGrowth([{ bytes: 10, cpuTimeMs: 1 }])).toEqual({ kind: "growth-unknown" });
  });

  it("makes mutants of every kind, the same for the same seed, each different from the original", () => {
    const mutants = createMutants(accepted, { count: 200, rng: new Rng("1") });
    expect(new Set(mutants.map(({ kind }) => kind))).toEqual(
      new Set(
        "comparison operator off-by-one bound integer-width missing-reset dropped-branch dropped-statement".split(" "),
      ),
    );
    expect(new Set(mutants.map(({ program }) => program.source)).size).toBe(mutants.length);
    expect(createMutants(accepted, { count: 200, rng: new Rng("1") })).toEqual(mutants);
    expect(mutants.map(({ description }) => description)).toContain("line 9: seen.clear() became nothing");
    expect(mutants.some(({ description }) => description.includes("vector"))).toBe(false);
  });

  it("tells solutions apart by what they are declared to be", () => {
    const solution = { program: accepted, isMain: false };
    const solutions = [
      { ...solution, name: "right", expected: expected(["accepted"], ["accepted"]) },
      { ...solution, name: "main", isMain: true, expected: expected(["accepted"], ["accepted"]) },
      { ...solution, name: "wrong", expected: expected(["accepted", "wrong-answer"], ["wrong-answer"]) },
      { ...solution, name: "any", expected: expected(["accepted", "wrong-answer"], []) },
    ];
    const found = classifySolutions({ solutions });
    expect(found.accepted.map(({ name }) => name)).toEqual(["main", "right"]);
    expect(found.wrong.map(({ name }) => name)).toEqual(["wrong"]);
    expect(found.unclear.map(({ name }) => name)).toEqual(["any"]);
  });

  it("finds what a suite misses, adds a test for it, and sets equivalent mutants aside", async () => {
    const inputSpec: InputSpec = {
      input: [
        { line: { t: [1, 5] } },
        { cases: "cases", count: "t", input: [{ line: { n: [1, 20] } }, { line: { x: { array: "n", of: [-9, 9] } } }] },
      ],
    };
    const sample = createTestCase({ id: "sample/1", input: "1\n1\n3\n", answer: "3000000021\n" });
    const problem = createProblem({ inputSpec, tests: [sample] });
    await using judge = await createJudge({ journal: createMemoryJournal() });
    const source = accepted.source.replace("if (x > 0) best += x;", "best += x;");
    const report = await measureStrength(
      { judge, problem },
      {
        tests: problem.tests,
        accepted: [{ name: "right", program: accepted }],
        wrong: [{ name: "sums all", program: { ...accepted, source } }],
        mutantCount: 8,
        seed: "1",
        budget: { runs: 1500, cpuTimeMs: 10_000 },
      },
    );
    expect(report.truePositiveRate).toBe(1);
    expect(report.trueNegativeRate).toBe(0);
    expect(report.additions.some(({ killed }) => killed.some(({ candidate }) => candidate === "sums all"))).toBe(true);
    expect(report.rows.filter(({ isSetAside, killedBy }) => isSetAside && killedBy.length > 0)).toEqual([]);
    expect(report.faults).toEqual([]);
  }, 60_000);

  it("sets nothing aside where nothing could be tried: such mutants are unexamined and count as alive", async () => {
    const sample = createTestCase({ id: "sample/1", input: "1\n1\n3\n", answer: "3000000021\n" });
    const problem = createProblem({ tests: [sample] });
    await using judge = await createJudge({ journal: createMemoryJournal() });
    const measure = async (right: Program) =>
      measureStrength(
        { judge, problem },
        {
          tests: problem.tests,
          accepted: [{ name: "right", program: right }],
          wrong: [],
          mutantCount: 4,
          seed: "1",
          budget: { runs: 200, cpuTimeMs: 2000 },
        },
      );
    const report = await measure(accepted);
    const mutants = report.rows.filter(({ role }) => role === "mutant");
    const alive = mutants.filter(({ killedBy }) => killedBy.length === 0);
    expect(alive.length).toBeGreaterThan(0);
    expect(report.search).toMatchObject({ end: "sources-dry", spent: { inputs: 0 } });
    expect(alive.every(({ isUnexamined, isSetAside }) => isUnexamined && !isSetAside)).toBe(true);
    expect(report.mutantKillRate).toBe(1 - alive.length / mutants.length);
  }, 60_000);
});
