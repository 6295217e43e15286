/** The names of code_contests' numbers, by number. */
export const languageWords = ["UNKNOWN_LANGUAGE", "PYTHON", "CPP", "PYTHON3", "JAVA"] as const;

export const sourceWords = [
  "UNKNOWN_SOURCE",
  "CODECHEF",
  "CODEFORCES",
  "HACKEREARTH",
  "CODEJAM",
  undefined,
  "ATCODER",
  "AIZU",
] as const;

/** `A` to `V` are places in a Codeforces contest. */
export const difficultyWords: readonly string[] = [
  "UNKNOWN_DIFFICULTY",
  "EASY",
  "MEDIUM",
  "HARD",
  "HARDER",
  "HARDEST",
  "EXTERNAL",
  ...Array.from({ length: 22 }, (_, index) => String.fromCodePoint(65 + index)),
];

/** Our mapping of the corpus's five words; places in a contest and `EXTERNAL` say nothing. */
export function toDifficultyLevel(difficulty: string | undefined): number | undefined {
  const index = ["EASY", "MEDIUM", "HARD", "HARDER", "HARDEST"].indexOf(difficulty ?? "");
  return index < 0 ? undefined : index + 1;
}

export function toCodeforcesUrl(contestId: number, index: string): string {
  return `https://codeforces.com/contest/${contestId}/problem/${index}`;
}
