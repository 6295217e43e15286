import { colourTwo, DisjointSets, findGraphFault, isBalanced, isTreeOfParents, type Edge } from "./structure.ts";
import { compareBigInts } from "../adversarial/integers.ts";
import { isList, toNumbers, toTexts, type InputItem } from "./input-value.ts";
import { makeDistinct } from "./random-strategy.ts";
import { toSimplest } from "./simplest.ts";
import {
  BuildReject,
  type GraphRequest,
  type GridRequest,
  type NumbersRequest,
  type Strategy,
  type StringRequest,
} from "./strategy.ts";

/**
 * Stays as near to the guide as the specification allows; what the guide lacks comes from `fallback`, or, without
 * one, is the simplest there is.
 */
export function createGuidedStrategy(fallback?: Strategy): Strategy {
  return {
    tries: fallback === undefined ? 1 : 4,
    chooseInt: (request) =>
      clamp(request.guide, request.low, request.high) ??
      fallback?.chooseInt(request) ??
      toSimplest(request.low, request.high),
    chooseNumbers: (request) => chooseNumbers(request, fallback),
    chooseString: (request) => chooseString(request, fallback),
    chooseOption: (options, guide) =>
      options.find((option) => option === guide) ?? fallback?.chooseOption(options, undefined) ?? options[0] ?? "",
    choosePermutation: (name, n, guide) =>
      guide.length === 0 && fallback !== undefined ? fallback.choosePermutation(name, n, guide) : rank(guide, n),
    chooseTree: (name, n, guide) =>
      guide.length === 0 && fallback !== undefined ? fallback.chooseTree(name, n, guide) : chooseTree(n, guide),
    chooseParents: (name, n, options) =>
      options.guide.length === 0 && fallback !== undefined
        ? fallback.chooseParents(name, n, options)
        : chooseParents(n, options),
    chooseGraph: (request) =>
      request.guide.length === 0 && fallback !== undefined ? fallback.chooseGraph(request) : chooseGraph(request),
    chooseGrid: (request) => chooseGrid(request, fallback),
    chooseInterval: (request) => {
      const { low, high, isStrict, guide } = request;
      const gap = isStrict ? 1n : 0n;
      const [left, right] = toNumbers(guide);
      if (left === undefined || right === undefined) {
        const start = toSimplest(low, high - gap);
        return fallback?.chooseInterval(request) ?? [start, start + gap];
      }
      const start = clamp(left, low, high - gap) ?? low;
      return [start, clamp(right, start + gap, high) ?? high];
    },
    share: (left) => left,
  };
}

function clamp(guide: InputItem | undefined, low: bigint, high: bigint): bigint | undefined {
  return typeof guide !== "bigint" ? undefined : guide < low ? low : guide > high ? high : guide;
}

function chooseNumbers(request: NumbersRequest, fallback: Strategy | undefined): readonly bigint[] {
  const { length, low, high, order, isDistinct, sum } = request;
  const before = toNumbers(request.guide);
  if (before.length === 0 && fallback !== undefined) return fallback.chooseNumbers(request);
  const fill = length > before.length ? fallback?.chooseNumbers({ ...request, guide: undefined }) : undefined;
  let values: readonly bigint[] = Array.from({ length }, (_, i) => {
    const value = before[i] ?? fill?.[i] ?? toSimplest(low, high);
    return value < low ? low : value > high ? high : value;
  });
  if (isDistinct) values = makeDistinct(values, request);
  if (order !== "any") values = values.toSorted(compareBigInts);
  if (order === "descending") values = values.toReversed();
  return sum === undefined ? values : fitSum(values, { low, high, sum });
}

/** Takes from the last numbers, or adds to them, until the sum is in its range. */
function fitSum(
  values: readonly bigint[],
  range: { readonly low: bigint; readonly high: bigint; readonly sum: { readonly low: bigint; readonly high: bigint } },
): readonly bigint[] {
  const total = values.reduce((sum, value) => sum + value, 0n);
  let excess = total > range.sum.high ? total - range.sum.high : total < range.sum.low ? total - range.sum.low : 0n;
  const fitted = values.toReversed().map((value) => {
    const room = excess > 0n ? value - range.low : value - range.high;
    const change = excess > 0n ? (room < excess ? room : excess) : room > excess ? room : excess;
    excess -= change;
    return value - change;
  });
  if (excess !== 0n) throw new BuildReject("no sum in the range");
  return fitted.toReversed();
}

function chooseString(request: StringRequest, fallback: Strategy | undefined): string {
  const { field, low, high, guide } = request;
  if (typeof guide !== "string") {
    if (fallback !== undefined) return fallback.chooseString(request);
    return field.form === "balanced" ? toBalanced("", low, field.alphabet) : (field.alphabet[0] ?? "").repeat(low);
  }
  const allowed = new Set(field.alphabet);
  const kept = guide
    .split("")
    .filter((character) => allowed.has(character))
    .slice(0, high);
  if (field.form === "balanced") return toBalanced(kept.join(""), low, field.alphabet);
  const filler = field.form === "number" ? (field.alphabet.at(-1) ?? "") : (field.alphabet[0] ?? "");
  while (kept.length < low) kept.push(filler);
  if (field.form === "palindrome") {
    const half = kept.slice(0, Math.ceil(kept.length / 2));
    return [...half, ...half.slice(0, Math.floor(kept.length / 2)).toReversed()].join("");
  }
  if (field.form === "number") {
    while (kept.length > Math.max(1, low) && kept[0] === "0") kept.shift();
    if (kept[0] === "0" && kept.length > 1) kept[0] = field.alphabet.find((character) => character !== "0") ?? "0";
  }
  if (field.alphabet.includes(" ") && (kept[0] === " " || kept.at(-1) === " ")) throw new BuildReject("outer spaces");
  return kept.join("");
}

