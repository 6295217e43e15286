import type { TokenLossSpec } from "../../../rl/index.ts";
import { unreachable } from "../../../std/index.ts";
import type { Dim } from "../graph/encode-onnx.ts";
import { Graph, type Tensor } from "../graph/graph.ts";
import {
  add,
  clamp,
  emitMatMul,
  exponential,
  minimum,
  multiply,
  negate,
  reshape,
  subtract,
  sumAll,
} from "../graph/operations.ts";
import { takeLogprobs } from "../graph/transformer-operations.ts";
import {
  buildTransformer,
  declareModelInputs,
  declareRotation,
  declareTexts,
  embed,
  finishLayer,
  projectHeads,
  unembed,
} from "./build-transformer.ts";
import type { LoraConfig, ModelConfig } from "./model-config.ts";

/** Log-probabilities of targets: `tokens`, `positions`, `mask`, `targets` → `logprobs`, any batch and time. */
export function buildScoringGraph(config: ModelConfig): Graph {
  const graph = new Graph();
  const model = declareModelInputs(graph, config);
  const texts = declareTexts(graph, config, ["batch", "time"]);
  const targets = graph.input("targets", ["batch", "time"], { type: "int32" });
  const { hidden } = buildTransformer(graph, model, texts);
  graph.output("logprobs", takeLogprobs(graph, unembed(graph, model, hidden), targets));
  return graph;
}

/**
 * One loss with all its gradients for one shape of batch: adds `weights`, `advantages` and `behaviour` (batch × time),
 * and for ppo `clipLow` and `clipHigh`; gives `losses` and `logprobs` (batch × time) and `gradient.NAME` for each
 * trained parameter. The loss is the sum over tokens.
 */
export function buildTrainingGraph(options: {
  readonly config: ModelConfig;
  readonly lora?: LoraConfig | undefined;
  readonly loss: TokenLossSpec["kind"];
  readonly shape: readonly [batch: number, time: number];
}): Graph {
  const { config, lora, loss, shape } = options;
  const graph = new Graph();
  const model = declareModelInputs(graph, config, { lora });
  const texts = declareTexts(graph, config, shape);
  const targets = graph.input("targets", shape, { type: "int32" });
  const { hidden } = buildTransformer(graph, model, texts);
  const logprobs = takeLogprobs(graph, unembed(graph, model, hidden), targets);
  const losses = buildLoss(graph, loss, logprobs);
  graph.output("logprobs", logprobs);
  graph.output("losses", losses);
  const trained = [...model.tensors.values()].filter(({ isTracked }) => isTracked);
  for (const [name, gradient] of graph.differentiate(sumAll(graph, losses), trained)) {
    graph.output(`gradient.${name}`, gradient);
  }
  return graph;
}

function buildLoss(graph: Graph, kind: TokenLossSpec["kind"], logprobs: Tensor): Tensor {
  const { shape } = logprobs;
  const weights = graph.input("weights", shape);
  if (kind === "cross-entropy") return negate(graph, multiply(graph, weights, logprobs));
  const advantages = graph.input("advantages", shape);
  const ratio = exponential(graph, subtract(graph, logprobs, graph.input("behaviour", shape)));
  const unclipped = multiply(graph, ratio, advantages);
  switch (kind) {
    case "importance-sampling":
      return negate(graph, multiply(graph, weights, unclipped));
    case "ppo": {
      const held = clamp(graph, ratio, graph.input("clipLow", []), graph.input("clipHigh", []));
      const lower = minimum(graph, unclipped, multiply(graph, held, advantages));
      return negate(graph, multiply(graph, weights, lower));
    }
    default:
      return unreachable(kind);
  }
}

/**
 * Reads prompts: `tokens`, `positions`, `mask` and `last` (batch × 1, the index of each row's last token) → `logits`
 * (batch × vocabulary) after it, and `key.LAYER` and `value.LAYER` (batch × heads × time × size).
 */
