import { expect, test } from "vitest";
import type { InteractionResult, RunEnding, RunResult } from "../sandbox/index.ts";
import { decideInteraction } from "./decide-interaction.ts";
import { computeRunVerdict } from "./run-verdict.ts";

const exited = (exitCode: number): RunEnding => ({ kind: "exited", exitCode });
const signaled = (signal: number): RunEnding => ({ kind: "signaled", signal });
const killed = (by: "cpu-time" | "wall-time" | "memory" | "output"): RunEnding => ({ kind: "killed", by });

function run(ending: RunEnding, more: Partial<RunResult> = {}): RunResult {
  const empty = new Uint8Array();
  return {
    ending,
    cpuTimeMs: 10,
    wallTimeMs: 100,
    peakMemoryBytes: 1000,
    stdout: empty,
    isStdoutTruncated: false,
    stderr: empty,
    collected: [],
    ...more,
  };
}

function decide(
  endedFirst: "solution" | "interactor",
  solution: RunResult,
  interactor: RunResult,
  convention: "kattis" | "testlib" = "kattis",
): string {
  const result: InteractionResult = {
    solution,
    interactor,
    endedFirst,
    sentBytes: { solution: 0, interactor: 0 },
    transcript: [],
    isTranscriptTruncated: false,
  };
  const own = computeRunVerdict(solution, { cpuTimeMs: 50, memoryBytes: 2000, isMemoryByAddressSpace: false });
  const decision = decideInteraction(result, own, convention);
  if (decision.kind === "solution-decides") return decision.verdict.verdict;
  return decision.kind === "interactor-decides" ? `exit code ${decision.exitCode}` : decision.kind;
}

const brokenPipe = { stderr: Buffer.from("BrokenPipeError: [Errno 32] Broken pipe") };

test.each([
  ["interactor", exited(0), exited(42), "exit code 42"],
  ["interactor", signaled(13), exited(42), "exit code 42"],
  ["interactor", signaled(13), exited(43), "exit code 43"],
  ["interactor", signaled(11), exited(43), "exit code 43"],
  ["interactor", killed("cpu-time"), exited(43), "exit code 43"],
  ["interactor", killed("cpu-time"), exited(42), "time-limit-exceeded"],
  ["interactor", killed("wall-time"), exited(42), "idleness-limit-exceeded"],
  ["interactor", signaled(11), exited(42), "runtime-error"],
  ["interactor", exited(0), exited(1), "interactor-failed"],
  ["interactor", exited(0), signaled(11), "interactor-failed"],
  ["interactor", exited(0), signaled(13), "solution-left"],
  ["interactor", exited(0), killed("output"), "interactor-failed"],
  ["solution", exited(0), exited(42), "exit code 42"],
  ["solution", exited(0), exited(43), "exit code 43"],
  ["solution", exited(0), signaled(13), "solution-left"],
  ["solution", exited(0), signaled(6), "interactor-failed"],
  ["solution", exited(0), killed("wall-time"), "interactor-failed"],
  ["solution", exited(1), exited(43), "runtime-error"],
  ["solution", killed("memory"), exited(43), "memory-limit-exceeded"],
  ["solution", killed("output"), exited(43), "output-limit-exceeded"],
  ["solution", killed("wall-time"), exited(43), "idleness-limit-exceeded"],
] as const)("the %s ends first, solution %j, interactor %j: %s", (first, solution, interactor, expected) => {
  expect(decide(first, run(solution), run(interactor))).toBe(expected);
});

test("interpreters tell of a closed pipe in words", () => {
  expect(decide("interactor", run(exited(1), brokenPipe), run(exited(42)))).toBe("exit code 42");
  expect(decide("solution", run(exited(0)), run(exited(1), brokenPipe))).toBe("solution-left");
  const ended = { stderr: Buffer.from("EOFError: EOF when reading a line") };
  expect(decide("solution", run(exited(0)), run(exited(1), ended))).toBe("solution-left");
  expect(decide("interactor", run(exited(0)), run(exited(1), ended))).toBe("interactor-failed");
});

test("a solution that waits while the interactor computes is not idle", () => {
  const busy = run(killed("cpu-time"), { cpuTimeMs: 90 });
  expect(decide("solution", run(killed("wall-time")), busy)).toBe("interactor-failed");
});

test("testlib's exit codes are words but for a failure", () => {
  for (const code of [0, 1, 2, 4, 7, 8]) {
    expect(decide("interactor", run(exited(0)), run(exited(code)), "testlib")).toBe(`exit code ${code}`);
  }
  expect(decide("interactor", run(exited(0)), run(exited(3)), "testlib")).toBe("interactor-failed");
  expect(decide("interactor", run(exited(0)), run(exited(42)), "testlib")).toBe("interactor-failed");
});

test("a side that was not started is the judge's fault", () => {
  const missing = run({ kind: "not-started", reason: "no such file" });
  expect(decide("interactor", run(exited(0)), missing)).toBe("interactor-failed");
  expect(decide("solution", missing, run(exited(43)))).toBe("judge-failed");
});
