import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../std/index.ts";
import { openStore } from "../store/index.ts";
import type { CliContext } from "./cli-context.ts";
import { exitCodes, toCodeExitCode, toErrorExitCode, toSolveExitCode } from "./exit-codes.ts";
import { runCommand } from "./main.ts";
import { renderError, toErrorLine } from "./render-error.ts";
import { createPalette } from "./text/palette.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "grandsmith-cli-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function run(...argv: readonly string[]) {
  const written = { out: "", err: "" };
  const context: CliContext = {
    stdout: {
      columns: 60,
      write: (text) => void (written.out += text),
      on: () => process.stdout,
      off: () => process.stdout,
    },
    stderr: { write: (text) => void (written.err += text) },
    env: { GRANDSMITH_HOME: join(cwd, "home") },
    cwd,
    onInterrupt: () => () => {},
  };
  return { exitCode: await runCommand(context, argv), ...written };
}

describe("the command line", () => {
  it("prints help with the exit codes, and the version", async () => {
    const help = await run("--help");
    expect(help.exitCode).toBe(0);
    expect(help.out).toContain("solve [options] [PROBLEM]");
    for (const code of Object.values(exitCodes)) expect(help.out).toMatch(new RegExp(`^ +${code}  `, "m"));
    expect(await run("--version")).toMatchObject({ exitCode: 0, out: "0.1.0\n", err: "" });
  });

  it.each([
    [["slove"], "unknown command 'slove' (Did you mean solve?)"],
    [["solve", "--sed", "1"], "unknown option '--sed' (Did you mean --seed?)"],
    [["solve"], "solve needs a PROBLEM, or --resume RUN"],
    [["solve", "a", "--resume", "b"], "give either PROBLEM or --resume RUN"],
    [["solve", "a", "b"], "too many arguments"],
    [["runs", "--limit", "no"], "--limit: expected 1 or more, got no"],
    [[], "no command given"],
  ])("refuses %j as bad usage", async (argv, message) => {
    const result = await run(...argv);
    expect(result.exitCode).toBe(exitCodes.badInput);
    expect(result.err).toContain(message);
    expect(result.err).toContain("[USAGE_INVALID]");
    expect(result.out).toBe("");
  });

  it("says a problem that is not there, as text or as JSON", async () => {
    const text = await run("solve", "nothing");
    expect(text).toMatchObject({ exitCode: 2, out: "" });
    expect(text.err).toContain("[PROBLEM_NOT_FOUND]");
    const json = await run("solve", "nothing", "--json");
    expect(json.err).toBe("");
    expect(JSON.parse(json.out)).toMatchObject({ kind: "error", exitCode: 2, code: "PROBLEM_NOT_FOUND" });
  });

  it("lists no runs kindly, and a run by a part of its id", async () => {
    expect((await run("runs")).out).toContain("No runs yet");
    using store = openStore(join(cwd, "home"));
    const { id, end } = store.createRun({
      problemId: "sum",
      problemPath: "/problems/\u001b[31msum",
      problemDigest: "",
      policyName: "desk",
      toolVersion: "0.1.0",
      config: {},
      snapshot: null,
    });
    expect((await run("runs")).out).toBe(`${id}  running  desk  /problems/sum\n`);
    end({ status: "failed", exitCode: 2, error: { code: "PROBLEM_UNSUPPORTED", message: "it is interactive" } });
    expect(JSON.parse((await run("runs", "--json")).out)).toMatchObject({ runs: [{ id, status: "failed" }] });
    const shown = await run("runs", "show", "sum");
    expect(shown.out).toContain("error PROBLEM_UNSUPPORTED: it is interactive");
    expect(JSON.parse((await run("runs", "show", "sum", "--json")).out)).toMatchObject({ id, events: [], effects: [] });
    expect(await run("runs", "show", "other")).toMatchObject({ exitCode: 2 });
  });
});

describe("exit codes", () => {
  it("map each status of a solve", () => {
    expect((["solved", "best-effort", "held", "no-answer"] as const).map(toSolveExitCode)).toEqual([0, 4, 5, 3]);
  });

  it("map errors: input and set-up, no model, interruption, faults of ours", () => {
    expect(["PROBLEM_INVALID", "CONFIG_INVALID", "RUN_ALIVE", "MODEL_NAME_INVALID"].map(toCodeExitCode)).toEqual([
      2, 2, 2, 2,
    ]);
    expect(["NO_MODEL", "MODEL_KEY_MISSING", "RECORDING_MISSING"].map(toCodeExitCode)).toEqual([3, 3, 3]);
    expect(["SANDBOX_UNAVAILABLE", "STORE_FAILED", "JUDGE_CLOSED"].map(toCodeExitCode)).toEqual([1, 1, 1]);
    expect(toCodeExitCode("INTERRUPTED")).toBe(130);
    expect(toErrorExitCode(new TypeError("a bug"))).toBe(1);
  });
});

describe("an error", () => {
  const nasty = new AppError({
    code: "PROBLEM_INVALID",
    message: "title: got \u001b[2J\u202e",
    data: { field: "title" },
  });

  it("is shown with its code and without control characters", () => {
    expect(renderError(nasty, createPalette(false))).toBe("error title: got  [PROBLEM_INVALID]\n");
  });

  it("is one JSON line with its data", () => {
    expect(JSON.parse(toErrorLine(nasty))).toMatchObject({
      code: "PROBLEM_INVALID",
      exitCode: 2,
      data: { field: "title" },
    });
  });

  it("of our own is said to be a bug, with its stack", () => {
    const text = renderError(new TypeError("x is undefined"), createPalette(false));
    expect(text).toMatch(/^internal error x is undefined \[INTERNAL\]\nTypeError: x is undefined\n +at /);
    expect(text).toContain("bug of grandsmith");
  });
});
