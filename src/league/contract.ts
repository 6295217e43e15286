import type { Problem, Program } from "../problem/index.ts";

/** 1 formula; 2 array scan; 3 sorting and prefix sums; 4 counting and two pointers; 5 problems that need a structural claim. */
export type LeagueLevel = 1 | 2 | 3 | 4 | 5;

/** Families (combinations of parts) are in exactly one split; every part of a held-out family also occurs in training. */
export type LeagueSplit = "training" | "held-out";

/** Which problem: the same address gives the same problem, always. */
export interface LeagueAddress {
  readonly level: LeagueLevel;
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number;
  readonly split: LeagueSplit;
}

/**
 * A claim about a problem, in words and as a program that computes the answer by it, fast or not: at level 5 the
 * structure behind the answer, below it the question itself, over stored elements, and at level 1 the formula.
 */
export interface LeagueHypothesis {
  readonly claim: string;
  /** C source text. */
  readonly program: string;
}

/** What a policy learns to write for a problem. Every text is in the vocabulary's normal form. */
export interface Demonstration {
  /** C source text. */
  readonly program: string;
  /** The parts in order, in a few words. */
  readonly thinking: string;
  readonly hypothesis: LeagueHypothesis;
}

/** A problem without its tests: all that supervised training needs, made in a fraction of a millisecond. */
export interface LeagueTask extends LeagueAddress {
  /** `league:LEVEL/SEED`, or `league-train:LEVEL/SEED` where the split is training. */
  readonly id: string;
  /** The combination of parts, without constants and wording. */
  readonly family: string;
  /** The names of the parts that the family is made of. */
  readonly parts: readonly string[];
  /** Markdown, as in `problem.statements[0]`. */
  readonly statement: string;
  readonly demonstration: Demonstration;
}

/** A task as a problem that is judged like any other: about ten tests, reference, brute force, wrong and slow variants. */
export interface LeagueProblem extends LeagueTask {
  readonly problem: Problem;
}

/** What the policy is asked to write. */
export type PromptRequest =
  /** The program at once. */
  | { readonly kind: "program" }
  /** A few words, then the program. */
  | { readonly kind: "thinking" }
  /** A claim in words, then the program that computes by it. */
  | { readonly kind: "hypothesis" }
  /** The program, given the program of a hypothesis. */
  | { readonly kind: "program-from-hypothesis"; readonly hypothesis: string };

export type PromptKind = PromptRequest["kind"];

/** A prompt and what should follow it, up to the end token. */
export interface TrainingText {
  readonly kind: PromptKind;
  readonly prompt: string;
  readonly completion: string;
}

/** What a policy wrote, taken apart. */
export type ParsedCompletion =
  | {
      readonly kind: "completion-parsed";
      /** Thinking or claim; empty where the program came at once. */
      readonly words: string;
      readonly program: Program;
    }
  | { readonly kind: "completion-unusable"; readonly reason: string };

/** The vocabulary in the form in which a checkpoint of the embedded policy holds it. */
export interface VocabularyData {
  readonly kind: "longest-match";
  readonly vocabulary: readonly string[];
  readonly specialTokens: readonly number[];
  readonly endToken: number;
}
