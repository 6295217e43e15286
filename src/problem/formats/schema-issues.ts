import { z } from "zod";
import { toActualText, type ProblemIssue } from "../problem-issue.ts";
import { suggest } from "./suggest.ts";

type Path = readonly (string | number)[];

/** A strict object schema whose unknown keys are reported one by one, with the known key that was probably meant. */
export function strictObject<T extends z.ZodRawShape>(shape: T): z.ZodObject<T, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? JSON.stringify(Object.keys(shape)) : undefined),
  });
}

/** What a failed schema says about `data`, as issues of `file`. */
export function toSchemaIssues(
  error: z.ZodError,
  context: { readonly file: string; readonly data: unknown; readonly lineOf?: (path: Path) => number | undefined },
): ProblemIssue[] {
  return error.issues
    .flatMap((issue) => toLeaves(issue, []))
    .map(({ issue, path }) => {
      const actual = readPath(context.data, path);
      return {
        file: context.file,
        field: path.length === 0 ? undefined : path.join("."),
        line: context.lineOf?.(path),
        ...describe(issue, actual),
      };
    });
}

interface Leaf {
  readonly issue: z.core.$ZodIssue;
  readonly path: Path;
}

/** Unions report every branch; the one that got furthest is what the author meant. Unknown keys become one leaf each. */
function toLeaves(issue: z.core.$ZodIssue, base: Path): Leaf[] {
  const path = [...base, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ issue: { ...issue, keys: [key] }, path: [...path, key] }));
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{ issue, path }];
  const branches = issue.errors.filter((branch) =>
    branch.every((item) => item.code !== "invalid_type" || item.path.length > 0),
  );
  const branch = branches.find((items) => items.some((item) => item.path.length > 0)) ?? branches[0];
  if (branch === undefined) return [{ issue, path }];
  return branch.flatMap((item) => toLeaves(item, path));
}

function describe(issue: z.core.$ZodIssue, value: unknown): Pick<ProblemIssue, "expected" | "actual" | "advice"> {
  const actual = toActualText(value);
  switch (issue.code) {
    case "unrecognized_keys":
      return describeUnknownKey(issue);
    case "invalid_type":
      return { expected: toTypeName(issue.expected), actual };
    case "invalid_value": {
      const values = issue.values.map(String);
      const near = typeof value === "string" ? suggest(value, values) : undefined;
      return {
        expected: values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`,
        actual,
        advice: near === undefined ? undefined : `did you mean ${near}?`,
      };
    }
    case "invalid_union": {
      const types = issue.errors.flatMap((branch) =>
        branch.flatMap((item) => (item.code === "invalid_type" ? [toTypeName(item.expected)] : [])),
      );
      return { expected: [...new Set(types)].join(" or ") || issue.message, actual };
    }
    case "too_small":
      return { expected: issue.origin === "string" ? "text" : `at least ${issue.minimum}`, actual };
    case "too_big":
      return { expected: `at most ${issue.maximum}`, actual };
    default:
      return { expected: issue.message, actual };
  }
}

function describeUnknownKey(
  issue: z.core.$ZodIssueUnrecognizedKeys,
): Pick<ProblemIssue, "expected" | "actual" | "advice"> {
  const known = z.array(z.string()).parse(JSON.parse(issue.message));
  const key = issue.keys[0] ?? "";
  const near = suggest(key, known);
  return {
    expected: `one of the keys ${known.join(", ")}`,
    actual: key,
    advice: near === undefined ? undefined : `did you mean ${near}?`,
  };
}

function toTypeName(type: string): string {
  const names: Readonly<Record<string, string>> = {
    string: "text",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "a mapping",
    null: "null",
  };
  return names[type] ?? type;
}

function readPath(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    data,
  );
}
