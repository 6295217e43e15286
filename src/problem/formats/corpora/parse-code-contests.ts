import { z } from "zod";
import { defaultLimits } from "../../limits.ts";
import type { Problem, Streams } from "../../problem.ts";
import type { Program } from "../../program.ts";
import type { Statement } from "../../statement.ts";
import {
  buildProblem,
  parseLanguageWord,
  python2FileName,
  toProgram,
  toSolutions,
  toStatement,
  toTests,
} from "./build-problem.ts";
import {
  difficultyWords,
  languageWords,
  sourceWords,
  toCodeforcesUrl,
  toDifficultyLevel,
} from "./code-contests-words.ts";
import type { RawRow } from "./corpus.ts";
import { optionalNumber, optionalText, parseColumns, type RowContext } from "./row-context.ts";

const testPairs = z.array(z.object({ input: z.string(), output: z.string() }));

/** A list of pairs, or a pair of lists as the parquet files have it. */
const tests = z
  .union([
    testPairs,
    z.object({
      input: z.array(z.string()),
      output: z.array(z.string()),
      /** Of a reworked copy of the corpus: inputs that a later check found invalid. */
      is_valid_test: z.array(z.boolean().nullable()).nullish(),
    }),
  ])
  .nullish();

const word = z.union([z.int(), z.string()]);

const solutions = z
  .union([
    z.array(z.object({ language: word, solution: z.string() })),
    z.object({ language: z.array(word), solution: z.array(z.string()) }),
  ])
  .nullish();

const schema = z.object({
  name: z.string().min(1),
  description: z.string(),
  public_tests: tests,
  private_tests: tests,
  generated_tests: tests,
  solutions,
  incorrect_solutions: solutions,
  source: word.nullish(),
  difficulty: word.nullish(),
  cf_contest_id: optionalNumber,
  cf_index: optionalText,
  cf_points: optionalNumber,
  cf_rating: optionalNumber,
  cf_tags: z.array(z.string()).nullish(),
  is_description_translated: z.boolean().nullish(),
  untranslated_description: optionalText,
  time_limit: z
    .union([
      z.object({
        seconds: z.union([z.int(), z.string().regex(/^\d{1,9}$/, "a whole number")]).nullish(),
        nanos: z.int().nullish(),
      }),
      z.string().regex(/^\d{1,9}(?:\.\d{1,9})?s$/, "a duration such as 1.5s"),
    ])
    .nullish(),
  memory_limit_bytes: z.union([z.int(), z.string().regex(/^\d{1,15}$/, "a whole number")]).nullish(),
  input_file: optionalText,
  output_file: optionalText,
});

type Columns = z.output<typeof schema>;

/** A row of code_contests: the parquet files' lists, or the JSON of its protocol buffer. */
export function parseCodeContests(raw: RawRow, context: RowContext): Problem | undefined {
  const row = parseColumns(schema, toSnakeCase(raw), context);
  if (row === undefined) return undefined;
  const source = toWord(row.source, sourceWords, "source", context);
  const difficulty = toWord(row.difficulty, difficultyWords, "difficulty", context);
  if (row.cf_points) context.lose("cf_points", "points in one contest; the rating says more");
  return buildProblem({
    title: row.name,
    statements: toStatements(row, context),
    limits: toLimits(row),
    streams: toStreams(row),
    tests: [
      ...toTests(toPairs(row, "public_tests", context), {
        prefix: "sample",
        isSample: true,
        field: "public_tests",
        context,
      }),
      ...toTests(toPairs(row, "private_tests", context), { prefix: "private", field: "private_tests", context }),
      ...toTests(toPairs(row, "generated_tests", context), { prefix: "generated", field: "generated_tests", context }),
    ],
    solutions: [
      ...toSolutions(toPrograms(row, "solutions", context), "accepted", "accepted"),
      ...toSolutions(toPrograms(row, "incorrect_solutions", context), "rejected", "rejected"),
    ],
    provenance: {
      format: "code_contests",
      source: source?.toLowerCase(),
      ...toCodeforcesPlace(row, source),
      license: "CC-BY-4.0",
      authors: [],
      tags: (row.cf_tags ?? []).filter((tag) => tag !== ""),
      rating: row.cf_rating || undefined,
      difficulty,
      level: toDifficultyLevel(difficulty),
    },
  });
}

