import type { Checker } from "./checker.ts";
import type { InputSpec } from "./input-spec/input-spec.ts";
import type { Limits } from "./limits.ts";
import type { Language, Program } from "./program.ts";
import type { Statement } from "./statement.ts";
import type { PlannedTest, TestCase, TestData, TestGroup, ValidatorFlags } from "./test-case.ts";
import type { Verdict } from "./verdict.ts";

/** What a solution must and may get on the tests. */
export interface ExpectedVerdicts {
  /** Every test's verdict is one of these. */
  readonly permitted: readonly Verdict[];
  /** Some test's verdict is one of these; empty: nothing is required. */
  readonly required: readonly Verdict[];
  /** Further sets of which some test's verdict must be one, each by itself. */
  readonly alsoRequired?: readonly (readonly Verdict[])[] | undefined;
  readonly score?: { readonly minimum: number; readonly maximum: number } | undefined;
  /** Stands in the checker's message of some test, letter by letter. */
  readonly message?: string | undefined;
  /** Which side of the time limit the solution bounds; undefined: what the verdicts say (see docs/problem-model.md). */
  readonly timeLimitUse?: "lower" | "upper" | "none" | undefined;
}

/** A solution that came with the problem. */
export interface Solution {
  readonly name: string;
  readonly program: Program;
  /** The one that answers are made with. */
  readonly isMain: boolean;
  readonly expected: ExpectedVerdicts;
  /**
   * Further expectations, for a part of the tests. A key is a group's id or a pattern over ids of tests and groups, see
   * `createIdMatcher`.
   */
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

/** A test of the package's own validators and checker: nothing that solutions run on. */
export interface ValidatorTest {
  /** Unique among those of its kind, e.g. `negative`. */
  readonly id: string;
  /**
   * `invalid-input`: some validator must reject the input; `valid-input`: all must accept it; `invalid-output`: the
   * checker must reject `output`; `valid-output`: the checker must accept it.
   */
  readonly kind: "invalid-input" | "valid-input" | "invalid-output" | "valid-output";
  /** The one validator that is meant; undefined: all together. */
  readonly validatorName?: string | undefined;
  /** What exactly the checker says of an invalid output, where the package knows. */
  readonly verdict?: "wrong-answer" | "presentation-error" | "partial" | "judge-failed" | undefined;
  readonly input: TestData;
  readonly answer?: TestData | undefined;
  readonly output?: TestData | undefined;
  readonly checkerFlags?: readonly string[] | undefined;
  readonly validatorFlags?: ValidatorFlags | undefined;
  readonly description?: string | undefined;
}

/** A conversation that the statement shows: lines from the judge start with `<`, lines of the solution with `>`. */
export interface SampleInteraction {
  /** The id of the test that it belongs to, or its own. */
  readonly id: string;
  readonly text: string;
}

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
  /**
   * Set for multi-pass problems: the most runs of a solution on one test. Each but the first gets the `nextpass.in` that
   * the checker or interactor left in its feedback folder.
   */
  readonly passLimit?: number | undefined;
  /** True where a solution is not a program but the answers themselves, one file a test. */
  readonly isSubmitAnswer?: boolean | undefined;
  readonly functionCall?: FunctionCall | undefined;
  /**
   * Judges the source text of a solution: argv language entry-point feedback-dir flags, in a folder with the source,
   * exit 42/43. Where groups name a `staticScore`, once for each of them.
   */
  readonly staticValidator?: Program | undefined;
  readonly validatorTests?: readonly ValidatorTest[] | undefined;
  readonly sampleInteractions?: readonly SampleInteraction[] | undefined;
  /** What valid inputs look like, where somebody wrote it down. */
  readonly inputSpec?: InputSpec | undefined;
  readonly validators: readonly NamedProgram[];
  readonly generators: readonly NamedProgram[];
  readonly solutions: readonly Solution[];
  readonly scoring: Scoring;
  readonly provenance: Provenance;
}