function toBalanced(text: string, low: number, alphabet: readonly string[]): string {
  if (!isBalanced(text)) throw new BuildReject("brackets that do not match");
  const pair = alphabet.includes("(") ? "()" : alphabet.includes("[") ? "[]" : alphabet.includes("{") ? "{}" : "<>";
  return text.length >= low ? text : text + pair.repeat(Math.ceil((low - text.length) / 2));
}

/** A permutation of 0 … n-1 in the order of the guide; what it lacks comes last. */
function rank(guide: readonly number[], n: number): readonly number[] {
  const order = Array.from({ length: n }, (_, i) => i).toSorted(
    (a, b) => (guide[a] ?? Infinity) - (guide[b] ?? Infinity) || a - b,
  );
  const ranks = Array.from({ length: n }, () => 0);
  for (const [value, place] of order.entries()) ranks[place] = value;
  return ranks;
}

function isInside(n: number, [u, v]: Edge): boolean {
  return u >= 0 && v >= 0 && u < n && v < n;
}

function chooseTree(n: number, guide: readonly Edge[]): readonly Edge[] {
  const sets = new DisjointSets(n);
  const edges: Edge[] = guide.filter((edge) => isInside(n, edge) && sets.join(edge[0], edge[1]));
  for (let v = 1; v < n; v++) if (sets.join(0, v)) edges.push([0, v]);
  return edges;
}

function chooseParents(
  n: number,
  { isOrdered, guide }: { readonly isOrdered: boolean; readonly guide: readonly number[] },
): readonly number[] {
  const parents = Array.from({ length: Math.max(0, n - 1) }, (_, i) => {
    const parent = guide[i] ?? 0;
    return parent < 0 || parent >= n || parent === i + 1 || (isOrdered && parent > i) ? 0 : parent;
  });
  return isTreeOfParents(parents) ? parents : parents.map((parent, i) => Math.min(parent, i));
}

function chooseGraph({ rules, n, m, guide }: GraphRequest): readonly Edge[] {
  const kept: Edge[] = [];
  const seen = new Set<number>();
  const add = (edge: Edge): boolean => {
    const [u, v] = edge;
    if (!isInside(n, edge) || (u === v && !rules.hasLoops)) return false;
    const key = rules.isDirected || u < v ? u * n + v : v * n + u;
    if (rules.isSimple && seen.has(key)) return false;
    seen.add(key);
    kept.push(edge);
    return true;
  };
  for (const edge of guide) if (kept.length < m) add(edge);
  if (rules.isConnected) connect(kept, { n, m, isBipartite: rules.isBipartite }, add);
  for (let u = 0; u < n && kept.length < m; u++) {
    for (let v = u + 1; v < n && kept.length < m; v++) {
      if (add([u, v]) && n <= 50 && findGraphFault({ ...rules, isConnected: false }, n, kept) !== undefined) kept.pop();
    }
  }
  if (kept.length !== m || findGraphFault(rules, n, kept) !== undefined) throw new BuildReject("another kind of graph");
  return kept;
}

/** Joins the parts of a graph, in place of edges that close cycles where there is no room for more. */
function connect(
  kept: Edge[],
  { n, m, isBipartite }: { readonly n: number; readonly m: number; readonly isBipartite: boolean },
  add: (edge: Edge) => boolean,
): void {
  const sets = new DisjointSets(n);
  const spare: Edge[] = [];
  const needed = kept.filter((edge) => sets.join(edge[0], edge[1]) || (spare.push(edge), false));
  const sides = isBipartite ? colourTwo(n, kept) : undefined;
  const bridges: Edge[] = [];
  for (let v = 1; v < n; v++) {
    const other = sides === undefined || sides[v] !== sides[0] ? 0 : sides.findIndex((side) => side !== sides[v]);
    if (sets.find(v) !== sets.find(Math.max(0, other)) && sets.join(Math.max(0, other), v)) {
      bridges.push([Math.max(0, other), v]);
    }
  }
  if (bridges.length === 0) return;
  const room = m - needed.length - bridges.length;
  if (room < 0) throw new BuildReject("too few edges to connect all");
  kept.splice(0, kept.length, ...needed, ...spare.slice(0, room));
  for (const bridge of bridges) add(bridge);
}

function chooseGrid(request: GridRequest, fallback: Strategy | undefined): readonly string[] {
  const { height, width, alphabet, guide } = request;
  if (!isList(guide) && fallback !== undefined) return fallback.chooseGrid(request);
  const before = toTexts(guide);
  const filler = alphabet.find((character) => !request.counts.has(character)) ?? alphabet[0] ?? "";
  const allowed = new Set(alphabet);
  const lines = Array.from({ length: height }, (_, i) => {
    const line = (before[i] ?? "").slice(0, width).padEnd(width, filler).split("");
    return line.map((character) => (allowed.has(character) ? character : filler)).join("");
  });
  for (const [character, { low, high }] of request.counts) {
    const count = BigInt(lines.join("").split(character).length - 1);
    if (count < low || count > high) throw new BuildReject("counts of characters");
  }
  return lines;
}
