import type {
  CompiledBlock,
  CompiledFields,
  CompiledFormula,
  CompiledInputSpec,
  CompiledScope,
} from "../../problem/index.ts";
import { buildField } from "./build-field.ts";
import { Env, FormulaFault, toKey } from "./env.ts";
import { toNumbers, toScopes, type InputItem, type InputScope } from "./input-value.ts";
import { computeLeast, isName, type SumBudget } from "./narrow-range.ts";
import { toGraphRules } from "./parse-graph.ts";
import { BuildReject, type Strategy } from "./strategy.ts";
import type { Edge } from "./structure.ts";

/**
 * Builds an input that is valid by construction: the strategy decides what the specification leaves open.
 *
 * @param guide what it should be like, where the strategy minds it
 * @throws BuildReject where the choices lead nowhere
 */
export function buildInput(compiled: CompiledInputSpec, strategy: Strategy, guide?: InputScope): InputScope {
  return buildScope({
    compiled,
    strategy,
    scope: compiled.scope,
    env: new Env(),
    guide,
    budgets: [],
    tokens: { left: maxTokens },
  });
}

/** Builds beyond this are given up: a file of some 20 MB. */
const maxTokens = 4_000_000;

export interface BuildContext {
  readonly compiled: CompiledInputSpec;
  readonly strategy: Strategy;
  readonly scope: CompiledScope;
  readonly env: Env;
  readonly guide: InputScope | undefined;
  readonly budgets: readonly SumBudget[];
  readonly tokens: { left: number };
}

/** Builds one scope: the whole input, or one case of it. */
function buildScope(context: BuildContext): InputScope {
  try {
    const value: Record<string, InputItem> = {};
    const checked = new Set<CompiledFormula>();
    for (const block of context.scope.blocks) {
      if (block.kind === "line") Object.assign(value, buildFields(block.fields, context));
      else {
        value[block.name] = buildBlock(block, context);
        context.env.set(block.name, value[block.name] ?? []);
      }
      checkConditions(context.scope.where, context.env, checked);
    }
    for (const { each, left } of context.budgets) if (context.env.compute(each) > left) throw new BuildReject("sum");
    return value;
  } catch (thrown) {
    if (thrown instanceof FormulaFault) throw new BuildReject(thrown.message);
    throw thrown;
  }
}

function buildBlock(block: Exclude<CompiledBlock, { readonly kind: "line" }>, context: BuildContext): InputItem {
  const { env, strategy } = context;
  const guide = context.guide?.[block.name];
  switch (block.kind) {
    case "rows":
      return buildRows(block, context);
    case "queries":
      return buildQueries(block, context);
    case "grid": {
      const [height, width] = [env.computeSize(block.rows), env.computeSize(block.columns)];
      spend(context, height * width);
      const counts = new Map(block.counts.map((count) => [count.character, env.computeRange(count.range)]));
      return strategy.chooseGrid({ ...block, height, width, counts, guide });
    }
    case "tree": {
      const n = env.computeSize(block.vertices);
      if (n < 1) throw new BuildReject("a tree without vertices");
      spend(context, 2 * n);
      return toEdgeScopes(strategy.chooseTree(block.name, n, toEdges(guide, block.base)), block, context);
    }
    case "graph": {
      const [n, m] = [env.computeSize(block.vertices), env.computeSize(block.edges)];
      spend(context, 2 * m + n);
      const rules = toGraphRules(block, env);
      const edges = strategy.chooseGraph({ name: block.name, rules, n, m, guide: toEdges(guide, block.base) });
      return toEdgeScopes(edges, block, context);
    }
    case "cases":
      return buildCases(block, context);
  }
}

function buildFields(fields: CompiledFields, context: BuildContext): InputScope {
  const value: Record<string, InputItem> = {};
  for (const { name, field } of fields) {
    const item = buildField({ name, field }, context);
    value[name] = item;
    context.env.set(name, item);
  }
  return value;
}

function buildRows(block: Extract<CompiledBlock, { readonly kind: "rows" }>, context: BuildContext): InputItem {
  const length = context.env.computeSize(block.count);
  spend(context, length * block.fields.length);
  const guides = toScopes(context.guide?.[block.name]);
  const seen = new Set<string>();
  return Array.from({ length }, (_, i) =>
    retry(context, () => {
      const env = new Env(context.env);
      const scope = { blocks: [{ kind: "line" as const, fields: block.fields }], where: block.where };
      const row = buildFields(block.fields, { ...context, scope, env, guide: guides[i], budgets: [] });
      checkConditions(block.where, env);
      const key = block.isDistinct ? toKey(row) : "";
      if (block.isDistinct && seen.has(key)) throw new BuildReject("a row twice");
      seen.add(key);
      return row;
    }),
  );
}

