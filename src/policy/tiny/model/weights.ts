import { createAdamState, type AdamState } from "../train/adamw.ts";
import type { LoraConfig, ModelConfig } from "./model-config.ts";
import { createLoraParameters, createParameters, mergeLora, type Parameters } from "./parameters.ts";

/** The numbers of one policy: base, adapter, optimiser and version. Arrays change in place when a step is made. */
export class TinyWeights {
  readonly config: ModelConfig;
  readonly lora: LoraConfig | undefined;
  readonly parameters: Parameters;
  readonly adapter: Parameters | undefined;
  readonly adam: AdamState;
  #version: number;
  #merged: Parameters | undefined;

  constructor(options: {
    readonly config: ModelConfig;
    readonly parameters: Parameters;
    readonly lora?: LoraConfig | undefined;
    readonly adapter?: Parameters | undefined;
    readonly adam?: AdamState | undefined;
    readonly version?: number;
  }) {
    this.config = options.config;
    this.lora = options.lora;
    this.parameters = options.parameters;
    this.adapter = options.adapter;
    this.#version = options.version ?? 0;
    this.adam = options.adam ?? createAdamState(this.trained);
  }

  /** Weights drawn anew from `seed`. */
  static create(config: ModelConfig, seed: string): TinyWeights {
    return new TinyWeights({ config, parameters: createParameters(config, seed) });
  }

  /** The same policy with a fresh adapter, which alone is trained from now on; an older adapter becomes part of the base. */
  withLora(lora: LoraConfig, seed: string): TinyWeights {
    const { config } = this;
    const adapter = createLoraParameters(config, lora, seed);
    return new TinyWeights({ config, parameters: this.computeMerged(), lora, adapter, version: this.#version });
  }

  /** What the optimiser moves. */
  get trained(): Parameters {
    return this.adapter ?? this.parameters;
  }

  /** Optimiser steps that made these weights. */
  get version(): number {
    return this.#version;
  }

  /** Notes a step; returns the new version. */
  advance(): number {
    this.#merged = undefined;
    this.#version += 1;
    return this.#version;
  }

  /** Base and adapter in one; computed once a version. */
  computeMerged(): Parameters {
    const { parameters, adapter, lora } = this;
    if (adapter === undefined || lora === undefined) return parameters;
    this.#merged ??= mergeLora({ parameters, adapter, lora });
    return this.#merged;
  }
}
