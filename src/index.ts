/** The library: what the command line is made of, for programs that solve and judge on their own. */
export {
  createJournal,
  createMemoryJournal,
  type Journal,
  type JournalEvent,
  type JournalStorage,
} from "./journal/index.ts";
export { createJudge, type Judge, type JudgeOptions, type JudgeReport } from "./judge/index.ts";
export {
  createAiSdkPolicy,
  createBudget,
  createDeskPolicy,
  createRecordedPolicy,
  createRecorder,
  parseRecording,
  withBudget,
  withConcurrency,
  withJournal,
  type Policy,
  type SampleOutcome,
  type SampleRequest,
} from "./policy/index.ts";
export {
  checkProblem,
  computeProblemDigest,
  parseCompetitiveCompanion,
  readProblem,
  writeNativeProblem,
  type Problem,
  type Program,
  type Verdict,
} from "./problem/index.ts";
export { openSandbox, type Sandbox, type SandboxFacts } from "./sandbox/index.ts";
export { solve, type SolveEvent, type SolveOptions, type SolveResult } from "./solve/index.ts";
export { AppError } from "./std/index.ts";
export { openStore, type Store } from "./store/index.ts";
