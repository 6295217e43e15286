import type { InferenceSession, Tensor as RuntimeTensor } from "onnxruntime-node";
import { invariant, Rng } from "../../../std/index.ts";
import type { CallOptions, SampledTokens, TokenSampleRequest } from "../../trainable-contract.ts";
import { buildDecodeGraph, buildPrefillGraph } from "../model/build-graphs.ts";
import { toIntTensor, toTextFeeds, toWeightFeeds } from "../model/text-batch.ts";
import type { TinyWeights } from "../model/weights.ts";
import { createSession, readFloats, type Runtime } from "../runtime.ts";
import { yieldToEvents } from "../worker/yield-to-events.ts";
import { checkSampleRequests } from "./check-sample-requests.ts";
import { chooseToken } from "./choose-token.ts";
import { KeyValueCache } from "./key-value-cache.ts";

/** One request under way. */
interface Row {
  readonly request: TokenSampleRequest;
  readonly rng: Rng;
  readonly stopTokens: ReadonlySet<number>;
  readonly tokens: number[];
  readonly logprobs_T: number[];
  readonly samplingLogprobs_T: number[];
  stopReason: SampledTokens["stopReason"] | undefined;
}

/** Continues prompts in batches over weights in this process; finished rows make room for waiting ones. */
export class Sampler {
  readonly #runtime: Runtime;
  #weights: TinyWeights;
  #endToken: number;
  readonly #maxRows: number;
  #buffers: { readonly rowCount: number; readonly tensors: Readonly<Record<string, RuntimeTensor>> } | undefined;
  #sessions: Promise<{ readonly prefill: InferenceSession; readonly decode: InferenceSession }> | undefined;

  constructor(options: {
    readonly runtime: Runtime;
    readonly weights: TinyWeights;
    readonly endToken: number;
    /** Sampled at once; default 64. */
    readonly maxRows?: number;
  }) {
    this.#runtime = options.runtime;
    this.#weights = options.weights;
    this.#endToken = options.endToken;
    this.#maxRows = options.maxRows ?? 64;
  }

  /** Goes on with other weights of the same shape. */
  replaceWeights(weights: TinyWeights, endToken: number): void {
    this.#weights = weights;
    this.#endToken = endToken;
  }

  /** Frees the memory that the runtime holds. */
  async close(): Promise<void> {
    const sessions = await this.#sessions;
    this.#sessions = undefined;
    await Promise.all([sessions?.prefill.release(), sessions?.decode.release()]);
  }

