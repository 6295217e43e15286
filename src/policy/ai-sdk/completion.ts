import type { GenerateTextResult, ToolSet } from "ai";
import { z } from "zod";
import type { Completion, SampleRequest, StopReason, TokenPrices } from "../contract.ts";
import { estimateInputTokens, estimateTokens, toPricedUsage } from "../usage.ts";
import { logprobsMetadataKey } from "./language-model.ts";

type GenerateResult = Pick<
  // oxlint-disable-next-line typescript/no-explicit-any
  GenerateTextResult<ToolSet, any, any>,
  "text" | "finishReason" | "rawFinishReason" | "usage" | "finalStep"
>;

export interface ToCompletionOptions {
  readonly request: SampleRequest;
  readonly prices?: TokenPrices | undefined;
  /** The requested model's name, for backends that do not report theirs. */
  readonly model: string;
}

/**
 * The SDK's result as a completion. Reasoning is not part of the text. Usage that the backend did not report, or not
 * as a count, is estimated. A text that runs past a stop sequence (a backend that ignores them) is cut there.
 */
export function toCompletion(result: GenerateResult, options: ToCompletionOptions): Completion {
  const { request, prices } = options;
  const cutAt = findStopSequence(result.text, request.stopSequences ?? []);
  const text = cutAt === undefined ? result.text : result.text.slice(0, cutAt);
  const usage = {
    inputTokens: toCount(result.usage.inputTokens) ?? estimateInputTokens(request.messages),
    outputTokens: toCount(result.usage.outputTokens) ?? estimateTokens(result.text),
  };
  return {
    kind: "completion",
    text,
    stopReason: cutAt === undefined ? toStopReason(result) : "stop-sequence",
    usage: toPricedUsage(usage, prices),
    ...toLogprobs(result.finalStep.providerMetadata),
    policyVersion: result.finalStep.response.modelId || options.model,
  };
}

/** What a server reports is not always a count; a negative one would refill the budget. */
function toCount(reported: number | undefined): number | undefined {
  return Number.isSafeInteger(reported) && reported !== undefined && reported >= 0 ? reported : undefined;
}

function toStopReason(result: GenerateResult): StopReason {
  if (result.finishReason === "length") return "max-tokens";
  if (result.finishReason === "content-filter") return "content-filter";
  if (result.text.trim() === "") return "empty";
  if (result.rawFinishReason === "stop_sequence") return "stop-sequence";
  return result.finishReason === "stop" ? "end" : "unknown";
}

function findStopSequence(text: string, stopSequences: readonly string[]): number | undefined {
  const positions = stopSequences.map((stop) => text.indexOf(stop)).filter((position) => position >= 0);
  return positions.length === 0 ? undefined : Math.min(...positions);
}

const tokenSchema = z.object({ token: z.string(), logprob: z.number() });
const metadataSchema = z.union([
  z
    .object({ [logprobsMetadataKey]: z.object({ content: z.array(tokenSchema) }) })
    .transform((metadata) => metadata[logprobsMetadataKey]?.content ?? []),
  z
    .object({ openai: z.object({ logprobs: z.array(z.array(tokenSchema)) }) })
    .transform((metadata) => metadata.openai.logprobs.flat()),
]);

function toLogprobs(metadata: unknown): Pick<Completion, "logprobs_T" | "tokens_T"> {
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success || parsed.data.length === 0) return {};
  return { logprobs_T: parsed.data.map((item) => item.logprob), tokens_T: parsed.data.map((item) => item.token) };
}
