import type { Scoring, TestCase, TestGroup } from "../../problem/index.ts";

/** What scoring needs to know of a problem. */
export interface ScoredProblem {
  readonly groups?: readonly TestGroup[] | undefined;
  readonly scoring: Scoring;
}

export type ScoredCase = Pick<TestCase, "id" | "groupId" | "points">;

/** A group with the tests that were asked for; the root has no group. */
export interface ScoreNode<T extends ScoredCase> {
  readonly group?: TestGroup | undefined;
  readonly aggregation: TestGroup["aggregation"];
  /** The most that it can give, where that is known. */
  readonly maximum?: number | undefined;
  readonly tests: readonly ScoreLeaf<T>[];
  readonly children: readonly ScoreNode<T>[];
}

export interface ScoreLeaf<T extends ScoredCase> {
  readonly test: T;
  /** The most that the test can give, where that is known. */
  readonly maximum?: number | undefined;
}

/** Arranges tests under their groups, with what each can give; groups without any of the tests are left out. */
export function createScoreTree<T extends ScoredCase>(problem: ScoredProblem, tests: readonly T[]): ScoreNode<T> {
  const groups = problem.groups ?? [];
  const ids = new Set(groups.map((group) => group.id));
  const source: Source<T> = {
    group: undefined,
    tests: tests.filter((test) => test.groupId === undefined || !ids.has(test.groupId)),
    children: toSources(groups, tests),
  };
  const { scoring } = problem;
  const hasOwn = hasOwnPoints(source);
  const share = scoring.kind === "binary" || hasOwn ? undefined : scoring.maximum;
  const isMean = scoring.kind === "open-ended" && !hasOwn && scoring.aggregation !== "sum";
  return toNode(source, { share, aggregation: isMean ? "average" : "sum" });
}

/** The most that each test can give, where that is known. */
export function computeTestMaxima(
  problem: ScoredProblem,
  tests: readonly ScoredCase[],
): ReadonlyMap<string, number | undefined> {
  const maxima = new Map<string, number | undefined>();
  const visit = (node: ScoreNode<ScoredCase>): void => {
    for (const { test, maximum } of node.tests) maxima.set(test.id, maximum);
    for (const child of node.children) visit(child);
  };
  visit(createScoreTree(problem, tests));
  return maxima;
}

interface Source<T> {
  readonly group: TestGroup | undefined;
  readonly tests: readonly T[];
  readonly children: readonly Source<T>[];
}

const deepestNesting = 50;

function toSources<T extends ScoredCase>(groups: readonly TestGroup[], tests: readonly T[]): readonly Source<T>[] {
  const ids = new Set(groups.map((group) => group.id));
  const byGroup = Map.groupBy(tests, (test) => test.groupId);
  const byParent = Map.groupBy(groups, ({ parentId }) =>
    parentId !== undefined && ids.has(parentId) ? parentId : undefined,
  );
  const build = (parentId: string | undefined, depth: number): readonly Source<T>[] =>
    (depth > deepestNesting ? [] : (byParent.get(parentId) ?? [])).flatMap((group) => {
      const own = byGroup.get(group.id) ?? [];
      const children = build(group.id, depth + 1);
      return own.length + children.length === 0 ? [] : [{ group, tests: own, children }];
    });
  return build(undefined, 0);
}

/** Whether anything in it says what it gives. */
function hasOwnPoints<T extends ScoredCase>(source: Source<T>): boolean {
  return (
    source.group?.points !== undefined ||
    source.group?.acceptScore !== undefined ||
    source.tests.some((test) => test.points !== undefined) ||
    source.children.some(hasOwnPoints)
  );
}

function toNode<T extends ScoredCase>(
  source: Source<T>,
  options: { readonly share: number | undefined; readonly aggregation?: TestGroup["aggregation"] },
): ScoreNode<T> {
  const { group } = source;
  const aggregation = options.aggregation ?? group?.aggregation ?? "sum";
  const hasOwn = source.tests.some((test) => test.points !== undefined) || source.children.some(hasOwnPoints);
  const given = group?.points ?? (hasOwn ? undefined : options.share);
  const rest = computeRest(source, { given, aggregation });
  const silent = rest ?? (hasOwn ? 0 : undefined);
  const tests = source.tests.map((test) => ({ test, maximum: test.points ?? group?.acceptScore ?? silent }));
  const children = source.children.map((child) => {
    const isBeside = child.group?.isCounted !== false && !hasOwnPoints(child);
    return toNode(child, { share: isBeside ? silent : rest });
  });
  const parts = [...tests, ...children.filter((child) => child.group?.isCounted !== false)];
  const maximum = given ?? combineMaxima(parts, aggregation);
  return {
    group,
    aggregation,
    ...(maximum === undefined ? {} : { maximum: roundPoints(maximum) }),
    tests,
    children,
  };
}

/** What is left for each part that says nothing itself. */
function computeRest<T extends ScoredCase>(
  { group, tests, children }: Source<T>,
  { given, aggregation }: { readonly given: number | undefined; readonly aggregation: TestGroup["aggregation"] },
): number | undefined {
  const isTaken = tests.some((test) => test.points !== undefined);
  if (given === undefined) return isTaken ? 0 : undefined;
  if (aggregation !== "sum") return given;
  const counted = children.filter((child) => child.group?.isCounted !== false);
  const taken =
    tests.reduce((sum, test) => sum + (test.points ?? 0), 0) +
    counted.reduce((sum, child) => sum + (child.group?.points ?? 0), 0) +
    (typeof group?.staticScore === "number" ? group.staticScore : 0);
  const silent =
    tests.filter((test) => test.points === undefined).length + counted.filter((child) => !hasOwnPoints(child)).length;
  return silent === 0 ? 0 : Math.max(0, given - taken) / silent;
}

function combineMaxima(
  parts: readonly { readonly maximum?: number | undefined }[],
  aggregation: TestGroup["aggregation"],
): number | undefined {
  if (parts.length === 0 || parts.some((part) => part.maximum === undefined)) return undefined;
  return combinePoints(
    parts.map((part) => part.maximum ?? 0),
    aggregation,
  );
}

/** A group's points from its parts'; `complete` adds up, as it does where all parts are right. */
export function combinePoints(points: readonly number[], aggregation: TestGroup["aggregation"]): number {
  if (points.length === 0) return 0;
  const sum = points.reduce((total, value) => total + value, 0);
  switch (aggregation) {
    case "minimum":
      return points.reduce((least, value) => Math.min(least, value));
    case "maximum":
      return points.reduce((most, value) => Math.max(most, value));
    case "average":
      return sum / points.length;
    case "sum":
    case "complete":
      return sum;
  }
}

/** Takes away what adding up shares leaves behind: three times `33.333…` is 100. */
export function roundPoints(points: number): number {
  return Math.round(points * 1e9) / 1e9;
}
