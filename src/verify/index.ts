export { checkAnswers, checkCheckerTests, type AnswerSummary } from "./check-answers.ts";
export { checkExpectations, describeExpected, type Complaint } from "./check-expectations.ts";
export { computeTimeLimit, toSeconds } from "./compute-time-limit.ts";
export type {
  Finding,
  SubmissionReport,
  TimeLimitReport,
  VerifiedPackage,
  VerifyContext,
  VerifyProgress,
  VerifyReport,
} from "./contract.ts";
export { makeTests, type MadeTests } from "./make-tests.ts";
export { openFolderJournal, type FolderJournal } from "./open-folder-journal.ts";
export { parseGeneratorCall, type GeneratorCall } from "./parse-generator-call.ts";
export { verifyProblem, type VerifyOptions } from "./verify-problem.ts";
export {
  checkValidatorInputs,
  runValidator,
  toValidatorFlags,
  validateTests,
  type Validation,
  type ValidationSummary,
} from "./validate-tests.ts";
