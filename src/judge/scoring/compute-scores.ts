import type { TestGroup, Verdict } from "../../problem/index.ts";
import type { GroupReport, TestReport } from "../contract.ts";
import {
  combinePoints,
  createScoreTree,
  roundPoints,
  type ScoredCase,
  type ScoredProblem,
  type ScoreLeaf,
  type ScoreNode,
} from "./score-tree.ts";

/** A test beside what came of it. */
export interface ScoredTest extends ScoredCase {
  readonly report: Pick<TestReport, "verdict" | "score" | "givenPoints" | "unboundedScore">;
}

export interface Scores {
  readonly verdict: Verdict;
  /** Groups with tests, parents before their parts. */
  readonly groups: readonly GroupReport[];
  readonly points: number;
  readonly maximum?: number | undefined;
  /** The same from unbounded scores, where a checker gives them. */
  readonly unboundedPoints?: number | undefined;
  /** A group gave more or less than it can: the package is at fault. */
  readonly fault?: string | undefined;
}

export interface ScoreOptions {
  /** Whether a part of a test's points passes the test: where a checker accepts beside the points (Kattis). */
  readonly partialPasses: boolean;
}

/** A problem's verdict and points, and those of each group, from its tests'. */
export function computeScores(problem: ScoredProblem, tests: readonly ScoredTest[], options: ScoreOptions): Scores {
  return new Computation(problem, tests, options).toScores();
}

/** Whether a test counts as passed. */
export function isPassed(report: Pick<TestReport, "verdict">, { partialPasses }: ScoreOptions): boolean {
  return report.verdict === "accepted" || (partialPasses && report.verdict === "partial");
}

interface Result {
  readonly isPassed: boolean;
  readonly isFull: boolean;
  readonly points: number;
  readonly unbounded: number;
  /** Of its first failed test, in order. */
  readonly failure: { readonly order: number; readonly verdict: Verdict } | undefined;
}

type Node = ScoreNode<ScoredTest>;

class Computation {
  readonly #problem: ScoredProblem;
  readonly #tests: readonly ScoredTest[];
  readonly #options: ScoreOptions;
  readonly #order: ReadonlyMap<ScoredTest, number>;
  readonly #root: Node;
  readonly #nodes = new Map<string, Node>();
  readonly #results = new Map<Node, Result>();
  readonly #open = new Set<Node>();
  #fault: string | undefined;

  constructor(problem: ScoredProblem, tests: readonly ScoredTest[], options: ScoreOptions) {
    this.#problem = problem;
    this.#tests = tests;
    this.#options = options;
    this.#order = new Map(tests.map((test, index) => [test, index]));
    this.#root = createScoreTree(problem, tests);
    const visit = (node: Node): void => {
      if (node.group !== undefined) this.#nodes.set(node.group.id, node);
      for (const child of node.children) visit(child);
    };
    visit(this.#root);
  }

  toScores(): Scores {
    const result = this.#evaluate(this.#root);
    const isLost = this.#root.children.some((child) => isLegacy(child) && !this.#evaluate(child).isPassed);
    const points = this.#problem.scoring.kind === "binary" || isLost ? 0 : roundPoints(result.points);
    const groups = [...this.#nodes.values()].map((node) => this.#toReport(node));
    const hasUnbounded = this.#tests.some((test) => test.report.unboundedScore !== undefined);
    return {
      verdict: this.#computeVerdict(result, points),
      groups,
      points,
      ...(this.#root.maximum === undefined ? {} : { maximum: this.#root.maximum }),
      ...(hasUnbounded ? { unboundedPoints: roundPoints(result.unbounded) } : {}),
      ...(this.#fault === undefined ? {} : { fault: this.#fault }),
    };
  }

  #computeVerdict(result: Result, points: number): Verdict {
    if (this.#fault !== undefined || this.#tests.some((test) => test.report.verdict === "judge-failed")) {
      return "judge-failed";
    }
    if (result.isPassed && result.isFull) return "accepted";
    const failure = this.#toCause(result.failure?.verdict ?? "accepted");
    if (this.#problem.scoring.kind !== "binary" && (points > 0 || result.isPassed)) return "partial";
    return failure;
  }

  /** Tests are skipped because of another, which need not count itself. */
  #toCause(failure: Verdict): Verdict {
    if (failure !== "skipped") return failure;
    const verdicts = this.#tests.map((test) => test.report.verdict);
    return verdicts.find((verdict) => !["accepted", "partial", "skipped"].includes(verdict)) ?? failure;
  }

  #toReport(node: Node): GroupReport {
    const { points, isFull, isPassed: passes, failure } = this.#evaluate(node);
    const isPartial = this.#problem.scoring.kind !== "binary" && points > 0;
    const failed = this.#isRefused(node) ? "skipped" : (failure?.verdict ?? "accepted");
    return {
      groupId: node.group?.id ?? "",
      verdict: passes && (isFull || !isPartial) ? "accepted" : isPartial ? "partial" : failed,
      points: roundPoints(points),
      ...(node.maximum === undefined ? {} : { maximum: node.maximum }),
      isPassed: passes,
      isCounted: node.group?.isCounted !== false,
    };
  }

  #evaluate(node: Node): Result {
    const known = this.#results.get(node);
    if (known !== undefined) return known;
    this.#open.add(node);
    const result = this.#isRefused(node) ? this.#refuse(node) : this.#combine(node);
    this.#open.delete(node);
    this.#results.set(node, result);
    return result;
  }

  /** Whether a group that it depends on has failed. */
  #isRefused(node: Node): boolean {
    return (node.group?.dependsOn ?? []).some((id) => {
      const other = this.#nodes.get(id);
      return other !== undefined && !this.#open.has(other) && !this.#evaluate(other).isPassed;
    });
  }

