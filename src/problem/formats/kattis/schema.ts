import { z } from "zod";
import { strictObject } from "../schema-issues.ts";

const text = z.string();
const word = z.union([z.string(), z.number()]).transform(String);
const positive = z.number().positive();
const whole = z.number().int().positive();
const texts = z.array(text);

const guarantees = {
  memory: positive.optional(),
  output: positive.optional(),
  code: positive.optional(),
  compilation_time: positive.optional(),
  compilation_memory: positive.optional(),
  validation_time: positive.optional(),
  validation_memory: positive.optional(),
  validation_output: positive.optional(),
  time_limit: positive.optional(),
  validation_passes: whole.optional(),
};

const license = z.enum(["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"]);

/** `problem.yaml` of version `legacy`, with what DOMjudge adds. */
export const legacySchema = strictObject({
  problem_format_version: z.enum(["legacy", "legacy-icpc"]).optional(),
  type: text.optional(),
  name: z.union([word, z.record(text, word)]).nullish(),
  uuid: word.nullish(),
  author: text.nullish(),
  source: word.nullish(),
  source_url: text.nullish(),
  license: license.nullish(),
  rights_owner: text.nullish(),
  limits: strictObject({
    ...guarantees,
    time_multiplier: positive.optional(),
    time_safety_margin: positive.optional(),
  }).nullish(),
  validation: text.nullish(),
  validator_flags: z.union([word, texts]).nullish(),
  grading: strictObject({
    objective: z.enum(["max", "min"]).optional(),
    show_test_data_groups: z.boolean().optional(),
    accept_score: z.number().optional(),
    reject_score: z.number().optional(),
    range: text.optional(),
    on_reject: z.enum(["first_error", "worst_error", "grade"]).optional(),
  }).nullish(),
  keywords: z.union([word, texts]).nullish(),
  languages: z.union([text, texts]).nullish(),
  libraries: text.nullish(),
});

const person = z.union([text, z.looseObject({ name: text })]);
const persons = z.union([person, z.array(person)]).nullish();
const source = z.union([word, strictObject({ name: word, url: text.nullish() })]);
const scalar = z.union([z.number(), z.string()]);

/** `problem.yaml` of the versions 2023-07 and 2025-09. */
export const modernSchema = strictObject({
  problem_format_version: z.enum(["2023-07", "2023-07-draft", "2025-09", "2025-09-draft", "draft"]),
  type: z.union([text, z.array(text).min(1)]).optional(),
  name: z.union([word, z.record(text, word)]),
  uuid: word.nullish(),
  version: word.nullish(),
  credits: z
    .union([
      text,
      strictObject({
        authors: persons,
        contributors: persons,
        testers: persons,
        translators: z.record(text, persons).nullish(),
        packagers: persons,
        acknowledgements: persons,
      }),
    ])
    .nullish(),
  source: z.union([source, z.array(source)]).nullish(),
  /** Of version legacy, and seen in packages that have moved on. */
  source_url: text.nullish(),
  license: license.nullish(),
  rights_owner: text.nullish(),
  embargo_until: text.nullish(),
  limits: strictObject({
    ...guarantees,
    time_multipliers: strictObject({
      ac_to_time_limit: z.number().min(1).optional(),
      time_limit_to_tle: z.number().min(1).optional(),
    }).nullish(),
    time_resolution: positive.optional(),
  }).nullish(),
  keywords: z.union([texts, text]).nullish(),
  languages: z.union([text, z.array(text).min(1)]).nullish(),
  allow_file_writing: z.boolean().nullish(),
  constants: z.record(text, z.union([scalar, z.record(text, scalar)])).nullish(),
});

export type LegacyManifest = z.output<typeof legacySchema>;
export type ModernManifest = z.output<typeof modernSchema>;

const validatorArgs = z.union([texts, z.record(text, texts)]);

const argsFields = {
  args: texts.optional(),
  input_validator_args: validatorArgs.optional(),
  output_validator_args: texts.optional(),
  answer_validator_args: validatorArgs.optional(),
  input_visualizer_args: texts.optional(),
  output_visualizer_args: texts.optional(),
  full_feedback: z.boolean().optional(),
};

const flagText = z.union([word, strictObject({ name: text, flags: word })]).nullish();

const legacyFields = {
  on_reject: z.enum(["break", "continue", "first_error", "worst_error", "grade"]).optional(),
  grading: z.enum(["default", "custom"]).optional(),
  grader_flags: text.nullish(),
  input_validator_flags: flagText,
  output_validator_flags: flagText,
  accept_score: z.number().optional(),
  reject_score: z.number().optional(),
  range: text.optional(),
};

/** `testdata.yaml` and `test_group.yaml`: the keys of all versions; which ones count is for the reader to say. */
export const groupSchema = strictObject({
  ...argsFields,
  ...legacyFields,
  max_score: z.union([z.number().nonnegative(), z.enum(["unbounded"])]).optional(),
  score_aggregation: z.enum(["pass-fail", "sum", "min"]).optional(),
  static_validation_score: z.union([z.number().nonnegative(), z.enum(["pass-fail"])]).optional(),
  static_validator_args: texts.optional(),
  require_pass: z.union([text, texts]).optional(),
  /** As 2023-07 had it. */
  scoring: strictObject({
    score: z.number().optional(),
    max_score: z.number().optional(),
    aggregation: z.enum(["sum", "min"]).optional(),
    require_pass: z.union([text, texts]).optional(),
  }).nullish(),
});

export type GroupConfig = z.output<typeof groupSchema>;

/** The YAML file of one test. */
export const testSchema = strictObject({
  ...argsFields,
  input_validator_flags: flagText,
  output_validator_flags: flagText,
  hint: text.optional(),
  description: text.optional(),
});

export type TestConfig = z.output<typeof testSchema>;

const verdictWord = z.enum(["AC", "WA", "TLE", "RTE"]);

const ruleFields = {
  permitted: z.array(verdictWord).optional(),
  required: z.array(verdictWord).optional(),
  score: z.union([z.number(), z.array(z.number()).length(2)]).optional(),
  message: text.optional(),
  use_for_time_limit: z.union([z.boolean(), z.enum(["lower", "upper"])]).optional(),
};

/** A rule of `submissions.yaml` for a part of the tests. */
export const partRuleSchema = strictObject(ruleFields);

/** A rule of `submissions.yaml`, without its parts. */
export const ruleSchema = strictObject({
  ...ruleFields,
  language: text.optional(),
  entrypoint: text.optional(),
  authors: persons,
  model_solution: z.boolean().optional(),
});

export type PartRule = z.output<typeof partRuleSchema>;
export type Rule = z.output<typeof ruleSchema>;
