import { z } from "zod";
import { defaultChecker } from "../../checker.ts";
import type { NamedProgram, Problem, Solution } from "../../problem.ts";
import type { Statement } from "../../statement.ts";
import type { TestCase } from "../../test-case.ts";
import {
  buildProblem,
  parseLanguageWord,
  readDay,
  toProblemId,
  toProgram,
  toSolutions,
  toStatement,
  toTests,
} from "./build-problem.ts";
import type { RawRow } from "./corpus.ts";
import { decodeTestList } from "./decode-test-list.ts";
import { toFunctionCall } from "./parse-livecodebench.ts";
import { toPythonChecker, toPythonGenerator, toPythonValidator } from "./python-programs.ts";
import { readTextLimits } from "./read-limits.ts";
import { isEmpty, optionalText, parseColumns, toShownText, type RowContext } from "./row-context.ts";

const generatorKinds = ["RPGen", "SPGen", "HackGen"] as const;
const inputKinds = ["LLMGen", ...generatorKinds] as const;

const generatorCode = z.object({ code: optionalText, func_names: z.array(z.string()).nullish() }).nullish();

const kitSchema = z.object({
  pid: z.string().nullish(),
  LLMGen: z.array(z.string()).nullish(),
  RPGen: generatorCode,
  SPGen: generatorCode,
  HackGen: generatorCode,
  input_validator: optionalText,
  output_judging_function: optionalText,
});

/** Numbers of tests, maybe nested by generator function. */
const indices = z.array(z.unknown()).nullish();

/** The columns of both data sets: a row may be of either, or of the two joined by `pid`. */
const schema = z.object({
  pid: z.string().min(1),
  question_title: optionalText,
  question_content: optionalText,
  question_content_all_languages: z
    .array(z.object({ content: z.string(), is_original: z.boolean().nullish(), language: optionalText }))
    .nullish(),
  platform: optionalText,
  contest_date: optionalText,
  difficulty_ratings: z
    .array(
      z.object({
        level: z.union([z.string(), z.number()]).nullish(),
        score: z.number().nullish(),
        source: z.string().nullish(),
      }),
    )
    .nullish(),
  public_test_cases: z.unknown().optional(),
  time_limit: optionalText,
  memory_limit: optionalText,
  url: optionalText,
  tags: z.array(z.object({ content: z.array(z.string()).nullish(), source: z.string().nullish() })).nullish(),
  source_dataset_info: z.unknown().optional(),
  solutions: z
    .array(
      z.object({
        code: z.string(),
        language: z.string().nullish(),
        source: z.string().nullish(),
        source_reliability: z.unknown().optional(),
      }),
    )
    .nullish(),
  starter_code: optionalText,
  test_cases_kit: kitSchema.nullish(),
  mapping: z.object({ LLMGen: indices, RPGen: indices, SPGen: indices, HackGen: indices }).nullish(),
  test_cases: z.unknown().optional(),
});

type Columns = z.output<typeof schema>;

/** A row of HardTests: a problem, the tests of one, or both joined. Tests alone get a placeholder as statement. */
export function parseHardTests(raw: RawRow, context: RowContext): Problem | undefined {
  const row = parseColumns(schema, raw, context);
  if (row === undefined) return undefined;
  const samples = decodeTestList(row.public_test_cases, { ...context, field: "public_test_cases" });
  const secret = decodeTestList(row.test_cases, { ...context, field: "test_cases" });
  if (samples === undefined || secret === undefined) return undefined;
  const title = row.question_title ?? row.pid;
  const kit = row.test_cases_kit ?? undefined;
  if (row.tags?.some((tag) => !isEmpty(tag.source))) context.lose("tags.source", "who gave a tag");
  const starterCode = row.starter_code ?? "";
  const tests = toTests(secret, { prefix: "tests", field: "test_cases", context });
  return buildProblem({
    id: toProblemId(row.pid),
    title,
    statements: toStatements(row, title, context),
    limits: readTextLimits({ time: row.time_limit, memory: row.memory_limit }, context),
    tests: [
      ...toTests(samples, { prefix: "sample", isSample: true, field: "public_test_cases", context }),
      ...withOrigins(tests, row.mapping, context),
    ],
    functionCall: toFunctionCall([...samples, ...secret], { functionName: undefined, starterCode, context }),
    checker: kit?.output_judging_function === undefined ? defaultChecker : toPythonChecker(kit.output_judging_function),
    validators: kit?.input_validator === undefined ? [] : [toPythonValidator(kit.input_validator)],
    generators: toGenerators(kit, context),
    solutions: readSolutions(row, context),
    provenance: {
      format: "hardtests",
      source: row.platform,
      sourceId: row.pid,
      url: row.url,
      publishedOn: readDay("contest_date", row.contest_date, context),
      authors: [],
      tags: [...new Set((row.tags ?? []).flatMap((tag) => tag.content ?? []))],
      ...readRating(row, context),
    },
  });
}

