import type { InputScope } from "../input-spec/input-value.ts";

/**
 * The edges between vertices that stay, relabelled without gaps. With `contracts`, a vertex that goes is merged into
 * the nearest one that stays, so that what was connected stays so; loops and repeated edges go.
 */
export function dropVertices(
  edges: readonly InputScope[],
  options: {
    readonly size: number;
    readonly kept: readonly number[];
    readonly base: bigint;
    readonly contracts: boolean;
  },
): readonly InputScope[] {
  const { base } = options;
  const pairs = edges.map(({ u, v }) => [toIndex(u, base), toIndex(v, base)] as const);
  const labels = Array.from({ length: options.size }, () => -1);
  for (const [place, vertex] of options.kept.entries()) labels[vertex] = place;
  if (options.contracts) spreadLabels(labels, pairs, options.kept);
  const seen = new Set<string>();
  return edges.flatMap((edge, i) => {
    const [from, to] = pairs[i] ?? [-1, -1];
    const [a, b] = [labels[from] ?? -1, labels[to] ?? -1];
    const isLoop = a === b && from !== to;
    const key = from === to || a < b ? `${a} ${b}` : `${b} ${a}`;
    if (a < 0 || b < 0 || isLoop || (options.contracts && seen.has(key))) return [];
    seen.add(key);
    return [{ ...edge, u: BigInt(a) + base, v: BigInt(b) + base }];
  });
}

function toIndex(vertex: unknown, base: bigint): number {
  return typeof vertex === "bigint" ? Number(vertex - base) : -1;
}

/** Breadth first from all that stay. */
function spreadLabels(labels: number[], pairs: readonly (readonly [number, number])[], kept: readonly number[]): void {
  const neighbours: number[][] = labels.map(() => []);
  for (const [u, v] of pairs) {
    neighbours[u]?.push(v);
    neighbours[v]?.push(u);
  }
  const queue = [...kept];
  for (let at = 0; at < queue.length; at++) {
    const u = queue[at] ?? 0;
    for (const v of neighbours[u] ?? []) {
      if (labels[v] !== -1) continue;
      labels[v] = labels[u] ?? -1;
      queue.push(v);
    }
  }
}
