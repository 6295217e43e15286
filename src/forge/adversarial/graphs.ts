import { DisjointSets, type Edge, type GraphRules } from "../input-spec/structure.ts";
import { BuildReject } from "../input-spec/strategy.ts";
import type { Rng } from "../../std/index.ts";
import { createTree, type TreeShape } from "./trees.ts";

export const graphShapes = [
  "random",
  "path",
  "star",
  "caterpillar",
  "broom",
  "binary",
  "cycle",
  "clique",
  "grid",
  "wheel",
  "two-cliques",
  "complete-bipartite",
] as const;

export type GraphShape = (typeof graphShapes)[number];

/**
 * A graph of n vertices and m edges within the rules: as much of the shape as they allow, then random edges.
 *
 * @throws BuildReject where no graph was found
 */
export function createGraph(
  shape: GraphShape,
  graph: { readonly rules: GraphRules; readonly n: number; readonly m: number },
  rng: Rng,
): readonly Edge[] {
  const { rules, n, m } = graph;
  const builder = new GraphBuilder(graph, rng);
  const skeleton = createSkeleton(shape, n, m, rng);
  for (const [u, v] of skeleton) if (builder.count < m) builder.add(u, v);
  if (rules.isConnected) builder.connect();
  if (builder.count > m) {
    if (shape === "random") throw new BuildReject("too few edges to connect all");
    return createGraph("random", graph, rng);
  }
  builder.fill(m);
  return builder.finish();
}

function createSkeleton(shape: GraphShape, n: number, m: number, rng: Rng): readonly Edge[] {
  const limit = Math.max(m, n);
  switch (shape) {
    case "random":
      return rng.nextInt(0, 1) === 0 || m < n - 1 ? [] : toTreeEdges("random", n, rng);
    case "path":
    case "star":
    case "caterpillar":
    case "broom":
    case "binary":
      return toTreeEdges(shape, n, rng);
    case "cycle":
      return n < 3 ? [] : [...toTreeEdges("path", n, rng), [n - 1, 0]];
    case "wheel":
      return n < 4 ? [] : [...toTreeEdges("star", n, rng), ...Array.from({ length: n - 1 }, (_, i) => toRim(i, n))];
    case "clique":
      return toClique(0, n, limit);
    case "two-cliques": {
      const half = n >> 1;
      return [[half - 1, half] as const, ...toClique(0, half, limit / 2), ...toClique(half, n, limit / 2)].filter(
        ([u]) => u >= 0,
      );
    }
    case "complete-bipartite": {
      const half = Math.max(1, n >> 1);
      return Array.from({ length: Math.min(limit, half * (n - half)) }, (_, i) => [
        i % half,
        half + Math.floor(i / half),
      ]);
    }
    case "grid": {
      const width = Math.max(1, Math.floor(Math.sqrt(n)));
      const right = Array.from({ length: n }, (_, i): Edge => [i, i + 1]).filter(([u]) => (u + 1) % width !== 0);
      const down = Array.from({ length: n }, (_, i): Edge => [i, i + width]);
      return [...right, ...down].filter(([, v]) => v < n);
    }
  }
}

function toRim(i: number, n: number): Edge {
  return [i + 1, ((i + 1) % (n - 1)) + 1];
}

function toTreeEdges(shape: TreeShape, n: number, rng: Rng): readonly Edge[] {
  return createTree(shape, n, rng).map((parent, i) => [parent, i + 1]);
}

function toClique(low: number, high: number, limit: number): readonly Edge[] {
  const edges: Edge[] = [];
  for (let v = low + 1; v < high && edges.length < limit; v++) {
    for (let u = low; u < v && edges.length < limit; u++) edges.push([u, v]);
  }
  return edges;
}

/** Adds edges one by one, each only where the rules still hold; vertices are relabelled at the end. */
class GraphBuilder {
  readonly #rules: GraphRules;
  readonly #n: number;
  readonly #rng: Rng;
  readonly #edges: Edge[] = [];
  readonly #seen = new Set<number>();
  readonly #degrees: Int32Array;
  readonly #sets: DisjointSets;
  /** Two sets for each vertex, one for each side: joined crosswise, they show odd cycles. */
  readonly #sides: DisjointSets;

