import type { TestGroup } from "../../problem/index.ts";
import type { TestReport } from "../contract.ts";
import { isPassed, type ScoreOptions } from "./compute-scores.ts";
import type { ScoredCase } from "./score-tree.ts";

/** Decides, as results come in, which tests cannot change anything any more. */
export interface SkipRule {
  /** Whether any test may ever be skipped: else all can be run in one go. */
  readonly canSkip: boolean;
  note(test: ScoredCase, report: Pick<TestReport, "verdict" | "score">): void;
  isSkipped(test: ScoredCase): boolean;
}

export interface SkipOptions extends ScoreOptions {
  /** Also skips what could still run but can no longer change a group's points. */
  readonly stopsAtDecidedGroups: boolean;
}

/**
 * A rule over groups: one that ends at its first failure, one that depends on a failed one, and, where asked, one whose
 * worst test decides or that counts only whole.
 */
export function createSkipRule(
  groups: readonly TestGroup[],
  tests: readonly ScoredCase[],
  options: SkipOptions,
): SkipRule {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const state: State = { byId, failed: new Set(), worthless: new Set(), left: new Map(), passed: new Set(), options };
  for (const test of tests) for (const { id } of toAncestors(state, test.groupId)) addTo(state.left, id, 1);
  const canSkip = groups.some(
    (group) => group.stopsAtFailure === true || group.dependsOn.length > 0 || options.stopsAtDecidedGroups,
  );
  return {
    canSkip,
    note: (test, report) => noteReport(state, test, report),
    isSkipped: (test) => toAncestors(state, test.groupId).some((group) => isClosed(state, group)),
  };
}

interface State {
  readonly byId: ReadonlyMap<string, TestGroup>;
  /** Groups in which some part failed. */
  readonly failed: Set<string>;
  /** Groups in which some part gave nothing. */
  readonly worthless: Set<string>;
  /** Tests that are still to come, by group. */
  readonly left: Map<string, number>;
  /** Groups in which some part passed. */
  readonly passed: Set<string>;
  readonly options: SkipOptions;
}

function noteReport(state: State, test: ScoredCase, report: Pick<TestReport, "verdict" | "score">): void {
  const hasPassed = isPassed(report, state.options);
  const isWorthless = report.verdict !== "accepted" && report.verdict !== "partial";
  let [isFailing, isNothing] = [!hasPassed, isWorthless];
  for (const group of toAncestors(state, test.groupId)) {
    addTo(state.left, group.id, -1);
    if (isFailing) state.failed.add(group.id);
    if (hasPassed) state.passed.add(group.id);
    if (isNothing) state.worthless.add(group.id);
    isFailing &&= (group.passesWhen ?? "all") === "all" && group.isCounted !== false;
    isNothing &&= isDecided(state, group) && group.isCounted !== false;
  }
}

function isClosed(state: State, group: TestGroup): boolean {
  if (group.stopsAtFailure === true && state.failed.has(group.id)) return true;
  if (state.options.stopsAtDecidedGroups && isDecided(state, group)) return true;
  return group.dependsOn.some((id) => hasFailed(state, id));
}

function hasFailed(state: State, id: string): boolean {
  switch (state.byId.get(id)?.passesWhen ?? "all") {
    case "all":
      return state.failed.has(id);
    case "any":
      return (state.left.get(id) ?? 0) === 0 && state.failed.has(id) && !state.passed.has(id);
    case "always":
      return false;
  }
}

/** Whether what failed leaves the group with nothing. */
function isDecided(state: State, group: TestGroup): boolean {
  if ((group.rejectScore ?? 0) !== 0 || (group.passesWhen ?? "all") !== "all") return false;
  if (group.aggregation === "complete") return state.failed.has(group.id);
  return group.aggregation === "minimum" && state.worthless.has(group.id);
}

/** The groups that a test is in, its own first. */
function toAncestors({ byId }: Pick<State, "byId">, groupId: string | undefined): readonly TestGroup[] {
  const found: TestGroup[] = [];
  for (let id = groupId; id !== undefined;) {
    const group = byId.get(id);
    if (group === undefined || found.includes(group)) break;
    found.push(group);
    id = group.parentId;
  }
  return found;
}

function addTo(counts: Map<string, number>, id: string, amount: number): void {
  counts.set(id, (counts.get(id) ?? 0) + amount);
}
