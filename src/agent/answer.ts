import type { SampleOutcome } from "../policy/index.ts";
import { unreachable } from "../std/index.ts";

/** What a role made of a model's outcome: a value it can use, or why it can't. */
export type Answer<T> =
  | { readonly kind: "answer-usable"; readonly value: T }
  | { readonly kind: "answer-unusable"; readonly reason: string };

const maxReasonLength = 400;

/**
 * Gives `parse` the text of a completion; failures and empty answers become unusable with a sentence why, which is
 * short however long the model's text is.
 */
export function toAnswer<T>(outcome: SampleOutcome, parse: (text: string) => Answer<T>): Answer<T> {
  const answer = toWholeAnswer(outcome, parse);
  if (answer.kind === "answer-usable" || answer.reason.length <= maxReasonLength) return answer;
  return { kind: "answer-unusable", reason: `${answer.reason.slice(0, maxReasonLength)}…` };
}

function toWholeAnswer<T>(outcome: SampleOutcome, parse: (text: string) => Answer<T>): Answer<T> {
  if (outcome.kind === "failure") return { kind: "answer-unusable", reason: `${outcome.reason}: ${outcome.message}` };
  if (outcome.text.trim() === "") return { kind: "answer-unusable", reason: explainStop(outcome.stopReason) };
  const answer = parse(outcome.text);
  if (answer.kind === "answer-usable" || outcome.stopReason === "end") return answer;
  return { kind: "answer-unusable", reason: `${answer.reason} (${explainStop(outcome.stopReason)})` };
}

function explainStop(stopReason: Extract<SampleOutcome, { kind: "completion" }>["stopReason"]): string {
  switch (stopReason) {
    case "max-tokens":
      return "the answer was cut off at the token limit";
    case "content-filter":
      return "the provider's content filter stopped the answer";
    case "end":
    case "empty":
    case "unknown":
    case "stop-sequence":
      return "the answer holds no text";
    default:
      return unreachable(stopReason);
  }
}
