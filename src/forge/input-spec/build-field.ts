import type { CompiledField, CompiledNamedField } from "../../problem/index.ts";
import { isCaseCount, spend, type BuildContext } from "./build-input.ts";
import { Env, toKey } from "./env.ts";
import { isList, toNumbers, type InputItem } from "./input-value.ts";
import { narrowByBudgets, narrowRange } from "./narrow-range.ts";
import { BuildReject } from "./strategy.ts";

/** Builds one field of a line. */
export function buildField({ name, field }: CompiledNamedField, context: BuildContext): InputItem {
  const { env, strategy } = context;
  const guide = context.guide?.[name];
  spend(context, 1);
  switch (field.kind) {
    case "int": {
      const { low, high } = narrowRange(name, env.computeRange(field), context);
      if (low > high) throw new BuildReject(`${name}: nothing from ${low} to ${high}`);
      const isSize = context.compiled.sizeNames.has(name);
      return strategy.chooseInt({ name, low, high, isSize, isCaseCount: isCaseCount(name, context.scope), guide });
    }
    case "real":
      return strategy.chooseInt({ ...field, name, isSize: false, isCaseCount: false, guide });
    case "string":
      return buildString({ name, field }, context, guide);
    case "choice":
      return strategy.chooseOption(field.options, guide);
    case "literal":
      return field.text;
    case "array":
      return buildArray({ name, field }, context);
    case "permutation": {
      const n = env.computeSize(field.length);
      spend(context, n);
      const before = toNumbers(guide).map((value) => Number(value - field.base));
      return strategy.choosePermutation(name, n, before).map((value) => BigInt(value) + field.base);
    }
    case "interval": {
      const { low, high } = env.computeRange(field);
      if (low > high || (field.isStrict && low === high)) throw new BuildReject(`${name}: no interval`);
      const { isStrict } = field;
      return strategy.chooseInterval({ name, low, high, isStrict, isSize: false, isCaseCount: false, guide });
    }
    case "parents": {
      const n = env.computeSize(field.vertices);
      if (n < 1) throw new BuildReject("a tree without vertices");
      spend(context, n);
      const before = toNumbers(guide).map((value) => Number(value - field.base));
      const parents = strategy.chooseParents(name, n, { isOrdered: field.isOrdered, guide: before });
      return parents.map((value) => BigInt(value) + field.base);
    }
  }
}

function buildString(
  { name, field }: { readonly name: string; readonly field: Extract<CompiledField, { readonly kind: "string" }> },
  context: BuildContext,
  guide: InputItem | undefined,
): string {
  const bounds = { ...context.env.computeRange(field.length) };
  if (bounds.low < 0n) bounds.low = 0n;
  if (context.budgets.length > 0 && bounds.low < bounds.high) {
    narrowByBudgets(bounds, context, (length) => ({ name, item: "a".repeat(Number(length)) }));
  }
  if (bounds.low > bounds.high) throw new BuildReject(`${name}: no length`);
  const [low, high] = [Number(bounds.low), Number(bounds.high)];
  if (low === high) spend(context, low / 8);
  return context.strategy.chooseString({ name, field, low, high, guide });
}

function buildArray(
  { name, field }: { readonly name: string; readonly field: Extract<CompiledField, { readonly kind: "array" }> },
  context: BuildContext,
): InputItem {
  const { env, strategy } = context;
  const length = env.computeSize(field.length);
  spend(context, length);
  const guide = context.guide?.[name];
  const { of } = field;
  const usesIndex = of.kind === "int" && (of.low.names.includes("index") || of.high.names.includes("index"));
  if ((of.kind === "int" && !usesIndex) || of.kind === "real") {
    const { low, high } = of.kind === "int" ? env.computeRange(of) : of;
    if (low > high && length > 0) throw new BuildReject(`${name}: nothing from ${low} to ${high}`);
    const sum = field.sum && env.computeRange(field.sum);
    const { order, isDistinct } = field;
    return strategy.chooseNumbers({ name, length, low, high, order, isDistinct, sum, guide });
  }
  const items = buildElements({ name, field, length }, context);
  if (field.sum !== undefined) {
    const total = toNumbers(items).reduce((sum, item) => sum + item, 0n);
    const { low, high } = env.computeRange(field.sum);
    if (total < low || total > high) throw new BuildReject(`${name}: the sum`);
  }
  return items;
}

/** Elements one by one: strings, choices, and numbers whose range depends on the position. */
function buildElements(
  array: {
    readonly name: string;
    readonly field: Extract<CompiledField, { readonly kind: "array" }>;
    readonly length: number;
  },
  context: BuildContext,
): readonly InputItem[] {
  const { name, field, length } = array;
  const before = context.guide?.[name];
  const seen = new Set<string>();
  const items: InputItem[] = [];
  for (let i = 0; i < length; i++) {
    for (let attempt = 0; ; attempt++) {
      const env = new Env(context.env);
      env.set("index", BigInt(i + 1));
      const guide = isList(before) ? before[i] : undefined;
      const element = guide === undefined ? undefined : { [name]: guide };
      const scope = { blocks: [], where: [] };
      const item = buildField({ name, field: field.of }, { ...context, scope, env, guide: element, budgets: [] });
      if (isAllowed(field, item, { previous: items.at(-1), seen })) {
        items.push(item);
        seen.add(toKey(item));
        break;
      }
      if (attempt >= context.strategy.tries) throw new BuildReject(`${name}: an element that does not fit`);
    }
  }
  return items;
}

function isAllowed(
  field: Extract<CompiledField, { readonly kind: "array" }>,
  item: InputItem,
  before: { readonly previous: InputItem | undefined; readonly seen: ReadonlySet<string> },
): boolean {
  if (field.isDistinct && before.seen.has(toKey(item))) return false;
  if (field.order === "any" || before.previous === undefined) return true;
  return field.order === "ascending" ? item >= before.previous : item <= before.previous;
}
