import { z } from "zod";
import { defaultChecker } from "../../checker.ts";
import { defaultLimits } from "../../limits.ts";
import type { Problem } from "../../problem.ts";
import type { Program } from "../../program.ts";
import {
  buildProblem,
  parseLanguageWord,
  python2FileName,
  toProgram,
  toSolutions,
  toStatement,
  toTestlibProgram,
  toTests,
} from "./build-problem.ts";
import type { RawRow } from "./corpus.ts";
import { generatorName, withGeneratorCalls } from "./generator-calls.ts";
import { optionalNumber, optionalText, parseColumns, type RowContext } from "./row-context.ts";

const submissions = z.array(z.object({ code: z.string(), language: z.string() })).nullish();

const schema = z.object({
  source: optionalText,
  id: z.union([z.string().min(1), z.int().transform(String)]),
  title: z.string().min(1),
  description: z.string(),
  /** Milliseconds. */
  time_limit: optionalNumber,
  /** MB, as contests mean it: MiB. Figures from a million on are bytes. */
  memory_limit: optionalNumber,
  validator: optionalText,
  generator: optionalText,
  generator_cmd: z.union([z.array(z.string()), z.string().transform((text) => text.split("\n"))]).nullish(),
  checker: optionalText,
  correct_submissions: submissions,
  incorrect_submissions: submissions,
  test_cases: z.array(z.object({ input: z.string(), output: z.string() })).nullish(),
  true_positive_rate: optionalNumber,
  true_negative_rate: optionalNumber,
});

/** A row of CodeContests+, with or without its tests. */
export function parseCodeContestsPlus(raw: RawRow, context: RowContext): Problem | undefined {
  const row = parseColumns(schema, raw, context);
  if (row === undefined) return undefined;
  for (const field of ["true_positive_rate", "true_negative_rate"] as const) {
    if (row[field] !== undefined)
      context.lose(field, "a figure of an earlier run; judging the solutions gives it anew");
  }
  const tests = toTests(row.test_cases ?? [], { prefix: "tests", field: "test_cases", context });
  const commands = (row.generator_cmd ?? []).filter((command) => command.trim() !== "");
  const hasGenerator = row.generator !== undefined;
  return buildProblem({
    title: row.title,
    statements: [toStatement(row.description, context)],
    limits: {
      timeLimitMs: Math.round(row.time_limit || defaultLimits.timeLimitMs),
      memoryLimitBytes: toMemoryBytes(row.memory_limit) || defaultLimits.memoryLimitBytes,
    },
    ...withGeneratorCalls(tests, commands, { field: "generator_cmd", hasGenerator, context }),
    checker:
      row.checker === undefined
        ? defaultChecker
        : {
            kind: "program",
            program: toTestlibProgram("check", row.checker).program,
            convention: "testlib",
            flags: [],
          },
    validators: row.validator === undefined ? [] : [toTestlibProgram("validator", row.validator)],
    generators: row.generator === undefined ? [] : [toTestlibProgram(generatorName, row.generator)],
    solutions: [
      ...toSolutions((row.correct_submissions ?? []).map(toSubmission), "accepted", "accepted"),
      ...toSolutions((row.incorrect_submissions ?? []).map(toSubmission), "rejected", "rejected"),
    ],
    provenance: {
      format: "code_contests_plus",
      source: row.source?.toLowerCase(),
      sourceId: row.id,
      license: "CC-BY-4.0",
      authors: [],
      tags: [],
    },
  });
}

function toMemoryBytes(value: number | undefined): number {
  return Math.round(value === undefined || value >= 1_000_000 ? (value ?? 0) : value * 2 ** 20);
}

function toSubmission({ code, language }: { readonly code: string; readonly language: string }): Program {
  if (/^(?:py2|python2?)$/i.test(language)) return toProgram(code, "other", python2FileName);
  return toProgram(code, parseLanguageWord(language));
}
