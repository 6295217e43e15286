import { z } from "zod";
import { toMessage } from "../../../std/index.ts";
import type { FunctionCall, Problem } from "../../problem.ts";
import { buildProblem, readDay, toProgram, toSolutions, toStatement, toTests } from "./build-problem.ts";
import type { RawRow } from "./corpus.ts";
import { parsePythonLiteral } from "./python-literal.ts";
import { readTextLimits } from "./read-limits.ts";
import { isEmpty, optionalText, parseColumns, toShownText, type RowContext } from "./row-context.ts";

const textOrList = z.union([z.string(), z.array(z.string())]).nullish();

const schema = z.object({
  question: z.string().min(1),
  input_output: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  solutions: textOrList,
  starter_code: optionalText,
  difficulty: optionalText,
  raw_tags: textOrList,
  tags: textOrList,
  skill_types: textOrList,
  name: optionalText,
  source: optionalText,
  url: optionalText,
  date: optionalText,
  time_limit: optionalText,
  memory_limit: optionalText,
  picture_num: z.union([z.number(), z.string()]).nullish(),
  "Expected Auxiliary Space": optionalText,
  "Expected Time Complexity": optionalText,
});

type Columns = z.output<typeof schema>;

const difficulties = ["EASY", "MEDIUM", "MEDIUM_HARD", "HARD", "VERY_HARD"];

/** A row of TACO, or of another corpus with APPS's `input_output`. */
export function parseTaco(raw: RawRow, context: RowContext): Problem | undefined {
  const row = parseColumns(schema, raw, context);
  if (row === undefined) return undefined;
  loseRest(row, context);
  const cases = readCases(row, context);
  const difficulty = row.difficulty?.startsWith("UNKNOWN") ? undefined : row.difficulty;
  /** Our mapping of the corpus's five words. */
  const level = difficulties.indexOf(difficulty ?? "") + 1;
  return buildProblem({
    title: row.name ?? `TACO ${context.row}`,
    statements: [toStatement(row.question, context)],
    limits: readTextLimits({ time: row.time_limit, memory: row.memory_limit }, context),
    tests: toTests(cases.pairs, { prefix: "tests", field: "input_output", context }),
    functionCall: cases.functionCall,
    solutions: toSolutions(
      readTexts("solutions", row.solutions, context).map((source) => toProgram(source, "python3")),
      "solution",
      "any",
    ),
    provenance: {
      format: "taco",
      source: row.source,
      url: row.url,
      publishedOn: readDay("date", row.date, context),
      license: "Apache-2.0",
      authors: [],
      tags: [
        ...new Set(
          (["raw_tags", "tags", "skill_types"] as const).flatMap((field) => readTexts(field, row[field], context)),
        ),
      ],
      difficulty,
      level: level === 0 ? undefined : level,
    },
  });
}

function loseRest(row: Columns, { lose }: RowContext): void {
  for (const field of ["Expected Auxiliary Space", "Expected Time Complexity"] as const) {
    if (row[field] !== undefined) lose(field, "what one site asks for and nobody checks");
  }
  if (Number(row.picture_num ?? 0) !== 0)
    lose("picture_num", "the statement had pictures, which are not in the corpus");
}

interface Cases {
  readonly pairs: readonly { readonly input: string; readonly output: string }[];
  readonly functionCall?: FunctionCall;
}

/** Items are kept as JSON where a function is called, numbers as they were written. */
function readCases(row: Columns, context: RowContext): Cases {
  const none: Cases = { pairs: [] };
  const data = typeof row.input_output === "string" ? readJson(row.input_output, context) : row.input_output;
  if (isEmpty(data)) return none;
  const parsed = z
    .object({ inputs: z.array(z.unknown()), outputs: z.array(z.unknown()), fn_name: optionalText })
    .safeParse(data);
  if (!parsed.success) {
    context.refuse("input_output", "an object with the lists inputs and outputs", toShownText(data));
    return none;
  }
  const { inputs, outputs, fn_name: functionName } = parsed.data;
  if (inputs.length !== outputs.length) {
    const actual = `${inputs.length} inputs, ${outputs.length} outputs`;
    context.refuse("input_output.outputs", "as many outputs as inputs", actual);
    return none;
  }
  if (functionName === undefined) {
    const assignment = inputs.find((input) => typeof input === "string" && /^\s*\w+\s*(?:\[\]\s*)*=\s/.test(input));
    if (row.starter_code !== undefined && assignment !== undefined) {
      const expected = "the function that the starter code is for: its tests are assignments that no program reads";
      context.refuse("input_output.fn_name", expected, toShownText(assignment));
    } else if (row.starter_code !== undefined) {
      context.lose("starter_code", "the tests are of standard input and output");
    }
    return {
      pairs: inputs.map((input, index) => ({
        input: toStreamText(input, `input_output.inputs.${index}`, context),
        output: toStreamText(outputs[index], `input_output.outputs.${index}`, context),
      })),
    };
  }
  const functionCall = { functionName, starterCode: row.starter_code ?? "", language: "python3" as const };
  if (outputs.some((output) => Array.isArray(output) && output.length === 1)) {
    context.lose("input_output.outputs", "lists of one item may stand for the item itself: the corpus does not say");
  }
  return {
    functionCall,
    pairs: inputs.map((input, index) => ({
      input: toArguments(input)
        .map((argument) => `${JSON.stringify(argument)}\n`)
        .join(""),
      output: `${JSON.stringify(outputs[index])}\n`,
    })),
  };
}

function readJson(text: string, context: RowContext): unknown {
  if (text.trim() === "") return undefined;
  try {
    return parseExactJson(text);
  } catch (error) {
    context.refuse("input_output", "JSON", toMessage(error));
    return undefined;
  }
}

/** Whole numbers beyond 2^53 are kept as their digits. */
function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/"fn_name"\s*:\s*"/.test(text) || !/\d{16}/.test(text)) return value;
  const exact = JSON as unknown as { readonly rawJSON: (source: string) => unknown };
  return JSON.parse(text, (_key, item: unknown, { source }: { readonly source?: string } = {}) =>
    typeof item === "number" && !Number.isSafeInteger(item) && source !== undefined && /^-?\d+$/.test(source)
      ? exact.rawJSON(source)
      : item,
  );
}

/** Texts, or lists of lines as some rows have them. */
function toStreamText(value: unknown, field: string, context: RowContext): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((line) => typeof line === "string")) return value.join("\n");
  context.refuse(field, "text, or a list of lines", toShownText(value));
  return "";
}

function toArguments(input: unknown): readonly unknown[] {
  return Array.isArray(input) ? input : [input];
}

/** A list of texts that is a list, its JSON, or a Python literal of it. */
function readTexts(field: keyof Columns, value: string | string[] | null | undefined, context: RowContext): string[] {
  if (typeof value !== "string") return value ?? [];
  if (value.trim() === "") return [];
  const data = parseListText(value);
  const parsed = z.array(z.string()).safeParse(data);
  if (parsed.success) return parsed.data;
  if (data === null) return [];
  context.refuse(field, "a list of texts, as JSON or as a Python literal", toShownText(value));
  return [];
}

function parseListText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const literal = parsePythonLiteral(text);
    return literal.kind === "literal" ? literal.value : undefined;
  }
}
