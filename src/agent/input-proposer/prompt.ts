import type { KeptTest } from "../../forge/index.ts";
import type { Program } from "../../problem/index.ts";
import { toDataBlock, toPromptText } from "../data-block.ts";

/** The two sides of a solution attack: only here programs are shown. GrandCode section 3.3. */
export interface AttackedPrograms {
  readonly gold: Program;
  readonly candidate: Program;
}

export function toAttackPrompt({ gold, candidate }: AttackedPrograms, last: KeptTest | undefined) {
  return {
    system:
      "You find inputs on which a program for a competitive-programming problem goes wrong, by reading it beside one that " +
      "is right.",
    task: `Two programs were written for the problem above. The first is right.

${toDataBlock("RIGHT PROGRAM", gold.source)}
${toDataBlock("PROGRAM UNDER ATTACK", candidate.source)}
${last === undefined ? "" : `\nThis input has broken another program already:\n${toDataBlock("INPUT", toPromptText(last.input.bytes))}\n`}
Work out where the second one does something else: another order, a missing case, a smaller type, a bound, a worse complexity. For each difference write valid inputs on which the two answers differ; where they differ only in time, write the smallest input that shows it.

${inputForm}`,
  };
}

/** One line on who went which way. The programs themselves are not shown. */
export function describeDifference({ killed, split, authority }: KeptTest): string {
  const programs = killed.length === 1 ? "1 program" : `${killed.length} programs`;
  const verdicts = [...new Set(killed.map(({ verdict }) => verdict))].join(", ");
  if (authority === undefined)
    return `they give different outputs (${split.length} pairs), and nobody knows the answer`;
  return `${programs} ${killed.length === 1 ? "fails" : "fail"} it (${verdicts})`;
}

const inputForm = `Answer with one JSON object and nothing else; each input complete, exactly as a program would read it:
{"boundary": "one or two sentences: what the program under attack gets wrong", "inputs": ["...", "..."]}
At most 10 inputs, each under 500 characters.`;
