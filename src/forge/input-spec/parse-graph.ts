import type { CompiledBlock, CompiledFields, CompiledGraph } from "../../problem/index.ts";
import { Env, FormulaFault } from "./env.ts";
import type { TokenPlace } from "./input-reader.ts";
import type { InputScope } from "./input-value.ts";
import { parseInt } from "./parse-field.ts";
import { parseFields, type ParseContext } from "./parse-input.ts";
import { findGraphFault, type Edge, type GraphRules } from "./structure.ts";

/** The edges of a tree, each with `u`, `v` and its weights. */
export function parseTree(
  block: Extract<CompiledBlock, { readonly kind: "tree" }>,
  context: ParseContext,
): readonly InputScope[] {
  const n = context.env.computeSize(block.vertices);
  if (n < 1) throw new FormulaFault(`a tree of ${n} vertices`);
  return parseEdges({ ...block, rules: treeRules, n, m: n - 1 }, context);
}

export function parseGraph(block: CompiledGraph, context: ParseContext): readonly InputScope[] {
  const n = context.env.computeSize(block.vertices);
  const m = context.env.computeSize(block.edges);
  return parseEdges({ ...block, rules: toGraphRules(block, context.env), n, m }, context);
}

const treeRules: GraphRules = {
  isDirected: false,
  isSimple: true,
  hasLoops: false,
  isConnected: true,
  isAcyclic: true,
  isBipartite: false,
};

export function toGraphRules(block: CompiledGraph, env: Env): GraphRules {
  return { ...block, maxDegree: block.maxDegree && Number(env.compute(block.maxDegree)) };
}

function parseEdges(
  graph: {
    readonly name: string;
    readonly rules: GraphRules;
    readonly n: number;
    readonly m: number;
    readonly base: bigint;
    readonly weights: CompiledFields;
  },
  context: ParseContext,
): readonly InputScope[] {
  const { reader } = context;
  const { n, m, base, name } = graph;
  const range = { low: base, high: base + BigInt(n) - 1n };
  const places: TokenPlace[] = [];
  const edges: Edge[] = [];
  const scopes = Array.from({ length: m }, (_, i) => {
    const inner = { ...context, env: new Env(context.env), path: `${context.path}${name}[${i + 1}].` };
    places.push(reader.place);
    const u = parseInt({ ...inner, path: `${inner.path}u` }, range);
    reader.expectSpace(inner.path);
    const v = parseInt({ ...inner, path: `${inner.path}v` }, range);
    edges.push([Number(u - base), Number(v - base)]);
    inner.env.set("u", u);
    inner.env.set("v", v);
    const weights = parseFields(graph.weights, inner, false);
    reader.expectLineEnd();
    return { u, v, ...weights };
  });
  const fault = findGraphFault(graph.rules, n, edges);
  if (fault !== undefined) {
    const place = places[fault.edge] ?? reader.place;
    reader.fail(place, context.path + name, fault.expected, fault.actual);
  }
  return scopes;
}
