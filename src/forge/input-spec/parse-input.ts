import type { CompiledBlock, CompiledFields, CompiledFormula, CompiledScope, InputSpec } from "../../problem/index.ts";
import { Env, FormulaFault, toKey } from "./env.ts";
import { InputReader, type TokenPlace } from "./input-reader.ts";
import type { InputItem, InputScope } from "./input-value.ts";
import { parseField } from "./parse-field.ts";
import { parseGraph, parseTree } from "./parse-graph.ts";
import { toCompiled } from "./to-compiled.ts";
import { ViolationFault, type InputViolation } from "./violation.ts";

export type ParsedInput =
  | { readonly kind: "input-parsed"; readonly value: InputScope }
  | { readonly kind: "input-violation"; readonly violation: InputViolation };

/**
 * Reads an input by its specification, and so validates it: white space and line ends too, unless `isStrict` is false.
 *
 * @throws FORGE_SPEC_INVALID
 */
export function parseInput(
  spec: InputSpec,
  input: Uint8Array | string,
  options: { readonly isStrict?: boolean | undefined } = {},
): ParsedInput {
  const { scope } = toCompiled(spec);
  const text = typeof input === "string" ? input : new TextDecoder("latin1").decode(input);
  const reader = new InputReader(text, options.isStrict ?? true);
  try {
    const value = parseScope(scope, { reader, env: new Env(), path: "" });
    reader.expectEnd();
    return { kind: "input-parsed", value };
  } catch (thrown) {
    if (thrown instanceof ViolationFault) return { kind: "input-violation", violation: thrown.violation };
    if (!(thrown instanceof FormulaFault)) throw thrown;
    const violation = { ...reader.place, variable: "", expected: "a computable formula", actual: thrown.message };
    return { kind: "input-violation", violation };
  }
}

export interface ParseContext {
  readonly reader: InputReader;
  readonly env: Env;
  /** Prefix of variables' names, e.g. `cases[3].`. */
  readonly path: string;
}

function parseScope(scope: CompiledScope, context: ParseContext): InputScope {
  const value: Record<string, InputItem> = {};
  for (const block of scope.blocks) {
    const found = block.kind === "line" ? parseFields(block.fields, context) : parseNamedBlock(block, context);
    for (const [name, item] of Object.entries(found)) {
      value[name] = item;
      context.env.set(name, item);
    }
    if (block.kind === "line") context.reader.expectLineEnd();
  }
  checkConditions(scope.where, context);
  return value;
}

function parseNamedBlock(block: Exclude<CompiledBlock, { readonly kind: "line" }>, context: ParseContext): InputScope {
  switch (block.kind) {
    case "rows":
      return { [block.name]: parseRows(block, context) };
    case "queries":
      return { [block.name]: parseQueries(block, context) };
    case "grid":
      return { [block.name]: parseGrid(block, context) };
    case "tree":
      return { [block.name]: parseTree(block, context) };
    case "graph":
      return { [block.name]: parseGraph(block, context) };
    case "cases":
      return { [block.name]: parseCases(block, context) };
  }
}

/** The fields of one line, without its end. */
export function parseFields(fields: CompiledFields, context: ParseContext, isFirst = true): InputScope {
  const value: Record<string, InputItem> = {};
  let isFirstToken = isFirst;
  for (const { name, field } of fields) {
    const count = toTokenCount(field, context);
    if (!isFirstToken && count !== 0) context.reader.expectSpace(context.path + name);
    const item = parseField(field, { ...context, path: context.path + name });
    value[name] = item;
    context.env.set(name, item);
    if (count !== 0) isFirstToken = false;
  }
  return value;
}

/** 0 for a list without elements, which takes no space of its own; 1 where it does not matter. */
function toTokenCount(field: CompiledFields[number]["field"], context: ParseContext): number {
  if (field.kind === "array" || field.kind === "permutation") return context.env.computeSize(field.length);
  if (field.kind === "parents") return Math.max(0, context.env.computeSize(field.vertices) - 1);
  if (field.kind === "string" && context.env.compute(field.length.low) <= 0n && context.reader.isAtLineEnd()) return 0;
  return 1;
}

