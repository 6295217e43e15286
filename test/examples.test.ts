import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import { readProblem } from "../src/problem/index.ts";
import { parseResult, runCli } from "./support/cli.ts";

const root = fileURLToPath(new URL("../examples", import.meta.url));
const names = await readdir(root);

let directory: string;

describe("the bundled examples", () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "grandsmith-examples-"));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it("are at least three, one of them with an image", async () => {
    const problems = await Promise.all(names.map((name) => readProblem(join(root, name))));
    expect(problems.length).toBeGreaterThanOrEqual(3);
    expect(problems.filter((problem) => problem.statements[0].images.length > 0).length).toBeGreaterThanOrEqual(1);
  });

  it.each(names)("%s: its solutions get the verdicts that it declares", async (name) => {
    const problem = await readProblem(join(root, name));
    await using judge = await createJudge({ journal: createMemoryJournal() });
    expect(problem.solutions.length).toBeGreaterThanOrEqual(2);
    for (const solution of problem.solutions) {
      const report = await judge.judge(solution.program, { problem, tests: problem.tests });
      const verdicts = report.tests.map((test) => test.verdict);
      const { permitted, required } = solution.expected;
      expect(
        verdicts.filter((verdict) => !permitted.includes(verdict)),
        solution.name,
      ).toEqual([]);
      const hasRequired = required.length === 0 || verdicts.some((verdict) => required.includes(verdict));
      expect(hasRequired, solution.name).toBe(true);
    }
  });

  it.each(names)("%s: is solved from its recording, with evidence, and every prompt is as recorded", async (name) => {
    const run = await runCli(["solve", join(root, name), "--json", "--out", join(directory, name)], {
      cwd: directory,
      env: { GRANDSMITH_HOME: join(directory, "home") },
    });
    expect(run.exitCode, `${run.stderr}\n${run.lines.at(-1)}`).toBe(0);
    const result = parseResult(run);
    expect(result).toMatchObject({ status: "solved", decision: "submit" });
    expect(result.tests.some((test) => test.isSeparating)).toBe(true);
    expect(run.lines.filter((line) => line.includes("recording-stale"))).toEqual([]);
  });
});
