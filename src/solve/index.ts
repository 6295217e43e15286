export type {
  CandidateReport,
  RunTest,
  Solve,
  SolveDependencies,
  SolveEvent,
  SolveOptions,
  SolvePlan,
  SolveResult,
  SolveStage,
  SolveStatus,
  TestSize,
  ToolReport,
} from "./contract.ts";
