import type { CompiledField, CompiledFields, CompiledFormula, CompiledScope } from "../../problem/index.ts";
import { Env, FormulaFault } from "../input-spec/env.ts";
import { isList, isScope, toScopes, type InputItem, type InputScope } from "../input-spec/input-value.ts";
import { isName } from "../input-spec/narrow-range.ts";
import { dropVertices } from "./drop-vertices.ts";

/** Something that an input can have fewer of: what a variable counts, in one scope of the input. */
export interface Dimension {
  /** Names and positions that lead to the scope. */
  readonly path: readonly (string | number)[];
  readonly scope: CompiledScope;
  readonly name: string;
  readonly size: number;
  /** The fewest that its range allows, as far as that is known. */
  readonly least: number;
}

const maxSize = 200_000;

/** Every count of the input: outer scopes first, and what counts cases first of all. */
export function listDimensions(
  scope: CompiledScope,
  value: InputScope,
  sizeNames: ReadonlySet<string>,
  path: readonly (string | number)[] = [],
): readonly Dimension[] {
  const own: Dimension[] = [];
  const inner: Dimension[] = [];
  const env = new Env();
  for (const block of scope.blocks) {
    if (block.kind === "line") {
      for (const { name, field } of block.fields) {
        const item = value[name];
        if (item === undefined) continue;
        env.set(name, item);
        if (field.kind !== "int" || typeof item !== "bigint" || !sizeNames.has(name)) continue;
        const low = env.canCompute(field.low) ? env.compute(field.low) : 0n;
        const least = Math.max(0, Number(low));
        if (item > 0n && item <= maxSize) own.push({ path, scope, name, size: Number(item), least });
      }
    }
    if (block.kind !== "cases") continue;
    for (const [i, each] of toScopes(value[block.name]).entries()) {
      inner.push(...listDimensions(block.scope, each, sizeNames, [...path, block.name, i]));
    }
  }
  return [...own, ...inner];
}

/**
 * Drafts of the input with only some of what a dimension counts, and everything as long as it cut alike; in the first
 * one numbers that point to what is counted are made to point to the same thing as before.
 */
export function* keepIndexes(
  value: InputScope,
  dimension: Dimension,
  kept: readonly number[],
): Generator<InputScope, void> {
  const places = toPlaces(kept, dimension.size);
  for (const relabels of [true, false]) {
    const edit = { name: dimension.name, size: dimension.size, kept, places, relabels };
    yield updateAt(value, dimension.path, (scope) => cutScope(scope, dimension.scope, edit));
  }
}

function toPlaces(kept: readonly number[], size: number): Int32Array {
  const places = new Int32Array(size).fill(-1);
  let place = -1;
  for (let i = 0; i < size; i++) {
    if (kept[place + 1] === i) place++;
    places[i] = place;
  }
  return places;
}

interface Cut {
  readonly name: string;
  readonly size: number;
  readonly kept: readonly number[];
  /** For each index the place of the last one kept up to it; -1 before the first. */
  readonly places: Int32Array;
  readonly relabels: boolean;
}

function cutScope(value: InputScope, scope: CompiledScope, cut: Cut): InputScope {
  const result: Record<string, InputItem> = { ...value };
  if (cut.name in result) result[cut.name] = BigInt(cut.kept.length);
  const edges = new Map<string, number>();
  for (const block of scope.blocks) {
    if (block.kind === "line") {
      Object.assign(result, cutFields(value, block.fields, cut));
      continue;
    }
    const item = value[block.name];
    if (item === undefined) continue;
    switch (block.kind) {
      case "rows": {
        const rows = cutList(toScopes(item), block.count, cut);
        result[block.name] = rows.map((row) => ({ ...row, ...cutFields(row, block.fields, cut) }));
        break;
      }
      case "queries": {
        const rows = cutList(toScopes(item), block.count, cut);
        result[block.name] = rows.map((row) => {
          const fields = block.kinds.find((kind) => kind.tag === row["kind"])?.fields ?? [];
          return { ...row, ...cutFields(row, fields, cut) };
        });
        break;
      }
      case "grid": {
        const lines = cutList(isList(item) ? item : [], block.rows, cut);
        result[block.name] = lines.map((line) => (typeof line === "string" ? cutText(line, block.columns, cut) : line));
        break;
      }
      case "cases": {
        const cases = cutList(toScopes(item), block.count, cut);
        result[block.name] = cases.map((each) => cutScope(each, block.scope, cut));
        break;
      }
      case "tree":
      case "graph": {
        const isEdgeCut = block.kind === "graph" && isName(block.edges, cut.name);
        const list = isEdgeCut ? cut.kept.flatMap((i) => toScopes(item).slice(i, i + 1)) : toScopes(item);
        const isVertexCut = isName(block.vertices, cut.name);
        const left = isVertexCut ? dropVertices(list, { ...cut, base: block.base, contracts: cut.relabels }) : list;
        result[block.name] = left.map((edge) => ({ ...edge, ...cutFields(edge, block.weights, cut) }));
        if (block.kind === "graph" && isVertexCut && block.edges.expression.kind === "name") {
          edges.set(block.edges.expression.name, left.length);
        }
        break;
      }
    }
  }
  for (const [name, count] of edges) if (name in result) result[name] = BigInt(count);
  return result;
}

