import type { RunLimits, RunResult, SandboxFile, SandboxJob, SandboxSpec } from "../../sandbox/index.ts";
import { AppError, computeDigest } from "../../std/index.ts";
import type { SlotPool } from "../slots.ts";
import type { CompilePlan } from "../toolchain.ts";
import type { PreparedHeaders } from "./prepared-headers.ts";

export type CompileLimits = RunLimits;

export const emptyBlob = { bytes: new Uint8Array(), digest: computeDigest("") };

/** A file in `/box`, from its text. */
export function createTextFile(name: string, text: string): SandboxFile {
  const bytes = new TextEncoder().encode(text);
  return { name, blob: { bytes, digest: computeDigest(bytes) }, isExecutable: false };
}

/** What a compiler sees and may do. */
export function createCompileSpec(plan: CompilePlan, headers?: PreparedHeaders): SandboxSpec {
  const isBinary = plan.product === "binary";
  return {
    readOnlyPaths: headers === undefined ? plan.readOnlyPaths : [...plan.readOnlyPaths, headers.directory],
    workBytes: isBinary ? 512 * 1024 ** 2 : 0,
    allowsProcesses: isBinary,
  };
}

/** Runs a job in a slot; a sandbox that dies is replaced once. */
export async function runInSlot(
  pool: SlotPool,
  work: { readonly spec: SandboxSpec; readonly job: SandboxJob; readonly signal?: AbortSignal | undefined },
): Promise<readonly RunResult[]> {
  const { spec, job, signal } = work;
  for (let attempt = 0; ; attempt++) {
    try {
      return await pool.use({ spec, signal }, async (sandbox) => sandbox.run(job, { signal }));
    } catch (cause) {
      signal?.throwIfAborted();
      if (!(AppError.is(cause) && cause.code === "SANDBOX_FAILED") || attempt > 0) throw cause;
    }
  }
}
