import { z } from "zod";
import { strictObject } from "../formats/schema-issues.ts";
import { toActualText } from "../problem-issue.ts";
import type { BlockSpec, FieldSpec, InputSpec } from "./input-spec.ts";

/** Variables of an input; `index` is the position in an array. */
const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, "a name of letters, digits and _, at most 40");

const formula = z.union([
  z.number().refine(Number.isSafeInteger, 'a whole number below 2^53, or a larger one as text such as "10^18"'),
  z.string().min(1),
]);

const range = z.tuple([formula, formula]).readonly();
const decimal = z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?$/, "a decimal number")]);
const conditions = z.array(z.string().min(1)).readonly().optional();
const flag = z.boolean().optional();
const base = z.int().optional();
const alphabet = z.string().min(1);
const line = z.lazy(() => z.record(name, fieldSchema));

const fields: Readonly<Record<string, z.ZodType>> = {
  int: strictObject({ int: range }),
  real: strictObject({ real: z.tuple([decimal, decimal]), decimals: z.int().min(0).max(18) }),
  string: strictObject({
    string: z.union([range, formula]),
    alphabet: alphabet.optional(),
    form: z.enum(["any", "palindrome", "balanced", "number"]).optional(),
  }),
  choice: strictObject({ choice: z.array(z.union([z.string(), z.number()])).min(1) }),
  literal: strictObject({ literal: z.union([z.string().min(1), z.number()]) }),
  array: strictObject({
    array: formula,
    of: z.lazy(() => fieldSchema),
    order: z.enum(["ascending", "descending", "strictly-ascending", "strictly-descending"]).optional(),
    distinct: flag,
    sum: range.optional(),
  }),
  permutation: strictObject({ permutation: formula, base }),
  interval: strictObject({ interval: range, strict: flag }),
  parents: strictObject({ parents: formula, base, ordered: flag }),
};

const blocks: Readonly<Record<string, z.ZodType>> = {
  rows: strictObject({ rows: name, count: formula, line, distinct: flag, where: conditions }),
  queries: strictObject({
    queries: name,
    count: formula,
    kinds: z.record(z.string().regex(/^\S+$/), line),
    where: conditions,
  }),
  grid: strictObject({
    grid: name,
    rows: formula,
    columns: formula,
    alphabet,
    counts: z.record(z.string().length(1), z.union([z.int(), range])).optional(),
  }),
  tree: strictObject({ tree: name, vertices: formula, base, weights: line.optional() }),
  graph: strictObject({
    graph: name,
    vertices: formula,
    edges: formula,
    base,
    directed: flag,
    simple: flag,
    loops: flag,
    connected: flag,
    acyclic: flag,
    bipartite: flag,
    max_degree: formula.optional(),
    weights: line.optional(),
  }),
  cases: strictObject({
    cases: name,
    count: formula,
    input: z.lazy(() => z.array(blockSchema).min(1).readonly()),
    where: conditions,
    sums: z.record(z.string().min(1), formula).optional(),
  }),
  line: strictObject({ line }),
};

/** A grid, too, has `rows`, and rows have a `line`: the key that decides is the first of these that is there. */
const blockKinds = ["grid", "tree", "graph", "cases", "queries", "rows", "line"] as const;

const fieldSchema: z.ZodType<FieldSpec> = z
  .unknown()
  .transform((value, context) => {
    if (Array.isArray(value)) return pass(range, value, context);
    return passByKey({ kinds: fields, order: Object.keys(fields), what: "a field" }, value, context);
  })
  .pipe(z.custom<FieldSpec>());

const blockSchema: z.ZodType<BlockSpec> = z
  .unknown()
  .transform((value, context) => passByKey({ kinds: blocks, order: blockKinds, what: "a block" }, value, context))
  .pipe(z.custom<BlockSpec>());

/** The content of `input-spec.yaml`; whether names and formulas fit together is for `compileInputSpec`. */
export const inputSpecSchema: z.ZodType<InputSpec> = strictObject({
  input: z.array(blockSchema).min(1).readonly(),
  where: conditions,
});

function passByKey(
  options: {
    readonly kinds: Readonly<Record<string, z.ZodType>>;
    readonly order: readonly string[];
    readonly what: string;
  },
  value: unknown,
  context: z.core.$RefinementCtx,
): unknown {
  const kind =
    typeof value === "object" && value !== null ? options.order.find((key) => Object.hasOwn(value, key)) : undefined;
  const schema = kind === undefined ? undefined : options.kinds[kind];
  if (schema !== undefined) return pass(schema, value, context);
  context.addIssue({
    code: "custom",
    message: `${options.what} with one of the keys ${options.order.join(", ")}, instead of ${toActualText(value)}`,
  });
  return z.NEVER;
}

function pass(schema: z.ZodType, value: unknown, context: z.core.$RefinementCtx): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  return z.NEVER;
}
