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

type Line = Readonly<Record<string, unknown>>;

async function run(
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
  /** The kind of the line at which it is interrupted. */
  interruptAt?: string,
) {
  const env = { GRANDSMITH_HOME: join(directory, "home"), ...more };
  let isStopped = false;
  const result = await runCli([...args], {
    cwd: directory,
    env,
    onLine(line, kill) {
      if (isStopped || interruptAt === undefined || !line.includes(`"kind":"${interruptAt}"`)) return;
      isStopped = true;
      kill("SIGINT");
    },
  });
  const lines = result.lines.map((line) => JSON.parse(line) as Line);
  return { exitCode: result.exitCode, lines, last: lines.at(-1) ?? {} };
}

/** Without what is measured anew where a batch was cut off. */
function toRepeatable({ last }: { readonly last: Line }) {
  return JSON.parse(JSON.stringify(last), (key, value: unknown) => (key === "cpuTimeMs" ? undefined : value)) as Line;
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

  it("forge: interrupted, it says what it has found; the same command goes on to the same result", async () => {
    const start = ["forge", example, "--solution", wrong, right, "--runs", "900", "--json"];
    const args = [...start, "--journal", join(directory, "cut")];
    const cut = await run(args, {}, "search-progress");
    expect(cut).toMatchObject({ exitCode: 130, last: { code: "INTERRUPTED" } });
    expect(cut.lines.at(-2)).toMatchObject({ kind: "search-result", end: "interrupted", tests: [{ id: "forge/001" }] });
    const resumed = await run(args);
    expect(resumed).toMatchObject({ exitCode: 6, last: { end: "budget-spent", survivors: [right] } });
    expect(toRepeatable(resumed)).toEqual(toRepeatable(await run(start)));
  });

  it("strength: interrupted half way, the same command goes on to the same result", async () => {
    const start = ["strength", example, "--mutants", "3", "--runs", "300", "--json"];
    const args = [...start, "--journal", join(directory, "cut-strength")];
    expect(await run(args, {}, "row-measured")).toMatchObject({ exitCode: 130, last: { code: "INTERRUPTED" } });
    expect(toRepeatable(await run(args))).toEqual(toRepeatable(await run(start)));
  });

  it("forge, strength, stress: take a problem of the league, and a package as what stress runs on", async () => {
    const forged = await run(["forge", "league:1/1", "--runs", "2000", "--json"]);
    expect(forged).toMatchObject({ exitCode: 0, last: { survivors: [] } });
    const out = join(directory, "missing");
    const flags = ["--mutants", "0", "--runs", "100", "--out", out, "--json"];
    expect((await run(["strength", "league:1/1", ...flags])).last).toMatchObject({ truePositiveRate: 1 });
    expect(await readdir(out)).toContain("forge.json");
    const stressed = await run(["stress", example, right, wrong, "--json"]);
    expect(stressed).toMatchObject({ exitCode: 6, last: { tests: [{ minimised: { tokens: 4 } }] } });
    expect(await run(["forge", "league:9/1", "--json"])).toMatchObject({ exitCode: 2 });
  });

  it("forge: a verdict from outside is about one program", async () => {
    const several = await run(["forge", example, "--verdict", "wrong-answer", "--json"]);
    expect(several).toMatchObject({ exitCode: 2, last: { code: "USAGE_INVALID" } });
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