  /** The same requests together give the same samples under the same weights. */
  async sample(requests: readonly TokenSampleRequest[], options: CallOptions = {}): Promise<readonly SampledTokens[]> {
    const { config, version } = this.#weights;
    checkSampleRequests(config, requests);
    const weights = toWeightFeeds(this.#runtime, { config, parameters: this.#weights.computeMerged() });
    const rows = requests.map((request) => this.#toRow(request));
    const cache = new KeyValueCache(config);
    const waiting = rows.toReversed();
    let active: Row[] = [];
    for (;;) {
      await yieldToEvents(options.signal);
      active = await this.#refill({ active, waiting, cache, weights });
      if (active.length === 0) break;
      await this.#step(active, cache, weights);
    }
    return rows.map(({ tokens, logprobs_T, samplingLogprobs_T, stopReason }) => {
      invariant(stopReason !== undefined, "every row ended");
      return { tokens, logprobs_T, samplingLogprobs_T, versions_T: tokens.map(() => version), stopReason };
    });
  }

  /** Drops finished rows and takes in waiting ones, where that is worth the copy. */
  async #refill(state: {
    readonly active: Row[];
    readonly waiting: Row[];
    readonly cache: KeyValueCache;
    readonly weights: Record<string, RuntimeTensor>;
  }): Promise<Row[]> {
    const { active, waiting, cache, weights } = state;
    const kept = [...active.keys()].filter((row) => active[row]?.stopReason === undefined);
    const finished = active.length - kept.length;
    const free = this.#maxRows - kept.length;
    const shouldTake = waiting.length > 0 && free >= Math.min(waiting.length, Math.ceil(this.#maxRows / 4));
    const shouldDrop = finished > 0 && finished * 4 >= active.length;
    if (!shouldTake && !shouldDrop) return active;
    const survivors = kept.map((row) => active[row] as Row);
    if (!shouldTake) {
      cache.replaceRows(kept);
      return survivors;
    }
    const taken = Array.from({ length: Math.min(free, waiting.length) }, () => waiting.pop() as Row);
    const prompts = new Map(taken.map(({ request }) => [request.promptTokens.join(), request.promptTokens]));
    const order = new Map([...prompts.keys()].map((key, from) => [key, from]));
    const outputs = await this.#prefill([...prompts.values()], weights);
    const placed = taken.map((row) => ({ row, from: order.get(row.request.promptTokens.join()) ?? 0 }));
    for (const { row, from } of placed) this.#choose(row, takeRow(outputs.logits, from, this.#weights.config));
    const going = placed.filter(({ row }) => row.stopReason === undefined);
    cache.replaceRows(kept, {
      outputs: outputs.caches,
      time: outputs.time,
      rows: going.map(({ row, from }) => ({ from, length: row.request.promptTokens.length })),
    });
    const next = [...survivors, ...going.map(({ row }) => row)];
    return next.length === 0 ? this.#refill({ ...state, active: next }) : next;
  }

  async #prefill(
    prompts: readonly (readonly number[])[],
    weights: Record<string, RuntimeTensor>,
  ): Promise<{ readonly logits: Float32Array; readonly caches: Record<string, Float32Array>; readonly time: number }> {
    const { prefill } = await this.#load();
    const time = Math.max(...prompts.map(({ length }) => length));
    const shape = [prompts.length, time] as const;
    const last = prompts.map(({ length }) => [length - 1]);
    const result = await prefill.run({
      ...weights,
      ...toTextFeeds(this.#runtime, prompts, shape),
      last: toIntTensor(this.#runtime, last, [prompts.length, 1]),
    });
    const { logits, ...caches } = readAll(result);
    invariant(logits !== undefined, "a prefill has logits");
    return { logits, caches, time };
  }

  async #step(active: readonly Row[], cache: KeyValueCache, weights: Record<string, RuntimeTensor>): Promise<void> {
    const { decode } = await this.#load();
    const shape = [active.length, 1] as const;
    const positions = active.map((_, row) => [cache.lengthOf(row)]);
    const feeds = {
      ...weights,
      ...cache.toFeeds(this.#runtime),
      tokens: toIntTensor(
        this.#runtime,
        active.map(({ tokens }) => [tokens.at(-1) ?? 0]),
        shape,
      ),
      positions: toIntTensor(this.#runtime, positions, shape),
    };
    const { logits, ...caches } = readAll(await decode.run(feeds, this.#decodeBuffers(active.length)));
    invariant(logits !== undefined, "a decode step has logits");
    const going = active.map(({ stopReason }) => stopReason === undefined);
    cache.append(caches, going);
    for (const [row, item] of active.entries()) {
      if (going[row]) this.#choose(item, takeRow(logits, row, this.#weights.config));
    }
  }

  /** Where a decode step writes; made anew where the number of rows changes. */
  #decodeBuffers(rowCount: number): Readonly<Record<string, RuntimeTensor>> {
    if (this.#buffers?.rowCount === rowCount) return this.#buffers.tensors;
    const { layerCount, headCount, width, vocabularySize } = this.#weights.config;
    const create = (shape: readonly number[]): RuntimeTensor =>
      new this.#runtime.Tensor("float32", new Float32Array(shape.reduce((a, b) => a * b, 1)), [...shape]);
    const perLayer = Array.from({ length: layerCount }, (_, layer) => [`key.${layer}`, `value.${layer}`]).flat();
    const tensors = {
      logits: create([rowCount, vocabularySize]),
      ...Object.fromEntries(perLayer.map((name) => [name, create([rowCount, headCount, 1, width / headCount])])),
    };
    this.#buffers = { rowCount, tensors };
    return tensors;
  }

  #choose(row: Row, logits: Float32Array): void {
    const { request, rng, tokens } = row;
    const chosen = chooseToken(logits, { temperature: request.temperature, topP: request.topP ?? 1, rng });
    tokens.push(chosen.token);
    row.logprobs_T.push(chosen.logprob);
    row.samplingLogprobs_T.push(chosen.samplingLogprob);
    if (row.stopTokens.has(chosen.token)) row.stopReason = "stop-token";
    else if (tokens.length >= request.maxTokens) row.stopReason = "max-tokens";
    else if (request.promptTokens.length + tokens.length >= this.#weights.config.contextLength) {
      row.stopReason = "context-end";
    }
  }

  #toRow(request: TokenSampleRequest): Row {
    return {
      request,
      rng: new Rng(`sample:${request.seed}`),
      stopTokens: new Set(request.stopTokens ?? [this.#endToken]),
      tokens: [],
      logprobs_T: [],
      samplingLogprobs_T: [],
      stopReason: undefined,
    };
  }

  async #load(): Promise<{ readonly prefill: InferenceSession; readonly decode: InferenceSession }> {
    const { config } = this.#weights;
    this.#sessions ??= (async () => ({
      prefill: await createSession(this.#runtime, buildPrefillGraph(config)),
      decode: await createSession(this.#runtime, buildDecodeGraph(config)),
    }))();
    return this.#sessions;
  }
}

function takeRow(
  logits: Float32Array,
  row: number,
  { vocabularySize }: { readonly vocabularySize: number },
): Float32Array {
  return logits.subarray(row * vocabularySize, (row + 1) * vocabularySize);
}

function readAll(result: Readonly<Record<string, RuntimeTensor>>): Record<string, Float32Array> {
  return Object.fromEntries(Object.entries(result).map(([name, tensor]) => [name, readFloats(tensor)]));
}
