import type { RoleContext } from "../agent/index.ts";
import type { ForgeContext } from "../forge/index.ts";
import type { Journal } from "../journal/index.ts";
import type { TestReport } from "../judge/index.ts";
import type { SampleAddress } from "../policy/index.ts";
import type { Problem, Program } from "../problem/index.ts";
import type { CandidateReport, RunTest, SolveEvent, SolvePlan, ToolReport } from "./contract.ts";

/** A candidate as the run knows it. */
export interface Candidate {
  readonly id: string;
  readonly address: SampleAddress;
  readonly origin: CandidateReport["origin"];
  readonly program: Program;
  readonly programDigest: string;
  readonly sameAsId?: string | undefined;
  /** Set when it does not compile. */
  readonly compileMessage?: string | undefined;
  readonly reports: Map<string, TestReport>;
}

/** Everything that a stage may read, and the lists that grow. One per run. */
export interface RunState {
  readonly problem: Problem;
  readonly seed: string;
  readonly plan: SolvePlan;
  readonly roles: RoleContext;
  readonly forge: ForgeContext;
  readonly journal: Journal;
  readonly signal?: AbortSignal | undefined;
  readonly candidates: Candidate[];
  readonly tests: RunTest[];
  readonly tools: Map<ToolReport["role"], ToolReport>;
  /** For each test without a settled answer: candidate id → class of agreeing outputs. */
  readonly outputClasses: Map<string, ReadonlyMap<string, number>>;
  /** What is wrong with the package's checker, where that is known. */
  readonly checkerFault?: string | undefined;
  /** Why no answer came, for calls that failed. */
  readonly failureReasons: string[];
}

/** Records a solve event in the journal; its type keeps views and pipeline in step. */
export function emit(state: Pick<RunState, "journal">, event: SolveEvent): void {
  state.journal.event(event);
}

/** The candidates that are judged: compiled, and the first with their tokens. */
export function listDistinct(state: RunState): Candidate[] {
  return state.candidates.filter(
    (candidate) => candidate.sameAsId === undefined && candidate.compileMessage === undefined,
  );
}

/** The program of a tool that is believed. */
export function findBelieved(state: RunState, role: ToolReport["role"]): Program | undefined {
  const tool = state.tools.get(role);
  return tool?.status === "believed" ? tool.program : undefined;
}

/** A verdict that speaks against a program. */
export function isFailing(verdict: string): boolean {
  return verdict !== "accepted" && verdict !== "judge-failed" && verdict !== "skipped";
}

/** The failing reports of a candidate, smallest input first. */
export function listFailures(
  state: RunState,
  candidate: Candidate,
): { readonly test: RunTest; readonly report: TestReport }[] {
  return state.tests
    .flatMap((test) => {
      const report = candidate.reports.get(test.id);
      return report !== undefined && isFailing(report.verdict) ? [{ test, report }] : [];
    })
    .toSorted((a, b) => a.test.input.bytes.length - b.test.input.bytes.length);
}
