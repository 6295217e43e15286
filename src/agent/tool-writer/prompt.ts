import type { Language } from "../../problem/index.ts";
import { toDataBlock } from "../data-block.ts";
import { describeLanguages } from "../role-context.ts";

/** The helper programs that the model writes. */
export type ToolRole = "brute-force" | "generator" | "validator";

const systems: Readonly<Record<ToolRole, string>> = {
  "brute-force":
    "You write reference programs for competitive-programming problems. They may be as slow as they like; they must be " +
    "obviously right.",
  generator: "You write test generators for competitive-programming problems.",
  validator: "You write input validators for competitive-programming problems.",
};

const tasks: Readonly<Record<ToolRole, string>> = {
  "brute-force": `Write a brute force for the problem above: the most literal reading of the statement, trying every possibility, with no clever step that could be wrong. It must answer inputs whose sizes are about 8 or less within a second; it may be hopelessly slow beyond. Read standard input, write standard output.`,
  generator: `Write a generator of valid inputs for the problem above. It is called with two command-line arguments:

  SEED  an integer from 0
  SIZE  one of: tiny, small, edge, large

It prints one input to standard output and is deterministic: the same arguments give the same bytes (seed your own random engine with SEED; never use time or the random device).
- tiny: sizes from the minimum to about 5 and small values, so that a brute force can follow; different seeds give very different shapes.
- small: sizes up to about 8, values from the whole allowed range as well as tiny ones with many ties.
- edge: SEED picks one special case after another: the minimum input, all equal, sorted, reversed, extremes of every value, degenerate shapes, and whatever tends to break wrong solutions of this problem; at sizes that a brute force can follow wherever possible.
- large: the largest sizes that the constraints allow, in several shapes picked by SEED.`,
  validator: `Write a validator for the inputs of the problem above. It reads one input from standard input and exits with code 0 if the input obeys every constraint of the statement (format, ranges, sums, structure, distinctness and whatever else is promised), and with code 1 and one line on standard error otherwise. Missing tokens and tokens left over at the end are errors. Do not be strict about spaces and line ends. It must be fast enough for the largest input.`,
};

/** The task for a tool; `complaints` say what was wrong with earlier versions. */
export function toToolPrompt(role: ToolRole, languages: readonly Language[], complaints: readonly string[]) {
  const again =
    complaints.length === 0
      ? ""
      : `\n\nEarlier versions were rejected:\n${complaints.map((complaint, i) => toDataBlock(`COMPLAINT ${i + 1}`, complaint)).join("\n")}`;
  return {
    system: systems[role],
    task: `${tasks[role]}${again}

Answer with one complete program in ${describeLanguages(languages)}, in one fenced code block. Nothing after it.`,
  };
}
