import { invariant } from "../../../std/index.ts";
import type { Dim } from "../graph/encode-onnx.ts";
import type { Graph, Tensor } from "../graph/graph.ts";
import { add, gatherRows, multiplyMatrix, squareRelu } from "../graph/operations.ts";
import {
  attend,
  mergeHeads,
  normalizeRms,
  rotate,
  splitHeads,
  type Rotation,
} from "../graph/transformer-operations.ts";
import {
  computeLoraScale,
  listLoraParameters,
  listParameters,
  type LoraConfig,
  type ModelConfig,
} from "./model-config.ts";

/** Parameters as inputs of a graph, so that a session outlives every update of the weights. */
export interface ModelInputs {
  readonly config: ModelConfig;
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly lora?: LoraConfig | undefined;
}

/** Declares the inputs; what is trained is tracked: the adapter alone where there is one, else everything, or nothing. */
export function declareModelInputs(
  graph: Graph,
  config: ModelConfig,
  training?: { readonly lora?: LoraConfig | undefined },
): ModelInputs {
  const lora = training?.lora;
  const base = listParameters(config).map(({ name, shape }) =>
    graph.input(name, shape, { isTracked: training !== undefined && lora === undefined }),
  );
  const adapter = lora === undefined ? [] : listLoraParameters(config, lora);
  const adapters = adapter.map(({ name, shape }) => graph.input(name, shape, { isTracked: true }));
  return { config, lora, tensors: new Map([...base, ...adapters].map((tensor) => [tensor.name, tensor])) };
}

/** x·w of a named parameter, with its adapter. */
function applyMatrix(graph: Graph, model: ModelInputs, x: Tensor, name: string): Tensor {
  const base = multiplyMatrix(graph, x, requireTensor(model, name));
  const down = model.tensors.get(`${name}.lora.down`);
  if (down === undefined || model.lora === undefined) return base;
  const up = requireTensor(model, `${name}.lora.up`);
  return add(graph, base, multiplyMatrix(graph, multiplyMatrix(graph, x, down), up, computeLoraScale(model.lora)));
}

export function embed(graph: Graph, model: ModelInputs, tokens: Tensor): Tensor {
  return normalizeRms(graph, gatherRows(graph, requireTensor(model, "embedding"), tokens));
}

/** Logits of the hidden states after the last layer. */
export function unembed(graph: Graph, model: ModelInputs, x: Tensor): Tensor {
  return applyMatrix(graph, model, normalizeRms(graph, x), "unembedding");
}

/** Queries, keys and values of one layer, keys and queries turned, batch × heads × time × size. */
export function projectHeads(
  graph: Graph,
  model: ModelInputs,
  input: { readonly x: Tensor; readonly layer: number; readonly rotation: Rotation },
): { readonly q: Tensor; readonly k: Tensor; readonly v: Tensor } {
  const { x, layer, rotation } = input;
  const { headCount } = model.config;
  const normalized = normalizeRms(graph, x);
  const project = (name: string): Tensor => applyMatrix(graph, model, normalized, `layers.${layer}.attention.${name}`);
  return {
    q: splitHeads(graph, rotate(graph, project("query"), rotation), headCount),
    k: splitHeads(graph, rotate(graph, project("key"), rotation), headCount),
    v: splitHeads(graph, project("value"), headCount),
  };
}

/** The rest of a layer: attention's output and the MLP, each added to the stream. */
export function finishLayer(
  graph: Graph,
  model: ModelInputs,
  input: { readonly x: Tensor; readonly attended: Tensor; readonly layer: number },
): Tensor {
  const { x, attended, layer } = input;
  const mixed = applyMatrix(graph, model, mergeHeads(graph, attended), `layers.${layer}.attention.output`);
  const stream = add(graph, x, mixed);
  const up = applyMatrix(graph, model, normalizeRms(graph, stream), `layers.${layer}.mlp.up`);
  return add(graph, stream, applyMatrix(graph, model, squareRelu(graph, up), `layers.${layer}.mlp.down`));
}

/** Hidden states of whole texts, and each layer's keys and values. */
export function buildTransformer(
  graph: Graph,
  model: ModelInputs,
  input: { readonly tokens: Tensor; readonly rotation: Rotation; readonly mask: Tensor },
): { readonly hidden: Tensor; readonly keys: readonly Tensor[]; readonly values: readonly Tensor[] } {
  const { tokens, rotation, mask } = input;
  let x = embed(graph, model, tokens);
  const keys: Tensor[] = [];
  const values: Tensor[] = [];
  for (let layer = 0; layer < model.config.layerCount; layer += 1) {
    const { q, k, v } = projectHeads(graph, model, { x, layer, rotation });
    keys.push(k);
    values.push(v);
    x = finishLayer(graph, model, { x, attended: attend(graph, { q, k, v, mask }), layer });
  }
  return { hidden: x, keys, values };
}

/** The rotation of `contextLength` positions, base 10,000, for given positions (int32, batch × time). */
export function declareRotation(graph: Graph, config: ModelConfig, positions: Tensor): Rotation {
  const half = config.width / config.headCount / 2;
  const angles = Array.from({ length: config.contextLength * half }, (_, index) => {
    return Math.floor(index / half) * 10_000 ** (-(index % half) / half);
  });
  const shape = [config.contextLength, half];
  const sines = angles.map(Math.sin);
  return {
    positions: graph.emit("Cast", [positions], { shape: positions.shape, type: "int64", attributes: { to: 7 } }),
    cosines: graph.constant("float32", angles.map(Math.cos), shape),
    sines: graph.constant("float32", sines, shape),
    negativeSines: graph.constant(
      "float32",
      sines.map((sine) => -sine),
      shape,
    ),
    headCount: config.headCount,
  };
}

/** Tokens, positions and the mask of whole texts: `mask` is time × time, 0 where a token may look and −1e9 elsewhere. */
export function declareTexts(
  graph: Graph,
  config: ModelConfig,
  [batch, time]: readonly [Dim, Dim],
): { readonly tokens: Tensor; readonly rotation: Rotation; readonly mask: Tensor } {
  const tokens = graph.input("tokens", [batch, time], { type: "int32" });
  const positions = graph.input("positions", [batch, time], { type: "int32" });
  const mask = graph.input("mask", [time, time]);
  return { tokens, mask, rotation: declareRotation(graph, config, positions) };
}

function requireTensor(model: ModelInputs, name: string): Tensor {
  const tensor = model.tensors.get(name);
  invariant(tensor !== undefined, `the input ${name} is declared`);
  return tensor;
}
