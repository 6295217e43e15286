import { computeBinary, type CompiledFormula, type CompiledRange, type Expression } from "../../problem/index.ts";
import { isList, isScope, type InputItem } from "./input-value.ts";

/** A formula could not be computed: it divides by zero, or reads what is not there. */
export class FormulaFault extends Error {}

/** Variables in reach: those of the scope, then those of the scopes around it. */
export class Env {
  readonly #parent: Env | undefined;
  readonly #items = new Map<string, InputItem>();

  constructor(parent?: Env) {
    this.#parent = parent;
  }

  get(name: string): InputItem | undefined {
    return this.#items.get(name) ?? this.#parent?.get(name);
  }

  set(name: string, item: InputItem): void {
    this.#items.set(name, item);
  }

  has(name: string): boolean {
    return this.#items.has(name) || (this.#parent?.has(name) ?? false);
  }

  canCompute(formula: CompiledFormula): boolean {
    return formula.names.every((name) => this.has(name));
  }

  /** @throws FormulaFault */
  compute(formula: CompiledFormula): bigint {
    return formula.expression.kind === "number" ? formula.expression.value : evaluate(formula.expression, this);
  }

  /** As a count or a length. @throws FormulaFault where it is negative or absurdly large */
  computeSize(formula: CompiledFormula): number {
    const value = this.compute(formula);
    if (value < 0n || value > 100_000_000n) throw new FormulaFault(`${formula.text} is ${value}, which is no size`);
    return Number(value);
  }

  computeRange(range: CompiledRange): { readonly low: bigint; readonly high: bigint } {
    return { low: this.compute(range.low), high: this.compute(range.high) };
  }
}

/** @throws FormulaFault */
export function evaluate(expression: Expression, env: Env): bigint {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "name": {
      const item = lookUp(expression, env);
      if (typeof item !== "bigint") throw new FormulaFault(`${expression.name} is not a whole number`);
      return item;
    }
    case "negate":
      return -evaluate(expression.operand, env);
    case "binary": {
      const value = computeBinary(expression.operator, evaluate(expression.left, env), evaluate(expression.right, env));
      if (value === undefined) throw new FormulaFault(`"${expression.operator}" has no result`);
      return value;
    }
    case "compare":
      return evaluateCompare(expression, env) ? 1n : 0n;
    case "call":
      return evaluateCall(expression, env);
  }
}

function evaluateCompare(expression: Extract<Expression, { readonly kind: "compare" }>, env: Env): boolean {
  const items = expression.operands.map((operand) =>
    operand.kind === "name" ? lookUp(operand, env) : evaluate(operand, env),
  );
  return expression.operators.every((operator, i) => compare(operator, items[i], items[i + 1]));
}

function compare(operator: string, left: InputItem | undefined, right: InputItem | undefined): boolean {
  const isSame = isList(left) && isList(right) ? toKey(left) === toKey(right) : left === right;
  if (operator === "==") return isSame;
  if (operator === "!=") return !isSame;
  if (typeof left !== typeof right || (typeof left !== "bigint" && typeof left !== "string") || right === undefined) {
    throw new FormulaFault("a list has no order");
  }
  if (operator === "<=") return left <= right;
  if (operator === "<") return left < right;
  return operator === ">=" ? left >= right : left > right;
}

function evaluateCall(expression: Extract<Expression, { readonly kind: "call" }>, env: Env): bigint {
  const { operands } = expression;
  const [only] = operands;
  const listed = operands.length === 1 && only?.kind === "name" ? lookUp(only, env) : undefined;
  if (expression.function === "len" || expression.function === "distinct") {
    if (typeof listed !== "string" && !isList(listed)) throw new FormulaFault(`${expression.function} needs a list`);
    return BigInt(
      expression.function === "len"
        ? listed.length
        : new Set(isList(listed) ? listed.map(toKey) : listed.split("")).size,
    );
  }
  const numbers = isList(listed) ? listed.map(toNumber) : operands.map((operand) => evaluate(operand, env));
  const [first] = numbers;
  switch (expression.function) {
    case "sum":
      return numbers.reduce((total, value) => total + value, 0n);
    case "min":
    case "max": {
      if (first === undefined) throw new FormulaFault(`${expression.function} of nothing`);
      const isBetter =
        expression.function === "min" ? (a: bigint, b: bigint) => a < b : (a: bigint, b: bigint) => a > b;
      return numbers.reduce((best, value) => (isBetter(value, best) ? value : best), first);
    }
    case "abs":
      return first === undefined || first >= 0n ? (first ?? 0n) : -first;
    case "gcd":
      return numbers.reduce(computeGcd, 0n);
  }
}

function lookUp(expression: { readonly name: string; readonly column?: string | undefined }, env: Env): InputItem {
  const item = env.get(expression.name);
  if (item === undefined) throw new FormulaFault(`${expression.name} is not there`);
  const { column } = expression;
  if (column === undefined) return item;
  return isList(item) ? item.flatMap((row) => (isScope(row) && row[column] !== undefined ? [row[column]] : [])) : item;
}

function toNumber(item: InputItem): bigint {
  if (typeof item === "bigint") return item;
  if (isList(item)) return item.reduce<bigint>((total, entry) => total + toNumber(entry), 0n);
  throw new FormulaFault("a list of whole numbers was needed");
}

/** A text that equal items share, and others do not. */
export function toKey(item: InputItem): string {
  if (typeof item === "bigint" || typeof item === "string") return `${item}`;
  return isList(item) ? item.map(toKey).join(" ") : Object.values(item).map(toKey).join(" ");
}

function computeGcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
