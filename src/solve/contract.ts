import type { Learner, LearningReport, SamplerUsage } from "../agent/index.ts";
import type { TestSize } from "../forge/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Judge } from "../judge/index.ts";
import type { Policy, SampleAddress, ScoringPolicy } from "../policy/index.ts";
import type { Language, Problem, Program, TestData, Verdict } from "../problem/index.ts";
import type { SandboxFacts } from "../sandbox/index.ts";
import type { SequenceSource } from "../symbolic/index.ts";
import type { HypothesisReport } from "./hypothesis/contract.ts";
import type { SearchEnd } from "./search/find-end.ts";
import type { MemoryReport } from "./search/memory.ts";
import type { RoundWeights } from "./search/weigh-rollouts.ts";
import type { SubmissionOptions, SubmissionReport } from "./submission/contract.ts";

/** A part of the pipeline that can be left out, to see what it is worth. */
export const optionalStages = ["hypothesis", "summary", "attack", "search"] as const;
export type OptionalStage = (typeof optionalStages)[number];

/** How much a level is given. Missing fields of a user's plan come from the level. */
export interface SolvePlan {
  /** 1 to 5. */
  readonly level: number;
  /**
   * `direct`: programs are sampled at once, and claims are made only when none of them stands; `search`: claims come
   * first, and the first programs are told those that stood.
   */
  readonly route: "direct" | "search";
  /** Programs sampled in the first round. */
  readonly candidateCount: number;
  /** Rounds in all, the first included. */
  readonly roundCount: number;
  /** Generated inputs asked for, by size class. */
  readonly testCounts: Readonly<Record<TestSize, number>>;
  readonly maxTokensPerSample: number;
  /** Claims proposed side by side; 0: none. */
  readonly hypothesisCount: number;
  /** How often each may be revised. */
  readonly revisionCount: number;
  /** What an answer may use before it is penalised: `baseTokens` at level 1, times `growth` a level. */
  readonly lengthBudget: { readonly baseTokens: number; readonly growth: number };
  /** Rounds without a better program after which search ends. */
  readonly stagnationRounds: number;
  readonly memory: {
    /** A memory longer than this is folded. */
    readonly thresholdChars: number;
    readonly chunkChars: number;
    /** Asked of the summariser. */
    readonly summaryWords: number;
  };
}

/** What a caller vouches for in place of a model's helper programs. */
export interface GivenTools {
  /** A literal, slow program; checked on the samples like any other. */
  readonly bruteForce?: Program | undefined;
  /** The problem's own input specification is generator and validator. */
  readonly usesInputSpec?: boolean | undefined;
}

export interface SolveOptions {
  /** Any text; every random choice derives from it. */
  readonly seed: string;
  readonly plan?: Partial<SolvePlan> | undefined;
  /** What the model may answer in, in order of preference. */
  readonly languages: readonly Language[];
  /** Helpers that come with the problem: what is given is never asked of the model. */
  readonly given?: GivenTools | undefined;
  /** Parts of the pipeline to leave out. */
  readonly without?: readonly OptionalStage[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SolveDependencies {
  readonly policy: Policy;
  readonly judge: Judge;
  readonly journal: Journal;
  /** Learns from each round, where the policy can be trained. */
  readonly learner?: Learner | undefined;
  /** Scores summaries, where the policy can score text. */
  readonly scorer?: ScoringPolicy | undefined;
  /** Asked in order about sequences that the offline finder has no formula for. */
  readonly sequenceSources?: readonly SequenceSource[] | undefined;
  /** Where the best program is handed in; undefined: nowhere. */
  readonly submission?: SubmissionOptions | undefined;
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
  /** Claims that its prompt held. */
  readonly toldHypothesisIds: readonly string[];
  /** What the judge outside said, where it was submitted and not accepted. */
  readonly rejection?: Verdict | undefined;
}

/** A test of this run: a sample, or one made here. */
export interface RunTest {
  readonly id: string;
  /** `explained`: made to show why a submission was rejected. */
  readonly size: TestSize | "sample" | "proposed" | "explained";
  readonly input: TestData;
  /** Who says what is right: the package, the believed brute force, most programs, or nobody yet. */
  readonly answeredBy: "package" | "brute-force" | "consensus" | "nobody";
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
  readonly level: {
    readonly value: number;
    /** `features`: by statement and limits alone, where the model gave no rating. */
    readonly source: "package" | "model" | "features";
    /**
     * Share of labelled problems with such a statement and such limits that are of this level: what can be known without
     * solving it. 1 where the package states the level.
     */
    readonly confidence: number;
    /** On what the confidence was calibrated. */
    readonly calibratedOn?: string | undefined;
    readonly reason: string;
    /** What it was told by: techniques that the model named, tags of the package, features of the statement. */
    readonly features: readonly string[];
  };
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
  readonly searchEnd: SearchEnd;
  /** Of the best program, in [0, 1]; see `computeConfidence`. */
  readonly confidence: number;
  readonly hypotheses: readonly HypothesisReport[];
  readonly memory: MemoryReport;
  /** One entry a round after which repairs were shared out. */
  readonly weighings: readonly RoundWeights[];
  /** One entry a round that a learner was shown. */
  readonly learnings: readonly LearningReport[];
  readonly submissions: readonly SubmissionReport[];
  readonly usage: {
    readonly calls: number;
    readonly failedCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Undefined when the price of some call is unknown. */
    readonly costUsd?: number | undefined;
  };
  /** By role. */
  readonly usageByRole: SamplerUsage["byRole"];
  readonly facts: SandboxFacts;
}

/** `solve(problem, dependencies, options)`. @throws the signal's reason when aborted; PROBLEM_UNSUPPORTED */
export type Solve = (problem: Problem, dependencies: SolveDependencies, options: SolveOptions) => Promise<SolveResult>;
