import type { Language } from "../../problem/index.ts";
import { toDataBlock } from "../data-block.ts";
import { describeLanguages } from "../role-context.ts";

/** A small instance with the answer of the brute force, as shown to the hypothesiser. Texts are already shortened. */
export interface SmallInstance {
  readonly input: string;
  readonly answer: string;
}

/** An earlier claim and why it does not stand. */
export interface RefutedClaim {
  readonly claim: string;
  readonly source?: string | undefined;
  /** What is wrong with it as a whole, e.g. that its program does not compile. */
  readonly complaint: string;
  /** Where it failed, smallest first. */
  readonly failures: readonly (SmallInstance & { readonly got?: string | undefined })[];
}

const system =
  "You find the structure of competitive-programming problems: closed forms, characterisations and properties that make " +
  "a solution short. Each claim of yours is checked by a program on small instances before anyone relies on it.";

/** The task of proposing a claim; `refuted` are earlier versions of it, oldest first. */
export function toHypothesisPrompt(
  languages: readonly Language[],
  request: { readonly instances: readonly SmallInstance[]; readonly refuted: readonly RefutedClaim[] },
) {
  return {
    system,
    task: `State one claim about the problem above that would help to solve it, and write it as a program that can be checked on small instances.

${describeInstances(request.instances)}The claim is of one of two kinds:
- "answer": a closed form or characterisation that gives the answer. The program reads an input of the problem and prints what the answer must be, as a solution would. It is run on small inputs only (sizes about 8 or less) and may be as slow as a brute force, but it must compute the claim, not search for the answer.
- "property": something that every instance and its answer obey (monotone, at most k, divisible, reachable by a greedy order, ...). The program reads an input of the problem and directly after it the right answer, and prints \`holds\` or \`fails\` as its first word, then, if it likes, what it saw. A property that would hold with wrong answers too says nothing.
${describeRefuted(request.refuted)}
Answer with a block tagged \`json\` that holds {"kind": "answer" or "property", "claim": "one or two sentences"}, followed by one complete program in ${describeLanguages(languages)}, in one fenced code block. Nothing after it.`,
  };
}

function describeInstances(instances: readonly SmallInstance[]): string {
  if (instances.length === 0) return "";
  const shown = instances.map((instance, i) => describeInstance(instance, i + 1)).join("\n");
  return `Small instances with their answers, by a brute force:\n\n${shown}\n\n`;
}

function describeRefuted(refuted: readonly RefutedClaim[]): string {
  if (refuted.length === 0) return "";
  const claims = refuted.map((claim, i) => describeRefutation(claim, i + 1)).join("\n\n");
  return `
Earlier versions of the claim did not stand:

${claims}

Revise the claim so that it explains these instances too; if its idea is wrong, take another.
`;
}

function describeRefutation({ claim, source, complaint, failures }: RefutedClaim, number: number): string {
  const parts = [toDataBlock(`CLAIM ${number}`, claim)];
  if (source !== undefined) parts.push(toDataBlock(`ITS PROGRAM ${number}`, source));
  parts.push(toDataBlock(`WHAT IS WRONG ${number}`, complaint));
  for (const [i, failure] of failures.entries()) {
    const at = `${number}.${i + 1}`;
    parts.push(describeInstance(failure, at));
    if (failure.got !== undefined) parts.push(toDataBlock(`WHAT THE CLAIM GAVE ${at}`, failure.got));
  }
  return parts.join("\n");
}

function describeInstance(instance: SmallInstance, number: number | string): string {
  return `${toDataBlock(`INSTANCE ${number}`, instance.input)}\n${toDataBlock(`ITS ANSWER ${number}`, instance.answer)}`;
}
