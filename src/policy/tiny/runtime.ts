import type * as onnxruntime from "onnxruntime-node";
import type { InferenceSession, Tensor as RuntimeTensor } from "onnxruntime-node";
import { AppError, boundary } from "../../std/index.ts";
import type { Graph } from "./graph/graph.ts";

/** The ONNX runtime, once it is loaded. */
export type Runtime = typeof onnxruntime;

/**
 * Loads `onnxruntime-node`, which is an optional dependency.
 *
 * @throws AppError TINY_RUNTIME_MISSING
 */
export async function loadRuntime(): Promise<Runtime> {
  try {
    return await import("onnxruntime-node");
  } catch (cause) {
    throw new AppError({
      code: "TINY_RUNTIME_MISSING",
      message:
        "the embedded policy needs the optional package onnxruntime-node for this platform, which could not be loaded: " +
        "run ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node@1.30.0, or use another model",
      cause,
    });
  }
}

/**
 * A session of one thread: its results are the same bit for bit every time.
 *
 * @throws AppError TINY_GRAPH_REFUSED where the runtime does not take the graph
 */
export async function createSession(runtime: Runtime, graph: Graph): Promise<InferenceSession> {
  return boundary({ code: "TINY_GRAPH_REFUSED", what: "the runtime refused a graph of the embedded policy" }, () =>
    runtime.InferenceSession.create(graph.encode(), {
      executionProviders: ["cpu"],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: "sequential",
      graphOptimizationLevel: "all",
      logSeverityLevel: 3,
    }),
  );
}

/** The numbers of an output, without a copy. */
export function readFloats(tensor: RuntimeTensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new TypeError("expected an output of float32 numbers");
  return tensor.data;
}