function toStatements(row: Columns, title: string, context: RowContext): readonly [Statement, ...Statement[]] {
  const main =
    row.question_content === undefined
      ? toStatement(
          `# ${title}\n\nThe text of this problem is not in this row: it is in the data set of problems, under the same pid.\n`,
          context,
          { isPlaceholder: true },
        )
      : toStatement(row.question_content, context);
  const others = (row.question_content_all_languages ?? []).map(({ content, is_original: isOriginal, language }) =>
    toStatement(content, context, {
      languageTag: toLanguageTag(language),
      isTranslation: isOriginal === false || undefined,
    }),
  );
  const same = others.find((statement) => statement.markdown === main.markdown);
  const first = same ?? main;
  const statements = [first];
  for (const statement of others) {
    if (statement === first) continue;
    const tag = statement.languageTag.toLowerCase();
    if (statements.some((known) => known.languageTag.toLowerCase() === tag)) {
      context.lose("question_content_all_languages", `a second text in the language ${statement.languageTag}`);
    } else statements.push(statement);
  }
  return [first, ...statements.slice(1)];
}

/** Language names as they are met, where they are no tags. */
function toLanguageTag(language: string | undefined): string {
  const names: Readonly<Record<string, string>> = {
    english: "en",
    chinese: "zh",
    japanese: "ja",
    russian: "ru",
    french: "fr",
    polish: "pl",
    portuguese: "pt",
    vietnamese: "vi",
  };
  const word = language?.trim().toLowerCase() ?? "";
  return names[word] ?? (/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})?$/.test(word) ? word.replace("_", "-") : "und");
}

/** Which of the four ways an input was made; the indices may be nested by generator function. */
function withOrigins(tests: readonly TestCase[], mapping: Columns["mapping"], context: RowContext): TestCase[] {
  const origins = new Map<number, string>();
  for (const kind of inputKinds) {
    for (const index of (mapping?.[kind] ?? []).flat(3)) {
      if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < tests.length) {
        origins.set(index, kind);
      } else context.refuse(`mapping.${kind}`, `numbers of tests, from 0 to ${tests.length - 1}`, toShownText(index));
    }
  }
  return tests.map((test, index) => {
    const kind = origins.get(index);
    return kind === undefined ? test : { ...test, description: `made by ${kind}` };
  });
}

function toGenerators(kit: z.output<typeof kitSchema> | undefined, context: RowContext): NamedProgram[] {
  return generatorKinds.flatMap((kind) => {
    const generator = kit?.[kind];
    const { code, func_names: names } = generator ?? {};
    if (code === undefined) return [];
    return (names ?? []).flatMap((functionName, index) => {
      if (/^[A-Za-z_]\w{0,60}$/.test(functionName))
        return [toPythonGenerator(`${kind}-${functionName}`, code, functionName)];
      context.refuse(`test_cases_kit.${kind}.func_names.${index}`, "the name of a function", toShownText(functionName));
      return [];
    });
  });
}

/** The corpus says how far it trusts where a solution came from; what is not plain trust requires nothing. */
function readSolutions(row: Columns, context: RowContext): Solution[] {
  const solutions = row.solutions ?? [];
  if (solutions.some((solution) => !isEmpty(solution.source) || !isEmpty(solution.source_reliability))) {
    context.lose(
      "solutions.source",
      "solutions that are marked as reliable must be accepted; the rest of the scale is not kept",
    );
  }
  return solutions.map(({ code, language, source_reliability: reliability }, index) => {
    const isReliable = reliability === true || reliability === "reliable" || reliability === "high";
    const program = toProgram(code, parseLanguageWord(language ?? ""));
    const [solution] = toSolutions([program], "solution", isReliable ? "accepted" : "any");
    return { ...(solution as Solution), name: `solution-${index + 1}` };
  });
}

/** The rating that the problem's own platform gave; those of other sites are lost. */
function readRating(row: Columns, context: RowContext): { rating?: number; difficulty?: string } {
  const platform = row.platform?.toLowerCase();
  const ratings = row.difficulty_ratings ?? [];
  const own = ratings.find((rating) => platform !== undefined && rating.source?.toLowerCase() === platform);
  for (const rating of ratings) {
    if (rating === own) continue;
    context.lose(
      "difficulty_ratings",
      `${rating.level ?? ""} (${rating.score ?? "no score"}) by ${rating.source ?? "nobody"}`,
    );
  }
  const level = own?.level === null || own?.level === undefined ? undefined : String(own.level);
  return {
    ...(own?.score ? { rating: own.score } : {}),
    ...(level === undefined || /^unknown/i.test(level) ? {} : { difficulty: level }),
  };
}
