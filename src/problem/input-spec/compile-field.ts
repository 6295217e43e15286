import { toActualText } from "../problem-issue.ts";
import { compileFormula, compileRange, NameScope, type CompileContext } from "./compile-formula.ts";
import type { CompiledField } from "./compiled-spec.ts";
import { expandAlphabet } from "./expand-alphabet.ts";
import type { FieldSpec, Range } from "./input-spec.ts";

/** A field with its shorthand spelt out. */
export function compileField(field: FieldSpec, context: CompileContext): CompiledField {
  const at = (key: string): CompileContext => ({ ...context, path: [...context.path, key] });
  if (isRange(field)) return { kind: "int", ...compileRange(field, context) };
  if ("int" in field) return { kind: "int", ...compileRange(field.int, at("int")) };
  if ("real" in field) {
    const [low, high] = field.real.map((bound) => parseDecimal(String(bound), field.decimals));
    if (low === undefined || high === undefined || low > high) {
      context.report(at("real").path, `two decimals of at most ${field.decimals} places`, toActualText(field.real));
    }
    return { kind: "real", low: low ?? 0n, high: high ?? 0n, decimals: field.decimals };
  }
  if ("string" in field) return compileString(field, context);
  if ("choice" in field) {
    const options = field.choice.map(String);
    const bad = options.find((option) => !/^\S+$/.test(option));
    if (bad !== undefined) context.report(at("choice").path, "words without spaces", toActualText(bad));
    return { kind: "choice", options: [...new Set(options)] };
  }
  if ("literal" in field) return { kind: "literal", text: String(field.literal) };
  if ("array" in field) return compileArray(field, context);
  if ("permutation" in field) {
    const length = compileFormula(field.permutation, at("permutation"), "size");
    return { kind: "permutation", length, base: BigInt(field.base ?? 1) };
  }
  if ("interval" in field) {
    return { kind: "interval", ...compileRange(field.interval, at("interval")), isStrict: field.strict ?? false };
  }
  const vertices = compileFormula(field.parents, at("parents"), "size");
  return { kind: "parents", vertices, base: BigInt(field.base ?? 1), isOrdered: field.ordered ?? false };
}

function compileString(
  field: Extract<FieldSpec, { readonly string: unknown }>,
  context: CompileContext,
): CompiledField {
  const at = (key: string): CompileContext => ({ ...context, path: [...context.path, key] });
  const range = isRangeValue(field.string) ? field.string : ([field.string, field.string] as const);
  const length = compileRange(range, at("string"), "size");
  const form = field.form ?? "any";
  const alphabet = expandAlphabet(field.alphabet ?? (form === "number" ? "0-9" : form === "balanced" ? "()" : "a-z"));
  if (form === "balanced" && !alphabet.every((character) => "()[]{}<>".includes(character))) {
    context.report(at("alphabet").path, "brackets only", toActualText(field.alphabet));
  }
  if (form === "number" && !alphabet.every((character) => /\d/.test(character))) {
    context.report(at("alphabet").path, "digits only", toActualText(field.alphabet));
  }
  const bad = alphabet.find((character) => !/^[\x20-\x7e]$/.test(character));
  if (bad !== undefined) context.report(at("alphabet").path, "printable ASCII characters", toActualText(bad));
  return { kind: "string", length, alphabet, form };
}

function compileArray(field: Extract<FieldSpec, { readonly array: unknown }>, context: CompileContext): CompiledField {
  const at = (key: string): CompileContext => ({ ...context, path: [...context.path, key] });
  const length = compileFormula(field.array, at("array"), "size");
  const names = new NameScope(context.names);
  names.add("index", "value");
  const of = compileField(field.of, { ...at("of"), names });
  const isSimple = of.kind === "int" || of.kind === "real" || of.kind === "string" || of.kind === "choice";
  if (!isSimple) context.report(at("of").path, "whole numbers, reals, strings or choices", of.kind);
  if (of.kind === "string" && of.alphabet.includes(" ")) {
    context.report(at("of").path, "an alphabet without space", "one with a space");
  }
  const order = field.order ?? "any";
  const isNumeric = of.kind === "int" || of.kind === "real";
  if (order !== "any" && !isNumeric) context.report(at("order").path, "an order of numbers only", of.kind);
  if (field.sum !== undefined && of.kind !== "int") {
    context.report(at("sum").path, "a sum of whole numbers only", of.kind);
  }
  return {
    kind: "array",
    length,
    of,
    order: order === "any" ? "any" : order.endsWith("descending") ? "descending" : "ascending",
    isDistinct: (field.distinct ?? false) || order.startsWith("strictly"),
    sum: field.sum && compileRange(field.sum, at("sum")),
  };
}

/** A decimal number times 10^decimals; undefined where it has more places or is none. */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (match === null || (match[3]?.length ?? 0) > decimals) return undefined;
  const magnitude = BigInt(`${match[2]}${(match[3] ?? "").padEnd(decimals, "0")}`);
  return match[1] === "-" ? -magnitude : magnitude;
}

function isRange(field: FieldSpec): field is Range {
  return Array.isArray(field);
}

function isRangeValue(value: number | string | Range): value is Range {
  return Array.isArray(value);
}
