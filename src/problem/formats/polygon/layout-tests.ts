import type { Problem } from "../../problem.ts";
import type { PlannedTest, TestCase, TestGroup } from "../../test-case.ts";
import { formatPath, mainTestset } from "./names.ts";
import { toGroupId } from "./read-testsets.ts";

/** The tests and groups that go into one test set, in order. */
export interface TestsetLayout {
  readonly name: string;
  /** What ids of its tests and groups start with. */
  readonly prefix: string;
  readonly tests: readonly (TestCase | PlannedTest)[];
  readonly groups: readonly TestGroup[];
}

/**
 * How a problem's tests become test sets: by their ids where these are numbers (`07`, `pretests/01`), as a reader makes
 * them; else all in one set, with new numbers (`isExact` is false).
 */
export function toTestsetLayouts(problem: Problem): {
  readonly sets: readonly TestsetLayout[];
  readonly isExact: boolean;
} {
  const all = [...problem.tests, ...(problem.plannedTests ?? [])];
  const sets = toExactSets(problem, all);
  if (sets !== undefined) return { sets, isExact: true };
  return { sets: [{ name: mainTestset, prefix: "", tests: all, groups: problem.groups }], isExact: false };
}

function toExactSets(problem: Problem, all: readonly (TestCase | PlannedTest)[]): readonly TestsetLayout[] | undefined {
  const found = [...new Set(all.map((test) => toSetName(test.id)))];
  const names = found.toSorted((a, b) => Number(b === mainTestset) - Number(a === mainTestset));
  if (names.includes(undefined) && all.length > 0) return undefined;
  const sets = (names.length === 0 ? [mainTestset] : names).map((name = mainTestset): TestsetLayout => {
    const prefix = name === mainTestset ? "" : `${name}/`;
    const isOwn = (id: string): boolean => toPrefix(id) === prefix;
    const tests = all.filter((test) => isOwn(test.id)).toSorted((a, b) => toNumber(a.id) - toNumber(b.id));
    return { name, prefix, tests, groups: problem.groups.filter((group) => isOwn(group.id)) };
  });
  const isNumbered = sets.every((set) =>
    set.tests.every(({ id }, index) => id === `${set.prefix}${formatPath("%02d", index + 1) ?? ""}`),
  );
  const inOrder = sets.flatMap((set) => set.tests);
  const isSameOrder =
    isSame(
      problem.tests,
      inOrder.filter((test) => "input" in test),
    ) &&
    isSame(
      problem.plannedTests ?? [],
      inOrder.filter((test) => !("input" in test)),
    ) &&
    isSame(
      problem.groups,
      sets.flatMap((set) => set.groups),
    );
  const hasOwnGroups = sets.every((set) => {
    const isOwn = (id: string | undefined): boolean => id === undefined || toPrefix(id) === set.prefix;
    return set.tests.every((test) => isOwn(test.groupId)) && set.groups.every((group) => group.dependsOn.every(isOwn));
  });
  const areNames = problem.groups.every(({ id }) => toGroupId(toPrefix(id), id.slice(toPrefix(id).length)) === id);
  return isNumbered && isSameOrder && hasOwnGroups && areNames ? sets : undefined;
}

function toSetName(id: string): string | undefined {
  const [name, number] = /^(?:[^/]+\/)?\d{2,5}$/.test(id) ? (id.includes("/") ? id.split("/") : [mainTestset, id]) : [];
  return number === undefined || (name === mainTestset && id.includes("/")) ? undefined : name;
}

function toPrefix(id: string): string {
  return id.includes("/") ? id.slice(0, id.indexOf("/") + 1) : "";
}

function toNumber(id: string): number {
  return Number(id.slice(id.indexOf("/") + 1));
}

function isSame(a: readonly { readonly id: string }[], b: readonly { readonly id: string }[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);
}
