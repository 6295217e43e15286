import { AppError } from "../../std/index.ts";
import type { PolicyInfo } from "../contract.ts";
import type {
  CallOptions,
  ForwardRequest,
  ForwardResult,
  OptimStepRequest,
  OptimStepResult,
  SampledTokens,
  SavedWeights,
  SaveRequest,
  ScoredTokens,
  ScoreRequest,
  TokenSampleRequest,
  TrainablePolicy,
  TrainingOptions,
} from "../trainable-contract.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint/checkpoint.ts";
import { createTokenizer, type TokenizerData } from "./checkpoint/tokenizer.ts";
import type { LoraConfig, ModelConfig } from "./model/model-config.ts";
import { loraConfigSchema, modelConfigSchema } from "./model/model-config.ts";
import { TinyWeights } from "./model/weights.ts";
import { loadRuntime, type Runtime } from "./runtime.ts";
import { Sampler } from "./sample/sampler.ts";
import { Trainer } from "./train/trainer.ts";

/** Where the weights come from, and how they are used. */
export interface TinyOptions extends TrainingOptions {
  readonly source:
    | { readonly kind: "checkpoint"; readonly directory: string; readonly withOptimizer?: boolean }
    | {
        readonly kind: "new";
        readonly config: Omit<ModelConfig, "vocabularySize">;
        readonly tokenizer: TokenizerData;
        readonly seed: string;
      };
  /** Trains a fresh adapter instead of the weights; one that the checkpoint has becomes part of them. */
  readonly lora?: { readonly rank: number; readonly seed: string } & Partial<Omit<LoraConfig, "rank">>;
  /** Tokens, padding included, that one pass takes; default 2048. */
  readonly tokensPerBatch?: number;
  /** Rows sampled at once; default 64. */
  readonly maxRows?: number;
}

/**
 * A trainable policy in this process. A computation holds the event loop while it runs: for anything longer than a
 * moment take `startTinyWorker`.
 *
 * @throws AppError TINY_RUNTIME_MISSING, TINY_CONFIG_INVALID, TINY_TOKENIZER_INVALID, TINY_CHECKPOINT_INVALID,
 *   TRAINING_OPTION_REFUSED
 */
export async function createTinyEngine(options: TinyOptions): Promise<TrainablePolicy> {
  if (options.freezeMoeRouters === true) {
    throw new AppError({
      code: "TRAINING_OPTION_REFUSED",
      message:
        "freezeMoeRouters was asked for, but the embedded policy is dense and has no router to freeze; leave the option out",
    });
  }
  const runtime = await loadRuntime();
  const opened = await open(options);
  return new TinyEngine(runtime, options, opened);
}

interface OpenedPolicy {
  readonly weights: TinyWeights;
  readonly tokenizer: ReturnType<typeof createTokenizer>;
  readonly seed: string;
}

async function open({ source, lora }: TinyOptions): Promise<OpenedPolicy> {
  const opened = source.kind === "checkpoint" ? await openCheckpoint(source) : openNew(source);
  if (lora === undefined) return opened;
  const { seed, ...rest } = lora;
  return { ...opened, weights: opened.weights.withLora(parseConfig(loraConfigSchema, rest), seed) };
}

async function openCheckpoint(source: {
  readonly directory: string;
  readonly withOptimizer?: boolean;
}): Promise<OpenedPolicy> {
  const { weights, tokenizer, manifest } = await readCheckpoint(source.directory, {
    withOptimizer: source.withOptimizer ?? true,
  });
  return { weights, tokenizer, seed: manifest.seed };
}

function openNew(source: Extract<TinyOptions["source"], { kind: "new" }>): OpenedPolicy {
  const tokenizer = createTokenizer(source.tokenizer);
  const config = parseConfig(modelConfigSchema, { ...source.config, vocabularySize: tokenizer.vocabularySize });
  return { weights: TinyWeights.create(config, source.seed), tokenizer, seed: source.seed };
}

function parseConfig<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: { message: string } } },
  value: unknown,
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError({
    code: "TINY_CONFIG_INVALID",
    message: `expected the shape of a small transformer or of its adapter, got: ${parsed.error.message}`,
  });
}

type LoadRequest = Parameters<TrainablePolicy["load"]>[0];

class TinyEngine implements TrainablePolicy {
  readonly #runtime: Runtime;
  readonly #options: TinyOptions;
  #opened: OpenedPolicy;
  #trainer: Trainer;
  #sampler: Sampler;
  #last: Promise<unknown> = Promise.resolve();