  #refuse(node: Node): Result {
    const failure = this.#combine(node).failure ?? { order: Infinity, verdict: "skipped" as const };
    return { isPassed: false, isFull: false, points: node.group?.rejectScore ?? 0, unbounded: 0, failure };
  }

  #combine(node: Node): Result {
    const parts = [
      ...node.tests.map((leaf) => this.#toPart(leaf, node.group)),
      ...node.children.filter((child) => child.group?.isCounted !== false).map((child) => this.#evaluate(child)),
    ];
    const passed = parts.filter((part) => part.isPassed).length;
    const isAll = passed === parts.length;
    const rule = node.group?.passesWhen ?? "all";
    const points = this.#combineParts(node, parts);
    this.#checkRange(node, points);
    const failures = parts.flatMap((part) => (part.failure === undefined ? [] : [part.failure]));
    const isShort = node.maximum !== undefined && points < node.maximum - tolerance;
    return {
      isPassed: rule === "always" || (rule === "any" ? passed > 0 : isAll),
      isFull: isAll && parts.every((part) => part.isFull) && !(isShort && this.#problem.scoring.kind !== "binary"),
      points,
      unbounded: combinePoints(
        parts.map((part) => part.unbounded),
        node.aggregation,
      ),
      failure: failures.toSorted((a, b) => a.order - b.order)[0],
    };
  }

  #combineParts(node: Node, parts: readonly Result[]): number {
    const sum = combinePoints(
      parts.map((part) => part.points),
      node.aggregation,
    );
    if (node.aggregation !== "complete") return sum;
    return parts.every((part) => part.isPassed) ? (node.maximum ?? sum) : (node.group?.rejectScore ?? 0);
  }

  #toPart({ test, maximum }: ScoreLeaf<ScoredTest>, group: TestGroup | undefined): Result {
    const { report } = test;
    const isGiven = report.verdict === "accepted" || report.verdict === "partial";
    const full = maximum ?? 1;
    const points = isGiven ? (report.givenPoints ?? full * (report.score ?? 1)) : (group?.rejectScore ?? 0);
    const isDone = report.verdict === "accepted";
    return {
      isPassed: isPassed(report, this.#options),
      isFull: isDone,
      points,
      unbounded: isGiven ? (report.unboundedScore ?? points) : 0,
      failure: isDone ? undefined : { order: this.#order.get(test) ?? 0, verdict: report.verdict },
    };
  }

  #checkRange(node: Node, points: number): void {
    const { group } = node;
    if (group === undefined || this.#problem.scoring.kind === "binary") return;
    const top = group.scoreRange?.maximum ?? (isLegacy(node) ? Infinity : (group.points ?? Infinity));
    const bottom = group.scoreRange?.minimum ?? -Infinity;
    if (points <= top + tolerance && points >= bottom - tolerance) return;
    this.#fault ??= `group ${group.id} got ${roundPoints(points)} points, expected ${bottom} to ${top}`;
  }
}

const tolerance = 1e-6;

/** Kattis' older versions: the points of a submission that is not accepted as a whole are ignored. */
function isLegacy({ group }: Node): boolean {
  return group?.acceptScore !== undefined && group.isCounted !== false;
}
