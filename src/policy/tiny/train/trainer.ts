import type { Tensor as RuntimeTensor } from "onnxruntime-node";
import type { TokenLossSpec } from "../../../rl/index.ts";
import { AppError } from "../../../std/index.ts";
import type {
  CallOptions,
  ForwardRequest,
  ForwardResult,
  OptimStepRequest,
  OptimStepResult,
  TrainingDatum,
} from "../../trainable-contract.ts";
import { listLoraParameters, listParameters } from "../model/model-config.ts";
import { buildScoringGraph, buildTrainingGraph } from "../model/build-graphs.ts";
import { toIntTensor, toTextFeeds, toWeightFeeds } from "../model/text-batch.ts";
import { readFloats, type Runtime } from "../runtime.ts";
import { SessionCache } from "../session-cache.ts";
import type { TinyWeights } from "../model/weights.ts";
import { stepAdamw } from "./adamw.ts";
import { checkData, computeTermLosses, isClipped } from "./check-data.ts";
import { planBatches, type PlannedBatch } from "./plan-batches.ts";
import { yieldToEvents } from "../worker/yield-to-events.ts";

/** One session is for one loss and shape of batch; at 1M parameters one of 2,048 tokens holds about 0.1 GB. */
const sessionCapacity = 8;

/** Runs losses, gradients and steps over weights in this process; one thread, the same results every time. */
export class Trainer {
  readonly #runtime: Runtime;
  #weights: TinyWeights;
  readonly #tokensPerBatch: number;
  readonly #sessions: SessionCache;
  /** Where gradients are written, made once. */
  #buffers: Readonly<Record<string, RuntimeTensor>> | undefined;
  #gradients: Map<string, Float32Array> | undefined;

  constructor(options: { readonly runtime: Runtime; readonly weights: TinyWeights; readonly tokensPerBatch?: number }) {
    this.#runtime = options.runtime;
    this.#sessions = new SessionCache(options.runtime, sessionCapacity);
    this.#weights = options.weights;
    this.#tokensPerBatch = options.tokensPerBatch ?? 2048;
  }

