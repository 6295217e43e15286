export type {
  InteractionJob,
  InteractionResult,
  InteractionRun,
  InteractionSide,
  InteractiveSandbox,
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
  Utterance,
} from "./contract.ts";
export { probeSandbox, type SandboxProbe } from "./probe-sandbox.ts";
export { openInteractiveSandbox } from "./interactive-sandbox.ts";
export { listIsolatingTiers, type IsolatingTier } from "./list-isolating-tiers.ts";
export type { OpenSandboxOptions } from "./open-helper.ts";
export { openSandbox } from "./sandbox.ts";
export { testSandbox, type SandboxCheck, type SandboxTestReport } from "./test-sandbox.ts";
