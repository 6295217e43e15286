import type { Hypothesis } from "../../agent/index.ts";
import type { Program, TestData } from "../../problem/index.ts";

/** A small input with its right answer: what a claim is held against. */
export interface CheckedInstance {
  readonly input: TestData;
  readonly answer: TestData;
}

/** Small instances and where they come from, e.g. `the 120 smallest inputs of the specification`. */
export interface SmallInstances {
  /** Smallest first. */
  readonly items: readonly CheckedInstance[];
  readonly description: string;
}

/** An instance on which a claim does not hold. Texts are shortened. */
export interface ClaimFailure {
  readonly input: string;
  readonly answer: string;
  /** What the claim's program printed, or how it ended. */
  readonly got: string;
}

/** What checking one version of a claim gave. */
export interface ClaimCheck {
  readonly claim: string;
  readonly program?: Program | undefined;
  readonly status:
    /** It holds on every instance. */
    | "agreed"
    | "refuted"
    /** It would hold whatever the answers are, or only repeats the brute force. */
    | "says-nothing"
    /** No program, or one that does not compile. */
    | "unusable"
    /** The judge failed: neither for nor against the claim. */
    | "not-checked";
  /** In words, for whoever proposed it. */
  readonly reason: string;
  /** Of the small instances, like `agreedCount`. */
  readonly checkedCount: number;
  readonly agreedCount: number;
  /** Of the larger ones, that the claim's program followed to; where all small ones agreed and there are larger ones. */
  readonly larger?: { readonly checkedCount: number; readonly agreedCount: number } | undefined;
  /** Smallest first, a few. */
  readonly failures: readonly ClaimFailure[];
}

/** A claim with all its versions and what became of it. */
export interface HypothesisReport {
  /** `h1`, `h2`, …; `f1` for a formula of the sequence finder, `s1` for a sequence that was looked up. */
  readonly id: string;
  readonly origin: "model" | "sequence-finder";
  /** Who named the sequence, where it was looked up, e.g. `oeis`. */
  readonly source?: string | undefined;
  /** Undefined for what was looked up, which is words and terms without a program. */
  readonly kind?: Hypothesis["kind"] | undefined;
  /** The last version. */
  readonly claim: string;
  readonly program?: Program | undefined;
  readonly status:
    /** Agreed on everything; solvers were told. */
    | "promoted"
    /** No version stood. */
    | "refuted"
    /** Promoted, then refuted by a larger test. */
    | "withdrawn";
  readonly reason: string;
  /** How far it was checked, as the solver is told. */
  readonly evidence?: string | undefined;
  /** One a version, oldest first. */
  readonly checks: readonly ClaimCheck[];
  /** Programs whose prompt held the claim. */
  readonly toldIds: readonly string[];
  /** The paper's reward of the last version; undefined where it was withheld. */
  readonly reward?: number | undefined;
}