function parseRows(block: Extract<CompiledBlock, { readonly kind: "rows" }>, context: ParseContext): InputItem {
  const seen = new Set<string>();
  return Array.from({ length: context.env.computeSize(block.count) }, (_, i) => {
    const { place } = context.reader;
    const inner = toElement(context, `${block.name}[${i + 1}]`);
    const row = parseFields(block.fields, inner);
    checkConditions(block.where, inner, place);
    if (block.isDistinct) checkNew(seen, toKey(row), inner, place);
    context.reader.expectLineEnd();
    return row;
  });
}

function parseQueries(block: Extract<CompiledBlock, { readonly kind: "queries" }>, context: ParseContext): InputItem {
  const expected = `one of ${block.kinds.map((kind) => kind.tag).join(", ")}`;
  return Array.from({ length: context.env.computeSize(block.count) }, (_, i) => {
    const { place } = context.reader;
    const inner = toElement(context, `${block.name}[${i + 1}]`);
    const tag = context.reader.readToken(inner.path, expected);
    const kind = block.kinds.find((item) => item.tag === tag);
    if (kind === undefined) return context.reader.fail(place, inner.path, expected, JSON.stringify(tag));
    const row = { kind: tag, ...parseFields(kind.fields, inner, false) };
    const conditions = block.where.filter((condition) => inner.env.canCompute(condition));
    checkConditions(conditions, inner, place);
    context.reader.expectLineEnd();
    return row;
  });
}

function parseGrid(block: Extract<CompiledBlock, { readonly kind: "grid" }>, context: ParseContext): InputItem {
  const { reader, env } = context;
  const [height, width] = [env.computeSize(block.rows), env.computeSize(block.columns)];
  const allowed = new Set(block.alphabet);
  const totals = new Map<string, bigint>();
  let last: TokenPlace = reader.place;
  const lines = Array.from({ length: height }, (_, i) => {
    const variable = `${context.path}${block.name}[${i + 1}]`;
    last = reader.place;
    const expected = `${width} characters of ${block.alphabet.join("")}`;
    const line = width === 0 ? "" : reader.readToken(variable, expected);
    if (line.length !== width) reader.fail(last, variable, expected, `${line.length} characters`);
    for (const character of line) {
      if (!allowed.has(character)) reader.fail(last, variable, expected, JSON.stringify(character));
      totals.set(character, (totals.get(character) ?? 0n) + 1n);
    }
    reader.expectLineEnd();
    return line;
  });
  for (const { character, range } of block.counts) {
    const { low, high } = env.computeRange(range);
    const count = totals.get(character) ?? 0n;
    if (count >= low && count <= high) continue;
    reader.fail(last, context.path + block.name, `${low} to ${high} times ${character}`, String(count));
  }
  return lines;
}

function parseCases(block: Extract<CompiledBlock, { readonly kind: "cases" }>, context: ParseContext): InputItem {
  const totals = block.sums.map(() => 0n);
  return Array.from({ length: context.env.computeSize(block.count) }, (_, i) => {
    const { place } = context.reader;
    const inner = toElement(context, `${block.name}[${i + 1}]`);
    const value = parseScope(block.scope, inner);
    for (const [k, { each, most }] of block.sums.entries()) {
      const total = (totals[k] ?? 0n) + inner.env.compute(each);
      totals[k] = total;
      const limit = context.env.compute(most);
      const expected = `${each.text} of all cases to add up to at most ${limit}`;
      if (total > limit) context.reader.fail(place, inner.path.slice(0, -1), expected, `${total} up to here`);
    }
    return value;
  });
}

function toElement(context: ParseContext, name: string): ParseContext {
  return { ...context, env: new Env(context.env), path: `${context.path}${name}.` };
}

function checkConditions(
  conditions: readonly CompiledFormula[],
  context: ParseContext,
  place: TokenPlace = context.reader.place,
): void {
  for (const condition of conditions) {
    if (context.env.compute(condition) !== 0n) continue;
    const actual = condition.names
      .map((name) => ({ name, item: context.env.get(name) }))
      .map(({ name, item }) => `${name} = ${typeof item === "object" ? "a list" : String(item)}`)
      .join(", ");
    context.reader.fail(place, context.path.slice(0, -1), condition.text, actual);
  }
}

function checkNew(seen: Set<string>, key: string, context: ParseContext, place: TokenPlace): void {
  if (seen.has(key)) context.reader.fail(place, context.path.slice(0, -1), "a row that is new", JSON.stringify(key));
  seen.add(key);
}
