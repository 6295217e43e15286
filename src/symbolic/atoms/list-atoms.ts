import { index, toPolynomial } from "../build-expression.ts";
import type { Expression } from "../expression.ts";
import { functionNames, functions, type FunctionName } from "../functions/index.ts";
import { knownSequences } from "../known-sequences.ts";
import { toRational } from "../numbers/rational.ts";

/** Arguments of a function that stays small: shifts, multiples, and polynomials that counting brings. */
const argumentSets = {
  shifts: [index, toPolynomial([1, 1]), toPolynomial([-1, 1]), toPolynomial([2, 1])],
  doubles: [toPolynomial([0, 2]), toPolynomial([1, 2])],
  composed: [
    toPolynomial([0, 0, 1]),
    toPolynomial([1, 2, 1]),
    toPolynomial([4, 4, 1]),
    toPolynomial([1, 0, 1]),
    toPolynomial([0, toRational(1, 2), toRational(1, 2)]),
    toPolynomial([0, 3]),
    toPolynomial([1, 3]),
  ],
};

/** The parameters that functions with one are tried for; others take none. */
const parameters: Partial<Readonly<Record<FunctionName, readonly number[]>>> = {
  digit_sum: [10, 3, 4, 5],
  digit_count: [10, 3],
  digit_reversal: [10, 3],
  digit_product: [10],
  gcd_with: range(2, 30),
  valuation: [2, 3, 5, 10],
  part_without: [2, 3, 5],
  cycles_into: [2, 3],
  groups_into: [2, 3, 4],
};

/** Every expression without inner structure that terms are looked up against. */
export function listAtoms(): readonly Expression[] {
  return [
    ...[1, 2, 3, 4].map((degree) => toPolynomial([...range(1, degree).map(() => 0), 1])),
    toPolynomial([0, toRational(1, 2), toRational(1, 2)]),
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -2, -3].map(toPower),
    ...functionNames.flatMap(listCalls),
    ...knownSequences.flatMap(({ name, definition }) =>
      [...argumentSets.shifts, ...argumentSets.doubles].map((argument): Expression => ({
        kind: "known",
        name,
        definition,
        argument,
      })),
    ),
    ...range(3, 30).map((modulus): Expression => ({ kind: "modulo", of: index, modulus: BigInt(modulus) })),
    ...range(2, 10).map((divisor): Expression => ({ kind: "floor-quotient", of: index, divisor: BigInt(divisor) })),
    ...range(2, 12).flatMap((factor): Expression[] =>
      [toPolynomial([0, factor]), toPolynomial([0, 0, factor])].map((argument) => ({
        kind: "function",
        name: "square_root",
        argument,
      })),
    ),
    ...(["xor", "and", "or"] as const).flatMap((operator) =>
      range(1, 16).map((mask): Expression => ({ kind: "bitwise", operator, left: index, right: toPolynomial([mask]) })),
    ),
  ];
}

function listCalls(name: FunctionName): readonly Expression[] {
  const { isArithmetic } = functions[name];
  const values = parameters[name];
  const takes = isArithmetic
    ? [...argumentSets.shifts, ...argumentSets.doubles, ...(values === undefined ? argumentSets.composed : [])]
    : [...argumentSets.shifts, ...argumentSets.doubles];
  const choices = name === "gcd_with" ? argumentSets.shifts.slice(0, 2) : takes;
  return choices.flatMap((argument): Expression[] =>
    values === undefined
      ? [{ kind: "function", name, argument }]
      : values.map((parameter) => ({ kind: "function", name, argument, parameter: BigInt(parameter) })),
  );
}

function toPower(base: number): Expression {
  return { kind: "power", base: toRational(base), exponent: index };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
