import type { Expression } from "../expression.ts";

/** How many numbers of a formula were free to be chosen by the terms: as many terms say nothing for it. */
export function countFreeParameters(expression: Expression): number {
  switch (expression.kind) {
    case "polynomial":
      return expression.coefficients.length;
    case "rational-function":
      return expression.top.length + expression.bottom.length - 1;
    case "periodic":
      return expression.preperiod.length + expression.period.length;
    case "linear-recurrence":
      return 2 * expression.coefficients.length;
    case "p-recursive":
      return (
        [...expression.polynomials, expression.offset].reduce((sum, row) => sum + row.length, -1) +
        expression.initial.length
      );
    case "divide-and-conquer":
      return (
        [expression.even, expression.odd]
          .flatMap((rule) => [rule.near, rule.next, rule.slope, rule.constant])
          .filter(({ numerator }) => numerator !== 0n).length + expression.initial.length
      );
    case "power":
      return 1 + countArgumentParameters(expression.exponent);
    case "function":
      return (expression.parameter === undefined ? 0 : 1) + countArgumentParameters(expression.argument);
    case "known":
      return countArgumentParameters(expression.argument);
    case "sum":
      return countAll(expression.terms);
    case "product":
      return countAll(expression.factors);
    case "interleaving":
      return countAll(expression.parts);
    case "scaled":
    case "partial-sum":
    case "partial-product":
      return 1 + countFreeParameters(expression.of);
    case "quotient":
      return countAll([expression.top, expression.bottom]);
    case "difference":
      return countFreeParameters(expression.of);
    case "modulo":
    case "floor-quotient":
      return 1 + countFreeParameters(expression.of);
    case "bitwise":
      return countAll([expression.left, expression.right]);
  }
}

function countAll(expressions: readonly Expression[]): number {
  return expressions.reduce((sum, expression) => sum + countFreeParameters(expression), 0);
}

/** An argument n + s has one free number, s; n itself none. */
function countArgumentParameters(argument: Expression): number {
  if (argument.kind !== "polynomial") return countFreeParameters(argument);
  return argument.coefficients.filter(({ numerator }, degree) => numerator !== (degree === 1 ? 1n : 0n)).length;
}
