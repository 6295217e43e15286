import { invariant } from "../../../std/index.ts";
import type { Dim } from "./encode-onnx.ts";
import type { Graph, Tensor } from "./graph.ts";

/** x·w for a matrix w and any x whose last size fits, times `alpha`. */
export function multiplyMatrix(graph: Graph, x: Tensor, w: Tensor, alpha = 1): Tensor {
  const output = emitMatMul(graph, x, w, { shape: [...x.shape.slice(0, -1), w.shape[1] as Dim], alpha });
  return graph.record(output, [x, w], (dy) => [
    x.isTracked ? emitMatMul(graph, dy, w, { shape: x.shape, alpha, isTransposedB: true }) : undefined,
    w.isTracked
      ? emitMatMul(graph, flatten(graph, x), flatten(graph, dy), { shape: w.shape, alpha, isTransposedA: true })
      : undefined,
  ]);
}

/** A node MatMul, or the runtime's FusedMatMul where a transposition or factor saves a pass over the data. */
export function emitMatMul(
  graph: Graph,
  a: Tensor,
  b: Tensor,
  options: {
    readonly shape: readonly Dim[];
    readonly alpha?: number;
    readonly isTransposedA?: boolean;
    readonly isTransposedB?: boolean;
  },
): Tensor {
  const { shape, alpha = 1, isTransposedA = false, isTransposedB = false } = options;
  if (alpha === 1 && !isTransposedA && !isTransposedB) return graph.emit("MatMul", [a, b], { shape });
  return graph.emit("FusedMatMul", [a, b], {
    shape,
    domain: "com.microsoft",
    attributes: { alpha: { float: alpha }, transA: Number(isTransposedA), transB: Number(isTransposedB) },
  });
}

export function add(graph: Graph, a: Tensor, b: Tensor): Tensor {
  return graph.record(graph.emit("Add", [a, b], { shape: sameShape(a, b) }), [a, b], (dy) => [dy, dy]);
}

export function subtract(graph: Graph, a: Tensor, b: Tensor): Tensor {
  return graph.record(graph.emit("Sub", [a, b], { shape: sameShape(a, b) }), [a, b], (dy) => [
    dy,
    b.isTracked ? graph.emit("Neg", [dy], { shape: b.shape }) : undefined,
  ]);
}

export function multiply(graph: Graph, a: Tensor, b: Tensor): Tensor {
  return graph.record(graph.emit("Mul", [a, b], { shape: sameShape(a, b) }), [a, b], (dy) => [
    a.isTracked ? graph.emit("Mul", [dy, b], { shape: a.shape }) : undefined,
    b.isTracked ? graph.emit("Mul", [dy, a], { shape: b.shape }) : undefined,
  ]);
}

export function negate(graph: Graph, x: Tensor): Tensor {
  return graph.record(graph.emit("Neg", [x], { shape: x.shape }), [x], (dy) => [
    graph.emit("Neg", [dy], { shape: x.shape }),
  ]);
}

export function exponential(graph: Graph, x: Tensor): Tensor {
  const output = graph.emit("Exp", [x], { shape: x.shape });
  return graph.record(output, [x], (dy) => [graph.emit("Mul", [dy, output], { shape: x.shape })]);
}

/** The smaller of two; where they are equal the derivative goes to the first. */
export function minimum(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const shape = sameShape(a, b);
  return graph.record(graph.emit("Min", [a, b], { shape }), [a, b], (dy) => {
    const isSecond = graph.emit("Less", [b, a], { shape, type: "bool" });
    const zero = graph.scalar(0);
    return [graph.emit("Where", [isSecond, zero, dy], { shape }), graph.emit("Where", [isSecond, dy, zero], { shape })];
  });
}

/** x held to [low, high], both scalars; outside the derivative is 0. */
export function clamp(graph: Graph, x: Tensor, low: Tensor, high: Tensor): Tensor {
  const { shape } = x;
  const output = graph.emit("Clip", [x, low, high], { shape });
  return graph.record(output, [x], (dy) => {
    const isInside = graph.emit("Equal", [x, output], { shape, type: "bool" });
    return [graph.emit("Where", [isInside, dy, graph.scalar(0)], { shape })];
  });
}

/** max(x, 0)². */
export function squareRelu(graph: Graph, x: Tensor): Tensor {
  const { shape } = x;
  const positive = graph.emit("Relu", [x], { shape });
  const output = graph.emit("Mul", [positive, positive], { shape });
  return graph.record(output, [x], (dy) => {
    const slope = graph.emit("Add", [positive, positive], { shape });
    return [graph.emit("Mul", [dy, slope], { shape })];
  });
}

/** The sum of all elements, a scalar. */
export function sumAll(graph: Graph, x: Tensor): Tensor {
  const output = graph.emit("ReduceSum", [x], { shape: [], attributes: { keepdims: 0 } });
  return graph.record(output, [x], (dy) => {
    const shape = graph.emit("Shape", [x], { shape: [x.shape.length], type: "int64" });
    return [graph.emit("Expand", [dy, shape], { shape: x.shape })];
  });
}

/** The rows of `table` at `ids`. */
export function gatherRows(graph: Graph, table: Tensor, ids: Tensor): Tensor {
  const output = graph.emit("Gather", [table, ids], { shape: [...ids.shape, table.shape[1] as Dim] });
  return graph.record(output, [table], (dy) => {
    const sizes = graph.emit("Shape", [table], { shape: [2], type: "int64" });
    const zeros = graph.emit("ConstantOfShape", [sizes], { shape: table.shape });
    const idsOfRows = graph.emit("Cast", [ids], { shape: ids.shape, type: "int64", attributes: { to: 7 } });
    const column = reshape(graph, idsOfRows, [-1, 1], ["rows", 1]);
    return [
      graph.emit("ScatterND", [zeros, column, flatten(graph, dy)], {
        shape: table.shape,
        attributes: { reduction: "add" },
      }),
    ];
  });
}

/** A view of the same data; a size of 0 keeps that of the input, -1 takes what is left. */
export function reshape(graph: Graph, x: Tensor, sizes: readonly number[], shape: readonly Dim[]): Tensor {
  return graph.emit("Reshape", [x, graph.constant("int64", sizes)], { shape, type: x.type });
}

/** All but the last size made one. */
function flatten(graph: Graph, x: Tensor): Tensor {
  if (x.shape.length === 2) return x;
  const last = x.shape.at(-1);
  invariant(typeof last === "number", "the last size is known");
  return reshape(graph, x, [-1, last], ["rows", last]);
}

function sameShape(a: Tensor, b: Tensor): readonly Dim[] {
  invariant(a.shape.join() === b.shape.join(), `shapes ${a.shape.join()} and ${b.shape.join()} are equal`);
  return a.shape;
}
