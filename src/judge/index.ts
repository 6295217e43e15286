export type {
  CheckedOutput,
  CheckReport,
  CompileOutcome,
  ExecutionOptions,
  ExecutionReport,
  GroupReport,
  Judge,
  JudgeFacts,
  JudgedProblem,
  JudgeReport,
  JudgeTestsOptions,
  OutputComparison,
  ProgramInput,
  TestReport,
} from "./contract.ts";
export { locateCppTokens, type LocatedCppTokens } from "./cpp-tokens.ts";
export { createJudge, type JudgeOptions } from "./create-judge.ts";
export { judgeBatch, type BatchQuestion, type JudgeBatchOptions } from "./judge-batch.ts";
export { languageSamples } from "./language-samples.ts";
export { findToolchain, judgedLanguages } from "./languages.ts";
export { computeProgramDigest } from "./program-digest.ts";
export type { MissingToolchain, Toolchain } from "./toolchain.ts";
