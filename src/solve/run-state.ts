import type { LearnedRollout, Learner, LearningReport, RoleContext } from "../agent/index.ts";
import type { ForgeContext } from "../forge/index.ts";
import type { Journal } from "../journal/index.ts";
import type { TestReport } from "../judge/index.ts";
import type { Message, SampleAddress } from "../policy/index.ts";
import type { Problem, Program, Verdict } from "../problem/index.ts";
import type { SequenceSource } from "../symbolic/index.ts";
import type { CandidateReport, GivenTools, OptionalStage, RunTest, SolvePlan, ToolReport } from "./contract.ts";
import type { HypothesisReport } from "./hypothesis/contract.ts";
import type { SearchMemory } from "./search/memory.ts";
import type { RoundWeights } from "./search/weigh-rollouts.ts";
import type { SolveEvent, SolveStage } from "./solve-event.ts";

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
  readonly toldHypothesisIds: readonly string[];
  /** What was asked and answered, for memory and learner. */
  readonly messages: readonly Message[];
  readonly text: string;
  /** The answer without its code. */
  readonly reasoning: string;
  readonly tokens_T?: readonly string[] | undefined;
  readonly logprobs_T?: readonly number[] | undefined;
  readonly outputTokens: number;
  /** What the judge outside said of it, other than accepted. */
  rejection?: Verdict | undefined;
}

/** An answer that holds no program. */
export type UnusableAnswer = Pick<LearnedRollout, "address" | "messages" | "text" | "tokens_T" | "logprobs_T">;

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
  /** Answers of solvers that hold no program: nothing to judge, and a learner should know. */
  readonly unusableAnswers: UnusableAnswer[];
  readonly tests: RunTest[];
  readonly tools: Map<ToolReport["role"], ToolReport>;
  /** See `SolveOptions`. */
  readonly given: GivenTools;
  /** For each test without a settled answer: candidate id → class of agreeing outputs. */
  readonly outputClasses: Map<string, ReadonlyMap<string, number>>;
  /** What is wrong with the package's checker, where that is known. */
  readonly checkerFault?: string | undefined;
  /** Why no answer came, for calls that failed. */
  readonly failureReasons: string[];
  /** The optional stages that are not left out. */
  readonly stages: ReadonlySet<OptionalStage>;
  readonly hypotheses: HypothesisReport[];
  readonly sequenceSources: readonly SequenceSource[];
  /** What the user should know besides. */
  readonly warnings: string[];
  readonly memory: SearchMemory;
  readonly weighings: RoundWeights[];
  readonly learner?: Learner | undefined;
  readonly learnings: LearningReport[];
}

/** Records a solve event in the journal; its type keeps views and pipeline in step. */
export function emit(state: Pick<RunState, "journal">, event: SolveEvent): void {
  state.journal.event(event);
}

export function startStage(state: Pick<RunState, "journal">, stage: SolveStage, round: number): void {
  emit(state, { kind: "stage-started", data: { stage, round } });
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

/** Whether something speaks against a program: here, in compiling or where it was submitted. */
export function isBroken(state: RunState, candidate: Candidate): boolean {
  if (candidate.compileMessage !== undefined || candidate.rejection !== undefined) return true;
  return listFailures(state, candidate).length > 0;
}
