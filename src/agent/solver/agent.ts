import type { Program } from "../../problem/index.ts";
import { toAnswer, type Answer } from "../answer.ts";
import { parseProgram } from "../parse-program.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { toRepairPrompt, toSamplePrompt, type Counterexample, type Failure } from "./prompt.ts";

/** Samples one program; `index` decides the seed. What earlier programs failed on may be shown. */
export async function askSolution(
  context: RoleContext,
  options: { readonly round: number; readonly index: number; readonly counterexamples: readonly Counterexample[] },
): Promise<Answer<Program>> {
  const outcome = await context.sampler.ask({
    role: "solver",
    round: options.round,
    index: options.index,
    messages: toMessages(context, toSamplePrompt(context.languages, options.counterexamples)),
    temperature: 0.8,
  });
  return toAnswer(outcome, (text) => parseProgram(text, context.languages));
}

/** Asks for a corrected version of a program that failed. */
export async function askRepair(
  context: RoleContext,
  options: {
    readonly round: number;
    readonly index: number;
    readonly program: Program;
    readonly failures: readonly Failure[];
  },
): Promise<Answer<Program>> {
  const outcome = await context.sampler.ask({
    role: "repairer",
    round: options.round,
    index: options.index,
    messages: toMessages(context, toRepairPrompt(options.program, options.failures)),
    temperature: 0.6,
  });
  return toAnswer(outcome, (text) => parseProgram(text, context.languages));
}
