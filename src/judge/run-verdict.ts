import type { Verdict } from "../problem/index.ts";
import type { RunResult } from "../sandbox/index.ts";
import { unreachable } from "../std/index.ts";

/** What a run's ending is measured against. */
export interface VerdictLimits {
  /** The problem's limit plus the language's start-up allowance. */
  readonly cpuTimeMs: number;
  readonly memoryBytes: number;
  /** Where limits on memory make allocations fail instead of killing: a crash that says so is a memory verdict. */
  readonly isMemoryByAddressSpace: boolean;
  /** What the language's runtime writes when it has no memory left. */
  readonly memoryComplaint?: RegExp | undefined;
}

export interface RunVerdict {
  readonly verdict: Exclude<Verdict, "partial" | "wrong-answer" | "presentation-error" | "compile-error" | "skipped">;
  readonly message: string;
}

/**
 * What the way a run ended says of the program. Order: memory kill, output, CPU time, memory peak, idleness,
 * signal or exit code. Wall time alone never makes a time limit.
 */
export function computeRunVerdict(result: RunResult, limits: VerdictLimits): RunVerdict {
  const { ending } = result;
  if (ending.kind === "not-started") return { verdict: "judge-failed", message: `not started: ${ending.reason}` };
  const killedBy = ending.kind === "killed" ? ending.by : undefined;
  if (killedBy === "memory") return memoryLimitExceeded;
  if (killedBy === "output" || result.isStdoutTruncated) {
    return { verdict: "output-limit-exceeded", message: "wrote more than the output limit" };
  }
  if (killedBy === "cpu-time" || result.cpuTimeMs > limits.cpuTimeMs) {
    return { verdict: "time-limit-exceeded", message: "used more CPU time than the limit" };
  }
  if (result.peakMemoryBytes > limits.memoryBytes) return memoryLimitExceeded;
  if (killedBy === "wall-time") {
    return { verdict: "idleness-limit-exceeded", message: "waited instead of computing" };
  }
  if (killedBy === "cancel") return { verdict: "judge-failed", message: "cancelled" };
  if (ending.kind === "killed") return unreachable(ending.by as never);
  if (ending.kind === "exited" && ending.exitCode === 0) return { verdict: "accepted", message: "" };
  if (limits.isMemoryByAddressSpace && complains(result.stderr, allocationFailure)) return memoryLimitExceeded;
  if (limits.memoryComplaint !== undefined && complains(result.stderr, limits.memoryComplaint)) {
    return memoryLimitExceeded;
  }
  return {
    verdict: "runtime-error",
    message: ending.kind === "exited" ? `exit code ${ending.exitCode}` : describeSignal(ending.signal),
  };
}

const memoryLimitExceeded: RunVerdict = {
  verdict: "memory-limit-exceeded",
  message: "used more memory than the limit",
};

const allocationFailure = /std::bad_alloc|MemoryError|Cannot allocate memory/;

function complains(stderr: Uint8Array, pattern: RegExp): boolean {
  return pattern.test(Buffer.from(stderr).toString("latin1"));
}

const signalNames: Readonly<Record<number, string>> = {
  4: "SIGILL, illegal instruction",
  6: "SIGABRT, aborted",
  7: "SIGBUS, bad memory access",
  8: "SIGFPE, e.g. integer division by zero",
  9: "SIGKILL",
  11: "SIGSEGV, bad memory access or stack overflow",
  13: "SIGPIPE",
  24: "SIGXCPU",
  25: "SIGXFSZ",
  31: "SIGSYS, forbidden system call",
};

function describeSignal(signal: number): string {
  const name = signalNames[signal];
  return name === undefined ? `signal ${signal}` : `signal ${signal} (${name})`;
}