export function buildPrefillGraph(config: ModelConfig): Graph {
  const graph = new Graph();
  const model = declareModelInputs(graph, config);
  const texts = declareTexts(graph, config, ["batch", "time"]);
  const last = graph.input("last", ["batch", 1], { type: "int32" });
  const { hidden, keys, values } = buildTransformer(graph, model, texts);
  const index = graph.emit("Cast", [last], { shape: ["batch", 1], type: "int64", attributes: { to: 7 } });
  const final = graph.emit("GatherND", [hidden, index], {
    shape: ["batch", config.width],
    attributes: { batch_dims: 1 },
  });
  graph.output("logits", unembed(graph, model, final));
  for (const [layer, key] of keys.entries()) graph.output(`key.${layer}`, key);
  for (const [layer, value] of values.entries()) graph.output(`value.${layer}`, value);
  return graph;
}

/**
 * One more token of each row: `tokens` and `positions` (batch × 1), `mask` (batch × 1 × 1 × past) and the past's
 * `pastKey.LAYER` and `pastValue.LAYER` (batch × heads × past × size) → `logits` (batch × vocabulary) and the new
 * `key.LAYER` and `value.LAYER` (batch × heads × 1 × size). The past stays where it is: nothing is concatenated to it.
 */
export function buildDecodeGraph(config: ModelConfig): Graph {
  const graph = new Graph();
  const model = declareModelInputs(graph, config);
  const tokens = graph.input("tokens", ["batch", 1], { type: "int32" });
  const positions = graph.input("positions", ["batch", 1], { type: "int32" });
  const mask = graph.input("mask", ["batch", 1, 1, "past"]);
  const rotation = declareRotation(graph, config, positions);
  const cacheShape: readonly Dim[] = ["batch", config.headCount, "past", config.width / config.headCount];
  let x = embed(graph, model, tokens);
  for (let layer = 0; layer < config.layerCount; layer += 1) {
    const pastKey = graph.input(`pastKey.${layer}`, cacheShape);
    const pastValue = graph.input(`pastValue.${layer}`, cacheShape);
    const { q, k, v } = projectHeads(graph, model, { x, layer, rotation });
    const attended = attendToPast(graph, { q, k, v, mask, pastKey, pastValue });
    graph.output(`key.${layer}`, k);
    graph.output(`value.${layer}`, v);
    x = finishLayer(graph, model, { x, attended, layer });
  }
  const logits = unembed(graph, model, x);
  graph.output("logits", reshape(graph, logits, [0, -1], ["batch", config.vocabularySize]));
  return graph;
}

function attendToPast(
  graph: Graph,
  input: Readonly<Record<"q" | "k" | "v" | "mask" | "pastKey" | "pastValue", Tensor>>,
): Tensor {
  const { q, k, v, mask, pastKey, pastValue } = input;
  const [batch, heads, , size] = q.shape as [Dim, number, Dim, number];
  const pastShape = [batch, heads, 1, "past"];
  const alpha = 1 / Math.sqrt(size);
  const scores = emitMatMul(graph, q, pastKey, { shape: pastShape, alpha, isTransposedB: true });
  const own = emitMatMul(graph, q, k, { shape: [batch, heads, 1, 1], alpha, isTransposedB: true });
  const masked = graph.emit("Add", [scores, mask], { shape: pastShape });
  const all = graph.emit("Concat", [masked, own], { shape: [batch, heads, 1, "all"], attributes: { axis: -1 } });
  const weights = graph.emit("Softmax", [all], { shape: [batch, heads, 1, "all"], attributes: { axis: -1 } });
  const slice = (start: number, end: number, shape: readonly Dim[]): Tensor =>
    graph.emit(
      "Slice",
      [weights, graph.constant("int64", [start]), graph.constant("int64", [end]), graph.constant("int64", [-1])],
      { shape },
    );
  const past = emitMatMul(graph, slice(0, -1, pastShape), pastValue, { shape: q.shape });
  const ownShare = slice(-1, Number.MAX_SAFE_INTEGER, [batch, heads, 1, 1]);
  return add(graph, past, graph.emit("Mul", [ownShare, v], { shape: q.shape }));
}
