import type { InputSpec } from "../../problem/index.ts";
import type { Rng } from "../../std/index.ts";
import { listBoundaries, pickBigInt } from "../adversarial/integers.ts";
import { isList, toScopes, type InputItem, type InputScope } from "../input-spec/input-value.ts";
import { createRandomStrategy } from "../input-spec/random-strategy.ts";
import { refitInput } from "../input-spec/refit-input.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { toCompiled } from "../input-spec/to-compiled.ts";
import { keepIndexes, listDimensions } from "../minimise/dimensions.ts";

export interface MutateOptions {
  readonly rng: Rng;
  /** Other inputs of the problem, to take parts from. */
  readonly others?: readonly InputScope[] | undefined;
}

/**
 * A valid input that is like another one but for one to three changes: numbers, letters, lengths, order, parts grown
 * anew or taken from other inputs. Equal seeds give equal mutants; undefined where 20 tries gave nothing new.
 *
 * @throws FORGE_SPEC_INVALID
 */
export function mutateInput(spec: InputSpec, value: InputScope, options: MutateOptions): InputScope | undefined {
  const before = renderInput(spec, value);
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const rng = options.rng.derive("mutate", attempt);
    let draft = value;
    for (let changes = rng.nextInt(1, 3); changes > 0; changes--) {
      draft = changeOnce(spec, draft, { rng, others: options.others ?? [] });
    }
    const fallback = createRandomStrategy({ rng, size: 0.3, shape: {}, isExact: false });
    const fitted = refitInput(spec, draft, fallback);
    if (fitted !== undefined && renderInput(spec, fitted) !== before) return fitted;
  }
  return undefined;
}

const maxTries = 20;

function changeOnce(
  spec: InputSpec,
  value: InputScope,
  { rng, others }: { readonly rng: Rng; readonly others: readonly InputScope[] },
): InputScope {
  const kind = rng.nextInt(0, 9);
  if (kind <= 3) return changeLeaf(value, rng);
  if (kind <= 5) return changeList(value, rng);
  if (kind <= 7) return changeSize(spec, value, rng);
  const names = Object.keys(value);
  const name = pickOne(names, rng);
  if (name === undefined) return value;
  const other = kind === 8 ? pickOne(others, rng) : undefined;
  return other === undefined ? dropItem(value, name, rng) : { ...value, [name]: other[name] ?? value[name] ?? [] };
}

/** A part without a guide is grown anew. */
function dropItem(value: InputScope, name: string, rng: Rng): InputScope {
  const scopes = toScopes(value[name]);
  if (scopes.length === 0 || rng.nextInt(0, 1) === 0) {
    return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  }
  const at = rng.nextInt(0, scopes.length - 1);
  const inner = pickOne(Object.keys(scopes[at] ?? {}), rng) ?? "";
  return { ...value, [name]: scopes.with(at, dropItem(scopes[at] ?? {}, inner, rng)) };
}

function changeLeaf(value: InputScope, rng: Rng): InputScope {
  const pool: InputItem[] = [];
  visitLeaves(value, (leaf) => (pool.push(leaf), leaf));
  const target = rng.nextInt(0, Math.max(0, pool.length - 1));
  let at = 0;
  return visitLeaves(value, (leaf) => {
    if (at++ !== target) return leaf;
    return typeof leaf === "bigint" ? changeNumber(leaf, pool, rng) : changeText(leaf, rng);
  });
}

function changeNumber(number: bigint, pool: readonly InputItem[], rng: Rng): bigint {
  const step = BigInt(rng.nextInt(1, 3));
  switch (rng.nextInt(0, 5)) {
    case 0:
      return number + 1n;
    case 1:
      return number - 1n;
    case 2:
      return rng.nextInt(0, 1) === 0 ? number * 2n : -number;
    case 3: {
      const other = pickOne(pool, rng);
      return typeof other === "bigint" ? other : number + step;
    }
    case 4: {
      const boundaries = listBoundaries(-(10n ** 18n), 10n ** 18n);
      return pickOne(boundaries, rng) ?? number;
    }
    default:
      return pickBigInt(rng, number - 10n, number + 10n);
  }
}

