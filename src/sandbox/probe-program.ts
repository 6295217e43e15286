import { readFile } from "node:fs/promises";
import { computeDigest } from "../std/index.ts";
import { buildNative } from "./build-native.ts";
import type { RunLimits, SandboxBlob, SandboxJob, SandboxRun } from "./contract.ts";

/** Limits under which the probe runs unless a run says otherwise. */
const probeLimits: RunLimits = {
  cpuTimeMs: 1000,
  wallTimeMs: 5000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 64 * 1024 * 1024,
  outputBytes: 1024 * 1024,
  processCount: 8,
};

/** A run of the probe: `args` are its mode and the mode's argument, see native/probe/probe.c. */
export interface ProbeRun {
  readonly args: readonly string[];
  readonly input?: Uint8Array;
  readonly limits?: Partial<RunLimits>;
  readonly files?: SandboxRun["files"];
  readonly collect?: readonly string[];
}

/** The program that tries what no program may do, compiled on first use. @throws SANDBOX_UNAVAILABLE */
export async function readProbe(cacheDirectory?: string): Promise<SandboxBlob> {
  return toBlob(await readFile(await buildNative("probe", cacheDirectory)));
}

export function toProbeJob(probe: SandboxBlob, runs: readonly ProbeRun[]): SandboxJob {
  return {
    argv: ["/box/probe"],
    files: [{ name: "probe", blob: probe, isExecutable: true }],
    runs: runs.map(({ args, input, limits, files, collect }) => ({
      args,
      stdin: toBlob(input ?? new Uint8Array()),
      limits: { ...probeLimits, ...limits },
      files: files ?? [],
      collect: collect ?? [],
    })),
  };
}

export function toBlob(bytes: Uint8Array): SandboxBlob {
  return { digest: computeDigest(bytes), bytes };
}
