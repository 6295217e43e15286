import { z } from "zod";
import { standardCheckerNames } from "../../checker.ts";
import { expectationNames, parseExpectation } from "../../expected-verdicts.ts";
import { languages } from "../../program.ts";
import { parseMemoryBytes, parseTimeMs } from "../../units.ts";
import { verdicts } from "../../verdict.ts";
import { strictObject } from "../schema-issues.ts";
import { suggest } from "../suggest.ts";

const time = z.union([z.int().positive(), z.string()]).transform((value, context) => {
  const timeMs = typeof value === "number" ? value : parseTimeMs(value);
  if (timeMs !== undefined) return timeMs;
  context.addIssue({ code: "custom", message: 'a duration such as "2 s", "1500 ms" or 1500 (milliseconds)' });
  return z.NEVER;
});

const memory = z.union([z.int().positive(), z.string()]).transform((value, context) => {
  const bytes = typeof value === "number" ? value : parseMemoryBytes(value);
  if (bytes !== undefined) return bytes;
  context.addIssue({ code: "custom", message: 'a size such as "256 MiB" or 268435456 (bytes)' });
  return z.NEVER;
});

const text = z.string().min(1);
const points = z.number();
const texts = z.array(z.string());
const validatorFlags = z.union([texts, z.record(text, texts)]);
const range = strictObject({ minimum: z.number().optional(), maximum: z.number().optional() });

const programFields = {
  /** The main file, where the program is a folder of several. */
  file: text.optional(),
  language: z.enum(languages).optional(),
  resources: z.array(text).optional(),
};

const helper = strictObject({
  name: text,
  ...programFields,
  convention: z.enum(["testlib", "kattis", "plain"]).optional(),
  flags: texts.optional(),
});

const verdictList = z.array(z.enum(verdicts));

const expectation = z.union([
  z.string().transform((name, context) => {
    const expected = parseExpectation(name);
    if (expected !== undefined) return expected;
    const near = suggest(name, expectationNames);
    const advice = near === undefined ? "" : `; did you mean ${near}?`;
    context.addIssue({ code: "custom", message: `one of ${expectationNames.join(", ")}${advice}` });
    return z.NEVER;
  }),
  strictObject({
    permitted: verdictList,
    required: verdictList,
    also_required: z.array(verdictList).optional(),
    message: z.string().optional(),
    time_limit_use: z.enum(["lower", "upper", "none"]).optional(),
    score: strictObject({ minimum: z.number(), maximum: z.number() }).optional(),
  }),
]);

const solution = strictObject({
  name: text,
  ...programFields,
  main: z.boolean().optional(),
  expected: expectation.optional(),
  expected_by_group: z.record(text, expectation).optional(),
});

const checker = z.union([
  z.enum(standardCheckerNames),
  strictObject({
    compare: strictObject({
      case_sensitive: z.boolean().optional(),
      space_sensitive: z.boolean().optional(),
      absolute_tolerance: z.number().nonnegative().optional(),
      relative_tolerance: z.number().nonnegative().optional(),
    }).optional(),
    ...programFields,
    convention: z.enum(["testlib", "kattis", "frontier-cs"]).optional(),
    flags: texts.optional(),
  }),
]);

const interactor = z.union([
  z.enum(["missing"]),
  strictObject({
    ...programFields,
    convention: z.enum(["testlib", "kattis", "frontier-cs"]).optional(),
    flags: texts.optional(),
  }),
]);

const scoring = z.union([
  z.enum(["binary"]),
  strictObject({
    kind: z.enum(["binary", "partial", "open-ended"]),
    maximum: z.number().positive().optional(),
    direction: z.enum(["maximize", "minimize"]).optional(),
    aggregation: z.enum(["mean", "sum"]).optional(),
  }),
]);

