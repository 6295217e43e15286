import type { CompiledBlock, CompiledFormula, CompiledScope, Expression } from "../../problem/index.ts";
import { Env, evaluate, FormulaFault } from "./env.ts";
import type { InputItem } from "./input-value.ts";
import { toGraphRules } from "./parse-graph.ts";
import { computeEdgeBounds } from "./structure.ts";

/** What a sum over cases leaves for the case that is being built. */
export interface SumBudget {
  readonly each: CompiledFormula;
  readonly left: bigint;
}

export interface NarrowContext {
  readonly scope: CompiledScope;
  readonly env: Env;
  readonly budgets: readonly SumBudget[];
}

interface Bounds {
  low: bigint;
  high: bigint;
}

/** The range of a variable, made smaller by what its conditions, structures and sums will ask for. */
export function narrowRange(name: string, range: Readonly<Bounds>, context: NarrowContext): Readonly<Bounds> {
  const bounds: Bounds = { ...range };
  for (const condition of context.scope.where) narrowByCondition(name, condition, bounds, context.env);
  for (const block of context.scope.blocks) {
    attempt(() => narrowByBlock(name, block, bounds, context));
  }
  narrowByBudgets(bounds, context, (value) => ({ name, item: value }));
  return bounds;
}

/** Lowers `bounds.high` until the case fits what the sums leave, with everything that is still open at its least. */
export function narrowByBudgets(
  bounds: Bounds,
  context: NarrowContext,
  toItem: (value: bigint) => { readonly name: string; readonly item: InputItem },
): void {
  for (const { each, left } of context.budgets) {
    if (!each.names.includes(toItem(0n).name)) continue;
    const fits = (value: bigint): boolean => {
      const env = new Env(context.env);
      const { name, item } = toItem(value);
      env.set(name, item);
      return computeLeast(each, context.scope, env) <= left;
    };
    attempt(() => {
      if (fits(bounds.high)) return;
      let [good, bad] = [bounds.low - 1n, bounds.high];
      while (bad - good > 1n) {
        const middle = (good + bad) / 2n;
        if (fits(middle)) good = middle;
        else bad = middle;
      }
      bounds.high = good;
    });
  }
}

/** A formula with variables that are not chosen yet at their least. @throws FormulaFault */
export function computeLeast(formula: CompiledFormula, scope: CompiledScope, env: Env): bigint {
  const inner = new Env(env);
  for (const block of scope.blocks) {
    for (const { name, field } of block.kind === "line" ? block.fields : []) {
      if (!formula.names.includes(name) || env.has(name)) continue;
      if (field.kind === "int") inner.set(name, computeLeast(field.low, scope, inner));
      else if (field.kind === "string") inner.set(name, "a".repeat(Number(inner.compute(field.length.low))));
      else inner.set(name, []);
    }
    if (block.kind !== "line" && formula.names.includes(block.name) && !env.has(block.name)) inner.set(block.name, []);
  }
  return inner.compute(formula);
}

function narrowByBlock(name: string, block: CompiledBlock, bounds: Bounds, context: NarrowContext): void {
  const { env } = context;
  switch (block.kind) {
    case "cases":
      if (isName(block.count, name)) {
        for (const { each, most } of block.sums) {
          const least = computeLeast(each, block.scope, env);
          if (least > 0n) atMost(bounds, env.compute(most) / least);
        }
      }
      return;
    case "tree":
      if (isName(block.vertices, name)) atLeast(bounds, 1n);
      return;
    case "graph":
      narrowByGraph(name, block, bounds, env);
      return;
    case "rows":
      if (isName(block.count, name) && block.isDistinct) {
        let domain = 1n;
        for (const { field } of block.fields) {
          if (field.kind !== "int") return;
          const { low, high } = env.computeRange(field);
          domain *= high - low + 1n;
        }
        atMost(bounds, domain);
      }
      return;
    case "line":
      for (const { field } of block.fields) {
        if (field.kind === "parents" && isName(field.vertices, name)) atLeast(bounds, 1n);
        if (field.kind !== "array" || field.of.kind !== "int" || !isName(field.length, name)) continue;
        if (!env.canCompute(field.of.low) || !env.canCompute(field.of.high)) continue;
        const element = env.computeRange(field.of);
        if (field.isDistinct) atMost(bounds, element.high - element.low + 1n);
        if (field.sum === undefined) continue;
        const sum = env.computeRange(field.sum);
        if (element.low > 0n) atMost(bounds, sum.high / element.low);
        if (element.high > 0n) atLeast(bounds, (sum.low + element.high - 1n) / element.high);
      }
      return;
    case "queries":
    case "grid":
      return;
  }
}

function narrowByGraph(
  name: string,
  block: Extract<CompiledBlock, { readonly kind: "graph" }>,
  bounds: Bounds,
  env: Env,
): void {
  const rules = toGraphRules(block, env);
  if (isName(block.edges, name) && env.canCompute(block.vertices)) {
    const edges = computeEdgeBounds(rules, env.compute(block.vertices));
    atLeast(bounds, edges.low);
    atMost(bounds, edges.high);
  }
  if (isName(block.vertices, name) && env.canCompute(block.edges)) {
    const m = env.compute(block.edges);
    if (rules.isConnected) atMost(bounds, m + 1n);
    let [bad, good] = [bounds.low - 1n, bounds.high];
    while (good - bad > 1n) {
      const middle = (good + bad) / 2n;
      if (computeEdgeBounds(rules, middle).high >= m) good = middle;
      else bad = middle;
    }
    atLeast(bounds, good);
  }
}

/** Comparisons with the bare variable on one side, and something that can be computed on the other. */
function narrowByCondition(name: string, condition: CompiledFormula, bounds: Bounds, env: Env): void {
  const { expression } = condition;
  if (expression.kind !== "compare") return;
  for (const [i, operator] of expression.operators.entries()) {
    const [left, right] = [expression.operands[i], expression.operands[i + 1]];
    if (left === undefined || right === undefined) continue;
    if (isBareName(left, name)) narrowByComparison(operator, right, bounds, env);
    if (isBareName(right, name)) narrowByComparison(flipped[operator], left, bounds, env);
  }
}

const flipped = { "<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!=" } as const;

function narrowByComparison(operator: keyof typeof flipped, other: Expression, bounds: Bounds, env: Env): void {
  attempt(() => {
    const value = evaluate(other, env);
    if (operator === "<=" || operator === "==") atMost(bounds, value);
    if (operator === ">=" || operator === "==") atLeast(bounds, value);
    if (operator === "<") atMost(bounds, value - 1n);
    if (operator === ">") atLeast(bounds, value + 1n);
  });
}

function attempt(action: () => void): void {
  try {
    action();
  } catch (thrown) {
    if (!(thrown instanceof FormulaFault)) throw thrown;
  }
}

export function isName(formula: CompiledFormula, name: string): boolean {
  return isBareName(formula.expression, name);
}

function isBareName(expression: Expression, name: string): boolean {
  return expression.kind === "name" && expression.name === name && expression.column === undefined;
}

function atMost(bounds: Bounds, value: bigint): void {
  if (value < bounds.high) bounds.high = value;
}

function atLeast(bounds: Bounds, value: bigint): void {
  if (value > bounds.low) bounds.low = value;
}
