import { parseDecimal, type CompiledField } from "../../problem/index.ts";
import { Env, FormulaFault, toKey } from "./env.ts";
import type { TokenPlace } from "./input-reader.ts";
import type { InputItem } from "./input-value.ts";
import type { ParseContext } from "./parse-input.ts";
import { isBalanced, isTreeOfParents } from "./structure.ts";

/** Reads one field; `context.path` is its variable. */
export function parseField(field: CompiledField, context: ParseContext): InputItem {
  const { reader, env, path } = context;
  const { place } = reader;
  switch (field.kind) {
    case "int":
      return parseInt(context, env.computeRange(field));
    case "real":
      return parseReal(field, context);
    case "string":
      return parseString(field, context);
    case "choice": {
      const expected = `one of ${field.options.join(", ")}`;
      const token = reader.readToken(path, expected);
      return field.options.includes(token) ? token : reader.fail(place, path, expected, JSON.stringify(token));
    }
    case "literal": {
      const expected = JSON.stringify(field.text);
      const token = reader.readToken(path, expected);
      return token === field.text ? token : reader.fail(place, path, expected, JSON.stringify(token));
    }
    case "array":
      return parseArray(field, context);
    case "permutation":
      return parsePermutation(field, context);
    case "interval": {
      const { low, high } = env.computeRange(field);
      const left = parseInt({ ...context, path: `${path}.l` }, { low, high: field.isStrict ? high - 1n : high });
      reader.expectSpace(path);
      const right = parseInt({ ...context, path: `${path}.r` }, { low: field.isStrict ? left + 1n : left, high });
      return [left, right];
    }
    case "parents":
      return parseParents(field, context);
  }
}

/** A whole number without leading zeros, plus sign or negative zero. */
export function parseInt(context: ParseContext, range: { readonly low: bigint; readonly high: bigint }): bigint {
  const { reader, path } = context;
  const { place } = reader;
  const expected = `a whole number from ${range.low} to ${range.high}`;
  const token = reader.readToken(path, expected);
  if (!/^(?:0|-?[1-9]\d*)$/.test(token)) reader.fail(place, path, expected, JSON.stringify(token));
  const value = token.length > 1000 ? reader.fail(place, path, expected, "a longer number") : BigInt(token);
  if (value < range.low || value > range.high) reader.fail(place, path, expected, token);
  return value;
}

function parseReal(field: Extract<CompiledField, { readonly kind: "real" }>, context: ParseContext): bigint {
  const { place } = context.reader;
  const expected = `a decimal of at most ${field.decimals} places in the range`;
  const token = context.reader.readToken(context.path, expected);
  const value = parseDecimal(token, field.decimals);
  if (value === undefined || value < field.low || value > field.high) {
    return context.reader.fail(place, context.path, expected, JSON.stringify(token));
  }
  return value;
}

function parseString(field: Extract<CompiledField, { readonly kind: "string" }>, context: ParseContext): string {
  const { reader, path } = context;
  const { place } = reader;
  const { low, high } = context.env.computeRange(field.length);
  const expected = low === high ? `${low} characters` : `${low} to ${high} characters`;
  const text =
    low <= 0n && reader.isAtLineEnd()
      ? ""
      : field.alphabet.includes(" ")
        ? reader.readLine()
        : reader.readToken(path, expected);
  if (text.length < low || text.length > high) reader.fail(place, path, expected, `${text.length}`);
  const allowed = new Set(field.alphabet);
  for (const character of text) {
    if (allowed.has(character)) continue;
    reader.fail(place, path, `characters of ${field.alphabet.join("")}`, JSON.stringify(character));
  }
  const isFormed =
    field.form === "palindrome"
      ? text === text.split("").toReversed().join("")
      : field.form === "balanced"
        ? isBalanced(text)
        : field.form !== "number" || text.length <= 1 || !text.startsWith("0");
  if (!isFormed) reader.fail(place, path, formTexts[field.form], JSON.stringify(text.slice(0, 40)));
  return text;
}

