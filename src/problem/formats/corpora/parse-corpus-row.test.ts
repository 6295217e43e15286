import fc from "fast-check";
import { expect, test } from "vitest";
import { corpusNames, detectCorpus, type RawRow } from "./corpus.ts";
import { parseCorpusRow } from "./parse-corpus-row.ts";

const place = { file: "rows.jsonl#1", row: 1 };

const columns = [
  ..."name description public_tests private_tests generated_tests solutions incorrect_solutions source".split(" "),
  ..."difficulty cf_contest_id cf_index cf_rating cf_tags time_limit memory_limit_bytes input_file id title".split(" "),
  ..."memory_limit validator generator generator_cmd checker correct_submissions test_cases corner_cases".split(" "),
  ..."commands question input_output starter_code raw_tags skill_types pid question_title question_content".split(" "),
  ..."question_content_all_languages difficulty_ratings public_test_cases private_test_cases tags".split(" "),
  ..."test_cases_kit mapping metadata contest_date date".split(" "),
];

test("any row of any corpus gives a problem or issues that name a field", () => {
  const text = fc.constantFrom("", "a", "[]", "{}", '["x"]', "1", "2 s", "1e9 s", "[{}]", '{"inputs":[],"outputs":[]}');
  const lists = fc.record({ input: fc.array(fc.string()), output: fc.array(fc.string()) });
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, lists);
  const row = fc.dictionary(fc.constantFrom(...columns), value, { maxKeys: 20 });
  fc.assert(
    fc.property(row, fc.constantFrom(...corpusNames), (raw, corpus) => {
      const parsed = parseCorpusRow(raw, corpus, place);
      if (parsed.kind === "row-parsed") return;
      expect(parsed.issues.length).toBeGreaterThan(0);
      for (const issue of parsed.issues) expect(issue).toMatchObject({ file: place.file, field: expect.any(String) });
    }),
    { numRuns: 1000 },
  );
});

test.each<[string, RawRow, string, string]>([
  ["huge numbers", { memory_limit_bytes: Infinity }, "memory_limit_bytes", "Infinity"],
  ["numbers beyond 2^53", { memory_limit_bytes: 2 ** 80 }, "memory_limit_bytes", "1.2089258196146292e+24"],
  ["times that are none", { time_limit: { seconds: -3, nanos: 0 } }, "limits.time", "-3000"],
  ["files elsewhere", { input_file: "../../x" }, "streams.input", '"../../x"'],
  ["tests in another shape", { public_tests: "many" }, "public_tests", '"many"'],
  ["lists of two lengths", { public_tests: { input: ["1"], output: [] } }, "public_tests", "1 inputs, 0 outputs"],
])("%s are refused by field", (_, override, field, actual) => {
  const row = { name: "N", description: "D", public_tests: { input: ["1"], output: ["1"] }, ...override };
  const parsed = parseCorpusRow(row, "code_contests", place);
  expect(parsed).toMatchObject({ kind: "row-refused", issues: [{ field, actual }] });
});

test("a column that no corpus has is lost by name, and one without a value is not", () => {
  const row = { name: "N", description: "D", public_tests: { input: ["1"], output: ["1"] }, mood: "fine", empty: [] };
  const parsed = parseCorpusRow(row, "code_contests", place);
  expect(parsed.kind === "row-parsed" && parsed.result.losses.map((loss) => loss.field)).toEqual(["mood"]);
});

test("a corpus is told from its columns, and none from those of another table", () => {
  expect(detectCorpus(["question", "input_output", "url"])).toBe("taco");
  expect(detectCorpus(["question_content", "private_test_cases", "question_title"])).toBe("livecodebench");
  expect(detectCorpus(["name", "description"])).toBeUndefined();
  expect(detectCorpus([])).toBeUndefined();
});

test("whole numbers beyond 2^53 in arguments keep their digits", () => {
  const text = '{"fn_name": "f", "inputs": [[9007199254740993, [1.5]]], "outputs": [90071992547409931]}';
  const parsed = parseCorpusRow({ question: "Q", input_output: text }, "taco", place);
  const [item] = parsed.kind === "row-parsed" ? parsed.result.problem.tests : [];
  expect(Buffer.from(item?.input.bytes ?? []).toString()).toBe("9007199254740993\n[1.5]\n");
  expect(Buffer.from(item?.answer?.bytes ?? []).toString()).toBe("90071992547409931\n");
});

test("tests that are assignments in words, with starter code and no function, are refused", () => {
  const row = {
    question: "Q",
    starter_code: "class Solution:",
    input_output: JSON.stringify({ inputs: ["n = 5\nvalues[] = {1,2}"], outputs: ["3"] }),
  };
  expect(parseCorpusRow(row, "taco", place)).toMatchObject({
    kind: "row-refused",
    issues: [{ field: "input_output.fn_name" }],
  });
});
