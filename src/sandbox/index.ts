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
export { probeSandbox, type SandboxProbe } from "./probe-sandbox.ts";
export { openSandbox, type OpenSandboxOptions } from "./sandbox.ts";
export { testSandbox, type SandboxCheck, type SandboxTestReport } from "./test-sandbox.ts";
