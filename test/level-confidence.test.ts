import { describe, expect, it } from "vitest";
import { createLeagueTask, leagueLevels } from "../src/league/index.ts";
import { estimateLevel, levelTables, listFeatures } from "../src/solve/index.ts";
import { measureTable } from "../benchmarks/level-confidence/fit-table.ts";

function toProblem(markdown: string) {
  return { markdown, timeLimitMs: 2000 };
}

describe("the features of a statement", () => {
  it.each([
    ["$1 \\le n \\le 2 \\cdot 10^5$", Math.log10(200_000)],
    ["1 ≤ a_i ≤ 10^{18}", 18],
    ["<p>n &le; 100 000</p>", 5],
    ["at most 500 roads", Math.log10(500)],
    ["no bound is named; 12 is only a number", 0],
  ])("read the largest bound of %s", (markdown, expected) => {
    expect(listFeatures(toProblem(markdown))["largestBound"]).toBeCloseTo(expected, 9);
  });

  it("name topics by whole words, and nothing in code", () => {
    const features = listFeatures(
      toProblem("A Tree with n vertices; print Yes.\n\n```\nxor grid\n```\nThe street is long."),
    );
    expect(features).toMatchObject({ tree: 1, graph: 1, decision: 1, bitwise: 0, grid: 0, path: 0 });
  });
});

describe("the confidence in a level", () => {
  it("is a distribution over the levels, by the table of its kind of problem", () => {
    const markdown = "Find the number of spanning trees modulo 998244353, n <= 10^5.";
    const estimates = [false, true].map((isLeague) => estimateLevel({ ...toProblem(markdown), isLeague }));
    for (const { probabilities_L, level } of estimates) {
      expect(probabilities_L.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
      expect(Math.max(...probabilities_L)).toBe(probabilities_L[level - 1]);
    }
    expect(estimates.map(({ source }) => source)).toEqual([levelTables.contest.source, levelTables.league.source]);
    expect(estimates[0]?.level).toBeGreaterThan(2);
  });

  it("is as often right as it says on league problems that the fit has not seen", () => {
    const rows = leagueLevels.flatMap((level) =>
      Array.from({ length: 100 }, (_, i) => {
        const { statement } = createLeagueTask({ level, seed: 1_000_000 + i, split: "held-out" });
        return { level, features: listFeatures({ markdown: statement, timeLimitMs: 1000 }) };
      }),
    );
    const measured = measureTable(levelTables.league, rows);
    expect(measured.right).toBeGreaterThan(0.55);
    expect(measured.eceAny).toBeLessThan(0.05);
  });
});
