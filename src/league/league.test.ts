import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseInput, toViolationText } from "../forge/index.ts";
import { checkProblem, readNativeProblem, writeNativeProblem } from "../problem/index.ts";
import type { LeagueLevel, LeagueSplit, LeagueTask } from "./contract.ts";
import { createLargeTests, createLeagueProblem, createLeagueTask, readLeagueProblem } from "./create-league-problem.ts";
import { formatLeagueId, leagueLevels, parseLeagueId } from "./league-id.ts";
import { createBenchmark, createHeldOutSet, trainingProblems, trainingTasks } from "./league-sets.ts";
import { coresByLevel } from "./list/draw-list.ts";

const seeds = Array.from({ length: 80 }, (_, seed) => seed);

const createTasks = (level: LeagueLevel, split: LeagueSplit): readonly LeagueTask[] =>
  seeds.map((seed) => createLeagueTask({ level, seed, split }));

const take = <T>(items: Iterable<T>, count: number): T[] => {
  const taken: T[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
};

const trained = [...take(trainingTasks("parts"), 5000), ...take(trainingTasks("parts", { levels: [1] }), 4000)];

describe("a league id", () => {
  test("is read as it is written", () => {
    for (const split of ["training", "held-out"] as const) {
      for (const seed of [0, 17, Number.MAX_SAFE_INTEGER]) {
        const address = { level: 2, seed, split } as const;
        expect(parseLeagueId(formatLeagueId(address))).toEqual(address);
      }
    }
    expect(formatLeagueId({ level: 2, seed: 17, split: "held-out" })).toBe("league:2/17");
  });

  test.for(["league:0/1", "league:6/1", "league:2", "league:2/-1", "league:2/x", "league:2/9007199254740993", "2/17"])(
    "%s is refused",
    (id) => {
      expect(() => parseLeagueId(id)).toThrow(expect.objectContaining({ code: "LEAGUE_ID_INVALID" }));
    },
  );
});

describe.for(leagueLevels)("a problem of level %i", (level) => {
  test("is the same whenever it is made", () => {
    for (const seed of [0, 1]) {
      const address = { level, seed, split: "held-out" } as const;
      expect(createLeagueProblem(address)).toEqual(createLeagueProblem(address));
      const { problem, ...task } = createLeagueProblem(address);
      expect(createLeagueTask(address)).toEqual(task);
      expect(problem.statements[0].markdown).toBe(task.statement);
    }
    expect(new Set(createTasks(level, "training").map(({ statement }) => statement)).size).toBeGreaterThan(72);
  });

  test("is of a family that the other split does not have, made of parts that training has", () => {
    const training = createTasks(level, "training");
    const heldOut = createTasks(level, "held-out");
    const families = new Set(training.map(({ family }) => family));
    expect(heldOut.filter(({ family }) => families.has(family))).toEqual([]);
    const seen = new Set(trained.filter((task) => task.level === level).flatMap(({ parts }) => parts));
    expect(heldOut.flatMap(({ parts }) => parts).filter((part) => !seen.has(part))).toEqual([]);
  });

  test("is one that packages may hold: its inputs are as its specification says, and it is read as it was written", async () => {
    for (const seed of seeds.slice(0, 20)) {
      const { problem } = createLeagueProblem({ level, seed, split: "training" });
      expect(checkProblem(problem, "problem.yaml")).toEqual([]);
      const spec = problem.inputSpec;
      if (spec === undefined) throw new Error("every problem has a specification");
      const violations = problem.tests.flatMap(({ input }) => {
        const parsed = parseInput(spec, input.bytes);
        return parsed.kind === "input-violation" ? [toViolationText(parsed.violation)] : [];
      });
      expect(violations).toEqual([]);
      expect(problem.tests.length).toBeGreaterThanOrEqual(10);
    }
    const directory = await mkdtemp(path.join(os.tmpdir(), "league-test-"));
    try {
      const { problem } = createLeagueProblem({ level, seed: 3, split: "held-out" });
      await writeNativeProblem(problem, path.join(directory, problem.id));
      expect(await readNativeProblem(path.join(directory, problem.id))).toEqual(problem);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test("has wrong variants, and answers that differ", () => {
    const problems = seeds.map((seed) => createLeagueProblem({ level, seed, split: "held-out" }).problem);
    const wrongCounts = problems.map(
      ({ solutions }) => solutions.filter(({ name }) => name.startsWith("wrong")).length,
    );
    expect(wrongCounts.filter((count) => count > 0).length).toBeGreaterThan(75);
    const answers = problems.map(({ tests }) => new Set(tests.map(({ answer }) => answer?.digest)).size);
    expect(answers.filter((count) => count < 2)).toEqual([]);
  });

  test("has tests of the largest sizes where it is asked for by name", () => {
    const { problem } = readLeagueProblem(`league:${level}/5`);
    const large = createLargeTests({ level, seed: 5, split: "held-out" });
    expect(problem.tests.slice(problem.tests.length - large.length)).toEqual(large);
    expect(large.map(({ input }) => new TextDecoder().decode(input.bytes.subarray(0, 6)))).toEqual(
      level === 1 ? [] : ["100000", "100000"],
    );
  });
});

describe("the parts", () => {
  test("are all drawn", () => {
    const drawn = new Set(trained.flatMap(({ level, parts }) => parts.map((part) => `${level} ${part}`)));
    const missing = Object.entries(coresByLevel).flatMap(([level, cores]) =>
      cores.map(({ name }) => `${level} core:${name}`).filter((name) => !drawn.has(name) && !drawn.has(`${name}(k)`)),
    );
    expect(missing).toEqual([]);
  });
});

describe("the fixed sets", () => {
  test("are held-out problems, evenly over the levels, and share none", () => {
    const benchmark = createBenchmark();
    const heldOut = createHeldOutSet();
    expect(leagueLevels.map((level) => benchmark.filter((item) => item.level === level).length)).toEqual(
      leagueLevels.map(() => 20),
    );
    expect(leagueLevels.map((level) => heldOut.filter((item) => item.level === level).length)).toEqual(
      leagueLevels.map(() => 200),
    );
    const ids = [...benchmark, ...heldOut].map(({ id }) => id);
    expect(new Set(ids).size).toBe(1100);
    expect(ids.every((id) => parseLeagueId(id).split === "held-out")).toBe(true);
  });
});

describe("the training stream", () => {
  test("is the same for the same seed, and has the levels that are asked for", () => {
    const ids = take(trainingTasks("a"), 40).map(({ id }) => id);
    expect(take(trainingProblems("a"), 40).map(({ id }) => id)).toEqual(ids);
    expect(take(trainingTasks("b"), 40).map(({ id }) => id)).not.toEqual(ids);
    expect(new Set(take(trainingTasks("a", { levels: [2, 4] }), 40).map(({ level }) => level))).toEqual(
      new Set([2, 4]),
    );
    expect(ids.every((id) => parseLeagueId(id).split === "training")).toBe(true);
  });
});