const validatorTest = strictObject({
  id: text,
  kind: z.enum(["invalid-input", "valid-input", "invalid-output", "valid-output"]),
  validator: text.optional(),
  verdict: z.enum(["wrong-answer", "presentation-error", "partial", "judge-failed"]).optional(),
  checker_flags: texts.optional(),
  validator_flags: validatorFlags.optional(),
  description: z.string().optional(),
});

const testFields = {
  id: text,
  sample: z.boolean().optional(),
  group: text.nullable().optional(),
  points: points.optional(),
  description: z.string().optional(),
  hint: z.string().optional(),
  args: texts.optional(),
  /** The names in the test's `.files` folder, where their order is not the natural one. */
  files: z.array(text).optional(),
  checker_flags: texts.optional(),
  validator_flags: validatorFlags.optional(),
};

/** What `problem.yaml` may hold. Only the title is needed. */
export const manifestSchema = strictObject({
  id: text.optional(),
  title: text,
  limits: strictObject({
    time: time.optional(),
    memory: memory.optional(),
    output: memory.optional(),
    stack: memory.optional(),
    time_factor: z.number().positive().optional(),
    time_margin: z.number().positive().optional(),
    time_resolution: time.optional(),
    code: memory.optional(),
    compilation_time: time.optional(),
    compilation_memory: memory.optional(),
    validation_time: time.optional(),
    validation_memory: memory.optional(),
    validation_output: memory.optional(),
  }).optional(),
  statements: z
    .array(
      strictObject({
        language: text,
        title: text.optional(),
        translation: z.boolean().optional(),
        placeholder: z.boolean().optional(),
      }),
    )
    .min(1)
    .optional(),
  streams: strictObject({ input: text.optional(), output: text.optional() }).optional(),
  multi_test: z.boolean().optional(),
  passes: z.int().min(1).optional(),
  submit_answer: z.boolean().optional(),
  interactions: z.array(strictObject({ id: text, text: z.string() })).optional(),
  function_call: strictObject({
    name: text,
    starter_code: z.string(),
    language: z.enum(languages),
  }).optional(),
  tests: z.array(strictObject({ ...testFields, generator: text.optional() })).optional(),
  test_order: z.array(text).optional(),
  planned_tests: z.array(strictObject({ ...testFields, generator: text })).optional(),
  groups: z
    .array(
      strictObject({
        id: text,
        points: points.optional(),
        parent: text.optional(),
        aggregation: z.enum(["minimum", "sum", "complete", "maximum", "average"]).optional(),
        depends_on: z.array(text).optional(),
        counted: z.boolean().optional(),
        passes_when: z.enum(["all", "any", "always"]).optional(),
        stops_at_failure: z.boolean().optional(),
        accept_score: points.optional(),
        reject_score: points.optional(),
        score_range: range.optional(),
        checker_flags: texts.optional(),
        validator_flags: validatorFlags.optional(),
        static_score: z.union([points, z.enum(["pass-fail"])]).optional(),
        static_flags: texts.optional(),
      }),
    )
    .optional(),
  checker: checker.optional(),
  interactor: interactor.optional(),
  static_validator: strictObject(programFields).optional(),
  validator_tests: z.array(validatorTest).optional(),
  validators: z.array(helper).optional(),
  generators: z.array(helper).optional(),
  solutions: z.array(solution).optional(),
  scoring: scoring.optional(),
  provenance: strictObject({
    format: text.optional(),
    url: text.optional(),
    source: text.optional(),
    source_id: text.optional(),
    published_on: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, "a date as YYYY-MM-DD")
      .optional(),
    license: text.optional(),
    rights_owner: text.optional(),
    authors: z.array(text).optional(),
    tags: z.array(text).optional(),
    level: z.int().min(1).max(5).optional(),
    rating: z.number().optional(),
    difficulty: text.optional(),
  }).optional(),
});

export type ExpectationEntry = Extract<z.output<typeof expectation>, { readonly also_required?: unknown }>;
export type Manifest = z.output<typeof manifestSchema>;
/** The manifest as it is written, before units are parsed. */
export type ManifestInput = z.input<typeof manifestSchema>;
