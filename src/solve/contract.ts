import type { TestSize } from "../forge/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Judge } from "../judge/index.ts";
import type { Policy, SampleAddress } from "../policy/index.ts";
import type { Language, Problem, Program, TestData, Verdict } from "../problem/index.ts";
import type { SandboxFacts } from "../sandbox/index.ts";

/** How much a level is given. Missing fields of a user's plan come from the level. */
export interface SolvePlan {
  /** Programs sampled in the first round. */
  readonly candidateCount: number;
  /** Rounds in all, the first included. */
  readonly roundCount: number;
  /** Generated inputs asked for, by size class. */
  readonly testCounts: Readonly<Record<TestSize, number>>;
  readonly maxTokensPerSample: number;
}

export interface SolveOptions {
  /** Any text; every random choice derives from it. */
  readonly seed: string;
  readonly plan?: Partial<SolvePlan> | undefined;
  /** What the model may answer in, in order of preference. */
  readonly languages: readonly Language[];
  readonly signal?: AbortSignal | undefined;
}

export interface SolveDependencies {
  readonly policy: Policy;
  readonly judge: Judge;
  readonly journal: Journal;
}

/** A program under test. */
export interface CandidateReport {
  /** `c1`, `c2`, … in order of birth. */
  readonly id: string;
  readonly address: SampleAddress;
  readonly origin: { readonly kind: "sampled" } | { readonly kind: "repaired"; readonly fromId: string };
  readonly program: Program;
  readonly programDigest: string;
  /** The first candidate with equal tokens: judged once, shown once. */
  readonly sameAsId?: string | undefined;
  readonly compileMessage?: string | undefined;
  /** By test id; a test that was not run is absent. */
  readonly verdictByTest: Readonly<Record<string, Verdict>>;
  /** Journal artifacts with what it printed, by test id; absent where nothing usable was printed. */
  readonly outputDigestByTest: Readonly<Record<string, string>>;
  readonly passedCount: number;
  readonly failedCount: number;
  /** Tests on which its output agreed with the believed brute force. */
  readonly bruteForceAgreementCount: number;
  /** How many distinct candidates (itself included) gave agreeing outputs on every test without a settled answer. */
  readonly clusterSize: number;
  /** Tests on which the judge itself failed: neither for nor against the program. */
  readonly judgeFailedCount: number;
  /** Slowest run on a `large` test; undefined when none was run. */
  readonly largestCpuTimeMs?: number | undefined;
  readonly maxCpuTimeMs: number;
  readonly maxMemoryBytes: number;
}

/** A test of this run: a sample, or one made here. */
export interface RunTest {
  readonly id: string;
  readonly size: TestSize | "sample" | "proposed";
  readonly input: TestData;
  /** Who says what is right: the package, the believed brute force, or nobody yet. */
  readonly answeredBy: "package" | "brute-force" | "nobody";
  readonly answer?: TestData | undefined;
  /** Candidates differed here, or some failed while others passed. */
  readonly isSeparating: boolean;
  /** Which boundary it hit, in the model's words. */
  readonly boundary?: string | undefined;
}

/** What became of a helper program that the model wrote. */
export interface ToolReport {
  readonly role: "brute-force" | "generator" | "validator";
  readonly status: "believed" | "not-believed" | "missing";
  readonly reason: string;
  readonly attempts: number;
  readonly program?: Program | undefined;
}

export type SolveStatus =
  /** Passed everything, and a believed brute force settled the tests. */
  | "solved"
  /** Nothing is known against it, but the evidence is not enough. */
  | "best-effort"
  /** No program survived. */
  | "held"
  /** The model gave no usable answer at all. */
  | "no-answer";

