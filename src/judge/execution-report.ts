import type { Journal } from "../journal/index.ts";
import type { Verdict } from "../problem/index.ts";
import { toCapped } from "./compile-message.ts";
import type { ExecutionReport } from "./contract.ts";
import type { RunOutcome } from "./execute-runs.ts";

const stderrBytes = 2048;
/** Larger outputs are measured and compared, not kept. */
const keptOutputBytes = 64 * 1024 ** 2;

/** The report of a run; its output, when whole, is kept in the journal. */
export function createExecutionReport(journal: Journal, outcome: RunOutcome): ExecutionReport {
  const { result, verdict, message } = outcome;
  if (result === undefined) return createEmptyReport(verdict, message);
  const { ending, stdout } = result;
  const isKept = !result.isStdoutTruncated && stdout.length <= keptOutputBytes && ending.kind !== "not-started";
  return {
    verdict,
    exitCode: ending.kind === "exited" ? ending.exitCode : undefined,
    signal: ending.kind === "signaled" ? ending.signal : undefined,
    cpuTimeMs: result.cpuTimeMs,
    wallTimeMs: result.wallTimeMs,
    peakMemoryBytes: result.peakMemoryBytes,
    stdoutDigest: isKept ? journal.putArtifact(stdout) : undefined,
    stdoutBytes: stdout.length,
    stderr: result.stderr.length === 0 ? "" : toCapped(Buffer.from(result.stderr).toString("utf8"), stderrBytes),
    message,
  };
}

/** The report of a run that did not take place. */
export function createEmptyReport(verdict: Verdict, message: string): ExecutionReport {
  return { verdict, cpuTimeMs: 0, wallTimeMs: 0, peakMemoryBytes: 0, stdoutBytes: 0, stderr: "", message };
}