  constructor({ rules, n }: { readonly rules: GraphRules; readonly n: number }, rng: Rng) {
    this.#rules = rules;
    this.#n = n;
    this.#rng = rng;
    this.#degrees = new Int32Array(n);
    this.#sets = new DisjointSets(n);
    this.#sides = new DisjointSets(rules.isBipartite ? 2 * n : 0);
  }

  get count(): number {
    return this.#edges.length;
  }

  /** Inside, DAG edges lead from lower to higher vertices. */
  add(from: number, to: number): boolean {
    const { isDirected, isSimple, isAcyclic, isBipartite, hasLoops, maxDegree } = this.#rules;
    const n = this.#n;
    let [u, v] = [from, to];
    if (u === v && !hasLoops) return false;
    if (isDirected && isAcyclic && u > v) [u, v] = [v, u];
    const key = isDirected || u < v ? u * n + v : v * n + u;
    if (isSimple && this.#seen.has(key)) return false;
    const need = u === v ? 2 : 1;
    if (maxDegree !== undefined && Math.max(this.#degrees[u] ?? 0, this.#degrees[v] ?? 0) + need > maxDegree)
      return false;
    if (isBipartite && this.#sides.find(u) === this.#sides.find(v)) return false;
    if (isAcyclic && !isDirected && this.#sets.find(u) === this.#sets.find(v)) return false;
    this.#seen.add(key);
    this.#sets.join(u, v);
    if (isBipartite) {
      this.#sides.join(u, v + n);
      this.#sides.join(v, u + n);
    }
    this.#degrees[u] = (this.#degrees[u] ?? 0) + 1;
    this.#degrees[v] = (this.#degrees[v] ?? 0) + 1;
    this.#edges.push([u, v]);
    return true;
  }

  /** Joins the parts by random edges. */
  connect(): void {
    const order = this.#rng.shuffle(Array.from({ length: this.#n }, (_, i) => i));
    const joined: number[] = order.slice(0, 1);
    for (const v of order.slice(1)) {
      if (this.#sets.count === 1) return;
      for (let attempt = 0; attempt < 60 && this.#sets.find(v) !== this.#sets.find(joined[0] ?? 0); attempt++) {
        const other = joined[this.#rng.nextInt(0, joined.length - 1)] ?? 0;
        if (this.#sets.find(v) !== this.#sets.find(other)) this.#addEitherWay(v, other);
      }
      joined.push(v);
    }
    if (this.#sets.count > 1) throw new BuildReject("no connected graph was found");
  }

  /** Random edges up to m. */
  fill(m: number): void {
    for (let attempt = 0; this.count < m && attempt < 4 * m + 40; attempt++) {
      this.#addEitherWay(this.#pickVertex(), this.#pickVertex());
    }
    if (this.count < m && this.#n <= 2000) {
      const pairs: Edge[] = [];
      for (let u = 0; u < this.#n; u++) for (let v = 0; v < this.#n; v++) pairs.push([u, v]);
      for (const [u, v] of this.#rng.shuffle(pairs)) if (this.count < m) this.add(u, v);
    }
    if (this.count < m) throw new BuildReject("no room for all edges");
  }

  finish(): readonly Edge[] {
    const { isDirected } = this.#rules;
    const labels = this.#rng.shuffle(Array.from({ length: this.#n }, (_, i) => i));
    const keepsLabels = this.#rng.nextInt(0, 2) === 0;
    const edges = this.#edges.map(([u, v]): Edge => {
      const [a, b] = keepsLabels ? [u, v] : [labels[u] ?? 0, labels[v] ?? 0];
      return isDirected || this.#rng.nextInt(0, 1) === 0 ? [a, b] : [b, a];
    });
    return keepsLabels ? edges : this.#rng.shuffle(edges);
  }

  #addEitherWay(u: number, v: number): void {
    if (this.#rng.nextInt(0, 1) === 0) this.add(u, v);
    else this.add(v, u);
  }

  #pickVertex(): number {
    return this.#rng.nextInt(0, Math.max(0, this.#n - 1));
  }
}
