import type { Checker } from "./checker.ts";
import type { Limits } from "./limits.ts";
import type { Language, Program } from "./program.ts";
import type { Statement } from "./statement.ts";
import type { PlannedTest, TestCase, TestGroup } from "./test-case.ts";
import type { Verdict } from "./verdict.ts";

/** What a solution must and may get on the tests. */
export interface ExpectedVerdicts {
  /** Every test's verdict is one of these. */
  readonly permitted: readonly Verdict[];
  /** Some test's verdict is one of these; empty: nothing is required. */
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

/** The program that talks to the solution of an interactive problem. */
export type Interactor =
  | {
      readonly kind: "program";
      readonly program: Program;
      /**
       * `testlib`: argv input output [answer], exit codes as a checker, and on exit 0 the checker judges its output file;
       * `kattis`: argv input answer feedback-dir, exit 42/43, decides alone;
       * `frontier-cs`: testlib argv, decides alone, `Ratio:` on its standard error.
       */
      readonly convention: "testlib" | "kattis" | "frontier-cs";
      readonly flags: readonly string[];
    }
  /** The problem is interactive and came without its interactor: it cannot be judged here. */
  | { readonly kind: "missing" };

export type Scoring =
  /** All tests or nothing. */
  | { readonly kind: "binary" }
  /** Points by test or group, up to `maximum`. */
  | { readonly kind: "partial"; readonly maximum: number }
  /** A real-valued objective with no known best. */
  | {
      readonly kind: "open-ended";
      readonly direction: "maximize" | "minimize";
      /** How tests' scores become the problem's. Undefined: `mean`. */
      readonly aggregation?: "mean" | "sum" | undefined;
      readonly maximum?: number | undefined;
    };

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
  /** The judge, contest or corpus, e.g. `codeforces`. */
  readonly source?: string | undefined;
  /** The problem's name there, e.g. `1575/A` or a UUID. */
  readonly sourceId?: string | undefined;
  /** When it was first public, `YYYY-MM-DD`: what contamination is judged by. */
  readonly publishedOn?: string | undefined;
  readonly license?: string | undefined;
  readonly rightsOwner?: string | undefined;
  readonly authors: readonly string[];
  readonly tags: readonly string[];
  /** 1 to 5, where the source says. */
  readonly level?: number | undefined;
  /** The source's own figure, e.g. a Codeforces rating. */
  readonly rating?: number | undefined;
  /** The source's own word, e.g. `VERY_HARD`. */
  readonly difficulty?: string | undefined;
}

/** A problem that is solved by a function instead of a program: the input holds its arguments as JSON, one a line. */
export interface FunctionCall {
  readonly functionName: string;
  readonly starterCode: string;
  readonly language: Language;
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
  /** Tests that the package names by their generator call without shipping them, e.g. a Polygon standard package. */
  readonly plannedTests?: readonly PlannedTest[] | undefined;
  readonly groups: readonly TestGroup[];
  readonly checker: Checker;
  /** Set for interactive problems. */
  readonly interactor?: Interactor | undefined;
  readonly functionCall?: FunctionCall | undefined;
  readonly validators: readonly NamedProgram[];
  readonly generators: readonly NamedProgram[];
  readonly solutions: readonly Solution[];
  readonly scoring: Scoring;
  readonly provenance: Provenance;
}
