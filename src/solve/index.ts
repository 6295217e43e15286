export { solve } from "./solve.ts";
export { holdAgainstLarger } from "./hypothesis/check-claim.ts";
export { listLargerInstances } from "./hypothesis/list-larger-instances.ts";
export type { ClaimCheck, ClaimFailure, HypothesisReport } from "./hypothesis/contract.ts";
export type { SearchEnd } from "./search/find-end.ts";
export type { MemoryReport } from "./search/memory.ts";
export type { RoundWeights } from "./search/weigh-rollouts.ts";
export type { HypothesisEvent, SearchEvent, SolveEvent, SolveStage, SubmissionEvent } from "./solve-event.ts";
export type { FoldReport } from "./summary/fold-text.ts";
export type { FoldScore } from "./summary/score-fold.ts";
export type { SubmissionOptions, SubmissionReport, SubmissionVerdict, Submitter } from "./submission/contract.ts";
export { createLocalSubmitter } from "./submission/create-local-submitter.ts";
export type {
  CandidateReport,
  GivenTools,
  OptionalStage,
  RunTest,
  Solve,
  SolveDependencies,
  SolveOptions,
  SolvePlan,
  SolveResult,
  SolveStatus,
  ToolReport,
} from "./contract.ts";
export { applyTable, estimateLevel, type LevelTable } from "./route/estimate-level.ts";
export { levelTables } from "./route/level-tables.ts";
export { listFeatures, type LevelFeatures } from "./route/list-features.ts";
