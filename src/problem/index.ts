export {
  defaultChecker,
  standardCheckerNames,
  type Checker,
  type CompareOptions,
  type StandardCheckerName,
} from "./checker.ts";
export { checkProblem } from "./check-problem.ts";
export { computeProblemDigest } from "./compute-problem-digest.ts";
export { parseExpectation } from "./expected-verdicts.ts";
export { parseCompetitiveCompanion } from "./formats/competitive-companion/parse-competitive-companion.ts";
export { corpusNames, detectCorpus, type CorpusName } from "./formats/corpora/corpus.ts";
export { readCorpusProblem } from "./formats/corpora/read-corpus-problem.ts";
export { readCorpus, type CorpusRow, type ReadCorpusOptions } from "./formats/corpora/read-corpus.ts";
export type { CorpusProgress } from "./formats/corpora/row-source.ts";
export { writeCorpusRows, type WritableCorpus } from "./formats/corpora/write-corpus-rows.ts";
export type { KattisVersion } from "./formats/kattis/context.ts";
export { readKattisProblem } from "./formats/kattis/read-kattis-problem.ts";
export { writeKattisProblem } from "./formats/kattis/write-kattis-problem.ts";
export { readFrontierCsProblem } from "./formats/frontier-cs/read-frontier-cs-problem.ts";
export { writeFrontierCsProblem } from "./formats/frontier-cs/write-frontier-cs-problem.ts";
export { readLibraryCheckerProblem } from "./formats/library-checker/read-library-checker-problem.ts";
export { writeLibraryCheckerProblem } from "./formats/library-checker/write-library-checker-problem.ts";
export { readPolygonProblem } from "./formats/polygon/read-polygon-problem.ts";
export { writePolygonProblem } from "./formats/polygon/write-polygon-problem.ts";
export { parseCompareFlags } from "./formats/kattis/compare-flags.ts";
export { readNativeProblem } from "./formats/native/read-native-problem.ts";
export { writeNativeProblem } from "./formats/native/write-native-problem.ts";
export { readProblem, readProblemResult } from "./formats/read-problem.ts";
export { compileInputSpec, type InputSpecIssue } from "./input-spec/compile-input-spec.ts";
export type {
  CompiledBlock,
  CompiledField,
  CompiledFields,
  CompiledFormula,
  CompiledGraph,
  CompiledInputSpec,
  CompiledNamedField,
  CompiledRange,
  CompiledScope,
} from "./input-spec/compiled-spec.ts";
export { parseDecimal } from "./input-spec/compile-field.ts";
export { computeBinary, parseExpression, type Expression } from "./input-spec/expression.ts";
export type { BlockSpec, FieldSpec, Formula, InputSpec, LineSpec, Range } from "./input-spec/input-spec.ts";
export { parseInputSpec } from "./input-spec/parse-input-spec.ts";
export { inputSpecSchema } from "./input-spec/schema.ts";
export { defaultLimits, type Limits } from "./limits.ts";
export type {
  ExpectedVerdicts,
  FunctionCall,
  Interactor,
  NamedProgram,
  Problem,
  Provenance,
  SampleInteraction,
  Scoring,
  Solution,
  Streams,
  ValidatorTest,
} from "./problem.ts";
export type { ProblemErrorCode, ProblemIssue } from "./problem-issue.ts";
export { languages, type Language, type Program } from "./program.ts";
export type { Statement, StatementImage } from "./statement.ts";
export {
  createTestData,
  type PlannedTest,
  type TestCase,
  type TestData,
  type TestGroup,
  type ValidatorFlags,
} from "./test-case.ts";
export { createIdMatcher } from "./id-matcher.ts";
export type { Loss, ReadProblemResult } from "./formats/loss.ts";
export { verdictLabels, verdicts, type Verdict } from "./verdict.ts";
export { parseMemoryBytes, parseTimeMs } from "./units.ts";
