import { parseExpectation } from "../../expected-verdicts.ts";
import type { Problem, Solution } from "../../problem.ts";
import type { TestCase } from "../../test-case.ts";
import { parseUtf8 } from "../text.ts";
import { python2FileName } from "./build-problem.ts";
import { difficultyWords, sourceWords } from "./code-contests-words.ts";
import type { RawRow } from "./corpus.ts";

/** What of a problem a row of code_contests can hold, in the shape of the parquet files. */
export function problemToCodeContestsRow(problem: Problem): RawRow {
  const { limits, provenance, statements, streams, tests } = problem;
  const [contestId, index] = provenance.source === "codeforces" ? (provenance.sourceId ?? "").split("/") : [];
  const generated = tests.filter((test) => !test.isSample && test.id.startsWith("generated/"));
  const secret = tests.filter((test) => !test.isSample && !test.id.startsWith("generated/"));
  const source = sourceWords.indexOf((provenance.source?.toUpperCase() ?? "") as (typeof sourceWords)[number]);
  return {
    name: problem.title,
    description: statements[0].markdown,
    public_tests: toTestLists(tests.filter((test) => test.isSample)),
    private_tests: toTestLists(secret),
    generated_tests: toTestLists(generated),
    source: Math.max(0, source),
    difficulty: Math.max(0, difficultyWords.indexOf(provenance.difficulty ?? "")),
    solutions: toSolutionLists(problem.solutions.filter((solution) => isExpected(solution, "accepted"))),
    incorrect_solutions: toSolutionLists(problem.solutions.filter(isRejected)),
    cf_contest_id: /^\d{1,9}$/.test(contestId ?? "") ? Number(contestId) : 0,
    cf_index: index ?? "",
    cf_points: 0,
    cf_rating: provenance.rating ?? 0,
    cf_tags: provenance.tags,
    is_description_translated: statements[0].isTranslation ?? false,
    untranslated_description: statements[1]?.markdown ?? "",
    time_limit: {
      seconds: Math.floor(limits.timeLimitMs / 1000),
      nanos: (limits.timeLimitMs % 1000) * 1_000_000,
    },
    memory_limit_bytes: limits.memoryLimitBytes,
    input_file: streams.input.kind === "file" ? streams.input.name : "",
    output_file: streams.output.kind === "file" ? streams.output.name : "",
  };
}

/** What of a problem a row of LiveCodeBench can hold. Its own loader reads private tests as plain JSON too. */
export function problemToLiveCodeBenchRow(problem: Problem): RawRow {
  const { functionCall, provenance, tests } = problem;
  const testtype = functionCall === undefined ? "stdin" : "functional";
  const encode = (items: readonly TestCase[]): string =>
    JSON.stringify(toPairs(items).map(([input, output]) => ({ input, output, testtype })));
  const [contestId, questionId] = splitLast(provenance.sourceId ?? "");
  return {
    question_title: problem.title,
    question_content: problem.statements[0].markdown,
    platform: provenance.source ?? "",
    question_id: questionId,
    contest_id: contestId,
    contest_date: provenance.publishedOn === undefined ? "" : `${provenance.publishedOn}T00:00:00`,
    starter_code: functionCall?.starterCode ?? "",
    difficulty: provenance.difficulty ?? "",
    public_test_cases: encode(tests.filter((test) => test.isSample)),
    private_test_cases: encode(tests.filter((test) => !test.isSample)),
    metadata: JSON.stringify(functionCall === undefined ? {} : { func_name: functionCall.functionName }),
  };
}

/** Tests with an answer, both UTF-8: a row has no other. */
function toPairs(tests: readonly TestCase[]): (readonly [input: string, output: string])[] {
  return tests.flatMap(({ input, answer }) => {
    const parts = [input, answer].map((part) => (part === undefined ? undefined : parseUtf8(part.bytes)));
    const [first, second] = parts;
    return first?.kind === "text" && second?.kind === "text" ? [[first.text, second.text] as const] : [];
  });
}

function toTestLists(tests: readonly TestCase[]): RawRow {
  const pairs = toPairs(tests);
  return { input: pairs.map(([input]) => input), output: pairs.map(([, output]) => output) };
}

function toSolutionLists(solutions: readonly Solution[]): RawRow {
  return {
    language: solutions.map(({ program }) => toLanguageNumber(program)),
    solution: solutions.map(({ program }) => program.source),
  };
}

function toLanguageNumber({ language, fileName }: Solution["program"]): number {
  if (language === "cpp17" || language === "cpp20" || language === "cpp23") return 2;
  if (language === "python3" || language === "pypy3") return 3;
  if (language === "java") return 4;
  return fileName === python2FileName ? 1 : 0;
}

function isExpected({ expected }: Solution, name: string): boolean {
  const known = parseExpectation(name);
  return expected.permitted.join() === known?.permitted.join() && expected.required.join() === known.required.join();
}

/** Whatever must fail somewhere. */
function isRejected({ expected }: Solution): boolean {
  return expected.required.length > 0 && !expected.required.includes("accepted");
}

function splitLast(text: string): [string, string] {
  const slash = text.lastIndexOf("/");
  return slash < 0 ? ["", text] : [text.slice(0, slash), text.slice(slash + 1)];
}