function buildQueries(block: Extract<CompiledBlock, { readonly kind: "queries" }>, context: BuildContext): InputItem {
  const length = context.env.computeSize(block.count);
  spend(context, 2 * length);
  const guides = toScopes(context.guide?.[block.name]);
  const tags = block.kinds.map((kind) => kind.tag);
  return Array.from({ length }, (_, i) =>
    retry(context, () => {
      const guide = guides[i];
      const tag = context.strategy.chooseOption(tags, guide?.["kind"]);
      const fields = block.kinds.find((kind) => kind.tag === tag)?.fields ?? [];
      const env = new Env(context.env);
      const scope = { blocks: [{ kind: "line" as const, fields }], where: block.where };
      const row = { kind: tag, ...buildFields(fields, { ...context, scope, env, guide, budgets: [] }) };
      checkConditions(block.where, env);
      return row;
    }),
  );
}

function buildCases(block: Extract<CompiledBlock, { readonly kind: "cases" }>, context: BuildContext): InputItem {
  const { env, strategy } = context;
  const length = env.computeSize(block.count);
  spend(context, length);
  const guides = toScopes(context.guide?.[block.name]);
  const left = block.sums.map(({ most }) => env.compute(most));
  const least = block.sums.map(({ each }) => tryLeast(each, block.scope, env));
  return Array.from({ length }, (_, i) => {
    const casesLeft = length - i;
    const tokens = context.tokens.left;
    return retry(context, (attempt) => {
      context.tokens.left = tokens;
      const budgets = block.sums.map(({ each }, k) => {
        const hard = (left[k] ?? 0n) - (least[k] ?? 0n) * BigInt(casesLeft - 1);
        const share = attempt === 0 ? strategy.share(hard, casesLeft) : hard;
        return { each, left: share < (least[k] ?? 0n) ? hard : share };
      });
      const inner = { ...context, scope: block.scope, env: new Env(env), guide: guides[i], budgets };
      const value = buildScope(inner);
      for (const [k, { each }] of block.sums.entries()) left[k] = (left[k] ?? 0n) - inner.env.compute(each);
      return value;
    });
  });
}

function tryLeast(each: CompiledFormula, scope: CompiledScope, env: Env): bigint {
  try {
    const least = computeLeast(each, scope, env);
    return least > 0n ? least : 0n;
  } catch (thrown) {
    if (thrown instanceof FormulaFault) return 0n;
    throw thrown;
  }
}

function toEdges(guide: InputItem | undefined, base: bigint): readonly Edge[] {
  return toScopes(guide).map(({ u, v }) => {
    const [from, to] = toNumbers([u ?? "", v ?? ""]);
    return from === undefined || to === undefined ? [-1, -1] : [Number(from - base), Number(to - base)];
  });
}

/** Adds weights; an edge that was there before keeps its own as a guide. */
function toEdgeScopes(
  edges: readonly Edge[],
  block: { readonly name: string; readonly base: bigint; readonly weights: CompiledFields },
  context: BuildContext,
): readonly InputScope[] {
  const guides = new Map<string, InputScope>();
  if (block.weights.length > 0) {
    for (const edge of toScopes(context.guide?.[block.name])) {
      guides.set(toKey([edge["u"] ?? "", edge["v"] ?? ""]), edge);
    }
  }
  return edges.map(([from, to]) => {
    const [u, v] = [BigInt(from) + block.base, BigInt(to) + block.base];
    if (block.weights.length === 0) return { u, v };
    return retry(context, () => {
      const env = new Env(context.env);
      env.set("u", u);
      env.set("v", v);
      const guide = guides.get(`${u} ${v}`) ?? guides.get(`${v} ${u}`);
      const scope = { blocks: [{ kind: "line" as const, fields: block.weights }], where: [] };
      return { u, v, ...buildFields(block.weights, { ...context, scope, env, guide, budgets: [] }) };
    });
  });
}

/** Checks every condition that can be computed by now, once. */
function checkConditions(
  conditions: readonly CompiledFormula[],
  env: Env,
  checked: Set<CompiledFormula> = new Set(),
): void {
  for (const condition of conditions) {
    if (checked.has(condition) || !env.canCompute(condition)) continue;
    if (env.compute(condition) === 0n) throw new BuildReject(condition.text);
    checked.add(condition);
  }
}

function retry<T>(context: BuildContext, build: (attempt: number) => T): T {
  for (let attempt = 0; ; attempt++) {
    try {
      return build(attempt);
    } catch (thrown) {
      if (!(thrown instanceof BuildReject) || attempt + 1 >= context.strategy.tries) throw thrown;
    }
  }
}

/** Counts tokens, so that no combination of sizes fills the memory. */
export function spend(context: BuildContext, tokens: number): void {
  context.tokens.left -= tokens;
  if (context.tokens.left < 0) throw new BuildReject(`more than ${maxTokens} tokens`);
}

/** Whether the variable counts the cases of a block in its scope. */
export function isCaseCount(name: string, scope: CompiledScope): boolean {
  return scope.blocks.some((block) => block.kind === "cases" && isName(block.count, name));
}
