import type { GroupReport, Judge, JudgeReport, TestReport } from "../judge/index.ts";
import type { Language, Limits, Loss, Problem, Verdict } from "../problem/index.ts";
import type { SandboxFacts } from "../sandbox/index.ts";

/** What verifying stands on. */
export interface VerifyContext {
  readonly judge: Judge;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: VerifyProgress) => void) | undefined;
}

/** What is going on, for people who wait. */
export type VerifyProgress =
  | { readonly kind: "step-started"; readonly step: string }
  | { readonly kind: "submission-judged"; readonly submission: SubmissionReport };

/** Something about a package that its author should know. An error means that an expectation does not hold. */
export interface Finding {
  readonly severity: "error" | "warning";
  /** noun-verb or noun-adjective, e.g. `input-invalid`. */
  readonly code: string;
  /** What it is about: a test, program or solution. */
  readonly subject: string;
  readonly message: string;
}

/** Where a time limit comes from, and what bounds it. CPU time in milliseconds without start-up allowances. */
export interface TimeLimitReport {
  readonly limitMs: number;
  /** `package`: it is written there; `measured`: from the solutions; `default`: nothing says. */
  readonly source: "package" | "measured" | "default";
  readonly slowestAcceptedMs?: number | undefined;
  readonly slowestAcceptedName?: string | undefined;
  /** The least over solutions that must be too slow of the most that each took; at least, where they were stopped. */
  readonly fastestTooSlowMs?: number | undefined;
  readonly fastestTooSlowName?: string | undefined;
  /** An accepted solution takes at most the limit divided by this. */
  readonly factor?: number | undefined;
  /** One that must be too slow takes at least the limit times this. */
  readonly margin: number;
  readonly resolutionMs?: number | undefined;
  /** What the accepted ones allow, at least. */
  readonly lowestMs?: number | undefined;
  /** What those that are too slow allow, at most. */
  readonly highestMs?: number | undefined;
  /** Times from `limitMs` divided by this to `limitMs` times this are close: a surprise there is only warned of. */
  readonly zone: number;
}

/** One solution of the package, judged. */
export interface SubmissionReport {
  readonly name: string;
  readonly language: Language;
  /** In words, e.g. `AC` or `AC, WA; needs WA`. */
  readonly expected: string;
  /** `not-run`: nothing here runs its language. */
  readonly status: "as-expected" | "unexpected" | "close" | "not-run";
  readonly verdict: Verdict;
  readonly points?: number | undefined;
  readonly maximumPoints?: number | undefined;
  readonly unboundedPoints?: number | undefined;
  readonly maxCpuTimeMs: number;
  readonly maxMemoryBytes: number;
  readonly allowance: JudgeReport["allowance"];
  /** What does not hold, in words. */
  readonly complaints: readonly string[];
  readonly compileMessage?: string | undefined;
  readonly groups: readonly GroupReport[];
  readonly tests: readonly TestReport[];
}

export interface ProgramCounts {
  readonly validators: number;
  readonly generators: number;
  readonly submissions: number;
}

/** Everything that verifying a package found. */
export interface VerifyReport {
  readonly problemId: string;
  readonly title: string;
  readonly format: string;
  readonly facts: SandboxFacts;
  /** As applied; the measured time limit stands in it. */
  readonly limits: Limits;
  readonly timeLimit: TimeLimitReport;
  readonly programs: ProgramCounts;
  readonly inputs: {
    readonly tests: number;
    readonly made: number;
    readonly remade: number;
    /** Inputs times validators. */
    readonly validations: number;
    readonly answersChecked: number;
    readonly validatorTests: number;
  };
  readonly findings: readonly Finding[];
  readonly submissions: readonly SubmissionReport[];
  readonly losses: readonly Loss[];
  /** Whether there is no error and no submission is unexpected. */
  readonly isGood: boolean;
}

/** A package that was read. */
export interface VerifiedPackage {
  readonly problem: Problem;
  readonly losses: readonly Loss[];
}
