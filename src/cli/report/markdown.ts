import { toSafeLine, toSafeText } from "../text/safe-text.ts";

/** A table of untrusted cells. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [toRow(head), `|${" --- |".repeat(head.length)}`, ...rows.map(toRow)];
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => toInline(cell).replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Untrusted text inside a line of Markdown: safe characters, no markup. */
export function toInline(text: string): string {
  return toSafeLine(text).replaceAll(/[\\`*_[\]<>#]/g, "\\$&");
}

/** A code block that its content cannot end. */
export function toFence(text: string, language: string): readonly string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, toSafeText(text).replace(/\n+$/, ""), fence];
}
