import { z } from "zod";
import { toActualText, type ProblemIssue } from "../../problem-issue.ts";
import { parseMemoryBytes, parseTimeMs } from "../../units.ts";
import type { ForeignContext } from "../foreign/read-foreign.ts";
import { fileCaps } from "../native/layout.ts";
import { parseYaml } from "../native/yaml-source.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { suggest } from "../suggest.ts";
import { normalizeText } from "../text.ts";

export const configName = "config.yaml";

const quantity = z.union([z.string(), z.number()]);
const name = z.string().min(1);
const limits = {
  time: quantity.optional(),
  time_limit: quantity.optional(),
  memory: quantity.optional(),
  memory_limit: quantity.optional(),
};

const caseSchema = z.looseObject({
  input: name,
  output: name.optional(),
  time: quantity.optional(),
  memory: quantity.optional(),
});

const subtaskSchema = z.looseObject({
  ...limits,
  score: z.number().optional(),
  n_cases: z.int().min(0).max(10_000).optional(),
  cases: z.array(caseSchema).optional(),
});

const configSchema = z.looseObject({
  ...limits,
  type: z.enum(["default", "interactive"]).optional(),
  checker: name.optional(),
  interactor: name.optional(),
  subtasks: z.array(subtaskSchema).optional(),
  test_count: z.int().min(0).max(10_000).optional(),
  input_prefix: z.string().optional(),
  input_suffix: z.string().optional(),
  output_prefix: z.string().optional(),
  output_suffix: z.string().optional(),
});

export type Config = z.output<typeof configSchema>;

/** Keys that stand in published packages and that no judge reads. */
const junkKeys = new Set(["checker_type", "cheker_type", "interactor_type", "checker_language", "filename"]);

export interface ConfigSource {
  readonly data: Config;
  lineOf(field: string): number | undefined;
}

/** What `config.yaml` says; unknown keys are losses, wrong types are issues. */
export async function readConfig(context: ForeignContext): Promise<ConfigSource | undefined> {
  const text = await context.folder.readText(configName, fileCaps.manifest, `a ${configName}`);
  if (text === undefined) return undefined;
  const source = parseYaml(normalizeText(text), configName);
  if (!("lineOf" in source)) {
    for (const issue of source) context.report(issue);
    return undefined;
  }
  const parsed = configSchema.safeParse(source.data ?? {});
  if (!parsed.success) {
    const { lineOf } = source;
    for (const issue of toSchemaIssues(parsed.error, { file: configName, data: source.data, lineOf }))
      context.report(issue);
    return undefined;
  }
  const known = Object.keys(configSchema.shape);
  for (const key of Object.keys(parsed.data).filter((item) => !known.includes(item) && !junkKeys.has(item))) {
    const near = suggest(key, known);
    const meant = near === undefined ? "" : `; was ${near} meant?`;
    context.lose({ file: configName, field: key, reason: `no judge reads this key${meant}` });
  }
  return { data: parsed.data, lineOf: (field) => source.lineOf(field.split(".")) };
}

type Unit = {
  readonly rule: string;
  readonly parse: (text: string) => number | undefined;
  /** Of a bare number as its judge means it, where that is believable. */
  readonly toExact: (value: number) => number | undefined;
  /** Of a bare number as the format's own example means it. */
  readonly toMeant: (value: number) => number;
  readonly meant: string;
};

const time: Unit = {
  rule: 'a duration such as "2s" or "250ms"',
  parse: (text) => parseTimeMs(/[a-z]/i.test(text) ? text : `${text} s`),
  toExact: (value) => (value >= 1e6 ? Math.round(value / 1e6) : undefined),
  toMeant: (value) => (value < 100 ? Math.round(value * 1000) : Math.round(value)),
  meant: "taken for milliseconds (seconds below 100): as nanoseconds, which its own judge reads, no program could run",
};

const memory: Unit = {
  rule: 'a size such as "256m"',
  parse: (text) => parseMemoryBytes(/[a-z]/i.test(text) ? text : `${text} B`),
  toExact: (value) => (value >= 2 ** 22 ? Math.round(value) : undefined),
  toMeant: (value) => Math.round(value * (value < 2 ** 13 ? 2 ** 20 : 2 ** 10)),
  meant: "taken for KiB (MiB below 8192): as bytes, which its own judge reads, no program could run",
};

/** A time in milliseconds. Bare numbers are nanoseconds to the format's judge, milliseconds in its example. */
export function toTimeMs(context: Quantities, field: string, value: string | number | undefined): number | undefined {
  return toQuantity(context, { field, value, unit: time });
}

/** A size in bytes. Bare numbers are bytes to the format's judge, KiB in its example. */
export function toMemoryBytes(
  context: Quantities,
  field: string,
  value: string | number | undefined,
): number | undefined {
  return toQuantity(context, { field, value, unit: memory });
}

interface Quantities {
  readonly report: (issue: ProblemIssue) => void;
  readonly lose: ForeignContext["lose"];
  readonly lineOf: ConfigSource["lineOf"];
}

function toQuantity(
  context: Quantities,
  job: { readonly field: string; readonly value: string | number | undefined; readonly unit: Unit },
): number | undefined {
  const { field, value, unit } = job;
  if (value === undefined) return undefined;
  const isBare = typeof value === "number";
  const exact = isBare ? unit.toExact(value) : unit.parse(value);
  if (exact !== undefined) return exact;
  const meant = isBare && value > 0 ? unit.toMeant(value) : 0;
  if (meant > 0) {
    context.lose({ file: configName, field, reason: `${value} without a unit is ${unit.meant}` });
    return meant;
  }
  const actual = toActualText(value);
  context.report({ file: configName, field, line: context.lineOf(field), expected: unit.rule, actual });
  return undefined;
}
