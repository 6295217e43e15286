import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge, type Judge } from "../src/judge/index.ts";
import {
  createLeagueProblem,
  createVocabulary,
  leagueLevels,
  listTrainingTexts,
  readLeagueProblem,
  trainingProblems,
  trainingTasks,
  type LeagueProblem,
} from "../src/league/index.ts";
import { loadTiny } from "../src/policy/index.ts";
import { createTestData, type Solution, type TestCase } from "../src/problem/index.ts";
import { joinPrograms } from "./support/join-programs.ts";

/** What a text may have with its prompt and its end. */
const contextTokens = 256;

let directory: string;
let judge: Judge;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "league-test-"));
  judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory: directory, slots: 2 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

interface Run {
  readonly name: string;
  readonly source: string;
  readonly tests: readonly TestCase[];
}

const toText = ({ bytes }: { readonly bytes: Uint8Array }): string => new TextDecoder().decode(bytes);

/** What each run's program prints on each of its tests, one line each. */
async function runTogether(runs: readonly Run[]): Promise<readonly (readonly string[])[]> {
  const program = {
    language: "c",
    fileName: "main.c",
    source: joinPrograms(runs.map(({ source }) => source)),
  } as const;
  const input = runs
    .map(({ tests }, number) => tests.map((test) => `@${number}\n${toText(test.input)}`).join(""))
    .join("");
  const [report] = await judge.execute(
    program,
    {
      inputs: [{ stdin: createTestData(input) }],
      limits: { timeLimitMs: 60_000, memoryLimitBytes: 1024 ** 3 },
    },
    {},
  );
  expect(report).toMatchObject({ verdict: "accepted" });
  const lines = toText(judge.readOutput(report?.stdoutDigest ?? ""))
    .trim()
    .split("\n");
  const counts = runs.map(({ tests }) => tests.length);
  expect(lines.length).toBe(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  return counts.map((count) => lines.slice(at, (at += count)));
}

function listRuns(
  { id, level, problem, demonstration }: LeagueProblem,
  isWanted: (name: string) => boolean,
): readonly Run[] {
  const run = (name: string, source: string): Run => {
    const isTried = level === 5 && name === "brute-force";
    const tests = problem.tests.filter(({ input }) => !isTried || Number.parseInt(toText(input), 10) <= 6);
    return { name: `${id} ${name}`, source, tests };
  };
  return [
    ...problem.solutions.filter(({ name }) => isWanted(name)).map(({ name, program }) => run(name, program.source)),
    run("hypothesis", demonstration.hypothesis.program),
  ];
}

const isRight = ({ tests }: Run, outputs: readonly string[] | undefined): boolean =>
  tests.every(({ answer }, i) => answer !== undefined && toText(answer).trim() === outputs?.[i]);

const isWrong = ({ name }: Run): boolean => name.includes(" wrong-");

describe("the league", () => {
  it("has texts that fit, in a vocabulary that holds all of them without loss", async () => {
    const { createTokenizer } = await loadTiny();
    const data = createVocabulary();
    expect(data.vocabulary.length).toBeLessThanOrEqual(450);
    const tokenizer = createTokenizer(data);
    const faults: string[] = [];
    let tooLong = 0;
    let count = 0;
    for (const task of trainingTasks("texts")) {
      for (const { kind, prompt, completion } of listTrainingTexts(task)) {
        const tokens = [tokenizer.encode(prompt), tokenizer.encode(completion)] as const;
        const isWhole = tokenizer.decode(tokens[0]) === prompt && tokenizer.decode(tokens[1]) === completion;
        if (!isWhole) faults.push(`${task.id}: ${prompt}${completion} is changed`);
        const length = tokens[0].length + tokens[1].length + 1;
        if (length <= contextTokens) continue;
        // A program after a claim has both in its text: few are too long, and are not learnt from.
        if (kind === "program-from-hypothesis") tooLong += 1;
        else faults.push(`${task.id}: ${length} tokens`);
      }
      count += 1;
      if (count === 1500) break;
    }
    expect(faults).toEqual([]);
    expect(tooLong).toBeLessThan(8);
  });

  it("has for every question a reference, a literal brute force and a hypothesis that give the evaluator's answers", async () => {
    const chosen = new Map<string, LeagueProblem>();
    let tries = 0;
    for (const problem of trainingProblems("questions")) {
      const question = problem.parts.at(problem.level === 1 ? -1 : -2)?.replace("(k)", "") ?? "";
      if (!chosen.has(question)) chosen.set(question, problem);
      tries += 1;
      if (tries === 1500) break;
    }
    expect(chosen.size).toBeGreaterThan(125);
    const runs = [...chosen.values()].flatMap((item) =>
      listRuns(item, (name) => ["reference", "brute-force"].includes(name)),
    );
    // A claim whose program is the brute force itself would not be believed.
    const sources = new Map(runs.map(({ name, source }) => [name, source]));
    const sayNothing = [...chosen.values()].filter(
      ({ id }) => sources.get(`${id} hypothesis`) === sources.get(`${id} brute-force`),
    );
    expect(sayNothing.map(({ id }) => id)).toEqual([]);
    const outputs = await runTogether(runs);
    expect(runs.filter((run, i) => !isRight(run, outputs[i])).map(({ name }) => name)).toEqual([]);
  });

  it("has slow variants that are right and wrong variants that the tests tell", async () => {
    const problems = leagueLevels.flatMap((level) =>
      [0, 1, 2, 3, 4, 5].map((seed) => createLeagueProblem({ level, seed, split: "held-out" })),
    );
    const runs = problems.flatMap((item) => listRuns(item, (name) => /^(?:slow|wrong)/.test(name)));
    const outputs = await runTogether(runs);
    expect(runs.filter(isWrong).length).toBeGreaterThan(60);
    expect(runs.filter((run, i) => isRight(run, outputs[i]) === isWrong(run)).map(({ name }) => name)).toEqual([]);
  });

  it.for(["league:3/3", "league:5/3"])(
    "has large tests in %s that the reference passes and slow programs do not",
    async (id) => {
      const { problem } = readLeagueProblem(id);
      const judged = async ({ program }: Solution): Promise<string> =>
        (await judge.judge(program, { problem, tests: problem.tests }, { stopsAtFirstFailure: true })).verdict;
      const named = (name: string): Solution | undefined =>
        problem.solutions.find((item) => item.name.startsWith(name));
      const [reference, slow] = [named("reference"), named("slow") ?? named("brute-force")];
      if (reference === undefined || slow === undefined) throw new Error("the solutions are there");
      expect(await judged(reference)).toBe("accepted");
      // On a host under heavy load the wall time of a program that computes may run out first.
      expect(["time-limit-exceeded", "idleness-limit-exceeded"]).toContain(await judged(slow));
    },
  );
});
