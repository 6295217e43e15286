import type { CompiledField, CompiledFields, CompiledScope, InputSpec } from "../../problem/index.ts";
import { toKey } from "./env.ts";
import { isList, toScopes, toTexts, type InputItem, type InputScope } from "./input-value.ts";
import { toCompiled } from "./to-compiled.ts";

/** The input as text: single spaces, LF after every line. @throws FORGE_SPEC_INVALID */
export function renderInput(spec: InputSpec, value: InputScope): string {
  const lines: string[] = [];
  renderScope(toCompiled(spec).scope, value, lines);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function renderScope(scope: CompiledScope, value: InputScope, lines: string[]): void {
  for (const block of scope.blocks) {
    switch (block.kind) {
      case "line":
        lines.push(renderFields(block.fields, value).join(" "));
        break;
      case "rows":
        for (const row of toScopes(value[block.name])) lines.push(renderFields(block.fields, row).join(" "));
        break;
      case "queries":
        for (const row of toScopes(value[block.name])) {
          const fields = block.kinds.find((kind) => kind.tag === row["kind"])?.fields ?? [];
          lines.push([toKey(row["kind"] ?? ""), ...renderFields(fields, row)].join(" "));
        }
        break;
      case "grid":
        for (const line of toTexts(value[block.name])) lines.push(line);
        break;
      case "tree":
      case "graph":
        for (const edge of toScopes(value[block.name])) {
          lines.push([toKey(edge["u"] ?? ""), toKey(edge["v"] ?? ""), ...renderFields(block.weights, edge)].join(" "));
        }
        break;
      case "cases":
        for (const inner of toScopes(value[block.name])) renderScope(block.scope, inner, lines);
        break;
    }
  }
}

/** The tokens of a line; empty lists and empty strings give none. */
function renderFields(fields: CompiledFields, value: InputScope): readonly string[] {
  return fields.flatMap(({ name, field }) => {
    const item = value[name];
    return item === undefined ? [] : renderField(field, item);
  });
}

function renderField(field: CompiledField, item: InputItem): readonly string[] {
  if (isList(item)) {
    const of = field.kind === "array" ? field.of : field;
    return item.flatMap((entry) => renderField(of, entry));
  }
  if (field.kind === "real" && typeof item === "bigint") return [renderDecimal(item, field.decimals)];
  return item === "" ? [] : [toKey(item)];
}

function renderDecimal(scaled: bigint, decimals: number): string {
  if (decimals === 0) return String(scaled);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, "0");
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
