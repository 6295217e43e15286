import { describe, expect, it } from "vitest";
import { Graph } from "./graph/graph.ts";
import { add } from "./graph/operations.ts";
import { loadRuntime, readFloats } from "./runtime.ts";
import { SessionCache } from "./session-cache.ts";

describe("sessions by key", () => {
  it("are kept while they are used, and the one unused for longest is made anew when asked for", async () => {
    const runtime = await loadRuntime();
    const cache = new SessionCache(runtime, 2);
    const built: string[] = [];
    const double = async (key: string): Promise<number> => {
      const session = await cache.get(key, () => {
        built.push(key);
        const graph = new Graph();
        const x = graph.input("x", [1]);
        graph.output("y", add(graph, x, x));
        return graph;
      });
      const { y } = await session.run({ x: new runtime.Tensor("float32", Float32Array.of(21), [1]) });
      return readFloats(y)[0] ?? 0;
    };
    const results: number[] = [];
    for (const key of ["a", "b", "a", "c", "a", "b"]) results.push(await double(key));
    expect(results).toEqual([42, 42, 42, 42, 42, 42]);
    expect(built).toEqual(["a", "b", "c", "b"]);
    await cache.close();
  });
});
