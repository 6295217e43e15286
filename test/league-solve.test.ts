import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import { readLeagueProblem } from "../src/league/index.ts";
import { parseResult, runCli } from "./support/cli.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "grandsmith-league-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

async function solve(id: string, name: string, args: readonly string[] = []) {
  const out = join(folder, name);
  const env = { GRANDSMITH_HOME: join(folder, "home") };
  return { run: await runCli(["solve", id, "--json", "--out", out, ...args], { cwd: repository, env }), out };
}

describe("the bundled policy", () => {
  it("solves a problem of the highest level, and its program passes tests that it never saw", async () => {
    const { run, out } = await solve("league:5/6", "structural");
    expect(run.exitCode).toBe(0);
    expect(parseResult(run)).toMatchObject({ status: "solved", decision: "submit" });
    const source = await readFile(join(out, "solution.c"), "utf8");
    const { problem } = readLeagueProblem("league:5/6");
    await using judge = await createJudge({ journal: createMemoryJournal(), slots: 1 });
    const program = { language: "c", fileName: "main.c", source } as const;
    expect((await judge.judge(program, { problem, tests: problem.tests })).verdict).toBe("accepted");
  }, 60_000);

  it("is refused by name for problems in other words than its own", async () => {
    const { run } = await solve("examples/two-couriers", "foreign", ["--model", "tiny"]);
    expect(run.exitCode).toBe(2);
    expect(run.lines.join("\n")).toContain("LEAGUE_STATEMENT_UNREADABLE");
  }, 60_000);

  it("says how a league problem is named", async () => {
    const { run } = await solve("league:6/1", "unknown");
    expect(run.exitCode).toBe(2);
    expect(run.lines.join("\n")).toContain("league:LEVEL/SEED");
  });
});
