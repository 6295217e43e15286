import { AppError } from "../std/index.ts";
import type { SandboxFacts } from "./contract.ts";
import type { OpenSandboxOptions } from "./open-helper.ts";
import { openSandbox } from "./sandbox.ts";

export type SandboxProbe =
  | { readonly kind: "sandbox-available"; readonly facts: SandboxFacts }
  /** `reason` says what was tried, what stood in the way and how to get it. */
  | { readonly kind: "sandbox-unavailable"; readonly reason: string };

/** Whether untrusted programs can be run here, and under what. */
export async function probeSandbox(options: OpenSandboxOptions = {}): Promise<SandboxProbe> {
  try {
    await using sandbox = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: true }, options);
    return { kind: "sandbox-available", facts: sandbox.facts };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!AppError.is(error)) throw error;
    return { kind: "sandbox-unavailable", reason: error.message };
  }
}