  constructor(runtime: Runtime, options: TinyOptions, opened: OpenedPolicy) {
    this.#runtime = runtime;
    this.#options = options;
    this.#opened = opened;
    this.#trainer = this.#createTrainer();
    this.#sampler = this.#createSampler();
  }

  get info(): PolicyInfo {
    return tinyInfo;
  }

  get tokenizer(): OpenedPolicy["tokenizer"] {
    return this.#opened.tokenizer;
  }

  get version(): number {
    return this.#opened.weights.version;
  }

  async score(requests: readonly ScoreRequest[], options?: CallOptions): Promise<readonly ScoredTokens[]> {
    const data = requests.map(({ promptTokens, targetTokens }) => {
      const all = [...promptTokens, ...targetTokens];
      return { inputTokens: all.slice(0, -1), targetTokens: all.slice(1) };
    });
    const scored = await this.#inTurn(options, async () => this.#trainer.score(data, options));
    return scored.map((logprobs, index) => ({
      logprobs_T: logprobs.slice((requests[index]?.promptTokens.length ?? 1) - 1),
    }));
  }

  async sampleTokens(
    requests: readonly TokenSampleRequest[],
    options?: CallOptions,
  ): Promise<readonly SampledTokens[]> {
    return this.#inTurn(options, async () => this.#sampler.sample(requests, options));
  }

  async forward(request: ForwardRequest, options?: CallOptions): Promise<ForwardResult> {
    return this.#inTurn(options, async () => this.#trainer.forward(request, options));
  }

  async forwardBackward(request: ForwardRequest, options?: CallOptions): Promise<ForwardResult> {
    return this.#inTurn(options, async () => this.#trainer.forwardBackward(request, options));
  }

  async optimStep(request: OptimStepRequest, options?: CallOptions): Promise<OptimStepResult> {
    return this.#inTurn(options, async () => this.#trainer.optimStep(request));
  }

  async save(request: SaveRequest, options?: CallOptions): Promise<SavedWeights> {
    return this.#inTurn(options, async () => this.#save(request));
  }

  async load(request: LoadRequest, options?: CallOptions): Promise<SavedWeights> {
    return this.#inTurn(options, async () => this.#load(request));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(undefined, async () => Promise.all([this.#trainer.close(), this.#sampler.close()]));
  }

  /** Calls share weights and buffers: one after another. */
  async #inTurn<T>(options: CallOptions | undefined, action: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      options?.signal?.throwIfAborted();
      return action();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #save(request: SaveRequest): Promise<SavedWeights> {
    const { weights, tokenizer, seed } = this.#opened;
    const { directory, withOptimizer = true, data = {} } = request;
    const manifest = await writeCheckpoint(directory, {
      weights,
      tokenizer: tokenizer.data,
      seed,
      data,
      withOptimizer,
    });
    return { directory, version: weights.version, digest: manifest.weightsDigest };
  }

  async #load(request: LoadRequest): Promise<SavedWeights> {
    const { weights, tokenizer, manifest } = await readCheckpoint(request.directory, {
      withOptimizer: request.withOptimizer ?? true,
    });
    const isSameShape = JSON.stringify(weights.config) === JSON.stringify(this.#opened.weights.config);
    const isSameAdapter = JSON.stringify(weights.lora) === JSON.stringify(this.#opened.weights.lora);
    this.#opened = { weights, tokenizer, seed: manifest.seed };
    if (isSameShape && isSameAdapter) this.#trainer.replaceWeights(weights);
    else this.#trainer = this.#createTrainer();
    if (isSameShape) this.#sampler.replaceWeights(weights, tokenizer.endToken);
    else this.#sampler = this.#createSampler();
    return { directory: request.directory, version: weights.version, digest: manifest.weightsDigest };
  }

  #createTrainer(): Trainer {
    const { tokensPerBatch } = this.#options;
    const { weights } = this.#opened;
    return new Trainer({
      runtime: this.#runtime,
      weights,
      ...(tokensPerBatch === undefined ? {} : { tokensPerBatch }),
    });
  }

  #createSampler(): Sampler {
    const { maxRows } = this.#options;
    const { weights, tokenizer } = this.#opened;
    const { endToken } = tokenizer;
    return new Sampler({ runtime: this.#runtime, weights, endToken, ...(maxRows === undefined ? {} : { maxRows }) });
  }
}

/** The embedded policy as any other names itself. */
export const tinyInfo: PolicyInfo = {
  name: "tiny",
  canSeeImages: false,
  givesLogprobs: true,
  prices: { inputUsdPerMTokens: 0, outputUsdPerMTokens: 0 },
};
