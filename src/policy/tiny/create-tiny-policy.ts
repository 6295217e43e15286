import { AppError } from "../../std/index.ts";
import type { Completion, Message, Policy, SampleOutcome, SampleRequest } from "../contract.ts";
import type { SampledTokens, SamplingPolicy } from "../trainable-contract.ts";

export interface TinyPolicyOptions {
  /** As the user names it; default `tiny`. */
  readonly name?: string;
  /**
   * What the model reads for some messages; default: all texts, a line break between two.
   *
   * @throws AppError where it cannot be asked this: the request is then rejected
   */
  readonly toPrompt?: (messages: readonly Message[], request: SampleRequest) => string;
  /** Tokens put before every prompt, e.g. one that starts a text. */
  readonly startTokens?: readonly number[];
}

/** A sampling policy as a `Policy`: text in, text out. Requests made together are sampled in one batch. */
export function createTinyPolicy(sampler: SamplingPolicy, options: TinyPolicyOptions = {}): Policy {
  const queue = new SampleQueue(sampler);
  const { name = sampler.info.name, toPrompt = joinTexts, startTokens = [] } = options;
  return {
    info: { ...sampler.info, name },
    async sample(request, call = {}): Promise<SampleOutcome> {
      call.signal?.throwIfAborted();
      try {
        const promptTokens = [...startTokens, ...sampler.tokenizer.encode(toPrompt(request.messages, request))];
        const sampled = await queue.add({ request, promptTokens, signal: call.signal });
        return toCompletion({ sampled, sampler, request, promptTokens, name });
      } catch (error) {
        call.signal?.throwIfAborted();
        if (!AppError.is(error)) throw error;
        const reason = error.code.startsWith("TINY_WORKER") ? "unavailable" : "rejected";
        return {
          kind: "failure",
          reason,
          message: error.message,
          usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
        };
      }
    },
  };
}

function joinTexts(messages: readonly Message[]): string {
  const parts = messages.flatMap(({ parts: inner }) => inner);
  if (parts.some(({ kind }) => kind === "image")) {
    throw new AppError({
      code: "TINY_PROMPT_INVALID",
      message: "the embedded policy cannot see images; ask with text alone",
    });
  }
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("\n");
}

interface QueuedSample {
  readonly request: SampleRequest;
  readonly promptTokens: readonly number[];
  readonly signal: AbortSignal | undefined;
}

/** Gathers what is asked within one turn of the event loop. */
class SampleQueue {
  readonly #sampler: SamplingPolicy;
  #waiting: { readonly item: QueuedSample; readonly settle: PromiseWithResolvers<SampledTokens> }[] = [];

  constructor(sampler: SamplingPolicy) {
    this.#sampler = sampler;
  }

  /** One that is aborted is answered at once; the batch goes on for the others. */
  async add(item: QueuedSample): Promise<SampledTokens> {
    const settle = Promise.withResolvers<SampledTokens>();
    if (this.#waiting.length === 0) setImmediate(() => void this.#flush());
    this.#waiting.push({ item, settle });
    const onAbort = (): void => settle.reject(item.signal?.reason);
    item.signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await settle.promise;
    } finally {
      item.signal?.removeEventListener("abort", onAbort);
    }
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.filter(({ item }) => item.signal?.aborted !== true);
    this.#waiting = [];
    const results = await Promise.allSettled([
      this.#sampler.sampleTokens(
        batch.map(({ item: { request, promptTokens } }) => ({
          promptTokens,
          maxTokens: request.maxTokens,
          temperature: request.temperature,
          seed: request.seed,
        })),
      ),
    ]);
    const [result] = results;
    for (const [index, { settle }] of batch.entries()) {
      if (result.status === "rejected") settle.reject(result.reason);
      else settle.resolve(result.value[index] as SampledTokens);
    }
  }
}

function toCompletion(context: {
  readonly sampled: SampledTokens;
  readonly sampler: SamplingPolicy;
  readonly request: SampleRequest;
  readonly promptTokens: readonly number[];
  readonly name: string;
}): Completion {
  const { sampled, sampler, promptTokens, name } = context;
  const { tokenizer } = sampler;
  const stop = findStop(sampled, context);
  const kept = stop?.tokenCount ?? sampled.tokens.length;
  const text = stop?.text ?? tokenizer.decode(sampled.tokens);
  const isEnded = sampled.stopReason === "stop-token";
  return {
    kind: "completion",
    text,
    stopReason: stop === undefined ? (isEnded ? (text === "" ? "empty" : "end") : "max-tokens") : "stop-sequence",
    usage: { inputTokens: promptTokens.length, outputTokens: sampled.tokens.length, costUsd: 0 },
    logprobs_T: sampled.logprobs_T.slice(0, kept),
    tokens_T: sampled.tokens.slice(0, kept).map((token) => tokenizer.decode([token])),
    policyVersion: `${name}@${sampled.versions_T.at(-1) ?? sampler.version}`,
  };
}

function findStop(
  { tokens }: SampledTokens,
  { request, sampler }: { readonly request: SampleRequest; readonly sampler: SamplingPolicy },
): { readonly text: string; readonly tokenCount: number } | undefined {
  const whole = sampler.tokenizer.decode(tokens);
  const starts = (request.stopSequences ?? []).filter((stop) => stop !== "").map((stop) => whole.indexOf(stop));
  const found = starts.filter((start) => start >= 0);
  if (found.length === 0) return undefined;
  const start = Math.min(...found);
  let tokenCount = 0;
  let length = 0;
  while (length < start) {
    length += sampler.tokenizer.decode([tokens[tokenCount] ?? 0]).length;
    tokenCount += 1;
  }
  return { text: whole.slice(0, start), tokenCount };
}
