import { z } from "zod";
import { toMessage } from "../../../std/index.ts";
import type { FunctionCall, Problem } from "../../problem.ts";
import { buildProblem, readDay, toStatement, toTests } from "./build-problem.ts";
import type { RawRow } from "./corpus.ts";
import { decodeTestList, type EncodedTest } from "./decode-test-list.ts";
import { optionalText, parseColumns, toShownText, type RowContext } from "./row-context.ts";

const id = z.union([z.string(), z.int().transform(String)]).nullish();

const schema = z.object({
  question_title: z.string().min(1),
  question_content: z.string(),
  platform: optionalText,
  question_id: id,
  contest_id: id,
  contest_date: optionalText,
  starter_code: optionalText,
  difficulty: optionalText,
  public_test_cases: z.unknown().optional(),
  private_test_cases: z.unknown().optional(),
  metadata: z.unknown().optional(),
});

/** A row of LiveCodeBench's code generation track. */
export function parseLiveCodeBench(raw: RawRow, context: RowContext): Problem | undefined {
  const row = parseColumns(schema, raw, context);
  if (row === undefined) return undefined;
  const samples = decodeTestList(row.public_test_cases, { ...context, field: "public_test_cases" });
  const secret = decodeTestList(row.private_test_cases, { ...context, field: "private_test_cases" });
  const functionName = readFunctionName(row.metadata, context);
  if (samples === undefined || secret === undefined) return undefined;
  const starterCode = row.starter_code ?? "";
  return buildProblem({
    title: row.question_title,
    statements: [toStatement(row.question_content, context)],
    tests: [
      ...toTests(samples, { prefix: "sample", isSample: true, field: "public_test_cases", context }),
      ...toTests(secret, { prefix: "private", field: "private_test_cases", context }),
    ],
    functionCall: toFunctionCall([...samples, ...secret], { functionName, starterCode, context }),
    provenance: {
      format: "livecodebench",
      source: row.platform,
      sourceId: [row.contest_id, row.question_id].filter(Boolean).join("/") || undefined,
      publishedOn: readDay("contest_date", row.contest_date, context),
      authors: [],
      tags: [],
      difficulty: row.difficulty,
    },
  });
}

/** The function that is called where the tests say so; all tests must agree. */
export function toFunctionCall(
  tests: readonly EncodedTest[],
  options: {
    readonly functionName: string | undefined;
    readonly starterCode: string;
    readonly context: RowContext;
  },
): FunctionCall | undefined {
  const { starterCode, context } = options;
  const kinds = new Set(tests.map((test) => test.testtype));
  if (!kinds.has("functional")) {
    if (starterCode !== "") context.lose("starter_code", "the tests are of standard input and output");
    return undefined;
  }
  if (kinds.size > 1) context.refuse("testtype", "one kind of tests", [...kinds].join(" and "));
  const functionName = options.functionName ?? /\bdef\s+([A-Za-z]\w*)\s*\(/.exec(starterCode)?.[1];
  if (functionName === undefined) {
    const expected = "the name of the function that the tests call, in metadata or in starter_code";
    context.refuse("starter_code", expected, toShownText(starterCode || undefined));
  }
  return { functionName: functionName ?? "", starterCode, language: "python3" };
}

function readFunctionName(metadata: unknown, context: RowContext): string | undefined {
  let data = metadata;
  if (typeof metadata === "string" && metadata.trim() !== "") {
    try {
      data = JSON.parse(metadata);
    } catch (error) {
      context.refuse("metadata", "JSON", toMessage(error));
      return undefined;
    }
  }
  if (data === undefined || data === null || data === "") return undefined;
  const parsed = z.object({ func_name: optionalText }).safeParse(data);
  if (parsed.success) return parsed.data.func_name;
  context.refuse("metadata", "an object, maybe with func_name as text", toShownText(data));
  return undefined;
}
