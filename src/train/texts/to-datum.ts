import type { TrainingDatum } from "../../policy/index.ts";
import type { EncodedText } from "../contract.ts";

/** A text shifted by one, its answer's tokens weighted by `answerWeight` and its prompt's by `promptWeight`. */
export function toDatum(
  { promptTokens, answerTokens }: EncodedText,
  weights: { readonly answerWeight: number; readonly promptWeight: number },
): TrainingDatum {
  const tokens = [...promptTokens, ...answerTokens];
  const promptTargets = Math.max(0, promptTokens.length - 1);
  return {
    inputTokens: tokens.slice(0, -1),
    targetTokens: tokens.slice(1),
    weights_T: tokens.slice(1).map((_, t) => (t < promptTargets ? weights.promptWeight : weights.answerWeight)),
  };
}

/** Tokens of a text that are learnt as an answer: the first token of a text without prompt has nothing before it. */
export function countAnswerTargets({ promptTokens, answerTokens }: EncodedText): number {
  return answerTokens.length - (promptTokens.length === 0 ? 1 : 0);
}
