import type { Dim } from "./encode-onnx.ts";
import type { Graph, Tensor } from "./graph.ts";
import { emitMatMul, reshape } from "./operations.ts";

const epsilon = 1e-5;

/** x/√(mean(x²) + 1e-5) over the last size, without a gain (the next matrix holds it). */
export function normalizeRms(graph: Graph, x: Tensor): Tensor {
  const { shape } = x;
  const columnShape = [...shape.slice(0, -1), 1];
  const axis = graph.constant("int64", [-1]);
  const square = graph.emit("Mul", [x, x], { shape });
  const mean = graph.emit("ReduceMean", [square, axis], { shape: columnShape });
  const root = graph.emit("Sqrt", [graph.emit("Add", [mean, graph.scalar(epsilon)], { shape: columnShape })], {
    shape: columnShape,
  });
  const inverse = graph.emit("Reciprocal", [root], { shape: columnShape });
  const output = graph.emit("Mul", [x, inverse], { shape });
  return graph.record(output, [x], (dy) => {
    const product = graph.emit("Mul", [dy, output], { shape });
    const share = graph.emit("ReduceMean", [product, axis], { shape: columnShape });
    const along = graph.emit("Mul", [output, share], { shape });
    const across = graph.emit("Sub", [dy, along], { shape });
    return [graph.emit("Mul", [across, inverse], { shape })];
  });
}

/** What turns queries and keys by their position. */
export interface Rotation {
  /** int64, batch × time. */
  readonly positions: Tensor;
  readonly cosines: Tensor;
  readonly sines: Tensor;
  readonly negativeSines: Tensor;
  readonly headCount: number;
}

/** Rotary position embedding of batch × time × (heads·size); its transpose is the rotation backwards. */
export function rotate(graph: Graph, x: Tensor, rotation: Rotation): Tensor {
  const emit = (input: Tensor, sines: Tensor): Tensor =>
    graph.emit("RotaryEmbedding", [input, rotation.positions, rotation.cosines, sines], {
      shape: x.shape,
      domain: "com.microsoft",
      attributes: { num_heads: rotation.headCount, interleaved: 0 },
    });
  return graph.record(emit(x, rotation.sines), [x], (dy) => [emit(dy, rotation.negativeSines)]);
}

/** batch × time × (heads·size) → batch × heads × time × size. */
export function splitHeads(graph: Graph, x: Tensor, headCount: number): Tensor {
  const [batch, time, width] = x.shape as [Dim, Dim, number];
  const split = (input: Tensor): Tensor => {
    const apart = reshape(graph, input, [0, 0, headCount, -1], [batch, time, headCount, width / headCount]);
    return swapTimeAndHeads(graph, apart);
  };
  const merge = (input: Tensor): Tensor => reshape(graph, swapTimeAndHeads(graph, input), [0, 0, width], x.shape);
  return graph.record(split(x), [x], (dy) => [merge(dy)]);
}

/** The way back from `splitHeads`. */
export function mergeHeads(graph: Graph, x: Tensor): Tensor {
  const [batch, heads, time, size] = x.shape as [Dim, number, Dim, number];
  const shape = [batch, time, heads * size];
  const merged = reshape(graph, swapTimeAndHeads(graph, x), [0, 0, heads * size], shape);
  return graph.record(merged, [x], (dy) => [
    swapTimeAndHeads(graph, reshape(graph, dy, [0, 0, heads, size], [batch, time, heads, size])),
  ]);
}

function swapTimeAndHeads(graph: Graph, x: Tensor): Tensor {
  const [a, b, c, d] = x.shape as [Dim, Dim, Dim, Dim];
  return graph.emit("Transpose", [x], { shape: [a, c, b, d], attributes: { perm: [0, 2, 1, 3] } });
}

/** softmax(q·kᵀ/√size + mask)·v of batch × heads × time × size; `mask` is added and broadcast. */
export function attend(
  graph: Graph,
  input: { readonly q: Tensor; readonly k: Tensor; readonly v: Tensor; readonly mask: Tensor },
): Tensor {
  const { q, k, v, mask } = input;
  const [batch, heads, time, size] = q.shape as [Dim, number, Dim, number];
  const square = [batch, heads, time, k.shape[2] as Dim];
  const alpha = 1 / Math.sqrt(size);
  const scores = emitMatMul(graph, q, k, { shape: square, alpha, isTransposedB: true });
  const masked = graph.emit("Add", [scores, mask], { shape: square });
  const weights = graph.emit("Softmax", [masked], { shape: square, attributes: { axis: -1 } });
  const output = emitMatMul(graph, weights, v, { shape: q.shape });
  return graph.record(output, [q, k, v], (dy) => {
    const dWeights = emitMatMul(graph, dy, v, { shape: square, isTransposedB: true });
    const along = graph.emit(
      "ReduceSum",
      [graph.emit("Mul", [dy, output], { shape: q.shape }), graph.constant("int64", [-1])],
      { shape: [batch, heads, time, 1] },
    );
    const centred = graph.emit("Sub", [dWeights, along], { shape: square });
    const dScores = graph.emit("Mul", [centred, weights], { shape: square });
    return [
      emitMatMul(graph, dScores, k, { shape: q.shape, alpha }),
      emitTransposedProduct(graph, dScores, q, { shape: k.shape, alpha }),
      emitTransposedProduct(graph, weights, dy, { shape: v.shape, alpha: 1 }),
    ];
  });
}

/** wᵀ·x as (xᵀ·w)ᵀ: of the two, x is the narrow one that is cheap to transpose, before and after. */
function emitTransposedProduct(
  graph: Graph,
  w: Tensor,
  x: Tensor,
  { shape, alpha }: { readonly shape: readonly Dim[]; readonly alpha: number },
): Tensor {
  const [batch, heads, time, size] = shape as [Dim, Dim, Dim, Dim];
  const product = emitMatMul(graph, x, w, { shape: [batch, heads, size, time], alpha, isTransposedA: true });
  return graph.emit("Transpose", [product], { shape, attributes: { perm: [0, 1, 3, 2] } });
}

/** log softmax(logits) at `targets`: batch × time × vocabulary and batch × time → batch × time. */
export function takeLogprobs(graph: Graph, logits: Tensor, targets: Tensor): Tensor {
  const { shape } = logits;
  const columnShape = [...targets.shape, 1];
  const logprobs = graph.emit("LogSoftmax", [logits], { shape, attributes: { axis: -1 } });
  const column = graph.emit("Unsqueeze", [targets, graph.constant("int64", [-1])], {
    shape: columnShape,
    type: "int32",
  });
  const taken = graph.emit("GatherElements", [logprobs, column], { shape: columnShape, attributes: { axis: -1 } });
  const output = reshape(graph, taken, [0, 0], targets.shape);
  return graph.record(output, [logits], (dy) => {
    const slope = graph.emit("Unsqueeze", [dy, graph.constant("int64", [-1])], { shape: columnShape });
    const negative = graph.emit("Neg", [slope], { shape: columnShape });
    const spread = graph.emit("Mul", [graph.emit("Exp", [logprobs], { shape }), negative], { shape });
    return [
      graph.emit("ScatterElements", [spread, column, slope], { shape, attributes: { axis: -1, reduction: "add" } }),
    ];
  });
}
