import type { StatementPhrases } from "../blueprint.ts";
import { toProse } from "./normal-form.ts";

/** Sections that a policy is not shown: they bound the input and repeat what the question says. */
const hiddenSections = new Set(["output", "constraints", "limits", "examples", "example", "notes", "note"]);

export function toMarkdown(phrases: StatementPhrases, constraints: readonly string[]): string {
  const lines = constraints.map((line) => `- ${line}`).join("\n");
  return [
    toProse(phrases.body),
    `## Input\n\n${toProse(phrases.input)}`,
    "## Output\n\nOne line with the answer.",
    `## Constraints\n\n${lines}\n`,
  ].join("\n\n");
}

/** The text of a statement that matters to a policy: without headings and without `hiddenSections`. */
export function toShownText(markdown: string): string {
  const sections = markdown.split(/^#{1,6}[ \t]+/m);
  return sections
    .flatMap((section, index) => {
      if (index === 0) return [section];
      const [heading = "", ...lines] = section.split("\n");
      return hiddenSections.has(heading.trim().toLowerCase()) ? [] : [lines.join("\n")];
    })
    .join("\n");
}
