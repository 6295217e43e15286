import { createArray } from "../adversarial/arrays.ts";
import { createGraph } from "../adversarial/graphs.ts";
import { compareBigInts, listBoundaries, pickBigInt } from "../adversarial/integers.ts";
import { createPermutation } from "../adversarial/permutations.ts";
import { createString } from "../adversarial/strings.ts";
import { createTree } from "../adversarial/trees.ts";
import type { Rng } from "../../std/index.ts";
import { drawGrid, drawNumbers, drawPermutation, drawString, drawTree, trimInside } from "./draw.ts";
import { createRandomGrid } from "./random-grid.ts";
import type { InputShape } from "./shapes.ts";
import { BuildReject, type IntRequest, type NumbersRequest, type Strategy, type StringRequest } from "./strategy.ts";
import type { Edge } from "./structure.ts";

/** Random choices in a shape; `size` from 0 (all as small as can be) to 1 (as large as can be). */
export function createRandomStrategy(options: {
  readonly rng: Rng;
  readonly size: number;
  readonly shape: InputShape;
  /** Sizes are as large as `size` allows, instead of up to it. */
  readonly isExact: boolean;
  /** How far numbers that are no sizes stray from their simplest value; undefined: by chance. */
  readonly reach?: bigint | undefined;
}): Strategy {
  const { rng, shape, reach } = options;
  const pick = (low: number, high: number): number => (low >= high ? low : rng.nextInt(low, high));
  const pickBig = (low: bigint, high: bigint): bigint => pickBigInt(rng, low, high);
  const chance = spans[rng.nextInt(0, spans.length - 1)];
  const span = reach === undefined ? chance : undefined;
  const caseShape = shape.cases ?? (["one-big", "many-tiny", "balanced"] as const)[rng.nextInt(0, 2)];
  const relabel = (parents: readonly number[], n: number): readonly Edge[] => {
    const edges = parents.map((parent, i): Edge => [parent, i + 1]);
    if (rng.nextInt(0, 2) === 0) return edges;
    const labels = rng.shuffle(Array.from({ length: n }, (_, i) => i));
    return rng.shuffle(edges).map(([u, v]) => [labels[u] ?? 0, labels[v] ?? 0]);
  };
  const chooseInt = (request: IntRequest): bigint => {
    if (request.isSize) return chooseSize(request, options, caseShape ?? "balanced");
    const [low, high] = toSpan(request.low, request.high, reach);
    return chooseValue({ low, high }, { rng, shape: shape.ints, span });
  };
  return {
    tries: 30,
    chooseInt,
    chooseNumbers: (request) => chooseNumbers(request, { rng, shape, span, reach }),
    chooseString: (request) => chooseString(request, options),
    chooseOption: (choices) => choices[pick(0, choices.length - 1)] ?? "",
    choosePermutation: (_, n) =>
      shape.permutation === undefined ? drawPermutation(pick, n) : createPermutation(shape.permutation, n, rng),
    chooseTree: (_, n) => (shape.tree === undefined ? drawTree(pick, n) : relabel(createTree(shape.tree, n, rng), n)),
    chooseParents: (_, n, { isOrdered }) => {
      const parents = createTree(shape.tree ?? "random", n, rng);
      return isOrdered || rng.nextInt(0, 1) === 0 ? parents : relabelParents(parents, rng);
    },
    chooseGraph: (request) => createGraph(shape.graph ?? "random", request, rng),
    chooseGrid: (request) =>
      request.counts.size > 0 || shape.grid !== undefined
        ? createRandomGrid(request, shape.grid, rng)
        : drawGrid(pick, request),
    chooseInterval: (request) => chooseInterval(request, pickBig, shape.interval),
    share: (left, casesLeft) => (caseShape === "one-big" ? left : left / BigInt(casesLeft)),
  };
}

/** How far from their simplest value numbers stray: the whole range, or little, so that ties and small sums occur. */
const spans: readonly (bigint | undefined)[] = [undefined, undefined, 1n, 3n, 10n, 100n];

