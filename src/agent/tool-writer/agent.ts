import type { Program } from "../../problem/index.ts";
import { toAnswer, type Answer } from "../answer.ts";
import { parseProgram } from "../parse-program.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { toToolPrompt, type ToolRole } from "./prompt.ts";

/** Asks for a brute force, a generator or a validator. Each call's `attempt` is its index in the recording. */
export async function askTool(
  context: RoleContext,
  options: { readonly role: ToolRole; readonly attempt: number; readonly complaints: readonly string[] },
): Promise<Answer<Program>> {
  const outcome = await context.sampler.ask({
    role: options.role,
    round: 0,
    index: options.attempt,
    messages: toMessages(context, toToolPrompt(options.role, context.languages, options.complaints)),
    temperature: options.attempt === 0 ? 0.2 : 0.7,
  });
  return toAnswer(outcome, (text) => parseProgram(text, context.languages));
}
