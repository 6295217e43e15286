import { parseCompareFlags, type Checker, type TestCase } from "../problem/index.ts";
import type { ScoreScale } from "./checker-conventions.ts";
import type { JudgedProblem } from "./contract.ts";
import { computeTestMaxima } from "./scoring/score-tree.ts";

/** How each test's output is checked: with which flags, and what points are measured against. */
export interface TestChecking {
  /** The checker with the flags of the test or its group. */
  checkerOf(test: TestCase): Checker;
  /** The flags of the test or its group; undefined where the checker's own count. */
  flagsOf(test: TestCase): readonly string[] | undefined;
  scaleOf(test: TestCase, convention: "testlib" | "kattis" | "frontier-cs"): ScoreScale;
}

/** Prepares checking for a problem's tests. */
export function createTestChecking(problem: JudgedProblem, tests: readonly TestCase[]): TestChecking {
  const groups = new Map((problem.groups ?? []).map((group) => [group.id, group]));
  const maxima = computeTestMaxima(problem, tests);
  const ancestorsOf = (test: TestCase) => {
    const found = [];
    for (let id = test.groupId; id !== undefined && found.length < groups.size;) {
      const group = groups.get(id);
      if (group === undefined) break;
      found.push(group);
      id = group.parentId;
    }
    return found;
  };
  const flagsOf = (test: TestCase) =>
    test.checkerFlags ?? ancestorsOf(test).find((group) => group.checkerFlags !== undefined)?.checkerFlags;
  return {
    flagsOf,
    checkerOf: (test) => withFlags(problem.checker, flagsOf(test)),
    scaleOf(test, convention) {
      if (convention !== "kattis") return test.points ?? 1;
      const ancestors = ancestorsOf(test);
      const isUncounted = ancestors.some((group) => group.isCounted === false);
      if (problem.scoring.kind === "binary" || isUncounted) return "ignored";
      const isOpen = problem.scoring.kind === "open-ended" || ancestors[0]?.acceptScore !== undefined;
      return isOpen ? "unbounded" : (maxima.get(test.id) ?? "unbounded");
    },
  };
}

/** A checker with other flags; words that no comparison knows leave it as it was, since reading refused them. */
export function withFlags(checker: Checker, flags: readonly string[] | undefined): Checker {
  if (flags === undefined || checker.kind === "standard") return checker;
  if (checker.kind === "program") return { ...checker, flags };
  const options = parseCompareFlags(flags);
  return typeof options === "string" ? checker : { kind: "compare", options };
}
