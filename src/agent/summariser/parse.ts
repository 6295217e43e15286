import type { Answer } from "../answer.ts";

/**
 * A summary must be shorter than what it stands for (the state before it and the chunk), or nothing is won.
 * One longer than asked for is taken as it is.
 */
export function parseSummary(
  text: string,
  step: { readonly state?: string | undefined; readonly chunk: string },
): Answer<string> {
  const summary = text.trim();
  const replaced = (step.state?.length ?? 0) + step.chunk.length;
  if (summary.length < replaced) return { kind: "answer-usable", value: summary };
  return {
    kind: "answer-unusable",
    reason: `the summary has ${summary.length} characters, and what it was to shorten has ${replaced}`,
  };
}
