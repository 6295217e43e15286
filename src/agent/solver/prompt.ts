import type { Language, Program } from "../../problem/index.ts";
import { toDataBlock } from "../data-block.ts";
import { describeLanguages } from "../role-context.ts";

/** A test that earlier programs failed, as shown to the solver. Texts are already shortened. */
export interface Counterexample {
  readonly input: string;
  /** The right output, where it is known. */
  readonly expected?: string | undefined;
  /** Why it is a trap, in the tester's words. */
  readonly boundary?: string | undefined;
}

/** How a program failed a test. */
export interface Failure extends Counterexample {
  /** e.g. `wrong-answer`. */
  readonly verdict: string;
  readonly got?: string | undefined;
  /** The judge's normalised message. */
  readonly message?: string | undefined;
}

const system =
  "You are an expert competitive programmer. You find an algorithm that is right on every valid input and fast enough " +
  "at the largest one, and you write it as one complete program.";

export function toSamplePrompt(languages: readonly Language[], counterexamples: readonly Counterexample[]) {
  const warning =
    counterexamples.length === 0
      ? ""
      : `\n\nEarlier programs for this problem failed on these inputs. Work out what they got wrong before you write yours.\n\n` +
        counterexamples.map((example, i) => describeCounterexample(example, i + 1)).join("\n\n");
  return {
    system,
    task: `Solve the problem above. First think: what the constraints allow, which algorithm, why it is right, which inputs are traps.${warning}

End with one complete program in ${describeLanguages(languages)}, in one fenced code block. Nothing after it.`,
  };
}

export function toRepairPrompt(program: Program, failures: readonly Failure[]) {
  return {
    system,
    task: `The program below was written for the problem above and is wrong.

${toDataBlock("PROGRAM", program.source)}

${failures.map((failure, i) => describeFailure(failure, i + 1)).join("\n\n")}

Find the cause. If the idea itself is wrong, drop it and take another. End with one complete corrected program in the same language, in one fenced code block. Nothing after it.`,
  };
}

function describeCounterexample(example: Counterexample, number: number): string {
  const parts = [toDataBlock(`INPUT ${number}`, example.input)];
  if (example.expected !== undefined) parts.push(toDataBlock(`RIGHT OUTPUT ${number}`, example.expected));
  if (example.boundary !== undefined) parts.push(toDataBlock(`WHY IT IS A TRAP ${number}`, example.boundary));
  return parts.join("\n");
}

function describeFailure(failure: Failure, number: number): string {
  const parts = [`Failure ${number}: ${failure.verdict}`];
  if (failure.message) parts.push(toDataBlock(`JUDGE MESSAGE ${number}`, failure.message));
  if (failure.input !== "") parts.push(describeCounterexample(failure, number));
  if (failure.got !== undefined) parts.push(toDataBlock(`ITS OUTPUT ${number}`, failure.got));
  return parts.join("\n");
}
