import { existsSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseRecording } from "../src/policy/index.ts";
import { parseLastLine, runCli, type CliRun } from "./support/cli.ts";

const example = fileURLToPath(new URL("../examples/night-bus", import.meta.url));

let directory: string;

async function run(args: readonly string[], options: Omit<Parameters<typeof runCli>[1], "cwd" | "env"> = {}) {
  return runCli(args, { cwd: directory, env: { GRANDSMITH_HOME: join(directory, "home") }, ...options });
}

function listEvents(result: CliRun): readonly string[] {
  return result.lines.map((line) => JSON.parse(line) as { event?: string }).flatMap(({ event }) => event ?? []);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "grandsmith-cli-"));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("solve, piped", () => {
  it("prints plain lines: first that answers are replayed, last what the exit code means", async () => {
    const result = await run(["solve", example]);
    expect(result.exitCode, result.stderr).toBe(0);
    const [first = ""] = result.lines;
    expect(first).toMatch(/^Recorded answers are replayed, no model is asked \(made with desk/);
    expect(result.lines.join("\n")).toMatch(/Exit code 0: solved, with evidence/);
    expect(result.lines.join("")).not.toMatch(/[\u0000-\u001f]/);
    expect(result.stderr).toBe("");
  });

  it("prints JSON lines with --json, and leaves a complete output folder", async () => {
    const out = join(directory, "json-out");
    const result = await run(["solve", example, "--json", "--out", out]);
    const events = listEvents(result);
    expect(events[0]).toBe("run-started");
    expect(events.at(-1)).toBe("decision-made");
    const { kind, ...report } = parseLastLine(result) as {
      kind: string;
      runId: string;
      tests: { inputFile: string }[];
    };
    expect(kind).toBe("result");
    expect(JSON.parse(await readFile(join(out, "report.json"), "utf8"))).toEqual(report);
    expect((await readdir(out)).toSorted()).toEqual(["report.json", "report.md", "solution.cpp", "tests"]);
    for (const { inputFile } of report.tests) expect(existsSync(join(out, inputFile)), inputFile).toBe(true);

    const shown = parseLastLine(await run(["runs", "show", report.runId, "--json"]));
    expect(shown).toMatchObject({ id: report.runId, status: "finished", outcome: "solved", exitCode: 0 });
  });
});

describe("a run that is interrupted", () => {
  it("ends at the first signal with 130, says how to go on, and goes on without its folder", async () => {
    const problem = join(directory, "moved");
    await cp(example, problem, { recursive: true });
    const desk = join(directory, "desk");
    const args = [
      "solve",
      problem,
      "--model",
      "desk",
      "--desk-dir",
      desk,
      "--json",
      "--out",
      join(directory, "desk-out"),
    ];
    let alive: Promise<CliRun> | undefined;
    let runId = "";
    const interrupted = await run(args, {
      onLine: (line, kill) => {
        const { event, data } = JSON.parse(line) as { event?: string; data?: { runId: string } };
        if (event === "run-started") runId = data?.runId ?? "";
        if (event !== "sample-requested" || alive !== undefined) return;
        alive = run(["solve", "--resume", runId, "--json"]);
        void alive.then(() => kill("SIGINT"));
      },
    });
    const refused = await alive;
    expect(refused?.exitCode).toBe(2);
    expect(parseLastLine(refused ?? interrupted)).toMatchObject({ kind: "error", code: "RUN_ALIVE" });
    expect(interrupted.exitCode, interrupted.stderr).toBe(130);
    expect(parseLastLine(interrupted)).toMatchObject({
      code: "INTERRUPTED",
      message: `interrupted; go on with: grandsmith solve --resume ${runId}`,
    });
    expect(parseLastLine(await run(["runs", "show", runId, "--json"]))).toMatchObject({ status: "interrupted" });

    await rm(problem, { recursive: true });
    expect(parseLastLine(await run(["solve", "--resume", runId, "--seed", "2", "--json"]))).toMatchObject({
      code: "RESUME_OPTION_FIXED",
    });
    await answerAllPrompts(desk);
    let timer: NodeJS.Timeout | undefined;
    const resumed = await run(["solve", "--resume", runId, "--json", "--record", join(directory, "made.jsonl")], {
      onLine: (_line, kill) => (timer ??= setTimeout(() => kill("SIGKILL"), 45_000)),
    });
    clearTimeout(timer);
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(listEvents(resumed).slice(0, 3)).toEqual(["run-started", "run-resumed", "desk-opened"]);
    const recording = parseRecording(readFileSync(join(directory, "made.jsonl"), "utf8"), "made.jsonl");
    expect(recording.header.madeWith).toBe("desk");
    expect(recording.samples.length).toBeGreaterThanOrEqual(8);
  });

  it("says that a run without a model cannot start, with exit code 3", async () => {
    const problem = join(directory, "unrecorded");
    await cp(example, problem, { recursive: true });
    await rm(join(problem, "recording.jsonl"));
    const result = await run(["solve", problem]);
    expect(result.exitCode).toBe(3);
    expect(result.stderr).toContain("[NO_MODEL]");
  });

  it("refuses an output folder with other files before it asks any model", async () => {
    const out = join(directory, "taken");
    await cp(example, out, { recursive: true });
    const result = await run(["solve", example, "--out", out, "--json"]);
    expect(result.exitCode).toBe(2);
    expect(result.lines).toHaveLength(1);
    expect(parseLastLine(result)).toMatchObject({ code: "OUTPUT_FOLDER_TAKEN" });
  });
});

/** Puts the example's recorded answers where the desk's prompts ask for them. */
async function answerAllPrompts(desk: string): Promise<void> {
  const recording = parseRecording(await readFile(join(example, "recording.jsonl"), "utf8"), "recording.jsonl");
  for (const { address, requestDigest, completion } of recording.samples) {
    const stem = `${address.role}-r${address.round}-${address.index}-${requestDigest.slice(0, 8)}`;
    await writeFile(join(desk, "unfinished"), completion.text);
    await utimes(join(desk, "unfinished"), new Date(0), new Date(0));
    await rename(join(desk, "unfinished"), join(desk, `${stem}.answer.md`));
  }
}

describe("doctor", () => {
  it("finds what judging needs here, and prints no key", async () => {
    const result = await runCli(["doctor", "--json"], {
      cwd: directory,
      env: { GRANDSMITH_HOME: join(directory, "home"), OPENAI_API_KEY: "sk-very-secret" },
    });
    expect(result.exitCode, result.lines.join("\n")).toBe(0);
    const report = parseLastLine(result) as { canSolve: boolean; checks: { name: string; status: string }[] };
    expect(report.canSolve).toBe(true);
    expect(report.checks.find(({ name }) => name === "openai/NAME")).toMatchObject({ status: "ok" });
    expect(result.lines.join("")).not.toContain("sk-very-secret");
  });
});
