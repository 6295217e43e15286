export { solve } from "./solve.ts";
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
  ToolReport,
} from "./contract.ts";
