import type { z } from "zod";
import type { Answer } from "./answer.ts";
import { parseCodeBlocks } from "./parse-program.ts";

/** The last JSON object of an answer, fenced or bare, that fits the schema. */
export function parseJson<T>(text: string, schema: z.ZodType<T>): Answer<T> {
  let reason = "the answer holds no JSON object";
  for (const candidate of findJsonTexts(text)) {
    let value: unknown;
    try {
      value = JSON.parse(candidate);
    } catch {
      continue;
    }
    const result = schema.safeParse(value);
    if (result.success) return { kind: "answer-usable", value: result.data };
    const issue = result.error.issues[0];
    reason = `the JSON does not fit: ${issue?.path.join(".") || "the object"}: ${issue?.message ?? "invalid"}`;
  }
  return { kind: "answer-unusable", reason };
}

function findJsonTexts(text: string): readonly string[] {
  const fenced = parseCodeBlocks(text)
    .blocks.filter((block) => block.tag === "json" || block.tag === "")
    .map((block) => block.source)
    .toReversed();
  const first = text.indexOf("{");
  const last = text.lastIndexOf("}");
  return first >= 0 && last > first ? [...fenced, text.slice(first, last + 1)] : fenced;
}
