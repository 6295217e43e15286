import { toDataBlock } from "../data-block.ts";

/** An input on which programs differed, as shown to the tester. The programs themselves are not shown (section 3.3). */
export interface Difference {
  readonly input: string;
  readonly expected?: string | undefined;
  /** e.g. `3 programs gave one output, 2 another`. */
  readonly summary: string;
}

export function toTesterPrompt(difference: Difference | undefined) {
  return {
    system:
      "You break wrong programs for competitive-programming problems: you find the inputs on which plausible but wrong " +
      "ideas fail.",
    task:
      difference === undefined
        ? `Think of the wrong ideas that people would try on the problem above, and of the places where right ideas are implemented wrongly. Write small valid inputs that expose them.

${form}`
        : `Several programs were written for the problem above. On the following input they do not agree: ${difference.summary}.

${toDataBlock("INPUT", difference.input)}${difference.expected === undefined ? "" : `\n${toDataBlock("RIGHT OUTPUT", difference.expected)}`}

Say which boundary or trap of the problem this input hits. Then write more small valid inputs of the same kind, varied, and of related kinds.

${form}`,
  };
}

const form = `Answer with one JSON object and nothing else; each input complete, exactly as a program would read it:
{"boundary": "one or two sentences: the trap", "inputs": ["...", "..."]}
At most 10 inputs, each under 500 characters.`;
