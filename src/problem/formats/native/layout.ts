/** The file that makes a folder a native problem. */
export const manifestName = "problem.yaml";

export const statementName = "statement.md";

/** What valid inputs look like; may be absent. */
export const inputSpecName = "input-spec.yaml";

/** Folders with a meaning; anything else in a problem's folder is the author's own. */
export const knownFolders = [
  "samples",
  "tests",
  "checker",
  "interactor",
  "static-validator",
  "validators",
  "generators",
  "solutions",
  "validator-tests",
] as const;

export type KnownFolder = (typeof knownFolders)[number];

const mebibyte = 2 ** 20;

/** The largest files that are read; a larger one is an error that names the cap. */
export const fileCaps = {
  manifest: mebibyte,
  statement: mebibyte,
  image: 8 * mebibyte,
  source: 4 * mebibyte,
  test: 256 * mebibyte,
  /** All tests together. */
  tests: 1024 * mebibyte,
  /** Files of one problem. */
  count: 20_000,
  depth: 8,
} as const;

export const imageTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
} as const;

/** The path of a statement's file: the first one has no language in its name. */
export function toStatementPath(index: number, languageTag: string): string {
  return index === 0 ? statementName : `statement.${languageTag}.md`;
}