function chooseSize(
  { low, high, isCaseCount }: IntRequest,
  options: { readonly rng: Rng; readonly size: number; readonly isExact: boolean; readonly shape: InputShape },
  caseShape: "one-big" | "many-tiny" | "balanced",
): bigint {
  const { rng, size, isExact } = options;
  const cap = computeCap(low, high, size);
  if (options.shape.sizes === "lopsided" && !isCaseCount) return rng.nextInt(0, 1) === 0 ? low : cap;
  if (isCaseCount) {
    if (caseShape === "one-big") return cap < low + 2n ? cap : pickBigInt(rng, low, low + 1n);
    if (caseShape === "balanced") return pickBigInt(rng, low, computeCap(low, cap, 0.5));
  }
  if (isExact || rng.nextInt(0, 2) === 0) return cap;
  return pickBigInt(rng, low, rng.nextInt(0, 1) === 0 ? cap : computeCap(low, cap, 0.5));
}

/** Between low and high on a logarithmic scale. */
function computeCap(low: bigint, high: bigint, size: number): bigint {
  if (size >= 1 || high <= low) return high;
  const width = Number(high - low + 1n);
  const cap = low + BigInt(Math.floor(width ** Math.max(0, size))) - 1n;
  return cap > high ? high : cap;
}

interface ValueOptions {
  readonly rng: Rng;
  readonly shape: InputShape["ints"];
  readonly span: bigint | undefined;
}

function chooseValue({ low, high }: { readonly low: bigint; readonly high: bigint }, options: ValueOptions): bigint {
  const { rng } = options;
  switch (options.shape) {
    case "minimum":
      return low;
    case "maximum":
      return high;
    case "extremes":
      return rng.nextInt(0, 1) === 0 ? low : high;
    case "boundaries": {
      const values = listBoundaries(low, high);
      return values[rng.nextInt(0, values.length - 1)] ?? low;
    }
    case "small":
      return pickBigInt(rng, ...toSpan(low, high, 2n));
    case undefined:
      return pickBigInt(rng, ...toSpan(low, high, options.span));
  }
}

function toSpan(low: bigint, high: bigint, span: bigint | undefined): readonly [bigint, bigint] {
  if (span === undefined) return [low, high];
  const centre = low > 0n ? low : high < 0n ? high : 0n;
  return [centre - span > low ? centre - span : low, centre + span < high ? centre + span : high];
}

function chooseNumbers(
  request: NumbersRequest,
  options: {
    readonly rng: Rng;
    readonly shape: InputShape;
    readonly span: bigint | undefined;
    readonly reach: bigint | undefined;
  },
): readonly bigint[] {
  const { rng, shape } = options;
  const { length, order, isDistinct, sum } = request;
  if (length === 0) return [];
  const span = shape.array === undefined ? (options.span ?? options.reach) : options.reach;
  const [low, high] = toSpan(request.low, request.high, span);
  if (sum !== undefined) return chooseWithSum(request, rng);
  const values =
    shape.array === undefined
      ? Array.from({ length }, () => pickBigInt(rng, low, high))
      : createArray(shape.array, { length, low, high }, rng);
  const fixed = isDistinct ? makeDistinct(values, request, rng) : values;
  if (order === "any") return fixed;
  const sorted = fixed.toSorted(compareBigInts);
  return order === "ascending" ? sorted : sorted.toReversed();
}

/** Each number leaves room for the rest; then their order is shuffled, since the first ones took most of the room. */
function chooseWithSum(request: NumbersRequest, rng: Rng): readonly bigint[] {
  const { length, order, isDistinct, sum } = request;
  const isFair = rng.nextInt(0, 3) > 0;
  let left = length;
  let total = 0n;
  const pick = (low: bigint, high: bigint): bigint => {
    const room = isFair && sum !== undefined ? (2n * (sum.high - total)) / BigInt(Math.max(1, left)) : high;
    left--;
    const value = pickBigInt(rng, low, room < low ? low : room < high ? room : high);
    total += value;
    return value;
  };
  const values = drawNumbers(pick, request);
  return order === "any" && !isDistinct ? rng.shuffle(values) : values;
}