/** The JSON of a protocol buffer may spell its fields in camel case. */
function toSnakeCase(row: RawRow): RawRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}

function toStatements(row: Columns, context: RowContext): readonly [Statement, ...Statement[]] {
  const isTranslation = row.is_description_translated || undefined;
  const first = toStatement(row.description, context, { isTranslation });
  if (row.untranslated_description === undefined) return [first];
  return [first, toStatement(row.untranslated_description, context, { languageTag: "und" })];
}

function toLimits(row: Columns): Problem["limits"] {
  const memory = Number(row.memory_limit_bytes ?? 0);
  return {
    timeLimitMs: toTimeMs(row.time_limit) || defaultLimits.timeLimitMs,
    memoryLimitBytes: memory || defaultLimits.memoryLimitBytes,
  };
}

function toTimeMs(limit: Columns["time_limit"]): number {
  if (typeof limit === "string") return Math.round(Number(limit.slice(0, -1)) * 1000);
  return Number(limit?.seconds ?? 0) * 1000 + Math.round((limit?.nanos ?? 0) / 1e6);
}

function toStreams(row: Columns): Streams {
  return {
    input: row.input_file === undefined ? { kind: "stdin" } : { kind: "file", name: row.input_file },
    output: row.output_file === undefined ? { kind: "stdout" } : { kind: "file", name: row.output_file },
  };
}

function toPairs(
  row: Columns,
  field: "public_tests" | "private_tests" | "generated_tests",
  context: RowContext,
): z.output<typeof testPairs> {
  const value = row[field];
  if (!value || Array.isArray(value)) return value ?? [];
  if (value.input.length !== value.output.length) {
    context.refuse(field, "as many outputs as inputs", `${value.input.length} inputs, ${value.output.length} outputs`);
  }
  const pairs = value.input.map((input, index) => ({ input, output: value.output[index] ?? "" }));
  const valid = pairs.filter((_, index) => value.is_valid_test?.[index] !== false);
  const invalid = pairs.length - valid.length;
  if (invalid > 0) context.lose(`${field}.is_valid_test`, `${invalid} tests that are marked as invalid are left out`);
  return valid;
}

function toPrograms(row: Columns, field: "solutions" | "incorrect_solutions", context: RowContext): Program[] {
  const value = row[field];
  if (!value) return [];
  if (Array.isArray(value)) return value.map((item) => toCodeContestsProgram(item.solution, item.language));
  if (value.language.length !== value.solution.length) {
    const actual = `${value.language.length} languages, ${value.solution.length} solutions`;
    context.refuse(field, "as many languages as solutions", actual);
  }
  return value.solution.map((source, index) => toCodeContestsProgram(source, value.language[index] ?? 0));
}

function toCodeContestsProgram(source: string, language: number | string): Program {
  const name = typeof language === "number" ? (languageWords[language] ?? "") : language.toUpperCase();
  if (name === "PYTHON") return toProgram(source, "other", python2FileName);
  return toProgram(source, parseLanguageWord(name));
}

function toWord(
  value: number | string | null | undefined,
  words: readonly (string | undefined)[],
  field: string,
  context: RowContext,
): string | undefined {
  if (value === null || value === undefined) return undefined;
  const text = typeof value === "number" ? words[value] : value.toUpperCase();
  if (text === undefined) context.lose(field, `${value} has no name in the corpus's definition`);
  return text?.startsWith("UNKNOWN") ? undefined : text;
}

function toCodeforcesPlace(row: Columns, source: string | undefined): { sourceId?: string; url?: string } {
  if (source !== "CODEFORCES" || !row.cf_contest_id || row.cf_index === undefined) return {};
  return {
    sourceId: `${row.cf_contest_id}/${row.cf_index}`,
    url: toCodeforcesUrl(row.cf_contest_id, row.cf_index),
  };
}
