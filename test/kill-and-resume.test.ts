import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeNativeProblem } from "../src/problem/index.ts";
import {
  bestRunProblem,
  bestRunPrograms as programs,
  createFakeModelServer,
  toAnswerText,
  type FakeModelRequest,
  type FakeModelServer,
} from "../src/testing/index.ts";
import { answerAsHelper, findRole } from "./support/best-run-model.ts";
import { parseLastLine, runCli } from "./support/cli.ts";

const killPointCount = 12;

let directory: string;
let server: FakeModelServer;

/** The same request gets the same answer, whichever run asks: wrong programs first, then right ones. */
const answers = new Map<string, string>();

function toKey(request: FakeModelRequest): string {
  return JSON.stringify(request.body);
}

function answer(request: FakeModelRequest): string {
  const key = toKey(request);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const role = findRole(request);
  const text =
    role === "solver"
      ? toAnswerText(programs.wrong)
      : role === "repairer"
        ? toAnswerText(programs.right)
        : answerAsHelper(role);
  answers.set(key, text);
  return text;
}

function toArguments(): string[] {
  const model = ["--model", "openai-compatible/fake", "--base-url", server.baseUrl];
  return ["solve", join(directory, "best-run"), ...model, "--seed", "5", "--json"];
}

/** What must not depend on how the run was interrupted: everything but measurements and places. */
function toComparable(result: unknown): unknown {
  const measured = new Set([
    "maxCpuTimeMs",
    "maxMemoryBytes",
    "largestCpuTimeMs",
    "runId",
    "outDirectory",
    "effects",
    "files",
  ]);
  return JSON.parse(JSON.stringify(result, (key, value: unknown) => (measured.has(key) ? undefined : value)));
}

async function runUnbroken(home: string) {
  return runCli(toArguments(), { cwd: directory, env: { GRANDSMITH_HOME: home } });
}

describe("a run killed by SIGKILL and resumed", () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "grandsmith-kill-"));
    await writeNativeProblem(bestRunProblem, join(directory, "best-run"));
    server = await createFakeModelServer((request) => ({ kind: "answer", text: answer(request), delayMs: 15 }));
  });

  afterAll(async () => {
    await server?.close();
    await rm(directory, { recursive: true, force: true });
  });

  it(`ends like an unbroken one at ${killPointCount} points, and repeats no call whose answer had arrived`, async () => {
    const unbroken = await runUnbroken(join(directory, "home-unbroken"));
    expect(unbroken.exitCode, unbroken.stderr).toBe(0);
    const expected = toComparable(parseLastLine(unbroken));
    const unbrokenCalls = server.requests.length;
    const lineCount = unbroken.lines.length - 1;
    let killed = 0;
    for (let point = 0; point < killPointCount; point++) {
      const killAfter = 1 + Math.floor((point * (lineCount - 1)) / (killPointCount - 1));
      if (await killAndResume({ point, killAfter, expected, unbrokenCalls })) killed += 1;
    }
    expect(killed).toBeGreaterThanOrEqual(killPointCount - 2);
  }, 300_000);
});

/** False where the run had ended before it could be killed. */
async function killAndResume(options: {
  readonly point: number;
  readonly killAfter: number;
  readonly expected: unknown;
  readonly unbrokenCalls: number;
}): Promise<boolean> {
  const { point, killAfter, expected, unbrokenCalls } = options;
  const env = { GRANDSMITH_HOME: join(directory, `home-${point}`) };
  const before = server.requests.length;
  let received = 0;
  let seen = 0;
  const killed = await runCli(toArguments(), {
    cwd: directory,
    env,
    onLine: (line, kill) => {
      if (seen >= killAfter) return;
      seen += 1;
      if (line.includes('"sample-received"')) received += 1;
      if (seen === killAfter) kill("SIGKILL");
    },
  });
  if (killed.exitCode === 0) return false;
  expect(killed.signal, `point ${point}: ${killed.stderr}`).toBe("SIGKILL");
  const listed = parseLastLine(await runCli(["runs", "--json"], { cwd: directory, env })) as { runs: { id: string }[] };
  const startedBeforeKill = server.requests.length - before;
  const runId = listed.runs[0]?.id ?? "no run";
  const resumed = await runCli(["solve", "--resume", runId, "--json"], { cwd: directory, env });
  expect(resumed.exitCode, `point ${point}, line ${killAfter}: ${resumed.stderr}`).toBe(0);
  expect(toComparable(parseLastLine(resumed))).toEqual(expected);

  const calls = new Map<string, number>();
  for (const request of server.requests.slice(before)) calls.set(toKey(request), (calls.get(toKey(request)) ?? 0) + 1);
  expect(calls.size).toBe(unbrokenCalls);
  const repeated = [...calls.values()].filter((count) => count > 1).length;
  const inFlightAtMost = startedBeforeKill - received;
  expect(repeated, `point ${point}: ${startedBeforeKill} started, ${received} received`).toBeLessThanOrEqual(
    inFlightAtMost,
  );
  expect(Math.max(...calls.values())).toBeLessThanOrEqual(2);
  return true;
}