/** The values in their order, with each repetition moved to the nearest free value above, then below. */
export function makeDistinct(
  values: readonly bigint[],
  { low, high }: { readonly low: bigint; readonly high: bigint },
  rng?: Rng,
): readonly bigint[] {
  if (high - low + 1n < BigInt(values.length)) throw new BuildReject("too few values");
  const seen = new Set<bigint>();
  const next = new Map<bigint, bigint>();
  return values.map((value) => {
    let free = value;
    if (rng !== undefined) free = pickFree(free, { low, high, seen, rng });
    const start = free;
    while (seen.has(free)) {
      const jump = next.get(free) ?? free + 1n;
      free = jump > high ? low : jump;
      if (seen.has(free)) next.set(start, free + 1n);
    }
    seen.add(free);
    return free;
  });
}

function chooseString(
  request: StringRequest,
  options: { readonly rng: Rng; readonly size: number; readonly shape: InputShape; readonly isExact: boolean },
): string {
  const { rng, size, shape } = options;
  const cap = Number(computeCap(BigInt(request.low), BigInt(request.high), size));
  const length = options.isExact ? cap : rng.nextInt(request.low, cap);
  const { alphabet, form } = request.field;
  const pick = (low: number, high: number): number => (low >= high ? low : rng.nextInt(low, high));
  const fitted = form === "balanced" && length % 2 === 1 && length > request.low ? length - 1 : length;
  if (shape.string !== undefined && form === "any") {
    const text = createString(shape.string, { length, alphabet }, rng);
    return alphabet.includes(" ") ? trimInside(text.split(""), alphabet) : text;
  }
  const letters = rng.nextInt(0, 1) === 0 || form !== "any" ? alphabet : alphabet.slice(0, 2);
  return drawString(pick, { ...request, field: { ...request.field, alphabet: letters }, low: fitted, high: fitted });
}

function chooseInterval(
  { low, high, isStrict }: { readonly low: bigint; readonly high: bigint; readonly isStrict: boolean },
  pick: (low: bigint, high: bigint) => bigint,
  shape: InputShape["interval"],
): readonly [bigint, bigint] {
  const gap = isStrict ? 1n : 0n;
  const middle = (low + high) / 2n;
  switch (shape) {
    case "points": {
      const left = pick(low, high - gap);
      return [left, left + gap];
    }
    case "whole":
      return [low, high];
    case "nested": {
      const left = pick(low, middle > high - gap ? high - gap : middle);
      const right = high - (left - low);
      return [left, right < left + gap ? left + gap : right];
    }
    case "adjacent": {
      const left = pick(low, high - gap);
      const right = left + 1n > high ? high : left + 1n;
      return [left, right];
    }
    case undefined: {
      const [a, b] = [pick(low, high - gap), pick(low, high - gap)];
      return a <= b ? [a, b + gap] : [b, a + gap];
    }
  }
}

/** New labels for all but the root, so that parents need not stand before their children. */
function relabelParents(parents: readonly number[], rng: Rng): readonly number[] {
  const labels = [0, ...rng.shuffle(parents.map((_, i) => i + 1))];
  const relabelled: number[] = parents.map(() => 0);
  for (const [i, parent] of parents.entries()) relabelled[(labels[i + 1] ?? 1) - 1] = labels[parent] ?? 0;
  return relabelled;
}

/** The value itself where it is free, else another one that likely is. */
function pickFree(
  value: bigint,
  range: { readonly low: bigint; readonly high: bigint; readonly seen: ReadonlySet<bigint>; readonly rng: Rng },
): bigint {
  let free = value;
  for (let attempt = 0; range.seen.has(free) && attempt < 8; attempt++)
    free = pickBigInt(range.rng, range.low, range.high);
  return free;
}