const formTexts = {
  any: "text",
  palindrome: "a palindrome",
  balanced: "balanced brackets",
  number: "a number without leading zeros",
} as const;

function parseArray(
  field: Extract<CompiledField, { readonly kind: "array" }>,
  context: ParseContext,
): readonly InputItem[] {
  const { reader, path } = context;
  const length = context.env.computeSize(field.length);
  const range = field.of.kind === "int" && isFixed(field.of) ? context.env.computeRange(field.of) : undefined;
  const seen = new Set<string>();
  const start = reader.place;
  let place = start;
  const items: InputItem[] = [];
  for (let i = 0; i < length; i++) {
    const inner: ParseContext = { reader, env: new Env(context.env), path: `${path}[${i + 1}]` };
    if (i > 0) reader.expectSpace(inner.path);
    place = reader.place;
    inner.env.set("index", BigInt(i + 1));
    const item = range === undefined ? parseField(field.of, inner) : parseInt(inner, range);
    checkElement({ field, item, previous: items.at(-1), seen }, (expected) =>
      reader.fail(place, inner.path, expected, JSON.stringify(toKey(item))),
    );
    items.push(item);
  }
  if (field.sum !== undefined) {
    const { low, high } = context.env.computeRange(field.sum);
    const sum = items.reduce<bigint>((total, item) => total + (typeof item === "bigint" ? item : 0n), 0n);
    if (sum < low || sum > high) reader.fail(start, path, `a sum from ${low} to ${high}`, String(sum));
  }
  return items;
}

function checkElement(
  element: {
    readonly field: Extract<CompiledField, { readonly kind: "array" }>;
    readonly item: InputItem;
    readonly previous: InputItem | undefined;
    readonly seen: Set<string>;
  },
  fail: (expected: string) => never,
): void {
  const { field, item, previous, seen } = element;
  if (field.isDistinct) {
    if (seen.has(toKey(item))) fail("an element that is new");
    seen.add(toKey(item));
  }
  if (field.order === "any" || previous === undefined) return;
  if (field.order === "ascending" && item < previous) fail(`at least ${toKey(previous)}, the one before`);
  if (field.order === "descending" && item > previous) fail(`at most ${toKey(previous)}, the one before`);
}

function isFixed(field: Extract<CompiledField, { readonly kind: "int" }>): boolean {
  return !field.low.names.includes("index") && !field.high.names.includes("index");
}

function parsePermutation(
  field: Extract<CompiledField, { readonly kind: "permutation" }>,
  context: ParseContext,
): readonly bigint[] {
  const length = context.env.computeSize(field.length);
  const range = { low: field.base, high: field.base + BigInt(length) - 1n };
  const seen = new Set<bigint>();
  return Array.from({ length }, (_, i) => {
    const inner = { ...context, path: `${context.path}[${i + 1}]` };
    if (i > 0) context.reader.expectSpace(inner.path);
    const { place } = context.reader;
    const value = parseInt(inner, range);
    if (seen.has(value)) context.reader.fail(place, inner.path, "an element that is new", String(value));
    seen.add(value);
    return value;
  });
}

function parseParents(
  field: Extract<CompiledField, { readonly kind: "parents" }>,
  context: ParseContext,
): readonly bigint[] {
  const n = context.env.computeSize(field.vertices);
  if (n < 1) throw new FormulaFault(`a tree of ${n} vertices`);
  const start: TokenPlace = context.reader.place;
  const parents = Array.from({ length: n - 1 }, (_, i) => {
    const inner = { ...context, path: `${context.path}[${i + 2}]` };
    if (i > 0) context.reader.expectSpace(inner.path);
    const high = field.isOrdered ? field.base + BigInt(i) : field.base + BigInt(n) - 1n;
    return parseInt(inner, { low: field.base, high });
  });
  if (!isTreeOfParents(parents.map((parent) => Number(parent - field.base)))) {
    context.reader.fail(start, context.path, "parents that lead to the root", "a cycle");
  }
  return parents;
}
