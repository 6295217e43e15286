export type {
  RunEnding,
  RunLimits,
  RunResult,
  Sandbox,
  SandboxBlob,
  SandboxFacts,
  SandboxFile,
  SandboxJob,
  SandboxRun,
  SandboxSpec,
  SandboxTier,
} from "./contract.ts";
export { openSandbox, type OpenSandboxOptions } from "./sandbox.ts";
