import { AppError } from "../std/index.ts";
import type { Message, SampleRequest, TokenPrices, Usage } from "./contract.ts";

const bytesPerToken = 4;
const tokensPerMessage = 16;
const tokensPerImage = 5000;

/** Nothing was used, which costs nothing. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** A usual count of tokens for a text (UTF-8 bytes / 4), for backends that report none. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** A usual count of input tokens for messages; an image counts as 5000. */
export function estimateInputTokens(messages: readonly Message[]): number {
  return countInputTokens(messages, estimateTokens);
}

/**
 * The most that a request can use: one input token a byte (no byte-level tokenizer makes more), `maxTokens` of output,
 * and their price where it is known.
 */
export function computeWorstCaseUsage(request: SampleRequest, prices?: TokenPrices): Usage {
  const inputTokens = countInputTokens(request.messages, (text) => Buffer.byteLength(text));
  return toPricedUsage({ inputTokens, outputTokens: request.maxTokens }, prices);
}

/** The same usage with its cost filled in from `prices`, unless the backend gave one. No tokens cost nothing. */
export function toPricedUsage(usage: Usage, prices?: TokenPrices): Usage {
  if (usage.costUsd !== undefined) return usage;
  if (usage.inputTokens === 0 && usage.outputTokens === 0) return { ...usage, costUsd: 0 };
  if (prices === undefined) return usage;
  const microUsd = usage.inputTokens * prices.inputUsdPerMTokens + usage.outputTokens * prices.outputUsdPerMTokens;
  return { ...usage, costUsd: microUsd / 1e6 };
}

/** The sum; its cost is undefined as soon as one of the two is. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd === undefined || b.costUsd === undefined ? undefined : a.costUsd + b.costUsd,
  };
}

/**
 * Checks prices that a user gave.
 *
 * @throws AppError PRICE_INVALID
 */
export function checkPrices(prices: TokenPrices | undefined): void {
  for (const [field, value] of Object.entries(prices ?? {})) {
    if (Number.isFinite(value) && value >= 0) continue;
    throw new AppError({
      code: "PRICE_INVALID",
      message: `${field}: expected US dollars per million tokens, 0 or more, got ${value}`,
      data: { field, value: String(value) },
    });
  }
}

function countInputTokens(messages: readonly Message[], countText: (text: string) => number): number {
  let tokens = tokensPerMessage;
  for (const message of messages) {
    tokens += tokensPerMessage;
    for (const part of message.parts) tokens += part.kind === "text" ? countText(part.text) : tokensPerImage;
  }
  return tokens;
}