  /** Log-probabilities of each datum's targets. */
  async score(data: readonly TrainingDatum[], options: CallOptions = {}): Promise<readonly (readonly number[])[]> {
    const { config } = this.#weights;
    checkData(config, data, "cross-entropy");
    const session = await this.#sessions.get("score", () => buildScoringGraph(config));
    const feeds = toWeightFeeds(this.#runtime, { config, parameters: this.#weights.computeMerged() });
    const scored: number[][] = [];
    for (const batch of this.#plan(data)) {
      await yieldToEvents(options.signal);
      const output = await session.run({ ...feeds, ...this.#toFeeds(data, batch) }, ["logprobs"]);
      const logprobs = readFloats(output["logprobs"]);
      for (const [row, index] of batch.rows.entries()) scored[index] = this.#takeRow(logprobs, batch, row, data[index]);
    }
    return scored;
  }

  async forward(request: ForwardRequest, options: CallOptions = {}): Promise<ForwardResult> {
    checkData(this.#weights.config, request.data, request.loss.kind);
    const logprobs_G_T = await this.score(request.data, options);
    return this.#toResult(
      request,
      logprobs_G_T.map((logprobs_T, index) => {
        const datum = request.data[index] as TrainingDatum;
        return { logprobs_T, losses_T: computeTermLosses(request.loss, datum, logprobs_T) };
      }),
    );
  }

  /** Nothing is added to the gradients where the call fails or is cancelled. */
  async forwardBackward(request: ForwardRequest, options: CallOptions = {}): Promise<ForwardResult> {
    const { data, loss } = request;
    const { config, lora } = this.#weights;
    checkData(config, data, loss.kind);
    const weights = toWeightFeeds(this.#runtime, this.#weights);
    const sums = new Map<string, Float32Array>();
    const outputs: { logprobs_T: readonly number[]; losses_T: readonly number[] }[] = [];
    for (const batch of this.#plan(data)) {
      await yieldToEvents(options.signal);
      const session = await this.#sessions.get(`${loss.kind}:${batch.shape.join("x")}`, () =>
        buildTrainingGraph({ config, lora, loss: loss.kind, shape: batch.shape }),
      );
      const result = await session.run(
        { ...weights, ...this.#toFeeds(data, batch), ...this.#toLossFeeds(loss, data, batch) },
        { logprobs: null, losses: null, ...this.#gradientBuffers() },
      );
      for (const [row, index] of batch.rows.entries()) {
        outputs[index] = {
          logprobs_T: this.#takeRow(readFloats(result["logprobs"]), batch, row, data[index]),
          losses_T: this.#takeRow(readFloats(result["losses"]), batch, row, data[index]),
        };
      }
      for (const name of this.#weights.trained.keys()) addInto(sums, name, readFloats(result[`gradient.${name}`]));
    }
    const outcome = this.#toResult(request, outputs);
    if (this.#gradients === undefined) this.#gradients = sums;
    else for (const [name, values] of sums) addInto(this.#gradients, name, values);
    return outcome;
  }

  /** The gradients that have been added up since the last step. */
  get gradients(): ReadonlyMap<string, Float32Array> {
    return this.#gradients ?? new Map();
  }

  /** @throws AppError TRAINING_GRADIENT_MISSING, and TRAINING_GRADIENT_NOT_FINITE, when the gradients are dropped */
  optimStep(request: OptimStepRequest): OptimStepResult {
    const gradients = this.#gradients;
    if (gradients === undefined) {
      throw new AppError({
        code: "TRAINING_GRADIENT_MISSING",
        message:
          "an optimiser step needs gradients, but nothing was learnt from since the last one; call forwardBackward first",
      });
    }
    this.#gradients = undefined;
    const { trained, adam } = this.#weights;
    const gradNorm = stepAdamw({ parameters: trained, gradients, state: adam, request });
    return { gradNorm, version: this.#weights.advance() };
  }

  /** Goes on with other weights of the same shape; gradients are forgotten. */
  replaceWeights(weights: TinyWeights): void {
    this.#weights = weights;
    this.#gradients = undefined;
  }

  /** Frees the memory that the runtime holds. */
  async close(): Promise<void> {
    await this.#sessions.close();
  }

  #gradientBuffers(): Readonly<Record<string, RuntimeTensor>> {
    const { config, lora, trained } = this.#weights;
    const specs = lora === undefined ? listParameters(config) : listLoraParameters(config, lora);
    this.#buffers ??= Object.fromEntries(
      specs
        .filter(({ name }) => trained.has(name))
        .map(({ name, shape: [rows, columns] }) => [
          `gradient.${name}`,
          new this.#runtime.Tensor("float32", new Float32Array(rows * columns), [rows, columns]),
        ]),
    );
    return this.#buffers;
  }

  #plan(data: readonly TrainingDatum[]): readonly PlannedBatch[] {
    return planBatches(
      data.map(({ inputTokens }) => inputTokens.length),
      { contextLength: this.#weights.config.contextLength, tokensPerBatch: this.#tokensPerBatch },
    );
  }

  #toFeeds(data: readonly TrainingDatum[], { rows, shape }: PlannedBatch): Record<string, RuntimeTensor> {
    const pick = (key: "inputTokens" | "targetTokens") => rows.map((index) => data[index]?.[key] ?? []);
    return {
      ...toTextFeeds(this.#runtime, pick("inputTokens"), shape),
      targets: toIntTensor(this.#runtime, pick("targetTokens"), shape),
    };
  }

  #toLossFeeds(
    loss: TokenLossSpec,
    data: readonly TrainingDatum[],
    { rows, shape }: PlannedBatch,
  ): Record<string, RuntimeTensor> {
    const [batch, time] = shape;
    const fill = (read: (datum: TrainingDatum) => ArrayLike<number>): RuntimeTensor => {
      const values = new Float32Array(batch * time);
      for (const [row, index] of rows.entries()) {
        const datum = data[index];
        if (datum !== undefined) values.set(read(datum), row * time);
      }
      return new this.#runtime.Tensor("float32", values, [batch, time]);
    };
    const scalar = (value: number): RuntimeTensor => new this.#runtime.Tensor("float32", Float32Array.of(value), []);
    const weights = fill(({ weights_T, targetTokens }) => weights_T ?? targetTokens.map(() => 1));
    if (loss.kind === "cross-entropy") return { weights };
    return {
      weights,
      advantages: fill(({ advantages_T }) => advantages_T ?? []),
      behaviour: fill(({ behaviourLogprobs_T }) => behaviourLogprobs_T ?? []),
      ...(loss.kind === "ppo"
        ? { clipLow: scalar(loss.clipLowThreshold), clipHigh: scalar(loss.clipHighThreshold) }
        : {}),
    };
  }

  #takeRow(values: Float32Array, { shape }: PlannedBatch, row: number, datum: TrainingDatum | undefined): number[] {
    const start = row * shape[1];
    return Array.from(values.subarray(start, start + (datum?.targetTokens.length ?? 0)));
  }

  #toResult(request: ForwardRequest, outputs: ForwardResult["outputs"]): ForwardResult {
    let loss = 0;
    let tokenCount = 0;
    let clippedTokenCount = 0;
    for (const [index, { losses_T, logprobs_T }] of outputs.entries()) {
      const datum = request.data[index] as TrainingDatum;
      for (const [t, value] of losses_T.entries()) {
        const weight = datum.weights_T?.[t] ?? 1;
        if (weight === 0) continue;
        loss += value;
        tokenCount += 1;
        if (isClipped(request.loss, datum, { t, logprob: logprobs_T[t] ?? 0 })) clippedTokenCount += 1;
      }
    }
    if (!Number.isFinite(loss)) {
      throw new AppError({
        code: "TRAINING_LOSS_NOT_FINITE",
        message: `the ${request.loss.kind} loss of ${outputs.length} texts must be finite, got ${loss}; the policy is too far from the one that sampled, or has collapsed: go back to a checkpoint`,
      });
    }
    return { loss, outputs, tokenCount, clippedTokenCount, version: this.#weights.version };
  }
}

function addInto(sums: Map<string, Float32Array>, name: string, values: Float32Array): void {
  const known = sums.get(name);
  if (known === undefined) {
    sums.set(name, Float32Array.from(values));
    return;
  }
  for (let index = 0; index < known.length; index += 1) {
    known[index] = (known[index] as number) + (values[index] as number);
  }
}
