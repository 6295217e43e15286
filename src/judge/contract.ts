import type { Checker, Limits, Problem, Program, TestCase, TestData, Verdict } from "../problem/index.ts";
import type { SandboxFacts } from "../sandbox/index.ts";

export type CompileOutcome =
  | { readonly kind: "compile-ok"; readonly programDigest: string; readonly wasCached: boolean }
  /** The program's own fault. `message` has paths and compiler wording normalised. */
  | { readonly kind: "compile-error"; readonly programDigest: string; readonly message: string }
  /** Ours: compiler missing, sandbox broken. */
  | { readonly kind: "compile-failed"; readonly programDigest: string; readonly message: string };

/** How one run of a program went, before any checking. */
export interface ExecutionReport {
  /** `accepted` here means only: ended by itself with exit code 0 within its limits. */
  readonly verdict: Verdict;
  readonly exitCode?: number | undefined;
  readonly signal?: number | undefined;
  readonly cpuTimeMs: number;
  readonly wallTimeMs: number;
  readonly peakMemoryBytes: number;
  /**
   * Artifact digest of the output and its size; content through the journal. Undefined when truncated. Where a testlib
   * interactor was talked to: what it wrote for the checker.
   */
  readonly stdoutDigest?: string | undefined;
  readonly stdoutBytes: number;
  /** The first 2 KiB of standard error, as UTF-8. */
  readonly stderr: string;
  /** For `judge-failed`: what failed. */
  readonly message: string;
}

export interface TestReport extends ExecutionReport {
  readonly testId: string;
  /** 0 to 1; undefined for `judge-failed` and `skipped`. */
  readonly score?: number | undefined;
  /** In points of the test or group, where the checker gave such. */
  readonly givenPoints?: number | undefined;
  /** The same ratio without its upper end, where the checker gave one (`RatioUnbounded:`). */
  readonly unboundedScore?: number | undefined;
  /** The checker's words, or the first difference. */
  readonly message: string;
}

/** What became of a group of tests. */
export interface GroupReport {
  readonly groupId: string;
  /** `skipped`: a group that it depends on has failed. */
  readonly verdict: Verdict;
  readonly points: number;
  readonly maximum?: number | undefined;
  readonly isPassed: boolean;
  /** False: without influence on the problem's verdict and points. */
  readonly isCounted: boolean;
}

export interface JudgeReport {
  readonly programDigest: string;
  readonly verdict: Verdict;
  /** The problem's groups that have tests here, parents before their parts. */
  readonly groups: readonly GroupReport[];
  /** Of the problem, from its tests and groups; undefined where scoring is binary or the judge failed. */
  readonly points?: number | undefined;
  /** The most that these tests can give, where that is known. */
  readonly maximumPoints?: number | undefined;
  /** Like `points`, from unbounded scores, where the checker gives them. */
  readonly unboundedPoints?: number | undefined;
  /** For `judge-failed`: what no single test can say. */
  readonly message?: string | undefined;
  /** In the order of the tests asked for; those that were not run, whatever for, are `skipped`. */
  readonly tests: readonly TestReport[];
  readonly compileMessage?: string | undefined;
  readonly maxCpuTimeMs: number;
  readonly maxMemoryBytes: number;
  /** What the language got on top of the problem's limits. */
  readonly allowance: { readonly timeMs: number; readonly memoryBytes: number };
  readonly facts: JudgeFacts;
}

/** An input for a program that nothing is checked against: generator, validator, brute force. */
export interface ProgramInput {
  readonly args?: readonly string[];
  readonly stdin: TestData;
  /** What lies in the folder that the program starts in. */
  readonly files?: TestCase["files"];
}

export interface ExecutionOptions {
  readonly signal?: AbortSignal | undefined;
  readonly stopsAtFirstFailure?: boolean;
}

export interface JudgeTestsOptions extends ExecutionOptions {
  /** Tests of a group whose points cannot change any more are `skipped`. */
  readonly stopsAtDecidedGroups?: boolean;
  /** Ids of tests that are likely to fail, most likely first: they are run before the others. */
  readonly runFirst?: readonly string[];
  /** After so many tests on which the program waited instead of computing, the others are `skipped`. */
  readonly mostIdleTests?: number | undefined;
  /** Programs are stopped at the time limit times this, at least 1 (1.5 by default); the verdict is the same. */
  readonly timeMargin?: number;
}

/** What judging needs of a problem; the parts that may be missing are as if the problem had none. */
export type JudgedProblem = Pick<Problem, "checker" | "limits" | "streams" | "scoring"> &
  Partial<Pick<Problem, "groups" | "interactor" | "passLimit" | "isSubmitAnswer" | "staticValidator">>;

/** An output that a checker is asked about. */
export interface CheckedOutput {
  readonly input: TestData;
  readonly output: TestData;
  readonly answer?: TestData | undefined;
  /** Instead of the checker's own. */
  readonly flags?: readonly string[] | undefined;
}

/** What a checker said of an output. */
export interface CheckReport {
  readonly verdict: "accepted" | "partial" | "wrong-answer" | "presentation-error" | "judge-failed";
  /** 0 to 1; undefined for `judge-failed`. */
  readonly score?: number | undefined;
  readonly message: string;
}

/** How two outputs relate under a problem's checker. */
export type OutputComparison =
  | { readonly kind: "outputs-agree" }
  | { readonly kind: "outputs-differ"; readonly message: string }
  | { readonly kind: "comparison-failed"; readonly message: string };

/** How this judge runs programs, as probed and as asked for. */
export interface JudgeFacts extends SandboxFacts {
  /** Undefined in reports from before there was a choice. */
  readonly usesHugePages?: boolean;
}

/** Compiles, runs and checks untrusted programs. Every answer goes through the journal: performed once a run. */
export interface Judge extends AsyncDisposable {
  readonly facts: JudgeFacts;
  /** Equal programs (equal C++ tokens; equal bytes for Python) are compiled once. */
  compile(program: Program, options?: { readonly signal?: AbortSignal | undefined }): Promise<CompileOutcome>;
  /** Runs a program on inputs, without checking. A program that does not compile gives `compile-error` on each. */
  execute(
    program: Program,
    job: { readonly inputs: readonly ProgramInput[]; readonly limits: Limits },
    options?: ExecutionOptions,
  ): Promise<readonly ExecutionReport[]>;
  /** Runs and checks. Tests without an answer are checked only for how they ended. */
  judge(
    program: Program,
    job: { readonly problem: JudgedProblem; readonly tests: readonly TestCase[] },
    options?: JudgeTestsOptions,
  ): Promise<JudgeReport>;
  /** Asks a checker about outputs; `limits` widen what it may take. */
  checkOutputs(
    checker: Checker,
    outputs: readonly CheckedOutput[],
    options?: { readonly limits?: Limits | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly CheckReport[]>;
  /** Whether `output` is right where `answer` is taken as right, under the checker. */
  compareOutputs(
    checker: Checker,
    outputs: { readonly input: TestData; readonly output: TestData; readonly answer: TestData },
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<OutputComparison>;
  /** The bytes behind a `stdoutDigest`. @throws ARTIFACT_MISSING */
  readOutput(digest: string): TestData;
}
