import type { Expression } from "../expression.ts";
import { isInteger } from "../numbers/rational.ts";

/**
 * Whether a formula only adds and multiplies integers, so that its program may reduce by the modulus at every step.
 * Arguments and exponents are worked out in full by the programs and do not count.
 */
export function isRingFormula(expression: Expression): boolean {
  switch (expression.kind) {
    case "polynomial":
      return expression.coefficients.every(isInteger);
    case "periodic":
      return [...expression.preperiod, ...expression.period].every(isInteger);
    case "linear-recurrence":
      return [...expression.coefficients, ...expression.initial].every(isInteger);
    case "power":
      return isInteger(expression.base) && isPlain(expression.exponent);
    case "function":
      return isPlain(expression.argument);
    case "known":
      return isRingFormula(expression.definition) && isPlain(expression.argument);
    case "sum":
      return expression.terms.every(isRingFormula);
    case "product":
      return expression.factors.every(isRingFormula);
    case "interleaving":
      return expression.parts.every(isRingFormula);
    case "scaled":
      return isInteger(expression.factor) && isRingFormula(expression.of);
    case "partial-sum":
    case "partial-product":
      return isInteger(expression.initial) && isRingFormula(expression.of);
    case "difference":
      return isRingFormula(expression.of);
    case "divide-and-conquer":
      return (
        [expression.even, expression.odd]
          .flatMap(({ near, next, slope, constant }) => [near, next, slope, constant])
          .every(isInteger) && expression.initial.every(isInteger)
      );
    case "rational-function":
    case "p-recursive":
    case "quotient":
    case "modulo":
    case "floor-quotient":
    case "bitwise":
      return false;
  }
}

function isPlain(argument: Expression): boolean {
  return argument.kind === "polynomial";
}
