/** The corpora whose rows are read. */
export const corpusNames = [
  "code_contests",
  "code_contests_plus",
  "code_contests_o",
  "taco",
  "hardtests",
  "livecodebench",
] as const;

export type CorpusName = (typeof corpusNames)[number];

/** One row as it came: columns by name, the values as JSON would hold them. */
export type RawRow = Readonly<Record<string, unknown>>;

/** What a row must have to belong to a corpus; the first entry whose columns are all there is it. */
const signatures: readonly { readonly corpus: CorpusName; readonly columns: readonly string[] }[] = [
  { corpus: "code_contests_o", columns: ["name", "corner_cases"] },
  { corpus: "code_contests_plus", columns: ["id", "title", "correct_submissions"] },
  { corpus: "code_contests", columns: ["name", "description", "public_tests"] },
  { corpus: "code_contests", columns: ["name", "description", "publicTests"] },
  { corpus: "hardtests", columns: ["pid", "test_cases_kit"] },
  { corpus: "hardtests", columns: ["pid", "question_content"] },
  { corpus: "livecodebench", columns: ["question_content", "private_test_cases"] },
  { corpus: "taco", columns: ["question", "input_output"] },
];

/** The corpus that a row or a table with these columns is of; undefined where no corpus has them. */
export function detectCorpus(columns: readonly string[]): CorpusName | undefined {
  const present = new Set(columns);
  return signatures.find((signature) => signature.columns.every((column) => present.has(column)))?.corpus;
}

/** For error messages: the columns by which each corpus is known. */
export const signatureText = signatures
  .map((signature) => `${signature.corpus} (${signature.columns.join(", ")})`)
  .join("; ");

/** The columns whose value names a row, beside its number. */
export const idColumns: Readonly<Record<CorpusName, readonly string[]>> = {
  code_contests: ["name"],
  code_contests_plus: ["id", "title"],
  code_contests_o: ["name"],
  taco: ["name", "url"],
  hardtests: ["pid"],
  livecodebench: ["question_id"],
};