function changeText(text: string, rng: Rng): string {
  if (text === "") return text;
  const [a, b] = [rng.nextInt(0, text.length - 1), rng.nextInt(0, text.length - 1)];
  const [low, high] = a < b ? [a, b] : [b, a];
  const middle = text.slice(low, high + 1);
  const change = rng.nextInt(0, 4);
  if (change === 0) return text.slice(0, a) + (text[b] ?? "") + text.slice(a + 1);
  if (change === 1) return text.slice(0, low) + middle.split("").toReversed().join("") + text.slice(high + 1);
  if (change === 2) return text.slice(0, low) + middle + middle + text.slice(high + 1);
  if (change === 3) return text.slice(0, low) + text.slice(high + 1);
  return text.slice(0, low) + (text[low] ?? "").repeat(middle.length) + text.slice(high + 1);
}

/** One list reordered, or a part of it made equal, copied elsewhere or sorted. */
function changeList(value: InputScope, rng: Rng): InputScope {
  const target = rng.nextInt(0, Math.max(0, countLists(value) - 1));
  let at = 0;
  const visit = (item: InputItem): InputItem => {
    if (typeof item === "bigint" || typeof item === "string") return item;
    if (!isList(item)) return visitScope(item);
    return at++ === target ? rearrange(item, rng) : item.map(visit);
  };
  const visitScope = (scope: InputScope): InputScope =>
    Object.fromEntries(Object.entries(scope).map(([name, item]) => [name, visit(item)]));
  return visitScope(value);
}

function rearrange(items: readonly InputItem[], rng: Rng): readonly InputItem[] {
  if (items.length < 2) return items;
  const [a, b] = [rng.nextInt(0, items.length - 1), rng.nextInt(0, items.length - 1)];
  const [low, high] = a < b ? [a, b] : [b, a];
  const middle = items.slice(low, high + 1);
  const replace = (changed: readonly InputItem[]): readonly InputItem[] =>
    items.toSpliced(low, middle.length, ...changed);
  switch (rng.nextInt(0, 5)) {
    case 0:
      return items.with(a, items[b] ?? "").with(b, items[a] ?? "");
    case 1:
      return replace(middle.toReversed());
    case 2:
      return replace(rng.shuffle(middle));
    case 3:
      return replace(middle.map(() => items[a] ?? ""));
    case 4:
      return [...items.slice(low), ...items.slice(0, low)];
    default:
      return replace(middle.toSorted((x, y) => (x < y ? -1 : x > y ? 1 : 0)));
  }
}

/** Fewer, or one more, of what some variable counts. */
function changeSize(spec: InputSpec, value: InputScope, rng: Rng): InputScope {
  const { scope, sizeNames } = toCompiled(spec);
  const dimension = pickOne(listDimensions(scope, value, sizeNames), rng);
  if (dimension === undefined) return changeLeaf(value, rng);
  const all = Array.from({ length: dimension.size }, (_, i) => i);
  const at = rng.nextInt(0, dimension.size - 1);
  const choice = rng.nextInt(0, 3);
  const kept =
    choice === 0
      ? all.filter((i) => i !== at)
      : choice === 1
        ? all.slice(0, at + 1)
        : choice === 2
          ? [...all.slice(0, at + 1), ...all.slice(at)]
          : [...all, ...all];
  const [relabelled, plain] = keepIndexes(value, dimension, kept);
  return (choice < 2 ? relabelled : plain) ?? value;
}

function countLists(item: InputItem): number {
  if (typeof item === "bigint" || typeof item === "string") return 0;
  const inner = isList(item) ? item : Object.values(item);
  return inner.reduce<number>((total, each) => total + countLists(each), isList(item) ? 1 : 0);
}

function visitLeaves(value: InputScope, change: (leaf: bigint | string) => bigint | string): InputScope {
  const visit = (item: InputItem): InputItem => {
    if (typeof item === "bigint" || typeof item === "string") return change(item);
    return isList(item) ? item.map(visit) : visitLeaves(item, change);
  };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item)]));
}

function pickOne<T>(items: readonly T[], rng: Rng): T | undefined {
  return items.length === 0 ? undefined : items[rng.nextInt(0, items.length - 1)];
}
