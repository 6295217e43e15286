export { answerInputs } from "./answer-inputs.ts";
export { checkBruteForce } from "./check-brute-force.ts";
export { checkGenerator, type TestSize } from "./check-generator.ts";
export { hashTablePrimes } from "./adversarial/anti-hash.ts";
export { boundaryValues } from "./adversarial/integers.ts";
export { checkInputSpec } from "./check-input-spec.ts";
export { checkValidator } from "./check-validator.ts";
export type { ForgeContext, ToolCheck } from "./forge-context.ts";
export { findAnswerableReach, findAnswerableSize } from "./find-answerable-size.ts";
export { generateInputs, type GeneratedInput, type GeneratedInputs } from "./generate-inputs.ts";
export { generateSpecInputs } from "./generate-spec-inputs.ts";
export { groupOutputs } from "./group-outputs.ts";
export { enumerateInputs } from "./input-spec/enumerate-inputs.ts";
export { generateInput, type GenerateOptions } from "./input-spec/generate-input.ts";
export type { InputItem, InputScope } from "./input-spec/input-value.ts";
export { packCases, splitCases } from "./input-spec/pack-cases.ts";
export { parseInput, type ParsedInput } from "./input-spec/parse-input.ts";
export { refitInput } from "./input-spec/refit-input.ts";
export { renderInput } from "./input-spec/render-input.ts";
export { listShapes } from "./input-spec/shapes.ts";
export { toViolationText, type InputViolation } from "./input-spec/violation.ts";
export { minimiseInput, type MinimisedInput, type MinimiseOptions } from "./minimise/minimise-input.ts";
export { countTokens, type InputTest, type MinimiseProgress } from "./minimise/search.ts";
export { mutateInput, type MutateOptions } from "./mutate/mutate-input.ts";
export { mutateText } from "./mutate/mutate-text.ts";
export { validateInputs, type InputVerdict } from "./validate-inputs.ts";
export type {
  AnswerAuthority,
  ArmReport,
  CandidateResult,
  ForgeFault,
  GeneratorWriter,
  InputProposer,
  KeptTest,
  ProposalRequest,
  SearchBudget,
  SearchCandidate,
  SearchProgress,
  SearchResult,
} from "./search/contract.ts";
export { isCheckerSound } from "./search/check-checker.ts";
export { listPackageGenerators, type GeneratorSource } from "./search/generator-arms.ts";
export { searchDifferences, type SearchOptions } from "./search/search-differences.ts";
export { createMutants, type Mutant } from "./mutants/create-mutants.ts";
export type { MutantKind } from "./mutants/find-edits.ts";
export { writeAdversarialExamples } from "./search/adversarial-examples.ts";
export { computeGrowth, type Growth } from "./search/compute-growth.ts";
export { explainVerdict, type ExplainOptions, type Explanation } from "./search/explain-verdict.ts";
export { listLargeTests } from "./search/large-tests.ts";
export { stressAtSize, type LargeTest, type StressOptions, type StressReport } from "./search/stress-at-size.ts";
export { computeStrength, type StrengthNumbers, type StrengthRow } from "./strength/compute-strength.ts";
export {
  measureStrength,
  type StrengthOptions,
  type StrengthProgress,
  type StrengthReport,
} from "./strength/measure-strength.ts";
export { classifySolutions, type ClassifiedSolutions } from "./strength/classify-solutions.ts";
export { minimiseFailure, type MinimisedFailure } from "./search/minimise-failure.ts";
