import { z } from "zod";
import { checkProblem } from "../../check-problem.ts";
import type { Problem } from "../../problem.ts";
import { toActualText, type ProblemIssue } from "../../problem-issue.ts";
import type { Loss, ReadProblemResult } from "../loss.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import type { RawRow } from "./corpus.ts";

/** Where a row stands: what its issues and losses are called after. */
export interface RowPlace {
  /** The file and row as `readProblem` takes them, e.g. `tasks.jsonl#12`. */
  readonly file: string;
  /** From 1. */
  readonly row: number;
  /** The line of the file, from 1, where it has lines. */
  readonly line?: number | undefined;
}

/** Reports what is wrong with a field; `actual` is in words, values through `toShownText`. */
export type Refuse = (field: string, expected: string, actual: string) => void;

/** Collects what is wrong with a row, and what of it is lost. */
export interface RowContext extends RowPlace {
  readonly refuse: Refuse;
  readonly lose: (field: string, reason: string) => void;
}

export type ParsedRow =
  | { readonly kind: "row-parsed"; readonly result: ReadProblemResult }
  | { readonly kind: "row-refused"; readonly issues: readonly ProblemIssue[] };

/** Runs a row's parser, then checks the whole problem. Everything that is wrong is reported together. */
export function parseRow(
  row: RawRow,
  place: RowPlace,
  parse: (row: RawRow, context: RowContext) => Problem | undefined,
): ParsedRow {
  const issues: ProblemIssue[] = [];
  const losses: Loss[] = [];
  const problem = parse(row, {
    ...place,
    refuse: (field, expected, actual) => {
      issues.push({ file: place.file, line: place.line, field, expected, actual });
    },
    lose: (field, reason) => losses.push({ file: place.file, field, reason }),
  });
  if (problem !== undefined && issues.length === 0) {
    issues.push(...checkProblem(problem, place.file).map((issue) => ({ ...issue, line: place.line })));
  }
  if (problem !== undefined && issues.length === 0) return { kind: "row-parsed", result: { problem, losses } };
  return { kind: "row-refused", issues };
}

/** The row as its schema reads it, or undefined after reporting every field that is not as it should be. */
export function parseColumns<T extends z.ZodObject>(
  schema: T,
  row: RawRow,
  context: RowContext,
): z.output<T> | undefined {
  for (const key of Object.keys(row)) {
    if (key in schema.shape || isEmpty(row[key])) continue;
    context.lose(key, "no column of this corpus: its meaning is not known");
  }
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  for (const issue of toSchemaIssues(parsed.error, { file: context.file, data: row })) {
    context.refuse(issue.field ?? "", issue.expected, toShownText(readPath(row, issue.field)));
  }
  return undefined;
}

/** What a column without a value holds. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Text, or nothing: null and missing columns are one. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text : undefined));

/** A finite number, or nothing. */
export const optionalNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined);

/** The value at a dotted path. */
export function readPath(row: unknown, field: string | undefined): unknown {
  const parts = field?.split(".") ?? [];
  return parts.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    row,
  );
}

/** A value as messages show it: JSON, shortened, and numbers that JSON does not have. */
export function toShownText(value: unknown): string {
  return typeof value === "number" ? String(value) : toActualText(value);
}
