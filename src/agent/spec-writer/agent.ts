import { parseInputSpec, type InputSpec } from "../../problem/index.ts";
import { toAnswer, type Answer } from "../answer.ts";
import { parseCodeBlocks } from "../parse-program.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { toSpecPrompt } from "./prompt.ts";

/** Has the model derive the input specification from the statement. Believed only after `checkInputSpec`. */
export async function askInputSpec(
  context: RoleContext,
  options: { readonly attempt: number; readonly complaints: readonly string[] },
): Promise<Answer<InputSpec>> {
  const outcome = await context.sampler.ask({
    role: "spec-writer",
    round: 0,
    index: options.attempt,
    messages: toMessages(context, toSpecPrompt(options.complaints)),
    temperature: options.attempt === 0 ? 0.2 : 0.7,
  });
  return toAnswer(outcome, parseSpec);
}

function parseSpec(text: string): Answer<InputSpec> {
  const { blocks, isLastOpen } = parseCodeBlocks(text);
  const block = blocks.findLast(({ tag }) => ["yaml", "yml", "json", ""].includes(tag));
  if (block === undefined) {
    const reason = isLastOpen ? "the specification is cut off" : "the answer holds no specification";
    return { kind: "answer-unusable", reason };
  }
  const parsed = parseInputSpec(block.source, "the specification");
  if (parsed.kind === "spec-parsed") return { kind: "answer-usable", value: parsed.spec };
  const lines = parsed.issues.map(
    ({ field, expected, actual }) => `${field ?? "it"}: expected ${expected}, got ${actual}`,
  );
  return { kind: "answer-unusable", reason: lines.join("; ") };
}
