import type { TestGroup } from "../../problem/index.ts";
import type { ScoredCase } from "./score-tree.ts";

/**
 * The indices of tests in the order in which they are best run: those named in `runFirst` before others, and all tests
 * of a group after those of the groups that it depends on.
 */
export function computeRunOrder(
  groups: readonly TestGroup[],
  tests: readonly ScoredCase[],
  runFirst: readonly string[] = [],
): readonly number[] {
  const ranks = new Map(runFirst.map((id, index) => [id, index]));
  const rankOf = (index: number): number => ranks.get(tests[index]?.id ?? "") ?? runFirst.length;
  const wished = tests.map((_, index) => index).toSorted((a, b) => rankOf(a) - rankOf(b) || a - b);
  if (groups.every((group) => group.dependsOn.length === 0)) return wished;
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byGroup = Map.groupBy(wished, (index) => tests[index]?.groupId);
  const childrenOf = Map.groupBy(groups, (group) => group.parentId);
  const order: number[] = [];
  const [emitted, prepared] = [new Set<number>(), new Set<string>()];
  const prepare = (groupId: string | undefined): void => {
    for (let id = groupId; id !== undefined && !prepared.has(id); id = byId.get(id)?.parentId) {
      prepared.add(id);
      for (const other of byId.get(id)?.dependsOn ?? []) emitGroup(other, new Set());
    }
  };
  const emit = (index: number): void => {
    if (emitted.has(index)) return;
    prepare(tests[index]?.groupId);
    if (emitted.has(index)) return;
    emitted.add(index);
    order.push(index);
  };
  const emitGroup = (id: string, seen: Set<string>): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const index of byGroup.get(id) ?? []) emit(index);
    for (const child of childrenOf.get(id) ?? []) emitGroup(child.id, seen);
  };
  for (const index of wished) emit(index);
  return order;
}