function cutFields(value: InputScope, fields: CompiledFields, cut: Cut): InputScope {
  const result: Record<string, InputItem> = {};
  for (const { name, field } of fields) {
    const item = value[name];
    if (item !== undefined && name !== cut.name) result[name] = cutField(item, field, cut);
  }
  return result;
}

function cutField(item: InputItem, field: CompiledField, cut: Cut): InputItem {
  switch (field.kind) {
    case "int":
      return cut.relabels && isName(field.high, cut.name) && typeof item === "bigint"
        ? relabel(item, field.low, cut)
        : item;
    case "string":
      return typeof item === "string" ? cutText(item, field.length.high, cut) : item;
    case "array": {
      const list = cutList(isList(item) ? item : [], field.length, cut);
      return list.map((element) => cutField(element, field.of, cut));
    }
    case "permutation":
      return isList(item) ? cutList(item, field.length, cut) : item;
    case "interval":
      return isList(item)
        ? item.map((end) =>
            cut.relabels && isName(field.high, cut.name) && typeof end === "bigint"
              ? relabel(end, field.low, cut)
              : end,
          )
        : item;
    case "parents":
      return isList(item) && isName(field.vertices, cut.name) ? cutParents(item, field.base, cut) : item;
    case "real":
    case "choice":
    case "literal":
      return item;
  }
}

/** The number of the same thing after the cut, or of the last thing kept before it. */
function relabel(item: bigint, low: CompiledFormula, cut: Cut): bigint {
  if (low.expression.kind !== "number") return item;
  const base = low.expression.value;
  const index = Number(item - base);
  return base + BigInt(Math.max(0, cut.places[index] ?? cut.kept.length - 1));
}

function cutList<T>(items: readonly T[], length: CompiledFormula, cut: Cut): readonly T[] {
  const kept = toKept(items.length, length, cut);
  return kept === undefined ? items : kept.flatMap((i) => (i < items.length ? [items[i] as T] : []));
}

function cutText(text: string, length: CompiledFormula, cut: Cut): string {
  const kept = toKept(text.length, length, cut);
  return kept === undefined ? text : kept.map((i) => text[i] ?? "").join("");
}

/** Which positions stay in a list whose length is the variable, or the variable and a constant. */
function toKept(length: number, formula: CompiledFormula, cut: Cut): readonly number[] | undefined {
  if (isName(formula, cut.name)) return cut.kept;
  if (formula.names.length !== 1 || formula.names[0] !== cut.name) return undefined;
  try {
    const wanted = computeAt(formula, cut.name, cut.kept.length);
    if (computeAt(formula, cut.name, cut.size) !== length || wanted < 0 || wanted > length) return undefined;
    if (length - wanted !== cut.size - cut.kept.length) return undefined;
    const kept = new Set(cut.kept);
    const stays = Array.from({ length }, (_, i) => i).filter((i) => kept.has(Math.min(i, cut.size - 1)));
    return stays.slice(0, wanted);
  } catch (thrown) {
    if (thrown instanceof FormulaFault) return undefined;
    throw thrown;
  }
}

function computeAt(formula: CompiledFormula, name: string, value: number): number {
  const env = new Env();
  env.set(name, BigInt(value));
  return Number(env.compute(formula));
}

/** Children of a dropped vertex go to its own parent. */
function cutParents(items: readonly InputItem[], base: bigint, cut: Cut): readonly bigint[] {
  const parents = items.map((item) => (typeof item === "bigint" ? Number(item - base) : 0));
  const labels = new Map(cut.kept.filter((i) => i > 0).map((old, i) => [old, i + 1]));
  labels.set(0, 0);
  return [...labels.keys()]
    .filter((vertex) => vertex > 0)
    .map((vertex) => {
      let parent = parents[vertex - 1] ?? 0;
      while (!labels.has(parent)) parent = parents[parent - 1] ?? 0;
      return BigInt(labels.get(parent) ?? 0) + base;
    });
}

function updateAt(
  value: InputScope,
  path: readonly (string | number)[],
  update: (scope: InputScope) => InputScope,
): InputScope {
  const [name, index, ...rest] = path;
  if (typeof name !== "string" || typeof index !== "number") return update(value);
  const list = value[name];
  if (!isList(list)) return value;
  return {
    ...value,
    [name]: list.map((each, i) => (i === index && isScope(each) ? updateAt(each, rest, update) : each)),
  };
}
