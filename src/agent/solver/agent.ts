import type { Message, SampleOutcome } from "../../policy/index.ts";
import type { Program } from "../../problem/index.ts";
import { toAnswer, type Answer } from "../answer.ts";
import { parseProgram, removeCodeBlocks } from "../parse-program.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { toRepairPrompt, toSamplePrompt, type Counterexample, type Failure, type SolverBackground } from "./prompt.ts";

/** A program with what it came from. */
export interface SolverReply {
  readonly answer: Answer<Program>;
  readonly messages: readonly Message[];
  readonly outcome: SampleOutcome;
  /** The answer's text without its code blocks. */
  readonly reasoning: string;
}

/** Samples one program; `index` decides the seed. What earlier programs failed on may be shown. */
export async function askSolution(
  context: RoleContext,
  options: {
    readonly round: number;
    readonly index: number;
    readonly counterexamples: readonly Counterexample[];
    readonly background?: SolverBackground | undefined;
  },
): Promise<SolverReply> {
  const { round, index, counterexamples, background } = options;
  const messages = toMessages(context, toSamplePrompt(context.languages, counterexamples, background));
  const outcome = await context.sampler.ask({ role: "solver", round, index, messages, temperature: 0.8 });
  return toReply(context, messages, outcome);
}

/** Asks for a corrected version of a program that failed. */
export async function askRepair(
  context: RoleContext,
  options: {
    readonly round: number;
    readonly index: number;
    readonly program: Program;
    readonly failures: readonly Failure[];
    readonly background?: SolverBackground | undefined;
  },
): Promise<SolverReply> {
  const { round, index, program, failures, background } = options;
  const messages = toMessages(context, toRepairPrompt(program, failures, background));
  const outcome = await context.sampler.ask({ role: "repairer", round, index, messages, temperature: 0.6 });
  return toReply(context, messages, outcome);
}

function toReply(context: RoleContext, messages: readonly Message[], outcome: SampleOutcome): SolverReply {
  const answer = toAnswer(outcome, (text) => parseProgram(text, context.languages));
  const reasoning = outcome.kind === "completion" ? removeCodeBlocks(outcome.text) : "";
  return { answer, messages, outcome, reasoning };
}
