import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../../journal/index.ts";
import { createJudge, type Judge } from "../../judge/index.ts";
import { createTestData, readProblem, type Problem } from "../../problem/index.ts";
import { createProblem, createTestCase } from "../../testing/index.ts";
import { classifySolutions, searchDifferences } from "../index.ts";

let judge: Judge;

/** A package as one sees it who is not shown its tests. */
async function readUnseen(name: string): Promise<Problem> {
  const problem = await readProblem(fileURLToPath(new URL(`../../../test/packages/${name}`, import.meta.url)));
  return { ...problem, tests: problem.tests.filter((test) => test.isSample) };
}

async function attack(
  problem: Problem,
  {
    names,
    hasGold = true,
    runs = 4000,
  }: { readonly names: readonly string[]; readonly hasGold?: boolean; readonly runs?: number },
) {
  const { accepted, wrong } = classifySolutions(problem);
  const chosen = wrong.filter(({ name }) => names.includes(name));
  expect(chosen.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const candidates = hasGold ? chosen : [...chosen, ...accepted];
  const budget = { runs, cpuTimeMs: 20_000 };
  return searchDifferences({ judge, problem }, { candidates, gold: hasGold ? accepted : [], seed: "1", budget });
}

describe("the search, on a problem", () => {
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal() });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("with arguments and files beside standard input: they are varied too", async () => {
    const problem = await readUnseen("kattis-2025-files");
    const result = await attack(problem, { names: ["other_file", "no_factor"] });
    expect(result.survivors).toEqual([]);
    const [frame] = result.tests.map((test) => test.input.frame);
    expect(frame?.files?.[0]?.fileName).toBe("prices.txt");
    expect(frame?.args).toHaveLength(1);
  });

  it("with files whose content alone can break a program", async () => {
    const [accepted, eager] = ["stoll", "atoi"].map((parse) => ({
      name: parse,
      program: {
        language: "cpp20" as const,
        fileName: "main.cpp",
        source: `#include <cstdlib>\n#include <fstream>\n#include <iostream>\n#include <string>\nint main() { std::string price; std::ifstream("price.txt") >> price; std::cout << std::${parse}(price${parse === "atoi" ? ".c_str()" : ""}) << "\\n"; }`,
      },
    }));
    if (accepted === undefined || eager === undefined) throw new Error("two programs");
    const files = [{ fileName: "price.txt", data: createTestData("999999999\n") }];
    const sample = { ...createTestCase({ id: "sample/1", input: "go\n", answer: "999999999\n" }), files };
    const inputSpec = { input: [{ line: { word: { choice: ["go"] } } }] };
    const problem = createProblem({ tests: [sample], inputSpec });
    const options = { candidates: [eager], gold: [accepted], seed: "1", budget: { runs: 4000, cpuTimeMs: 20_000 } };
    const result = await searchDifferences({ judge, problem }, options);
    expect(result.tests.map(({ source }) => source)).toEqual(["frames"]);
  });

  it("whose programs run several times on a test", async () => {
    const result = await attack(await readUnseen("kattis-2025-relay"), { names: ["says_the_number", "short_words"] });
    expect(result.survivors).toEqual([]);
    expect(result.tests.every(({ authority }) => authority?.kind === "interactor")).toBe(true);
  });

  it("whose interactor leaves the last word to a checker, which needs the answer", async () => {
    const result = await attack(await readUnseen("polygon-guess-mass"), { names: ["one_short", "silent"] });
    expect(result.survivors).toEqual([]);
    for (const { input, answer } of result.tests) {
      const [, mass] = new TextDecoder().decode(input.bytes).trim().split(" ");
      expect(new TextDecoder().decode(answer?.bytes).trim()).toBe(mass);
    }
  });

  it("that decides by itself, without gold: what somebody passes, all must pass", async () => {
    const problem = await readUnseen("kattis-2025-relay");
    const names = ["says_the_number", "short_words"];
    const result = await attack(problem, { names, hasGold: false, runs: 60 });
    expect(result.oracle).toMatch(/^the interactor, on inputs that one of 4 programs passes/);
    expect(result.survivors).toEqual(["bits.cpp", "bits.py"]);
  });

  it("whose interactor reads an answer that no program prints: short ones are tried with the right program", async () => {
    const result = await attack(await readUnseen("kattis-2023-water"), { names: ["beyond", "chatters"] });
    expect(result.survivors).toEqual([]);
    expect(result.tests.every(({ answer }) => answer !== undefined)).toBe(true);
  });

  it("with a group whose checker has flags of its own: they are tried as well", async () => {
    const problem = await readUnseen("kattis-legacy-factors");
    const result = await attack(problem, { names: ["longest_side"] });
    expect(result.survivors).toEqual([]);
    expect(result.tests[0]?.input.frame?.checkerFlags).toContain("smallest");
  });
});
