import { compareBigInts } from "../adversarial/integers.ts";
import { isList, type InputItem, type InputScope } from "../input-spec/input-value.ts";
import { listRemovals } from "./remove-some.ts";

type Leaf = bigint | string;

/** How many numbers and words an input has, those that count others left out. */
export function countLeaves(value: InputScope, sizeNames: ReadonlySet<string>): number {
  return listLeaves(value, sizeNames).length;
}

/** Drafts that change many values at once: all or parts to nothing, one value everywhere, ranks, a common offset. */
export function* listValueDrafts(value: InputScope, sizeNames: ReadonlySet<string>): Generator<InputScope, void> {
  const leaves = listLeaves(value, sizeNames);
  const map = (change: (leaf: Leaf, at: number) => Leaf): InputScope => mapLeaves(value, sizeNames, change);
  for (const kept of listRemovals(leaves.length)) {
    const stays = new Set(kept);
    yield map((leaf, at) => (stays.has(at) ? leaf : toNothing(leaf)));
  }
  yield map((leaf) => (typeof leaf === "bigint" ? 1n : leaf));
  const numbers = leaves.filter((leaf) => typeof leaf === "bigint");
  const distinct = [...new Set(numbers)].toSorted(compareBigInts);
  for (const offset of [0n, 1n]) {
    const ranks = new Map(distinct.map((number, i) => [number, BigInt(i) + offset]));
    yield map((leaf) => (typeof leaf === "bigint" ? (ranks.get(leaf) ?? leaf) : leaf));
  }
  const [least] = distinct;
  if (least !== undefined) {
    for (const offset of [least, least - 1n, least / 2n, 1n, -1n]) {
      yield map((leaf) => (typeof leaf === "bigint" ? leaf - offset : leaf));
    }
    yield map((leaf) => (typeof leaf === "bigint" ? leaf / 2n : leaf));
  }
  for (const number of distinct.slice(0, 40)) {
    for (const smaller of listSmaller(number)) yield map((leaf) => (leaf === number ? smaller : leaf));
  }
}

function toNothing(leaf: Leaf): Leaf {
  return typeof leaf === "bigint" ? 0n : "";
}

/** Drafts with one value simpler, boldest first; then with its successor changed too, as sums and products need. */
export function* listLeafDrafts(
  value: InputScope,
  sizeNames: ReadonlySet<string>,
  at: number,
): Generator<InputScope, void> {
  const leaves = listLeaves(value, sizeNames);
  const leaf = leaves[at];
  if (leaf === undefined) return;
  const set = (replacement: Leaf): InputScope =>
    mapLeaves(value, sizeNames, (other, i) => (i === at ? replacement : other));
  if (typeof leaf === "bigint") {
    for (const smaller of listSmaller(leaf)) yield set(smaller);
    if (leaves.length <= 12) yield* listPairDrafts(value, sizeNames, { leaves, at });
    return;
  }
  yield set("");
  for (const kept of listRemovals(leaf.length)) yield set(kept.map((i) => leaf[i] ?? "").join(""));
  const letters = [...new Set(leaf)].toSorted();
  for (let i = 0; i < Math.min(leaf.length, 200); i++) {
    for (const letter of new Set([...letters, "a", "A", "0", "."])) {
      if (letter < (leaf[i] ?? "")) yield set(leaf.slice(0, i) + letter + leaf.slice(i + 1));
    }
  }
  for (const [k, letter] of letters.entries()) {
    const target = ["a", "b", "c", "A", "B", "C", "0", "1"].find((known) => known < letter && !letters.includes(known));
    for (const replacement of [letters[k - 1], target]) {
      if (replacement !== undefined) yield set(leaf.replaceAll(letter, replacement));
    }
  }
}

/** One number down and another changed with it: the same amount down or up, or halved as well. */
function* listPairDrafts(
  value: InputScope,
  sizeNames: ReadonlySet<string>,
  { leaves, at }: { readonly leaves: readonly Leaf[]; readonly at: number },
): Generator<InputScope, void> {
  const leaf = leaves[at];
  if (typeof leaf !== "bigint" || leaf === 0n) return;
  const toward = leaf > 0n ? 1n : -1n;
  for (const [i, other] of leaves.entries()) {
    if (i === at || typeof other !== "bigint") continue;
    const steps = [leaf, leaf / 2n, leaf / 8n, toward].filter((step) => step !== 0n);
    for (const step of new Set(steps)) {
      for (const changed of [other - step, other + step]) {
        yield mapLeaves(value, sizeNames, (item, k) => (k === at ? leaf - step : k === i ? changed : item));
      }
    }
  }
}

/** Numbers nearer to 0, nearest first: 0, 1, 2, then ever larger parts, then the next one. */
function listSmaller(number: bigint): readonly bigint[] {
  const sign = number < 0n ? -1n : 1n;
  const magnitude = number * sign;
  const smaller: bigint[] = [0n, 1n, 2n];
  for (let part = magnitude; part > 0n; part /= 2n) smaller.push(magnitude - part);
  for (let power = 10n; power < magnitude; power *= 10n) smaller.push(power);
  const sorted = [...new Set(smaller)].filter((part) => part < magnitude).toSorted(compareBigInts);
  return sign > 0n ? sorted : [...sorted, magnitude].flatMap((part) => (part === 0n ? [0n] : [part, -part]));
}

function listLeaves(value: InputScope, sizeNames: ReadonlySet<string>): readonly Leaf[] {
  const leaves: Leaf[] = [];
  mapLeaves(value, sizeNames, (leaf) => {
    leaves.push(leaf);
    return leaf;
  });
  return leaves;
}

function mapLeaves(
  value: InputScope,
  sizeNames: ReadonlySet<string>,
  change: (leaf: Leaf, at: number) => Leaf,
): InputScope {
  let next = 0;
  const visit = (item: InputItem): InputItem => {
    if (typeof item === "bigint" || typeof item === "string") return change(item, next++);
    return isList(item) ? item.map(visit) : visitScope(item);
  };
  const visitScope = (scope: InputScope): InputScope =>
    Object.fromEntries(
      Object.entries(scope).map(([name, item]) => [name, sizeNames.has(name) || name === "kind" ? item : visit(item)]),
    );
  return visitScope(value);
}
