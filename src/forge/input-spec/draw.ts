import { BuildReject, type GridRequest, type NumbersRequest, type StringRequest } from "./strategy.ts";
import { bracketPairs, findGraphFault, isTreeOfParents, type Edge, type GraphRules } from "./structure.ts";

/** One choice among the whole numbers low … high: random, or the next of an enumeration. */
export type Pick = (low: number, high: number) => number;
export type PickBig = (low: bigint, high: bigint) => bigint;

/** Numbers in order, so that each leaves room for those after it. */
export function drawNumbers(pick: PickBig, request: NumbersRequest): readonly bigint[] {
  const { length, isDistinct, order, sum } = request;
  if (isDistinct && request.high - request.low + 1n < BigInt(length)) throw new BuildReject("too few values");
  const values: bigint[] = [];
  const seen = new Set<bigint>();
  let total = 0n;
  for (let i = 0; i < length; i++) {
    const after = BigInt(length - i - 1);
    let { low, high } = request;
    const previous = values.at(-1);
    const step = isDistinct ? 1n : 0n;
    if (order === "ascending") {
      if (previous !== undefined) low = previous + step;
      high -= step * after;
    } else if (order === "descending") {
      if (previous !== undefined) high = previous - step;
      low += step * after;
    }
    if (sum !== undefined) {
      low = largest(low, sum.low - total - after * request.high);
      high = smallest(high, sum.high - total - after * request.low);
    }
    if (low > high) throw new BuildReject("no room for another number");
    const value = pick(low, high);
    if (isDistinct && seen.has(value)) throw new BuildReject("a number twice");
    seen.add(value);
    values.push(value);
    total += value;
  }
  return values;
}

export function drawString(pick: Pick, { field, low, high }: StringRequest): string {
  const { alphabet, form } = field;
  const length = pick(low, high);
  const letter = (letters: readonly string[]): string => {
    if (letters.length === 0) throw new BuildReject("no letter for an end");
    return letters[pick(0, letters.length - 1)] ?? "";
  };
  if (form === "palindrome") {
    const half = Array.from({ length: Math.ceil(length / 2) }, () => letter(alphabet));
    return [...half, ...half.slice(0, Math.floor(length / 2)).toReversed()].join("");
  }
  if (form === "balanced") return drawBalanced(pick, length, alphabet);
  const tails = alphabet.filter((character) => character !== " ");
  const heads = form === "number" && length > 1 ? tails.filter((character) => character !== "0") : tails;
  return Array.from({ length }, (_, i) => letter(i === 0 ? heads : i === length - 1 ? tails : alphabet)).join("");
}

/** Spaces at the ends of a line are no part of it. */
export function trimInside(letters: string[], alphabet: readonly string[]): string {
  const letter = alphabet.find((character) => character !== " ");
  if (letter === undefined) throw new BuildReject("nothing but spaces");
  if (letters[0] === " ") letters[0] = letter;
  if (letters.at(-1) === " ") letters[letters.length - 1] = letter;
  return letters.join("");
}

function drawBalanced(pick: Pick, length: number, alphabet: readonly string[]): string {
  const openers = alphabet.filter((character) => bracketPairs[character] !== undefined);
  if (length % 2 === 1 || (length > 0 && openers.length === 0)) throw new BuildReject("no balanced brackets");
  const open: string[] = [];
  let text = "";
  for (let left = length; left > 0; left--) {
    const mustClose = open.length === left;
    if (!mustClose && (open.length === 0 || pick(0, 1) === 0)) {
      const opener = openers[pick(0, openers.length - 1)] ?? "(";
      open.push(bracketPairs[opener] ?? ")");
      text += opener;
    } else text += open.pop() ?? "";
  }
  return text;
}

export function drawPermutation(pick: Pick, n: number): readonly number[] {
  const values = Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i + 1 < n; i++) {
    const j = pick(i, n - 1);
    [values[i], values[j]] = [values[j] ?? 0, values[i] ?? 0];
  }
  return values;
}

/** A labelled tree by its Prüfer sequence: each one once, uniform for a uniform pick. */
export function drawTree(pick: Pick, n: number): readonly Edge[] {
  if (n <= 1) return [];
  const sequence = Array.from({ length: n - 2 }, () => pick(0, n - 1));
  const degrees = new Int32Array(n).fill(1);
  for (const v of sequence) degrees[v] = (degrees[v] ?? 0) + 1;
  const edges: Edge[] = [];
  let pointer = degrees.indexOf(1);
  let leaf = pointer;
  for (const v of sequence) {
    edges.push(leaf < v ? [leaf, v] : [v, leaf]);
    const degree = (degrees[v] ?? 0) - 1;
    degrees[v] = degree;
    if (degree === 1 && v < pointer) leaf = v;
    else {
      pointer++;
      while (degrees[pointer] !== 1) pointer++;
      leaf = pointer;
    }
  }
  edges.push([leaf, n - 1]);
  return edges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
}

export function drawParents(pick: Pick, n: number, isOrdered: boolean): readonly number[] {
  const parents = Array.from({ length: Math.max(0, n - 1) }, (_, i) => pick(0, isOrdered ? i : n - 1));
  if (!isOrdered && !isTreeOfParents(parents)) throw new BuildReject("a cycle of parents");
  return parents;
}

/** A graph by its edges in ascending order: each one once. For small n only. */
export function drawGraph(
  pick: Pick,
  { rules, n, m }: { readonly rules: GraphRules; readonly n: number; readonly m: number },
): readonly Edge[] {
  const pairs: Edge[] = [];
  for (let u = 0; u < n; u++) {
    for (let v = rules.isDirected ? 0 : u; v < n; v++) if (u !== v || rules.hasLoops) pairs.push([u, v]);
  }
  const edges: Edge[] = [];
  const step = rules.isSimple ? 1 : 0;
  let next = 0;
  for (let i = 0; i < m; i++) {
    const high = pairs.length - 1 - step * (m - i - 1);
    if (next > high) throw new BuildReject("too few pairs");
    const at = pick(next, high);
    const pair = pairs[at];
    if (pair !== undefined) edges.push(pair);
    next = at + step;
  }
  if (findGraphFault(rules, n, edges) !== undefined) throw new BuildReject("another kind of graph");
  return edges;
}

export function drawGrid(pick: Pick, { height, width, alphabet, counts }: GridRequest): readonly string[] {
  const cells = Array.from({ length: height * width }, () => alphabet[pick(0, alphabet.length - 1)] ?? "");
  for (const [character, { low, high }] of counts) {
    const count = BigInt(cells.filter((cell) => cell === character).length);
    if (count < low || count > high) throw new BuildReject("counts of characters");
  }
  return Array.from({ length: height }, (_, i) => cells.slice(i * width, (i + 1) * width).join(""));
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function smallest(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
