import type { Checker } from "./checker.ts";
import type { Limits } from "./limits.ts";
import type { Program } from "./program.ts";
import type { Statement } from "./statement.ts";
import type { TestCase, TestGroup } from "./test-case.ts";
import type { Verdict } from "./verdict.ts";

/** What a solution must and may get: every required verdict occurs on some test, no test gets one outside permitted. */
export interface ExpectedVerdicts {
  readonly permitted: readonly Verdict[];
  readonly required: readonly Verdict[];
  readonly score?: { readonly minimum: number; readonly maximum: number } | undefined;
}

/** A solution that came with the problem. */
export interface Solution {
  readonly name: string;
  readonly program: Program;
  /** The one that answers are made with. */
  readonly isMain: boolean;
  readonly expected: ExpectedVerdicts;
  /** Expectations that differ for some groups. */
  readonly expectedByGroup?: Readonly<Record<string, ExpectedVerdicts>> | undefined;
}

/** A helper program of the package, with the name that test plans call it by. */
export interface NamedProgram {
  readonly name: string;
  readonly program: Program;
  readonly convention: "testlib" | "kattis" | "plain";
  readonly flags: readonly string[];
}

export type Scoring =
  /** All tests or nothing. */
  | { readonly kind: "binary" }
  /** Points by test or group, up to `maximum`. */
  | { readonly kind: "partial"; readonly maximum: number }
  /** A real-valued objective with no known best. */
  | { readonly kind: "open-ended"; readonly direction: "maximize" | "minimize"; readonly maximum?: number | undefined };

/** Where input comes from and output goes to. */
export interface Streams {
  readonly input: { readonly kind: "stdin" } | { readonly kind: "file"; readonly name: string };
  readonly output: { readonly kind: "stdout" } | { readonly kind: "file"; readonly name: string };
}

/** Where a problem came from. */
export interface Provenance {
  /** The format it was read from, e.g. `native`, `competitive-companion`. */
  readonly format: string;
  readonly url?: string | undefined;
  readonly source?: string | undefined;
  readonly license?: string | undefined;
  readonly authors: readonly string[];
  readonly tags: readonly string[];
  /** 1 to 5, where the source says. */
  readonly level?: number | undefined;
  /** The source's own figure, e.g. a Codeforces rating. */
  readonly rating?: number | undefined;
}

/** The one problem model of the system: solving, smithing, training and judging all stand on it. */
export interface Problem {
  /** Letters, digits, `.`, `_`, `-`; safe as a file name. */
  readonly id: string;
  readonly title: string;
  /** One entry a language; the first is shown to models. */
  readonly statements: readonly [Statement, ...Statement[]];
  readonly limits: Limits;
  readonly streams: Streams;
  /** Several test cases in one input file (`t` first), where known. */
  readonly isMultiTest?: boolean | undefined;
  readonly tests: readonly TestCase[];
  readonly groups: readonly TestGroup[];
  readonly checker: Checker;
  /** Set for interactive problems. */
  readonly interactor?: NamedProgram | undefined;
  readonly validators: readonly NamedProgram[];
  readonly generators: readonly NamedProgram[];
  readonly solutions: readonly Solution[];
  readonly scoring: Scoring;
  readonly provenance: Provenance;
}
