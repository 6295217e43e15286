import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "./support/cli.ts";

const example = fileURLToPath(new URL("../examples/night-bus", import.meta.url));
const right = join(example, "solutions", "simulate.cpp");
const wrong = join(example, "solutions", "negative-load.cpp");

let directory: string;

async function run(args: readonly string[]) {
  const result = await runCli([...args], { cwd: directory, env: { GRANDSMITH_HOME: join(directory, "home") } });
  const last = JSON.parse(result.lines.at(-1) ?? "null") as Readonly<Record<string, unknown>>;
  return { exitCode: result.exitCode, last };
}

describe("the forge's commands", () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "grandsmith-forge-"));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it("stress: finds and shrinks a difference from an input specification, and ends with 6", async () => {
    const spec = join(example, "input-spec.yaml");
    const { exitCode, last } = await run(["stress", spec, right, wrong, "--json"]);
    expect(exitCode).toBe(6);
    expect(last).toMatchObject({ kind: "search-result", tests: [{ minimised: { tokens: 4 } }] });
    const same = await run(["stress", spec, right, right, "--runs", "300", "--json"]);
    expect(same).toMatchObject({ exitCode: 0, last: { tests: [], end: "budget-spent" } });
  });

  it("forge: kills the wrong solutions, writes tests and examples, and resumes from a journal", async () => {
    const out = join(directory, "out");
    const args = ["forge", example, "--out", out, "--journal", join(directory, "journal"), "--json"];
    const first = await run(args);
    expect(first).toMatchObject({ exitCode: 0, last: { end: "nothing-left", survivors: [], faults: [] } });
    expect((await readdir(join(out, "tests"))).toSorted()).toEqual(["001.ans", "001.in"]);
    const rows = (await readFile(join(out, "adversarial.jsonl"), "utf8")).trimEnd().split("\n");
    expect(JSON.parse(rows[0] ?? "")).toMatchObject({ candidateName: "negative-load", verdict: "wrong-answer" });
    const second = await run(args);
    expect(second.last).toEqual(first.last);
  });

  it("strength: kill matrix, rates and sole killers as JSON", async () => {
    const { exitCode, last } = await run(["strength", example, "--mutants", "4", "--runs", "500", "--json"]);
    expect(exitCode).toBe(0);
    expect(last).toMatchObject({ truePositiveRate: 1, trueNegativeRate: 1 });
    expect(last["soleKillers"]).toContainEqual(expect.objectContaining({ testId: "1" }));
  });

  it("minimise: shrinks a given input, and says so where the program passes it", async () => {
    const input = join(directory, "big.in");
    await writeFile(input, "4 10\n0 7\n9 1\n9 8\n1 1\n");
    const { exitCode, last } = await run(["minimise", input, wrong, example, "--json"]);
    expect(exitCode).toBe(0);
    expect(last).toMatchObject({ test: { input: { text: "1 1\n1 1\n" } } });
    expect(await run(["minimise", input, right, example, "--json"])).toMatchObject({ exitCode: 6 });
  });

  it("forge: a solution that cannot be read is refused", async () => {
    const { exitCode, last } = await run(["forge", example, "--solution", "nowhere.cpp", "--json"]);
    expect(exitCode).toBe(2);
    expect(last).toMatchObject({ kind: "error", code: "SOLUTION_UNREADABLE" });
  });
});
