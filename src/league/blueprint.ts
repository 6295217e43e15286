import type { InputSpec } from "../problem/index.ts";
import type { Rng } from "../std/index.ts";

/** How large and of what kind an input is to be. */
export interface InputPlan {
  /** Elements or pairs of the list. */
  readonly count: number;
  /** Numbers are at most this far from 0, where the problem allows. */
  readonly spread: number;
  readonly form?: "random" | "equal" | "ascending" | undefined;
  /** Draw again what the problem's filters would take out. */
  readonly isDense?: boolean | undefined;
}

export interface LeagueCase {
  readonly input: string;
  readonly answer: string;
  /** What each wrong variant answers, in their order. */
  readonly wrongAnswers: readonly string[];
}

export interface Variant {
  readonly name: string;
  /** C source text. */
  readonly program: string;
}

/** The sentences of a statement in phrase form: words and punctuation apart, lower case. */
export interface StatementPhrases {
  readonly body: string;
  readonly input: string;
}

/** Everything about a problem that follows from its composition, whatever its level. */
export interface Blueprint {
  readonly parts: readonly string[];
  readonly title: string;
  /** Phrases that differ in wording alone. */
  say(rng: Rng): StatementPhrases;
  /** Lines of Markdown. */
  readonly constraints: readonly string[];
  readonly inputSpec: InputSpec;
  readonly program: string;
  /** Phrase form. */
  readonly thinking: string;
  /** `claim` in phrase form. */
  readonly hypothesis: { readonly claim: string; readonly program: string };
  readonly brute: string;
  /** Right, but slow at the largest sizes. */
  readonly slow: readonly Variant[];
  /** Plausible mistakes; not each of them is wrong on every input. */
  readonly wrong: readonly Variant[];
  readonly testPlans: readonly InputPlan[];
  readonly largePlans: readonly InputPlan[];
  createCase(plan: InputPlan, rng: Rng): LeagueCase;
}
