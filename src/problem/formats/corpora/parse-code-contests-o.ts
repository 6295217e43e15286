import { z } from "zod";
import { defaultChecker } from "../../checker.ts";
import type { Problem } from "../../problem.ts";
import { buildProblem, toStatement, toTestlibProgram, toTests } from "./build-problem.ts";
import type { RawRow } from "./corpus.ts";
import { generatorName, withGeneratorCalls } from "./generator-calls.ts";
import { isEmpty, optionalText, parseColumns, type RowContext } from "./row-context.ts";

const schema = z.object({
  name: z.string().min(1),
  description: z.string(),
  corner_cases: z
    .array(z.object({ input: z.object({ stdin: z.string() }), output: z.object({ stdout: z.string().nullish() }) }))
    .nullish(),
  commands: z.array(z.string()).nullish(),
  generator: optionalText,
  checker: optionalText,
  input_constraints_summary: optionalText,
  results: z.unknown().optional(),
});

/** A row of CodeContests-O. Its limits and solutions are in code_contests, under the same name. */
export function parseCodeContestsO(raw: RawRow, context: RowContext): Problem | undefined {
  const row = parseColumns(schema, raw, context);
  if (row === undefined) return undefined;
  if (row.input_constraints_summary !== undefined) {
    context.lose("input_constraints_summary", "a model's summary of what the statement says");
  }
  if (!isEmpty(row.results)) context.lose("results", "the rounds in which the tests were made");
  for (const field of ["generator", "checker"] as const) {
    if (row[field] === undefined) continue;
    context.lose(`${field}.testlib`, "written for the corpus's own reduced testlib.h, which rows do not hold");
  }
  const pairs = (row.corner_cases ?? []).map(({ input, output }) => ({ input: input.stdin, output: output.stdout }));
  const tests = toTests(pairs, { prefix: "tests", field: "corner_cases", context });
  const hasGenerator = row.generator !== undefined;
  return buildProblem({
    title: row.name,
    statements: [toStatement(row.description, context)],
    ...withGeneratorCalls(tests, row.commands ?? [], { field: "commands", hasGenerator, context }),
    checker:
      row.checker === undefined
        ? defaultChecker
        : {
            kind: "program",
            program: toTestlibProgram("check", row.checker).program,
            convention: "testlib",
            flags: [],
          },
    generators: row.generator === undefined ? [] : [toTestlibProgram(generatorName, row.generator)],
    provenance: { format: "code_contests_o", license: "Apache-2.0", authors: [], tags: [] },
  });
}
