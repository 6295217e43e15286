import { computeTokenLoss, type TokenLossSpec } from "../../../rl/index.ts";
import { AppError } from "../../../std/index.ts";
import type { TrainingDatum } from "../../trainable-contract.ts";
import type { ModelConfig } from "../model/model-config.ts";

/**
 * Refuses data that the model cannot take.
 *
 * @throws AppError TRAINING_DATUM_INVALID
 */
export function checkData(config: ModelConfig, data: readonly TrainingDatum[], kind: TokenLossSpec["kind"]): void {
  for (const [index, datum] of data.entries()) {
    const fault = findFault(config, datum, kind);
    if (fault === undefined) continue;
    throw new AppError({ code: "TRAINING_DATUM_INVALID", message: `text ${index}: ${fault}` });
  }
}

function findFault(config: ModelConfig, datum: TrainingDatum, kind: TokenLossSpec["kind"]): string | undefined {
  const { inputTokens, targetTokens } = datum;
  const length = inputTokens.length;
  if (length === 0 || length > config.contextLength) {
    return `expected 1 to ${config.contextLength} tokens, got ${length}; cut the text or drop it`;
  }
  if (targetTokens.length !== length) {
    return `expected as many targets as inputs, got ${targetTokens.length} and ${length}; shift the text by one`;
  }
  const strange = [...inputTokens, ...targetTokens].find(
    (token) => !(Number.isInteger(token) && token >= 0 && token < config.vocabularySize),
  );
  if (strange !== undefined) {
    return `expected token ids below ${config.vocabularySize}, got ${strange}; use this policy's own tokenizer`;
  }
  const rows: [name: string, values: ArrayLike<number> | undefined, isNeeded: boolean][] = [
    ["weights_T", datum.weights_T, false],
    ["advantages_T", datum.advantages_T, kind !== "cross-entropy"],
    ["behaviourLogprobs_T", datum.behaviourLogprobs_T, kind !== "cross-entropy"],
  ];
  for (const [name, values, isNeeded] of rows) {
    if (values === undefined && !isNeeded) continue;
    if (values?.length !== length) return `the ${kind} loss needs ${length} ${name}, got ${values?.length ?? "none"}`;
    if (!Array.from(values).every(Number.isFinite)) return `expected finite ${name}; mask a missing one by weight 0`;
  }
  return undefined;
}

/** Each token's term of the loss by `rl`'s definition, for a pass without gradients. */
export function computeTermLosses(
  loss: TokenLossSpec,
  datum: TrainingDatum,
  logprobs_T: readonly number[],
): readonly number[] {
  return logprobs_T.map((logprob, t) => computeTokenLoss(loss, toToken(datum, { t, logprob })).loss);
}

/** Whether the clip cut off a token's gradient. */
export function isClipped(
  loss: TokenLossSpec,
  datum: TrainingDatum,
  token: { readonly t: number; readonly logprob: number },
): boolean {
  if (loss.kind !== "ppo") return false;
  return computeTokenLoss(loss, toToken(datum, token)).clippedTokenCount > 0;
}

function toToken(
  { weights_T, behaviourLogprobs_T, advantages_T }: TrainingDatum,
  { t, logprob }: { readonly t: number; readonly logprob: number },
): Parameters<typeof computeTokenLoss>[1] {
  return {
    logprobs_T: [logprob],
    weights_T: [weights_T?.[t] ?? 1],
    behaviourLogprobs_T: [behaviourLogprobs_T?.[t] ?? 0],
    advantages_T: [advantages_T?.[t] ?? 0],
  };
}
