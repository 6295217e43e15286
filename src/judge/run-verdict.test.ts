import { describe, expect, test } from "vitest";
import type { RunEnding, RunResult } from "../sandbox/index.ts";
import { computeRunVerdict, type VerdictLimits } from "./run-verdict.ts";

const limits: VerdictLimits = { cpuTimeMs: 1000, memoryBytes: 1000, isMemoryByAddressSpace: false };

function verdictOf(ending: RunEnding, measured: Partial<RunResult> = {}, changed: Partial<VerdictLimits> = {}): string {
  const result: RunResult = {
    ending,
    cpuTimeMs: 10,
    wallTimeMs: 10,
    peakMemoryBytes: 10,
    stdout: new Uint8Array(),
    isStdoutTruncated: false,
    stderr: new Uint8Array(),
    collected: [],
    ...measured,
  };
  return computeRunVerdict(result, { ...limits, ...changed }).verdict;
}

describe("computeRunVerdict", () => {
  test("a clean end within the limits is accepted", () => {
    expect(verdictOf({ kind: "exited", exitCode: 0 })).toBe("accepted");
    expect(verdictOf({ kind: "exited", exitCode: 0 }, { cpuTimeMs: 1000, peakMemoryBytes: 1000 })).toBe("accepted");
  });

  test("wall time alone is never a time limit", () => {
    expect(verdictOf({ kind: "exited", exitCode: 0 }, { wallTimeMs: 1_000_000 })).toBe("accepted");
    expect(verdictOf({ kind: "killed", by: "wall-time" }, { wallTimeMs: 5000 })).toBe("idleness-limit-exceeded");
  });

  test("the reason we killed for decides, whatever the signal looked like", () => {
    expect(verdictOf({ kind: "killed", by: "memory" }, { isStdoutTruncated: true, cpuTimeMs: 5000 })).toBe(
      "memory-limit-exceeded",
    );
    expect(verdictOf({ kind: "killed", by: "output" }, { cpuTimeMs: 5000 })).toBe("output-limit-exceeded");
    expect(verdictOf({ kind: "killed", by: "cpu-time" }, { peakMemoryBytes: 5000 })).toBe("time-limit-exceeded");
  });

  test("too much CPU time or memory decides before a crash or a clean end", () => {
    expect(verdictOf({ kind: "exited", exitCode: 0 }, { cpuTimeMs: 1001 })).toBe("time-limit-exceeded");
    expect(verdictOf({ kind: "signaled", signal: 24 }, { cpuTimeMs: 1001 })).toBe("time-limit-exceeded");
    expect(verdictOf({ kind: "signaled", signal: 11 }, { peakMemoryBytes: 1001 })).toBe("memory-limit-exceeded");
  });

  test("truncated output is an output limit even after a clean end", () => {
    expect(verdictOf({ kind: "exited", exitCode: 0 }, { isStdoutTruncated: true })).toBe("output-limit-exceeded");
  });

  test("signals and exit codes are runtime errors", () => {
    expect(verdictOf({ kind: "exited", exitCode: 1 })).toBe("runtime-error");
    expect(verdictOf({ kind: "signaled", signal: 11 })).toBe("runtime-error");
  });

  test("an allocation that failed under an address-space limit is a memory verdict", () => {
    const stderr = Buffer.from("terminate called after throwing an instance of 'std::bad_alloc'");
    expect(verdictOf({ kind: "signaled", signal: 6 }, { stderr }, { isMemoryByAddressSpace: true })).toBe(
      "memory-limit-exceeded",
    );
    expect(verdictOf({ kind: "signaled", signal: 6 }, { stderr })).toBe("runtime-error");
  });

  test("a run that never started says nothing about the program", () => {
    expect(verdictOf({ kind: "not-started", reason: "no space" })).toBe("judge-failed");
  });
});
