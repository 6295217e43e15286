import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { Graph } from "./graph/graph.ts";
import { createSession, loadRuntime } from "./runtime.ts";

const withoutRuntime = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "onnxruntime-node") throw new Error("Cannot find package 'onnxruntime-node'");
      return next(specifier, context);
    },
  });
  const policy = await import(process.env.POLICY_ENTRY);
  const tiny = await policy.loadTiny();
  const source = { kind: "checkpoint", directory: "nowhere" };
  console.log(await tiny.createTinyEngine({ source }).catch((error) => error.code));
`;

describe("the runtime of the embedded policy", () => {
  it("is missed only where it is used, and by name", async () => {
    const entry = fileURLToPath(new URL("../index.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", withoutRuntime], {
      env: { ...process.env, POLICY_ENTRY: entry },
    });
    expect(stdout.trim()).toBe("TINY_RUNTIME_MISSING");
  });

  it("refuses a graph that makes no sense with a fault that says so", async () => {
    const graph = new Graph();
    graph.output("y", graph.emit("NoSuchOperator", [graph.input("x", [2])], { shape: [2] }));
    await expect(createSession(await loadRuntime(), graph)).rejects.toMatchObject({ code: "TINY_GRAPH_REFUSED" });
  });
});
