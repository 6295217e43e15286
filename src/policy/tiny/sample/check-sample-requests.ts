import { AppError } from "../../../std/index.ts";
import type { TokenSampleRequest } from "../../trainable-contract.ts";
import type { ModelConfig } from "../model/model-config.ts";

/**
 * Refuses requests that the model cannot answer.
 *
 * @throws AppError TINY_PROMPT_INVALID, TINY_SAMPLING_INVALID
 */
export function checkSampleRequests(config: ModelConfig, requests: readonly TokenSampleRequest[]): void {
  for (const [index, request] of requests.entries()) {
    const { promptTokens, maxTokens, temperature, topP = 1, seed } = request;
    if (promptTokens.length === 0 || promptTokens.length >= config.contextLength) {
      throw new AppError({
        code: "TINY_PROMPT_INVALID",
        message: `prompt ${index}: expected 1 to ${config.contextLength - 1} tokens, got ${promptTokens.length}; shorten the prompt or use a policy with a longer context`,
      });
    }
    const strange = promptTokens.find(
      (token) => !(Number.isInteger(token) && token >= 0 && token < config.vocabularySize),
    );
    if (strange !== undefined) {
      throw new AppError({
        code: "TINY_PROMPT_INVALID",
        message: `prompt ${index}: expected token ids below ${config.vocabularySize}, got ${strange}; use this policy's own tokenizer`,
      });
    }
    const isValid =
      Number.isInteger(maxTokens) &&
      maxTokens >= 1 &&
      temperature >= 0 &&
      temperature < Infinity &&
      topP > 0 &&
      topP <= 1;
    if (isValid && Number.isSafeInteger(seed)) continue;
    throw new AppError({
      code: "TINY_SAMPLING_INVALID",
      message: `request ${index}: expected maxTokens >= 1, temperature >= 0, 0 < topP <= 1 and a whole seed, got ${maxTokens}, ${temperature}, ${topP} and ${seed}`,
    });
  }
}
