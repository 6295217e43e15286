import { z } from "zod";
import { toAnswer, type Answer } from "../answer.ts";
import { parseJson } from "../parse-json.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { toTesterPrompt, type Difference } from "./prompt.ts";

export const proposalSchema = z.object({
  boundary: z.string().max(4000).default(""),
  inputs: z.array(z.string().max(20_000)).max(50),
});

/** Inputs that the model proposes, and the trap it thinks they hit. */
export type TestProposal = z.infer<typeof proposalSchema>;

/** Asks for inputs that separate right from wrong programs. GrandCode section 3.3, difference-driven generation. */
export async function askTests(
  context: RoleContext,
  options: { readonly round: number; readonly index: number; readonly difference?: Difference | undefined },
): Promise<Answer<TestProposal>> {
  const outcome = await context.sampler.ask({
    role: "tester",
    round: options.round,
    index: options.index,
    messages: toMessages(context, toTesterPrompt(options.difference)),
    temperature: 0.8,
  });
  return toAnswer(outcome, (text) => parseJson(text, proposalSchema));
}
