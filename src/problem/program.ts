/** Languages that packages and users name. Which of them can be run here is for the judge to say. */
export const languages = [
  "c",
  "cpp17",
  "cpp20",
  "cpp23",
  "python3",
  "pypy3",
  "java",
  "javascript",
  "rust",
  "go",
  "kotlin",
  /** Anything else (Python 2, Pascal, …): kept as text, never run. */
  "other",
] as const;

export type Language = (typeof languages)[number];

/** A program as source text. Untrusted wherever it came from. */
export interface Program {
  readonly language: Language;
  /** A plain file name with extension, e.g. `main.cpp`; Java needs it to match the class. */
  readonly fileName: string;
  readonly source: string;
  /** Further files that must lie beside it at compile time, e.g. the package's own `testlib.h`. */
  readonly resources?: readonly { readonly fileName: string; readonly source: string }[];
}
