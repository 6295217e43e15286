import type { Problem, Solution } from "../../problem/index.ts";
import type { SearchCandidate } from "../search/contract.ts";

/** A package's solutions by what they are declared to be; those that no judge can run here are left out. */
export interface ClassifiedSolutions {
  /** The main one first. */
  readonly accepted: readonly SearchCandidate[];
  /** They must fail something. */
  readonly wrong: readonly SearchCandidate[];
  /** Declared as neither. */
  readonly unclear: readonly SearchCandidate[];
}

export function classifySolutions(problem: Pick<Problem, "solutions">): ClassifiedSolutions {
  const runnable = problem.solutions.filter(({ program }) => program.language !== "other");
  const sorted = runnable.toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
  const pick = (isOne: (solution: Solution) => boolean): readonly SearchCandidate[] =>
    sorted.filter(isOne).map(({ name, program }) => ({ name, program }));
  return {
    accepted: pick(isAccepted),
    wrong: pick(isWrong),
    unclear: pick((solution) => !isAccepted(solution) && !isWrong(solution)),
  };
}

function isAccepted({ expected }: Solution): boolean {
  const { permitted, required } = expected;
  return required.includes("accepted") && permitted.every((verdict) => verdict === "accepted" || verdict === "partial");
}

function isWrong({ expected }: Solution): boolean {
  const { required } = expected;
  const isCompileError = required.length === 1 && required[0] === "compile-error";
  return required.length > 0 && !required.includes("accepted") && !isCompileError;
}
