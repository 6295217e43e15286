import { invariant, Rng } from "../../../std/index.ts";
import {
  computeLoraScale,
  listLoraParameters,
  listParameters,
  type LoraConfig,
  type ModelConfig,
  type ParameterSpec,
} from "./model-config.ts";

/** Numbers by parameter name, in the order of `listParameters`. */
export type Parameters = ReadonlyMap<string, Float32Array>;

/** Start values, drawn from a normal distribution; the same for the same seed. */
export function createParameters(config: ModelConfig, seed: string): Parameters {
  return draw(listParameters(config), seed);
}

/** An adapter that changes nothing yet. */
export function createLoraParameters(config: ModelConfig, lora: LoraConfig, seed: string): Parameters {
  return draw(listLoraParameters(config, lora), seed);
}

/** The model's parameters with the adapter added in: new arrays where one is adapted, else the same. */
export function mergeLora(options: {
  readonly parameters: Parameters;
  readonly adapter: Parameters;
  readonly lora: LoraConfig;
}): Parameters {
  const { parameters, adapter, lora } = options;
  const scale = computeLoraScale(lora);
  return new Map(
    [...parameters].map(([name, values]) => {
      const down = adapter.get(`${name}.lora.down`);
      const up = adapter.get(`${name}.lora.up`);
      if (down === undefined || up === undefined) return [name, values];
      return [name, addProduct({ values, down, up, rank: lora.rank, scale })];
    }),
  );
}

function addProduct(options: {
  readonly values: Float32Array;
  readonly down: Float32Array;
  readonly up: Float32Array;
  readonly rank: number;
  readonly scale: number;
}): Float32Array {
  const { values, down, up, rank, scale } = options;
  const columns = up.length / rank;
  const merged = Float32Array.from(values);
  for (let row = 0; row * columns < values.length; row += 1) {
    for (let inner = 0; inner < rank; inner += 1) {
      const factor = scale * (down[row * rank + inner] as number);
      for (let column = 0; column < columns; column += 1) {
        const at = row * columns + column;
        merged[at] = (merged[at] as number) + factor * (up[inner * columns + column] as number);
      }
    }
  }
  return merged;
}

function draw(specs: readonly ParameterSpec[], seed: string): Parameters {
  return new Map(
    specs.map(({ name, shape: [rows, columns], deviation }) => {
      const values = new Float32Array(rows * columns);
      if (deviation > 0) fillNormal(values, deviation, new Rng(seed).derive("parameters", name));
      return [name, values];
    }),
  );
}

function fillNormal(values: Float32Array, deviation: number, rng: Rng): void {
  for (let index = 0; index < values.length; index += 1) {
    const radius = Math.sqrt(-2 * Math.log(1 - rng.nextFloat()));
    values[index] = deviation * radius * Math.cos(2 * Math.PI * rng.nextFloat());
  }
}

/** The parameter of a name that must be there. */
export function requireParameter(parameters: Parameters, name: string): Float32Array {
  const values = parameters.get(name);
  invariant(values !== undefined, `the parameter ${name} is there`);
  return values;
}