export interface SolveResult {
  readonly status: SolveStatus;
  readonly decision: "submit" | "hold";
  /** Sentences, most important first. */
  readonly reasons: readonly string[];
  /** What the user should know besides, e.g. that the model could not see the images. */
  readonly warnings: readonly string[];
  readonly level: { readonly value: number; readonly source: "package" | "model" | "default"; readonly reason: string };
  readonly plan: SolvePlan;
  readonly chosenId?: string | undefined;
  readonly candidates: readonly CandidateReport[];
  readonly tests: readonly RunTest[];
  readonly tools: readonly ToolReport[];
  /** The smallest test that the chosen (or, when held, the best) program fails. */
  readonly counterexample?:
    | {
        readonly testId: string;
        readonly candidateId: string;
        readonly verdict: Verdict;
        readonly expected?: string | undefined;
        readonly got?: string | undefined;
      }
    | undefined;
  readonly rounds: number;
  readonly usage: {
    readonly calls: number;
    readonly failedCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Undefined when the price of some call is unknown. */
    readonly costUsd?: number | undefined;
  };
  /** By role. */
  readonly usageByRole: Readonly<Record<string, { readonly calls: number; readonly outputTokens: number }>>;
  readonly facts: SandboxFacts;
}

/** `solve(problem, dependencies, options)`. @throws the signal's reason when aborted; PROBLEM_UNSUPPORTED */
export type Solve = (problem: Problem, dependencies: SolveDependencies, options: SolveOptions) => Promise<SolveResult>;

/** Events that `solve` records in the journal, for views. `data` of each is plain JSON. */
export type SolveEvent =
  | { readonly kind: "warning-raised"; readonly data: { readonly message: string } }
  | { readonly kind: "stage-started"; readonly data: { readonly stage: SolveStage; readonly round: number } }
  | {
      readonly kind: "level-classified";
      readonly data: { readonly level: number; readonly source: string; readonly reason: string };
    }
  | { readonly kind: "plan-made"; readonly data: { readonly candidateCount: number; readonly roundCount: number } }
  | {
      readonly kind: "sample-requested";
      readonly data: { readonly role: string; readonly round: number; readonly index: number };
    }
  | {
      readonly kind: "sample-received";
      readonly data: {
        readonly role: string;
        readonly round: number;
        readonly index: number;
        /** A StopReason, or a SampleFailure's reason. */
        readonly ending: string;
        readonly isFailure: boolean;
        readonly message?: string | undefined;
        readonly inputTokens: number;
        readonly outputTokens: number;
        readonly costUsd?: number | undefined;
      };
    }
  | {
      readonly kind: "candidate-added";
      readonly data: {
        readonly id: string;
        readonly round: number;
        readonly origin: string;
        readonly language: string;
        readonly sameAsId?: string | undefined;
      };
    }
  | {
      readonly kind: "candidate-discarded";
      readonly data: { readonly role: string; readonly round: number; readonly index: number; readonly reason: string };
    }
  | {
      readonly kind: "tool-checked";
      readonly data: { readonly role: string; readonly status: string; readonly reason: string };
    }
  | {
      readonly kind: "tests-made";
      readonly data: { readonly size: string; readonly made: number; readonly valid: number; readonly kept: number };
    }
  | {
      readonly kind: "candidate-judged";
      readonly data: {
        readonly id: string;
        /** Test id and verdict, in test order. */
        readonly verdicts: readonly { readonly testId: string; readonly verdict: Verdict }[];
        readonly maxCpuTimeMs: number;
        readonly maxMemoryBytes: number;
      };
    }
  | {
      readonly kind: "test-separates";
      readonly data: { readonly testId: string; readonly summary: string; readonly answeredBy: string };
    }
  | { readonly kind: "boundary-named"; readonly data: { readonly testId: string; readonly boundary: string } }
  | {
      readonly kind: "decision-made";
      readonly data: {
        readonly status: string;
        readonly decision: string;
        readonly chosenId?: string | undefined;
        readonly reasons: readonly string[];
      };
    };

export type SolveStage =
  | "classify"
  | "sample"
  | "check-tools"
  | "make-tests"
  | "judge"
  | "attack"
  | "repair"
  | "choose";
