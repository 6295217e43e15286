import type { Program } from "./program.ts";

/** How an output is compared with the answer when no program decides. The Kattis default validator's options. */
export interface CompareOptions {
  readonly isCaseSensitive: boolean;
  /** False: outputs are token sequences, any white space (CR included) separates. */
  readonly isSpaceSensitive: boolean;
  readonly absoluteTolerance?: number | undefined;
  readonly relativeTolerance?: number | undefined;
}

export type Checker =
  | { readonly kind: "compare"; readonly options: CompareOptions }
  /** One of testlib's standard checkers by name, e.g. `wcmp`. */
  | { readonly kind: "standard"; readonly name: StandardCheckerName }
  | {
      readonly kind: "program";
      readonly program: Program;
      /**
       * `testlib`: argv input output answer, exit 0/1/2/3/7; `kattis`: argv input answer feedback-dir, output on stdin,
       * exit 42/43; `frontier-cs`: testlib argv, `Ratio:` on the checker's own channel.
       */
      readonly convention: "testlib" | "kattis" | "frontier-cs";
      readonly flags: readonly string[];
    };

/** The 21 checkers of testlib's `checkers/` folder. */
export const standardCheckerNames = [
  "acmp",
  "caseicmp",
  "casencmp",
  "casewcmp",
  "dcmp",
  "fcmp",
  "hcmp",
  "icmp",
  "lcmp",
  "ncmp",
  "nyesno",
  "pointscmp",
  "pointsinfo",
  "rcmp",
  "rcmp4",
  "rcmp6",
  "rcmp9",
  "rncmp",
  "uncmp",
  "wcmp",
  "yesno",
] as const;

export type StandardCheckerName = (typeof standardCheckerNames)[number];

/** Tokens, case matters: what most problems mean. */
export const defaultChecker: Checker = { kind: "compare", options: { isCaseSensitive: true, isSpaceSensitive: false } };
