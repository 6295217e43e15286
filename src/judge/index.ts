export type {
  CompileOutcome,
  ExecutionOptions,
  ExecutionReport,
  Judge,
  JudgeReport,
  OutputComparison,
  ProgramInput,
  TestReport,
} from "./contract.ts";
