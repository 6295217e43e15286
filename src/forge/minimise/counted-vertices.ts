import type { Count } from "./counted-lines.ts";
import { dropVertices } from "./drop-vertices.ts";
import { toKey } from "../input-spec/env.ts";
import { toTexts } from "../input-spec/input-value.ts";
import { isNumberToken, type Lines } from "./lines.ts";
import { listRemovals } from "./remove-some.ts";

const mostVertices = 200_000;

/**
 * Drafts with fewer vertices, where a number and the lines below it read as a graph: as many lines as another number
 * of the same line says, or one fewer than vertices, that begin with two vertices each.
 */
export function* listVertexDrafts(lines: Lines, count: Count | undefined): Generator<Lines, void> {
  if (count === undefined || count.value > mostVertices || count.value < 2) return;
  for (const reading of listGraphs(lines, count)) {
    for (const kept of listRemovals(count.value, 1)) {
      for (const contracts of [true, false]) yield cutGraph(lines, count, { ...reading, kept, contracts });
    }
  }
}

interface GraphReading {
  readonly start: number;
  readonly length: number;
  readonly base: number;
  /** Where the number of edges stands in the line of the count; -1 where it is one fewer than vertices. */
  readonly edgeCountAt: number;
}

function listGraphs(lines: Lines, { line, at, value }: Count): readonly GraphReading[] {
  const header = lines[line] ?? [];
  const sources = header.flatMap((token, i) =>
    i !== at && isNumberToken(token) ? [{ length: Number(token), edgeCountAt: i }] : [],
  );
  const readings: GraphReading[] = [];
  for (const { length, edgeCountAt } of [...sources, { length: value - 1, edgeCountAt: -1 }]) {
    for (const start of [line + 1, line + 2, line + 3]) {
      const run = length < 1 ? [] : lines.slice(start, start + length);
      if (run.length !== length || length < 1) continue;
      const ends = run.flatMap((tokens) => [tokens[0] ?? "", tokens[1] ?? ""]);
      if (!ends.every(isNumberToken)) continue;
      const vertices = ends.map(Number);
      const base = vertices.includes(0) ? 0 : 1;
      if (vertices.every((v) => v >= base && v < base + value)) readings.push({ start, length, base, edgeCountAt });
    }
  }
  return readings;
}

function cutGraph(
  lines: Lines,
  { line, at, value }: Count,
  graph: GraphReading & { readonly kept: readonly number[]; readonly contracts: boolean },
): Lines {
  const run = lines.slice(graph.start, graph.start + graph.length);
  const edges = run.map(([u = "0", v = "0", ...rest]) => ({ u: BigInt(u), v: BigInt(v), rest }));
  const left = dropVertices(edges, { ...graph, size: value, base: BigInt(graph.base) });
  const changed = (lines[line] ?? []).map((token, i) =>
    i === at ? String(graph.kept.length) : i === graph.edgeCountAt ? String(left.length) : token,
  );
  const cut = left.map(({ u, v, rest }) => [toKey(u ?? ""), toKey(v ?? ""), ...toTexts(rest)]);
  return lines.with(line, changed).toSpliced(graph.start, graph.length, ...cut);
}
