import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const launcher = join(root, "bin/grandsmith.js");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };

/** Every Node that is installed here, the bundled one first. */
const nodes = [
  ...new Set(
    [process.execPath, ...(process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"))]
      .filter((path) => existsSync(path))
      .map((path) => realpathSync(path)),
  ),
];

/** CPU time of Node with these arguments and its children, in milliseconds, as the shell's `times` tells it. */
async function measureCpuMs(node: string, args: readonly string[]): Promise<number> {
  const { stdout } = await run("bash", ["-c", '"$@" >/dev/null; times', "bash", node, ...args]);
  const children = stdout.trim().split("\n")[1] ?? "";
  const times = Array.from(
    children.matchAll(/(\d+)m([\d.]+)s/g),
    ([, minutes, seconds]) => Number(minutes) * 60_000 + Number(seconds) * 1000,
  );
  return times.reduce((sum, ms) => sum + ms, 0);
}

/** Starts a run that waits at the desk, sends a signal to the launcher, and waits until nobody holds its output. */
async function runUntilAsked(node: string, signal: NodeJS.Signals) {
  const home = mkdtempSync(join(tmpdir(), "grandsmith-launcher-"));
  try {
    const env = { ...process.env, GRANDSMITH_HOME: home };
    const args = [launcher, "solve", join(root, "examples/night-bus"), "--model", "desk", "--out", join(home, "out")];
    const child = spawn(node, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("asked: classifier")) child.kill(signal);
    });
    const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
    let runs: readonly { readonly status: string }[] = [];
    // Who lets go of its output as it ends is there a moment longer.
    for (let tries = 0; tries < 20 && (tries === 0 || runs.some(({ status }) => status === "running")); tries++) {
      const { stdout } = await run(node, [launcher, "runs", "--json"], { env });
      ({ runs } = JSON.parse(stdout) as { readonly runs: typeof runs });
    }
    return { exitCode, stderr, runs };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

describe("the launcher", () => {
  it.each(nodes)("works under %s", async (node) => {
    const { stdout, stderr } = await run(node, [launcher, "--version"]);
    expect({ stdout, stderr }).toEqual({ stdout: `${manifest.version}\n`, stderr: "" });
  });

  it.each(nodes)("passes exit code and messages on under %s", async (node) => {
    await expect(run(node, [launcher, "solve", "/nothing/here"])).rejects.toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("[PROBLEM_NOT_FOUND]"),
    });
  });

  it.each(nodes)(
    "under %s, a signal cancels the run cleanly, and killing the launcher leaves nothing running",
    async (node) => {
      const cancelled = await runUntilAsked(node, "SIGINT");
      expect(cancelled).toMatchObject({
        exitCode: 130,
        stderr: expect.stringContaining("go on with: grandsmith solve --resume"),
      });
      const killed = await runUntilAsked(node, "SIGKILL");
      expect(killed.runs).toMatchObject([{ status: "interrupted" }]);
    },
  );

  it("starts fast: --version takes less than 300 ms of CPU time, or five times Node's own where that is slow", async () => {
    const trials: number[] = [];
    const bare: number[] = [];
    for (let i = 0; i < 3; i++) {
      trials.push(await measureCpuMs(process.execPath, [launcher, "--version"]));
      bare.push(await measureCpuMs(process.execPath, ["-e", "0"]));
    }
    expect(Math.min(...trials)).toBeLessThan(Math.max(300, 5 * Math.min(...bare)));
  });

  it("loads neither the AI SDK nor the judge to print help", async () => {
    const script = `
      const { registerHooks } = require("node:module");
      const loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
      process.argv = [process.argv[0], ${JSON.stringify(launcher)}, "--help"];
      import(${JSON.stringify(launcher)}).then(() => console.log(JSON.stringify(loaded)));
    `;
    const { stdout } = await run(process.execPath, ["-e", script]);
    const loaded = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as string[];
    expect(loaded.length).toBeGreaterThan(5);
    expect(loaded.filter((url) => /@ai-sdk|node_modules\/ai\/|src\/judge\/(?!contract)/.test(url))).toEqual([]);
  });
});

it("works in a folder that was removed under it, where a name is enough", async () => {
  const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && "$@"';
  const home = mkdtempSync(join(tmpdir(), "grandsmith-gone-"));
  const env = { ...process.env, GRANDSMITH_HOME: home };
  const { stdout, stderr } = await run("bash", ["-c", script, "bash", process.execPath, launcher, "runs"], { env });
  rmSync(home, { recursive: true, force: true });
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining("No runs yet"), stderr: "" });
});

/** What a shell command ends with; `$NODE "$LAUNCHER"` is the command line. */
async function runShell(command: string) {
  const home = mkdtempSync(join(tmpdir(), "grandsmith-output-"));
  const env = { ...process.env, GRANDSMITH_HOME: home, NODE: process.execPath, LAUNCHER: launcher };
  const child = spawn("bash", ["-c", command], { env, cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout.resume();
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  rmSync(home, { recursive: true, force: true });
  return { exitCode, stderr };
}

describe("a standard output that cannot be written", () => {
  it("because its reader is gone ends a command in silence", async () => {
    const { exitCode, stderr } = await runShell(
      '"$NODE" "$LAUNCHER" --help | true; a=${PIPESTATUS[0]}; "$NODE" "$LAUNCHER" runs --json | true; exit $((a + PIPESTATUS[0]))',
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  it.skipIf(!existsSync("/dev/full"))("because the disk is full is told, and a solve can be resumed", async () => {
    const listed = await runShell('"$NODE" "$LAUNCHER" runs >/dev/full');
    expect(listed.exitCode).toBe(1);
    expect(listed.stderr).toMatch(/^error standard output could not be written: ENOSPC.*\[OUTPUT_WRITE_FAILED\]\n$/);
    const solved = await runShell('"$NODE" "$LAUNCHER" solve examples/night-bus >/dev/full');
    expect(solved.exitCode).toBe(1);
    expect(solved.stderr).toMatch(/go on with: grandsmith solve --resume/);
    expect(solved.stderr).not.toContain("    at ");
  });
});
