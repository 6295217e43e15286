import { Graph } from "./graph/graph.ts";
import { emitMatMul } from "./graph/operations.ts";
import { createSession, loadRuntime } from "./runtime.ts";

/**
 * A bare product of two matrices on the runtime that trains, rows × inner by inner × columns: what a measurement of
 * training is held against. Each call of what it returns does 2·rows·inner·columns operations.
 *
 * @throws AppError TINY_RUNTIME_MISSING
 */
export async function createMatrixProduct(size: {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}): Promise<() => Promise<void>> {
  const { rows, inner, columns } = size;
  const runtime = await loadRuntime();
  const graph = new Graph();
  const a = graph.input("a", [rows, inner]);
  const b = graph.input("b", [inner, columns]);
  graph.output("product", emitMatMul(graph, a, b, { shape: [rows, columns] }));
  const session = await createSession(runtime, graph);
  const create = (height: number, width: number): InstanceType<typeof runtime.Tensor> =>
    new runtime.Tensor("float32", new Float32Array(height * width).fill(0.5), [height, width]);
  const feeds = { a: create(rows, inner), b: create(inner, columns) };
  const fetches = { product: create(rows, columns) };
  return async () => {
    await session.run(feeds, fetches);
  };
}
