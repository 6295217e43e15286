import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeModelServer } from "../src/testing/index.ts";
import { runCli } from "./support/cli.ts";

const example = fileURLToPath(new URL("../examples/night-bus", import.meta.url));
const right = join(example, "solutions", "simulate.cpp");
const wrong = join(example, "solutions", "negative-load.cpp");

let directory: string;

async function run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = { GRANDSMITH_HOME: join(directory, "home"), ...more };
  const result = await runCli([...args], { cwd: directory, env });
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

  it("attack: breaks a given program, and saves the finding as a named test that is never replaced", async () => {
    const args = ["attack", example, wrong, "--save", "data/secret/01/negative", "--json"];
    const first = await run(args);
    expect(first).toMatchObject({ exitCode: 0, last: { end: "nothing-left", survivors: [] } });
    const group = join(directory, "data", "secret", "01");
    expect((await readdir(group)).toSorted()).toEqual(["negative.ans", "negative.in"]);
    expect(await readFile(join(group, "negative.in"), "utf8")).toBe("1 1\n1 1\n");
    expect(await run(args)).toMatchObject({ exitCode: 2, last: { code: "OUTPUT_FILE_TAKEN" } });
  });

  it("stress: adds the generator call that gave a finding to a file, though the finding was shrunk", async () => {
    const generator = join(directory, "gen.py");
    await writeFile(
      generator,
      "import random, sys\nrandom.seed(sys.argv[1])\nn = random.randint(2, 6)\nprint(n, 9)\nfor _ in range(n): print(random.randint(0, 3), random.randint(0, 3))\n",
    );
    const programs = [generator, right, wrong];
    const { exitCode } = await run(["stress", ...programs, "--save-call", "plan.txt", "--json"]);
    expect(exitCode).toBe(6);
    expect(await readFile(join(directory, "plan.txt"), "utf8")).toMatch(/gen\.py \d+ > forge-001\n$/);
  });

  it("forge: runs everybody at size where asked to, and knows its groups", async () => {
    const { lines } = await runCli(["forge", example, "--at-size", "--json"], {
      cwd: directory,
      env: { GRANDSMITH_HOME: join(directory, "home") },
    });
    const report = lines.find((line) => line.includes('"stress-report"')) ?? "null";
    expect(JSON.parse(report)).toMatchObject({ reference: { kind: "gold" }, candidates: [{ name: "negative-load" }] });
    const unknown = await run(["forge", example, "--group", "nowhere", "--json"]);
    expect(unknown).toMatchObject({ exitCode: 2, last: { code: "FORGE_GROUP_UNKNOWN" } });
  });

  it("attack: shows a model both programs, and keeps what separates them", async () => {
    const proposal = JSON.stringify({ boundary: "people leave an empty bus", inputs: ["1 1\n1 1\n"] });
    await using server = await createFakeModelServer(() => ({ kind: "answer", text: proposal }));
    const { last } = await run(
      ["attack", example, wrong, "--model", "openai-compatible/fake", "--cpu-time", "20", "--json"],
      { GRANDSMITH_BASE_URL: server.baseUrl },
    );
    expect(last).toMatchObject({ end: "nothing-left", survivors: [] });
    const asked = server.requests.map(({ body }) => JSON.stringify(body));
    expect(asked.some((body) => body.includes("PROGRAM UNDER ATTACK") || body.includes("Write a generator"))).toBe(
      true,
    );
  });

  it("forge: a specification derived by a model is used only when it is believed", async () => {
    const yaml = await readFile(join(example, "input-spec.yaml"), "utf8");
    const answers = ["```yaml\ninput:\n  - line: { n: [5, 6] }\n```", `\`\`\`yaml\n${yaml}\n\`\`\``];
    const attempt = async (script: readonly string[]) => {
      await using server = await createFakeModelServer(script.map((text) => ({ kind: "answer" as const, text })));
      const flags = ["--model", "openai-compatible/fake", "--derive-spec", "--json"];
      return await run(["forge", example, ...flags], { GRANDSMITH_BASE_URL: server.baseUrl });
    };
    expect(await attempt(answers)).toMatchObject({ exitCode: 0, last: { survivors: [] } });
    expect(await attempt(answers.slice(0, 1))).toMatchObject({ exitCode: 2, last: { code: "FORGE_SPEC_NOT_DERIVED" } });
  });

  it("forge: a solution that cannot be read is refused", async () => {
    const { exitCode, last } = await run(["forge", example, "--solution", "nowhere.cpp", "--json"]);
    expect(exitCode).toBe(2);
    expect(last).toMatchObject({ kind: "error", code: "SOLUTION_UNREADABLE" });
  });
});
