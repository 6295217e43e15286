import type { Runtime } from "../runtime.ts";
import type { Tensor as RuntimeTensor } from "onnxruntime-node";
import { listLoraParameters, listParameters, type LoraConfig, type ModelConfig } from "./model-config.ts";
import { requireParameter, type Parameters } from "./parameters.ts";

/** The weights as inputs, without a copy: later changes in place are seen. */
export function toWeightFeeds(
  runtime: Runtime,
  model: {
    readonly config: ModelConfig;
    readonly parameters: Parameters;
    readonly lora?: LoraConfig | undefined;
    readonly adapter?: Parameters | undefined;
  },
): Record<string, RuntimeTensor> {
  const { config, parameters, lora, adapter } = model;
  const base = listParameters(config).map(
    ({ name, shape }) => [name, shape, requireParameter(parameters, name)] as const,
  );
  const extra =
    lora === undefined || adapter === undefined
      ? []
      : listLoraParameters(config, lora).map(
          ({ name, shape }) => [name, shape, requireParameter(adapter, name)] as const,
        );
  return Object.fromEntries(
    [...base, ...extra].map(([name, shape, values]) => [name, new runtime.Tensor("float32", values, [...shape])]),
  );
}

/** `tokens`, `positions` and `mask` of texts that are padded on the right with token 0. */
export function toTextFeeds(
  runtime: Runtime,
  texts: readonly (readonly number[])[],
  [batch, time]: readonly [number, number],
): Record<string, RuntimeTensor> {
  return {
    tokens: toIntTensor(runtime, texts, [batch, time]),
    positions: new runtime.Tensor(
      "int32",
      Int32Array.from({ length: batch * time }, (_, index) => index % time),
      [batch, time],
    ),
    mask: createCausalMask(runtime, time),
  };
}

/** Rows of whole numbers, padded with 0. */
export function toIntTensor(
  runtime: Runtime,
  rows: readonly (readonly number[])[],
  [batch, time]: readonly [number, number],
): RuntimeTensor {
  const values = new Int32Array(batch * time);
  for (const [row, numbers] of rows.entries()) values.set(numbers, row * time);
  return new runtime.Tensor("int32", values, [batch, time]);
}

/** What a masked score gets added: exp of it is 0 in float32. */
export const maskedScore = -1e9;

function createCausalMask(runtime: Runtime, time: number): RuntimeTensor {
  const values = new Float32Array(time * time);
  for (let row = 0; row < time; row += 1) values.fill(maskedScore, row * time + row + 1, (row + 1) * time);
  return new runtime.Tensor("float32", values, [time, time]);
}

/** The smallest of a few lengths that holds `length`: static shapes are compiled once each. */
export function toTimeBucket(length: number, contextLength: number): number {
  const buckets = [8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096];
  return Math.min(contextLength, buckets.find((bucket) => bucket >= length) ?? length);
}
