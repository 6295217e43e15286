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

/** A claim that stood every check, as shown to the solver. */
export interface CheckedClaim {
  readonly claim: string;
  /** The program that computes it, where the claim gives the answer. */
  readonly source?: string | undefined;
  /** How far it was checked, e.g. `agreed with a brute force on 120 small inputs`. */
  readonly evidence: string;
}

/** What is known before a program is written. Empty: the prompt is as if nobody had looked. */
export interface SolverBackground {
  readonly claims: readonly CheckedClaim[];
  /** What was tried before and how it went. */
  readonly memory?: string | undefined;
}

const noBackground: SolverBackground = { claims: [] };

const system =
  "You are an expert competitive programmer. You find an algorithm that is right on every valid input and fast enough " +
  "at the largest one, and you write it as one complete program.";

export function toSamplePrompt(
  languages: readonly Language[],
  counterexamples: readonly Counterexample[],
  background: SolverBackground = noBackground,
) {
  const warning =
    counterexamples.length === 0
      ? ""
      : `\n\nEarlier programs for this problem failed on these inputs. Work out what they got wrong before you write yours.\n\n` +
        counterexamples.map((example, i) => describeCounterexample(example, i + 1)).join("\n\n");
  return {
    system,
    task: `Solve the problem above. First think: what the constraints allow, which algorithm, why it is right, which inputs are traps.${describeBackground(background)}${warning}

End with one complete program in ${describeLanguages(languages)}, in one fenced code block. Nothing after it.`,
  };
}

export function toRepairPrompt(
  program: Program,
  failures: readonly Failure[],
  background: SolverBackground = noBackground,
) {
  return {
    system,
    task: `The program below was written for the problem above and is wrong.

${toDataBlock("PROGRAM", program.source)}

${failures.map((failure, i) => describeFailure(failure, i + 1)).join("\n\n")}${describeBackground(background)}

Find the cause. If the idea itself is wrong, drop it and take another. End with one complete corrected program in the same language, in one fenced code block. Nothing after it.`,
  };
}

function describeBackground({ claims, memory }: SolverBackground): string {
  const parts: string[] = [];
  if (claims.length > 0) {
    parts.push(
      "These claims about the problem were checked on small inputs only. Use what helps; before you rely on one, see whether it holds in general.",
      ...claims.map((claim, i) => describeClaim(claim, i + 1)),
    );
  }
  if (memory !== undefined) {
    parts.push(
      "What was tried before for this problem, and how it went. Do not repeat what failed; build on what worked.",
      toDataBlock("EARLIER WORK", memory),
    );
  }
  return parts.map((part) => `\n\n${part}`).join("");
}

function describeClaim({ claim, source, evidence }: CheckedClaim, number: number): string {
  const parts = [toDataBlock(`CLAIM ${number}`, claim), `How far claim ${number} was checked: ${evidence}.`];
  if (source !== undefined) parts.push(toDataBlock(`CLAIM ${number} AS A PROGRAM`, source));
  return parts.join("\n");
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
