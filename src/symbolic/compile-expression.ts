import { unreachable } from "../std/index.ts";
import type { Evaluator, Expression } from "./expression.ts";
import { functions } from "./functions/index.ts";
import { floorDivide, modulo } from "./numbers/integer.ts";
import { evaluateIntegerPolynomial, evaluatePolynomial } from "./numbers/polynomial.ts";
import {
  add,
  divide,
  floor,
  isInteger,
  isZero,
  multiply,
  one,
  power,
  subtract,
  toRational,
  zero,
  type Rational,
} from "./numbers/rational.ts";
import { compileDivideAndConquer, compileLinearRecurrence, compilePRecursive } from "./compile-recurrence.ts";

/** Turns an expression into a function of the index. Recurrences remember the terms that they have made. */
export function compileExpression(expression: Expression): Evaluator {
  switch (expression.kind) {
    case "polynomial":
      return (n) => evaluatePolynomial(expression.coefficients, n);
    case "rational-function":
      return (n) => {
        const bottom = evaluateIntegerPolynomial(expression.bottom, n);
        return bottom === 0n ? undefined : toRational(evaluateIntegerPolynomial(expression.top, n), bottom);
      };
    case "periodic": {
      const { start, preperiod, period } = expression;
      return (n) => {
        const at = n - BigInt(start);
        if (at < BigInt(preperiod.length)) return preperiod[Number(at)];
        return period[Number(modulo(at - BigInt(preperiod.length), BigInt(period.length)))];
      };
    }
    case "linear-recurrence":
      return compileLinearRecurrence(expression);
    case "p-recursive":
      return compilePRecursive(expression);
    case "divide-and-conquer":
      return compileDivideAndConquer(expression);
    case "power": {
      const exponent = compileInteger(expression.exponent);
      return (n) => {
        const at = exponent(n);
        return at === undefined || at > maxExponent ? undefined : power(expression.base, at);
      };
    }
    case "function": {
      const argument = compileInteger(expression.argument);
      const { evaluate } = functions[expression.name];
      return (n) => {
        const at = argument(n);
        const value = at === undefined ? undefined : evaluate(at, expression.parameter ?? 0n);
        return value === undefined ? undefined : toRational(value);
      };
    }
    case "known": {
      const argument = compileInteger(expression.argument);
      const definition = compileExpression(expression.definition);
      return (n) => {
        const at = argument(n);
        return at === undefined ? undefined : definition(at);
      };
    }
    default:
      return compileCombination(expression);
  }
}

/** No power beyond this is worked out: its value would not fit anything. */
const maxExponent = 100_000n;

function compileCombination(expression: Exclude<Expression, { readonly kind: LeafKind }>): Evaluator {
  switch (expression.kind) {
    case "sum":
      return fold(expression.terms, zero, add);
    case "product":
      return fold(expression.factors, one, multiply);
    case "scaled":
      return map(expression.of, (value) => multiply(value, expression.factor));
    case "quotient": {
      const [top, bottom] = [compileExpression(expression.top), compileExpression(expression.bottom)];
      return (n) => {
        const [above, below] = [top(n), bottom(n)];
        return above === undefined || below === undefined || isZero(below) ? undefined : divide(above, below);
      };
    }
    case "partial-sum":
      return accumulate(expression, add);
    case "partial-product":
      return accumulate(expression, multiply);
    case "difference": {
      const of = compileExpression(expression.of);
      return (n) => {
        const [here, next] = [of(n), of(n + 1n)];
        return here === undefined || next === undefined ? undefined : subtract(next, here);
      };
    }
    case "interleaving": {
      const parts = expression.parts.map(compileExpression);
      const count = BigInt(parts.length);
      return (n) => {
        const at = n - BigInt(expression.start);
        return parts[Number(modulo(at, count))]?.(floorDivide(at, count));
      };
    }
    case "modulo":
      return map(expression.of, (value) =>
        isInteger(value) ? toRational(modulo(value.numerator, expression.modulus)) : undefined,
      );
    case "floor-quotient":
      return map(expression.of, (value) =>
        toRational(floor(toRational(value.numerator, value.denominator * expression.divisor))),
      );
    case "bitwise": {
      const [left, right] = [compileInteger(expression.left), compileInteger(expression.right)];
      return (n) => {
        const [a, b] = [left(n), right(n)];
        if (a === undefined || b === undefined) return undefined;
        return toRational(expression.operator === "xor" ? a ^ b : expression.operator === "and" ? a & b : a | b);
      };
    }
    default:
      return unreachable(expression);
  }
}

type LeafKind =
  | "polynomial"
  | "rational-function"
  | "periodic"
  | "linear-recurrence"
  | "p-recursive"
  | "divide-and-conquer"
  | "power"
  | "function"
  | "known";

function compileInteger(expression: Expression): (n: bigint) => bigint | undefined {
  const evaluate = compileExpression(expression);
  return (n) => {
    const value = evaluate(n);
    return value === undefined || !isInteger(value) ? undefined : value.numerator;
  };
}

function map(of: Expression, change: (value: Rational) => Rational | undefined): Evaluator {
  const evaluate = compileExpression(of);
  return (n) => {
    const value = evaluate(n);
    return value === undefined ? undefined : change(value);
  };
}

function fold(
  expressions: readonly Expression[],
  start: Rational,
  combine: (a: Rational, b: Rational) => Rational,
): Evaluator {
  const evaluators = expressions.map(compileExpression);
  return (n) => {
    let result = start;
    for (const evaluate of evaluators) {
      const value = evaluate(n);
      if (value === undefined) return undefined;
      result = combine(result, value);
    }
    return result;
  };
}

function accumulate(
  { start, initial, of }: { readonly start: number; readonly initial: Rational; readonly of: Expression },
  combine: (a: Rational, b: Rational) => Rational,
): Evaluator {
  const evaluate = compileExpression(of);
  const known: Rational[] = [initial];
  return (n) => {
    const at = Number(n - BigInt(start));
    if (at < 0 || at > maxAccumulated) return undefined;
    while (known.length <= at) {
      const value = evaluate(BigInt(start + known.length));
      if (value === undefined) return undefined;
      known.push(combine(known.at(-1) ?? initial, value));
    }
    return known[at];
  };
}

/** No sum or product runs over more terms than this. */
const maxAccumulated = 100_000;
