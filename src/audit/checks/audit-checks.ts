import type { AuditCheck } from "../contract.ts";
import { checkAnswersOfJury } from "./check-answers.ts";
import { checkChecker } from "./check-checker.ts";
import { checkIncludes, checkLinks } from "./check-files.ts";
import { checkGenerators } from "./check-generators.ts";
import { checkInteractor } from "./check-interactor.ts";
import { checkLosses } from "./check-losses.ts";
import { checkPrograms } from "./check-programs.ts";
import { checkStatement } from "./check-statement.ts";
import { checkTests } from "./check-tests.ts";
import { checkTrivial } from "./check-trivial.ts";
import { checkValidators } from "./check-validators.ts";

/** Every check, in the order in which they run: what is cheap and what others need first. */
export const auditChecks: readonly AuditCheck[] = [
  checkLinks,
  checkIncludes,
  checkLosses,
  checkPrograms,
  checkGenerators,
  checkTests,
  checkStatement,
  checkValidators,
  checkAnswersOfJury,
  checkChecker,
  checkTrivial,
  checkInteractor,
];
