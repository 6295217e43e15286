import { toAnswer, type Answer } from "../answer.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { parseSummary } from "./parse.ts";
import { toSummaryPrompt, type SummaryStep } from "./prompt.ts";

/** One step of progressive summarising: s_k from s_(k−1) and chunk k. GrandCode section 3.5. */
export async function askSummary(
  context: RoleContext,
  options: SummaryStep & { readonly round: number; readonly index: number },
): Promise<Answer<string>> {
  const outcome = await context.sampler.ask({
    role: "summariser",
    round: options.round,
    index: options.index,
    messages: toMessages(context, toSummaryPrompt(options)),
    temperature: 0.2,
  });
  return toAnswer(outcome, (text) => parseSummary(text, options));
}
