import { generateText, type LanguageModel, type ModelMessage } from "ai";
import { deriveSeed, systemClock, type Clock } from "../../std/index.ts";
import type {
  Completion,
  Policy,
  SampleAddress,
  SampleOutcome,
  SampleRequest,
  TokenPrices,
  Usage,
} from "../contract.ts";
import { computeRequestDigest } from "../request-digest.ts";
import { untilAborted } from "../until-aborted.ts";
import { addUsage, checkPrices, computeWorstCaseUsage, noUsage } from "../usage.ts";
import { toAttemptFailure, type AttemptFailure } from "./attempt-failure.ts";
import { toCompletion } from "./completion.ts";
import { createLanguageModel } from "./language-model.ts";
import { findModelEndpoint, type Environment } from "./model-endpoint.ts";
import { toModelMessages } from "./model-messages.ts";
import { parseModelName } from "./model-name.ts";
import { retryAttempts } from "./retry.ts";

/** One failed attempt of a sample that will be tried again. */
export interface ModelRetry {
  readonly address: SampleAddress;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly reason: AttemptFailure["reason"];
  readonly message: string;
}

export interface AiSdkPolicyOptions {
  /** `PROVIDER/NAME`, e.g. `openai/gpt-5.4` or `openai-compatible/Qwen/Qwen3-8B`. */
  readonly model: string;
  readonly baseUrl?: string | undefined;
  /** Where keys and base URLs are read from, usually `process.env`. */
  readonly env: Environment;
  readonly prices?: TokenPrices | undefined;
  /** Asks for log-probabilities (openai and openai-compatible only; some models refuse). Default false. */
  readonly logprobs?: boolean | undefined;
  /** Default true: nobody but the user knows. */
  readonly canSeeImages?: boolean | undefined;
  /** Bounds one attempt. Default 600 000. */
  readonly timeoutMs?: number | undefined;
  /** Default 5. */
  readonly maxAttempts?: number | undefined;
  /** Default 1000. */
  readonly retryBaseDelayMs?: number | undefined;
  /** Default 120 000; a server that asks for a longer wait is not tried again. */
  readonly retryMaxDelayMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly onRetry?: ((retry: ModelRetry) => void) | undefined;
}

interface Backend {
  readonly model: Exclude<LanguageModel, string>;
  readonly modelName: string;
  readonly logprobs: boolean;
  readonly prices: TokenPrices | undefined;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/**
 * A policy over a hosted model or any server that speaks the OpenAI protocol. Usage counts attempts that broke after
 * they were sent (timed out, torn answers) at their worst case, since the provider may bill them.
 *
 * @throws AppError MODEL_NAME_INVALID, MODEL_KEY_MISSING, MODEL_BASE_URL_MISSING, MODEL_BASE_URL_INVALID, PRICE_INVALID
 */
export async function createAiSdkPolicy(options: AiSdkPolicyOptions): Promise<Policy> {
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  const { env, prices, clock = systemClock, timeoutMs = 600_000 } = options;
  const name = parseModelName(options.model);
  const endpoint = findModelEndpoint(name, { baseUrl: options.baseUrl, env });
  checkPrices(prices);
  const logprobs = options.logprobs === true && name.provider.startsWith("openai");
  const model = await createLanguageModel({ name, endpoint, env, logprobs });
  const backend: Backend = { model, modelName: name.model, logprobs, prices, timeoutMs, clock };
  return {
    info: {
      name: options.model,
      canSeeImages: options.canSeeImages ?? true,
      givesLogprobs: logprobs,
      ...(prices ? { prices } : {}),
    },
    sample: async (request, { signal } = {}) => sampleWithRetries(backend, options, { request, signal }),
  };
}

async function sampleWithRetries(
  backend: Backend,
  options: AiSdkPolicyOptions,
  { request, signal }: { readonly request: SampleRequest; readonly signal: AbortSignal | undefined },
): Promise<SampleOutcome> {
  signal?.throwIfAborted();
  const prompt = toModelMessages(request.messages);
  if (prompt.kind === "unsupported") {
    return { kind: "failure", reason: "rejected", message: prompt.message, usage: noUsage };
  }
  const maxAttempts = options.maxAttempts ?? 5;
  const { outcome, failures } = await retryAttempts(
    async () => attemptOnce(backend, { request, messages: prompt.messages, signal }),
    {
      maxAttempts,
      baseDelayMs: options.retryBaseDelayMs ?? 1000,
      maxDelayMs: options.retryMaxDelayMs ?? 120_000,
      seed: deriveSeed("model-retry", computeRequestDigest(request)),
      clock: backend.clock,
      signal,
      onRetry: ({ attempt, delayMs, failure }) =>
        options.onRetry?.({
          address: request.address,
          attempt,
          maxAttempts,
          delayMs,
          reason: failure.reason,
          message: failure.message,
        }),
    },
  );
  const lostUsage = failures
    .filter((failure) => failure.isLost)
    .reduce<Usage>((sum) => addUsage(sum, computeWorstCaseUsage(request, backend.prices)), noUsage);
  if (outcome.kind === "completion") return { ...outcome, usage: addUsage(outcome.usage, lostUsage) };
  const tried = failures.length === 1 ? "" : ` (after ${failures.length} attempts)`;
  const message = `${options.model}: ${outcome.message}${tried}`;
  return { kind: "failure", reason: outcome.reason, message, usage: lostUsage };
}

async function attemptOnce(
  backend: Backend,
  call: {
    readonly request: SampleRequest;
    readonly messages: ModelMessage[];
    readonly signal: AbortSignal | undefined;
  },
): Promise<Completion | AttemptFailure> {
  const { request, messages, signal } = call;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(backend.timeoutMs);
  const abortSignal = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    const generated = generateText({
      model: backend.model,
      messages,
      allowSystemInMessages: true,
      maxOutputTokens: request.maxTokens,
      temperature: request.temperature,
      seed: request.seed,
      ...(request.stopSequences?.length ? { stopSequences: [...request.stopSequences] } : {}),
      ...(backend.logprobs ? { providerOptions: { openai: { logprobs: true } } } : {}),
      maxRetries: 0,
      abortSignal,
    });
    const result = await untilAborted(generated, abortSignal);
    return toCompletion(result, { request, prices: backend.prices, model: backend.modelName });
  } catch (error) {
    signal?.throwIfAborted();
    if (!timeout.aborted) return toAttemptFailure(error, backend.clock.nowMs());
    const message = `no whole answer within ${backend.timeoutMs} ms`;
    return { kind: "attempt-failure", reason: "timed-out", message, isRetryable: true, isLost: true };
  }
}
