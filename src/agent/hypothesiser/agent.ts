import { toAnswer, type Answer } from "../answer.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { parseHypothesis, type Hypothesis } from "./parse.ts";
import { toHypothesisPrompt, type RefutedClaim, type SmallInstance } from "./prompt.ts";

/** Asks for a checkable claim about the problem, or for a revision of one that was refuted. GrandCode section 3.4. */
export async function askHypothesis(
  context: RoleContext,
  options: {
    readonly round: number;
    readonly index: number;
    readonly instances: readonly SmallInstance[];
    readonly refuted: readonly RefutedClaim[];
  },
): Promise<Answer<Hypothesis>> {
  const outcome = await context.sampler.ask({
    role: "hypothesiser",
    round: options.round,
    index: options.index,
    messages: toMessages(context, toHypothesisPrompt(context.languages, options)),
    temperature: options.refuted.length === 0 ? 0.8 : 0.6,
  });
  return toAnswer(outcome, (text) => parseHypothesis(text, context.languages));
}
