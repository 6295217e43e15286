import type { CompiledGraph } from "../../problem/index.ts";

/** Vertices from 0. */
export type Edge = readonly [number, number];

export type GraphRules = Pick<
  CompiledGraph,
  "isDirected" | "isSimple" | "hasLoops" | "isConnected" | "isAcyclic" | "isBipartite"
> & { readonly maxDegree?: number | undefined };

/** Disjoint sets of 0 … n-1. */
export class DisjointSets {
  readonly #parents: Int32Array;
  count: number;

  constructor(n: number) {
    this.#parents = Int32Array.from({ length: n }, (_, i) => i);
    this.count = n;
  }

  find(x: number): number {
    let root = x;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    let at = x;
    while (at !== root) {
      const next = this.#parents[at] ?? root;
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }

  /** False where they were joined already. */
  join(x: number, y: number): boolean {
    const [a, b] = [this.find(x), this.find(y)];
    if (a === b) return false;
    this.#parents[a] = b;
    this.count--;
    return true;
  }
}

/** What is wrong with a graph, and at which edge (the last one, where it is about the whole). */
export function findGraphFault(
  rules: GraphRules,
  n: number,
  edges: readonly Edge[],
): { readonly edge: number; readonly expected: string; readonly actual: string } | undefined {
  const whole = Math.max(0, edges.length - 1);
  const seen = new Set<number>();
  const degrees = new Int32Array(n);
  const sets = new DisjointSets(n);
  for (const [i, [u, v]] of edges.entries()) {
    const shown = `${u + 1} ${v + 1} (counted from 1)`;
    if (u === v && !rules.hasLoops) return { edge: i, expected: "no loop", actual: shown };
    if (rules.isSimple) {
      const key = rules.isDirected || u < v ? u * n + v : v * n + u;
      if (seen.has(key)) return { edge: i, expected: "an edge that is new", actual: shown };
      seen.add(key);
    }
    degrees[u] = (degrees[u] ?? 0) + 1;
    degrees[v] = (degrees[v] ?? 0) + 1;
    const isNew = sets.join(u, v);
    if (rules.isAcyclic && !rules.isDirected && !isNew) {
      return { edge: i, expected: "an edge that closes no cycle", actual: shown };
    }
  }
  const { maxDegree } = rules;
  if (maxDegree !== undefined) {
    const worst = degrees.findIndex((degree) => degree > maxDegree);
    if (worst >= 0) {
      const actual = `${degrees[worst]} of vertex ${worst + 1} (counted from 1)`;
      return { edge: whole, expected: `a degree of at most ${maxDegree}`, actual };
    }
  }
  if (rules.isConnected && sets.count > 1) {
    return { edge: whole, expected: "a connected graph", actual: `one in ${sets.count} parts` };
  }
  if (rules.isAcyclic && rules.isDirected && sortTopologically(n, edges) === undefined) {
    return { edge: whole, expected: "no directed cycle", actual: "one" };
  }
  if (rules.isBipartite && colourTwo(n, edges) === undefined) {
    return { edge: whole, expected: "a bipartite graph", actual: "one with an odd cycle" };
  }
  return undefined;
}

/** The vertices so that every edge leads forward; undefined where there is a cycle. */
function sortTopologically(n: number, edges: readonly Edge[]): readonly number[] | undefined {
  const incoming = new Int32Array(n);
  const next: number[][] = Array.from({ length: n }, () => []);
  for (const [u, v] of edges) {
    incoming[v] = (incoming[v] ?? 0) + 1;
    next[u]?.push(v);
  }
  const order: number[] = [];
  for (let v = 0; v < n; v++) if (incoming[v] === 0) order.push(v);
  for (let at = 0; at < order.length; at++) {
    for (const v of next[order[at] ?? 0] ?? []) {
      const left = (incoming[v] ?? 0) - 1;
      incoming[v] = left;
      if (left === 0) order.push(v);
    }
  }
  return order.length === n ? order : undefined;
}

/** A side, 0 or 1, for every vertex so that edges join different sides; undefined where there is an odd cycle. */
export function colourTwo(n: number, edges: readonly Edge[]): readonly number[] | undefined {
  const neighbours: number[][] = Array.from({ length: n }, () => []);
  for (const [u, v] of edges) {
    neighbours[u]?.push(v);
    neighbours[v]?.push(u);
  }
  const sides: number[] = Array.from({ length: n }, () => -1);
  for (let start = 0; start < n; start++) {
    if (sides[start] !== -1) continue;
    sides[start] = 0;
    const queue = [start];
    for (let at = 0; at < queue.length; at++) {
      const u = queue[at] ?? 0;
      for (const v of neighbours[u] ?? []) {
        if (sides[v] === sides[u]) return undefined;
        if (sides[v] !== -1) continue;
        sides[v] = 1 - (sides[u] ?? 0);
        queue.push(v);
      }
    }
  }
  return sides;
}

/** The fewest and most edges that a graph on n vertices can have. */
export function computeEdgeBounds(rules: GraphRules, n: bigint): { readonly low: bigint; readonly high: bigint } {
  const low = rules.isConnected && n > 0n ? n - 1n : 0n;
  const limits: bigint[] = [];
  if (rules.isAcyclic && !rules.isDirected) limits.push(n > 0n ? n - 1n : 0n);
  if (rules.isSimple) {
    const pairs = rules.isBipartite ? (n / 2n) * ((n + 1n) / 2n) : (n * (n - 1n)) / 2n;
    limits.push(rules.isDirected && !rules.isAcyclic ? 2n * pairs : pairs);
  } else if (n === 0n || (n === 1n && !rules.hasLoops)) limits.push(0n);
  if (rules.maxDegree !== undefined) limits.push((n * BigInt(rules.maxDegree)) / 2n);
  const high = limits.reduce((least, limit) => (limit < least ? limit : least), 10n ** 18n);
  return { low, high };
}

/** Whether parents (from 0, of vertices 1 … n-1) lead every vertex to 0. */
export function isTreeOfParents(parents: readonly number[]): boolean {
  const state = new Int8Array(parents.length + 1);
  state[0] = 1;
  for (let start = 1; start <= parents.length; start++) {
    const path: number[] = [];
    let at = start;
    while (state[at] === 0) {
      state[at] = 2;
      path.push(at);
      at = parents[at - 1] ?? 0;
    }
    if (state[at] === 2) return false;
    for (const vertex of path) state[vertex] = 1;
  }
  return true;
}

/** Whether brackets are balanced. */
export function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const character of text) {
    const closing = bracketPairs[character];
    if (closing !== undefined) open.push(closing);
    else if (open.pop() !== character) return false;
  }
  return open.length === 0;
}

/** Opening → closing. */
export const bracketPairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
