import type { Tensor as RuntimeTensor } from "onnxruntime-node";
import type { Runtime } from "../runtime.ts";
import { maskedScore } from "../model/text-batch.ts";
import type { ModelConfig } from "../model/model-config.ts";

/** Capacity grows by this many tokens; each growth is one copy of everything. */
const growth = 32;

/** New rows: keys and values of a prefill over `time` tokens, from which each row takes the first `length`. */
export interface PrefilledRows {
  readonly outputs: Readonly<Record<string, Float32Array>>;
  readonly time: number;
  readonly rows: readonly { readonly from: number; readonly length: number }[];
}

/** Keys and values of the rows that are being sampled; owned here, given to the runtime without a copy. */
export class KeyValueCache {
  readonly #config: ModelConfig;
  readonly #size: number;
  #capacity = 0;
  #rowCount = 0;
  /** Keys of all layers, then values: rows × heads × capacity × size each. */
  #arrays: Float32Array[];
  #mask = new Float32Array(0);
  #lengths: number[] = [];

  constructor(config: ModelConfig) {
    this.#config = config;
    this.#size = config.width / config.headCount;
    this.#arrays = Array.from({ length: 2 * config.layerCount }, () => new Float32Array(0));
  }

  /** Tokens in a row. */
  lengthOf(row: number): number {
    return this.#lengths[row] ?? 0;
  }

  /** Keeps the rows named, in that order, and appends those of a prefill; afterwards each row has room for a token. */
  replaceRows(kept: readonly number[], added: PrefilledRows = { outputs: {}, time: 0, rows: [] }): void {
    const lengths = [...kept.map((row) => this.lengthOf(row)), ...added.rows.map(({ length }) => length)];
    const capacity = Math.ceil((Math.max(0, ...lengths) + 1) / growth) * growth;
    const { headCount, layerCount } = this.#config;
    const size = this.#size;
    const rowSize = headCount * capacity * size;
    this.#arrays = this.#arrays.map((old, index) => {
      const source = added.outputs[index < layerCount ? `key.${index}` : `value.${index - layerCount}`];
      const fresh = new Float32Array(lengths.length * rowSize);
      const copy = (data: Float32Array, row: { from: number; to: number; time: number; length: number }): void => {
        for (let head = 0; head < headCount; head += 1) {
          const from = (row.from * headCount + head) * row.time * size;
          fresh.set(data.subarray(from, from + row.length * size), row.to * rowSize + head * capacity * size);
        }
      };
      for (const [to, from] of kept.entries())
        copy(old, { from, to, time: this.#capacity, length: this.lengthOf(from) });
      for (const [offset, { from, length }] of added.rows.entries()) {
        if (source !== undefined) copy(source, { from, to: kept.length + offset, time: added.time, length });
      }
      return fresh;
    });
    this.#capacity = capacity;
    this.#rowCount = lengths.length;
    this.#lengths = lengths;
    this.#mask = new Float32Array(lengths.length * capacity).fill(maskedScore);
    for (const [row, length] of lengths.entries()) this.#mask.fill(0, row * capacity, row * capacity + length);
  }

  /** Adds one token, from the outputs of a decode step, to every row that is going on. */
  append(outputs: Readonly<Record<string, Float32Array>>, isGoing: readonly boolean[]): void {
    if (Math.max(0, ...this.#lengths) >= this.#capacity) this.replaceRows(Array.from(this.#lengths.keys()));
    const { headCount, layerCount } = this.#config;
    const size = this.#size;
    for (const [index, array] of this.#arrays.entries()) {
      const source = outputs[index < layerCount ? `key.${index}` : `value.${index - layerCount}`];
      if (source === undefined) continue;
      for (let row = 0; row < this.#rowCount; row += 1) {
        if (!isGoing[row]) continue;
        for (let head = 0; head < headCount; head += 1) {
          const block = row * headCount + head;
          const to = (block * this.#capacity + this.lengthOf(row)) * size;
          for (let i = 0; i < size; i += 1) array[to + i] = source[block * size + i] as number;
        }
      }
    }
    for (let row = 0; row < this.#rowCount; row += 1) {
      if (!isGoing[row]) continue;
      this.#mask[row * this.#capacity + this.lengthOf(row)] = 0;
      this.#lengths[row] = this.lengthOf(row) + 1;
    }
  }

  toFeeds(runtime: Runtime): Record<string, RuntimeTensor> {
    const { headCount, layerCount } = this.#config;
    const shape = [this.#rowCount, headCount, this.#capacity, this.#size];
    const past = this.#arrays.map((array, index) => {
      const name = index < layerCount ? `pastKey.${index}` : `pastValue.${index - layerCount}`;
      return [name, new runtime.Tensor("float32", array, shape)] as const;
    });
    return {
      ...Object.fromEntries(past),
      mask: new runtime.Tensor("float32", this.#mask, [this.#rowCount, 1, 1, this.#capacity]),
    };
  }
}
