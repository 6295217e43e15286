import { z } from "zod";
import { toAnswer, type Answer } from "../answer.ts";
import { parseJson } from "../parse-json.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { classifierPrompt } from "./prompt.ts";

const classificationSchema = z.object({
  level: z.number().int().min(1).max(5),
  reason: z.string().max(2000),
  techniques: z.array(z.string().max(200)).max(20).default([]),
});

/** A problem's difficulty on the paper's scale of five levels. */
export type Classification = z.infer<typeof classificationSchema>;

/** Asks for the level of a problem, Level 1 to 5. GrandCode section 3.1. */
export async function askClassification(context: RoleContext): Promise<Answer<Classification>> {
  const outcome = await context.sampler.ask({
    role: "classifier",
    round: 0,
    index: 0,
    messages: toMessages(context, classifierPrompt),
    temperature: 0,
  });
  return toAnswer(outcome, (text) => parseJson(text, classificationSchema));
}
