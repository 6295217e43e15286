import type { CompiledScope } from "../../problem/index.ts";
import { toKey } from "../input-spec/env.ts";
import { isList, toNumbers, toScopes, type InputItem, type InputScope } from "../input-spec/input-value.ts";

/** Drafts in which one list is in a simpler order, or one tree or graph of a simpler form. */
export function* listStructureDrafts(scope: CompiledScope, value: InputScope): Generator<InputScope, void> {
  for (const block of scope.blocks) {
    const names = block.kind === "line" ? block.fields.map((field) => field.name) : [block.name];
    for (const name of names) {
      const item = value[name];
      if (!isList(item)) continue;
      const set = (changed: readonly InputItem[]): InputScope => ({ ...value, [name]: changed });
      if (block.kind === "tree" || block.kind === "graph") yield* listEdgeDrafts(toScopes(item), block.base, set);
      if (block.kind === "queries") {
        const tags = block.kinds.map((kind) => kind.tag);
        yield* listKindDrafts(toScopes(item), tags, set);
      }
      if (block.kind === "cases") {
        for (const [i, each] of toScopes(item).entries()) {
          for (const draft of listStructureDrafts(block.scope, each)) yield set(item.with(i, draft));
        }
      }
      yield* listOrders(item, set);
    }
  }
}

/** All queries, or one, of another kind. */
function* listKindDrafts(
  rows: readonly InputScope[],
  tags: readonly string[],
  set: (changed: readonly InputItem[]) => InputScope,
): Generator<InputScope, void> {
  for (const kind of tags) yield set(rows.map((row) => ({ ...row, kind })));
  for (const [i, row] of rows.slice(0, 100).entries()) {
    for (const kind of tags) yield set(rows.with(i, { ...row, kind }));
  }
}

function* listOrders(
  items: readonly InputItem[],
  set: (changed: readonly InputItem[]) => InputScope,
): Generator<InputScope, void> {
  yield set(items.toSorted(compareItems));
  if (items.length > 12) return;
  for (let i = 0; i < items.length; i++) {
    for (let j = i + 1; j < items.length; j++) {
      const [a, b] = [items[i] ?? "", items[j] ?? ""];
      if (compareItems(a, b) > 0) yield set(items.with(i, b).with(j, a));
    }
  }
}

function* listEdgeDrafts(
  edges: readonly InputScope[],
  base: bigint,
  set: (changed: readonly InputItem[]) => InputScope,
): Generator<InputScope, void> {
  yield set(edges.map((edge, i) => ({ ...edge, u: base, v: base + BigInt(i) + 1n })));
  yield set(edges.map((edge, i) => ({ ...edge, u: base + BigInt(i), v: base + BigInt(i) + 1n })));
  const straight = edges.map((edge) => (isBackward(edge) ? { ...edge, u: edge["v"] ?? 0n, v: edge["u"] ?? 0n } : edge));
  yield set(straight);
  yield set(straight.toSorted(compareItems));
  const labels = new Map<InputItem, bigint>();
  for (const end of edges.flatMap((edge) => [edge["u"] ?? 0n, edge["v"] ?? 0n])) {
    if (!labels.has(end)) labels.set(end, base + BigInt(labels.size));
  }
  yield set(
    edges.map((edge) => ({ ...edge, u: labels.get(edge["u"] ?? 0n) ?? base, v: labels.get(edge["v"] ?? 0n) ?? base })),
  );
}

function isBackward(edge: InputScope): boolean {
  const [u, v] = toNumbers([edge["u"] ?? "", edge["v"] ?? ""]);
  return u !== undefined && v !== undefined && u > v;
}

function compareItems(a: InputItem, b: InputItem): number {
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  const [x, y] = [toKey(a), toKey(b)];
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);
}
