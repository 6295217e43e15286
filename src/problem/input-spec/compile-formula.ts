import { suggest } from "../../std/index.ts";
import { toActualText } from "../problem-issue.ts";
import type { CompiledFormula, CompiledRange } from "./compiled-spec.ts";
import { listNames, parseExpression } from "./expression.ts";
import type { Formula, Range } from "./input-spec.ts";

/** Variables declared so far: a number, or a list (array, string, rows, edges). */
export class NameScope {
  readonly #parent: NameScope | undefined;
  readonly #kinds = new Map<string, "value" | "list">();

  constructor(parent: NameScope | undefined) {
    this.#parent = parent;
  }

  /** False where the name is taken. */
  add(name: string, kind: "value" | "list"): boolean {
    if (this.has(name)) return false;
    this.#kinds.set(name, kind);
    return true;
  }

  has(name: string): boolean {
    return this.#kinds.has(name) || (this.#parent?.has(name) ?? false);
  }

  list(): readonly string[] {
    return [...(this.#parent?.list() ?? []), ...this.#kinds.keys()];
  }
}

export interface CompileContext {
  readonly path: readonly (string | number)[];
  readonly names: NameScope;
  readonly sizeNames: Set<string>;
  readonly report: (path: readonly (string | number)[], expected: string, actual: string) => void;
}

/** A formula with its names resolved; one that is at fault is reported, and taken as 0. */
export function compileFormula(
  formula: Formula,
  context: CompileContext,
  role: "value" | "size" = "value",
): CompiledFormula {
  const text = String(formula);
  const parsed =
    typeof formula === "number"
      ? ({ kind: "expression", expression: { kind: "number", value: BigInt(formula) } } as const)
      : parseExpression(text);
  if (parsed.kind === "syntax-error") {
    context.report(context.path, parsed.message, toActualText(text));
    return { text, expression: { kind: "number", value: 0n }, names: [] };
  }
  const names = [...new Set(listNames(parsed.expression))];
  for (const name of names) {
    if (!context.names.has(name)) {
      const known = context.names.list();
      const near = suggest(name, known);
      const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
      context.report(context.path, `a variable that was declared before: ${known.join(", ") || "none"}${hint}`, name);
    } else if (role === "size") context.sizeNames.add(name);
  }
  return { text, expression: parsed.expression, names };
}

export function compileRange(range: Range, context: CompileContext, role: "value" | "size" = "value"): CompiledRange {
  const low = compileFormula(range[0], context, role === "size" ? "size" : "value");
  const high = compileFormula(range[1], context, role);
  if (
    low.expression.kind === "number" &&
    high.expression.kind === "number" &&
    low.expression.value > high.expression.value
  ) {
    context.report(context.path, "a range from low to high", `${low.text} to ${high.text}`);
  }
  return { low, high };
}
