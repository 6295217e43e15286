import { index, toPolynomial, toSum } from "./build-expression.ts";
import type { Expression } from "./expression.ts";
import { toRational } from "./numbers/rational.ts";

/** A named sequence by its own recurrence, from index 0. */
export interface KnownSequence {
  readonly name: string;
  readonly definition: Expression;
}

/** Sequences that counting problems keep meeting; each is computed by the formula given here. */
export const knownSequences: readonly KnownSequence[] = [
  { name: "fibonacci", definition: linear([1, 1], [0, 1]) },
  { name: "lucas", definition: linear([1, 1], [2, 1]) },
  { name: "pell", definition: linear([2, 1], [0, 1]) },
  { name: "tribonacci", definition: linear([1, 1, 1], [0, 0, 1]) },
  { name: "padovan", definition: linear([0, 1, 1], [1, 1, 1]) },
  // (n + 1)C(n) = (4n − 2)C(n − 1)
  {
    name: "catalan",
    definition: recurrence(
      [
        [1, 1],
        [2, -4],
      ],
      [1],
    ),
  },
  // n·B(n) = (4n − 2)·B(n − 1)
  {
    name: "central_binomial",
    definition: recurrence(
      [
        [0, 1],
        [2, -4],
      ],
      [1],
    ),
  },
  // (n + 2)M(n) = (2n + 1)M(n − 1) + (3n − 3)M(n − 2)
  {
    name: "motzkin",
    definition: recurrence(
      [
        [2, 1],
        [-1, -2],
        [3, -3],
      ],
      [1, 1],
    ),
  },
  // n·T(n) = (2n − 1)T(n − 1) + (3n − 3)T(n − 2)
  {
    name: "central_trinomial",
    definition: recurrence(
      [
        [0, 1],
        [1, -2],
        [3, -3],
      ],
      [1, 1],
    ),
  },
  // (n + 1)S(n) = (6n − 3)S(n − 1) − (n − 2)S(n − 2)
  {
    name: "large_schroeder",
    definition: recurrence(
      [
        [1, 1],
        [3, -6],
        [-2, 1],
      ],
      [1, 2],
    ),
  },
  // n·D(n) = (6n − 3)D(n − 1) − (n − 1)D(n − 2)
  {
    name: "central_delannoy",
    definition: recurrence(
      [
        [0, 1],
        [3, -6],
        [-1, 1],
      ],
      [1, 3],
    ),
  },
  // D(n) = (n − 1)(D(n − 1) + D(n − 2))
  { name: "derangements", definition: recurrence([[1], [1, -1], [1, -1]], [1, 0]) },
  // I(n) = I(n − 1) + (n − 1)I(n − 2)
  { name: "involutions", definition: recurrence([[1], [-1], [1, -1]], [1, 1]) },
  // A(n) = n·A(n − 1) + 1
  { name: "arrangements", definition: recurrence([[1], [0, -1]], [1], [-1]) },
  // F(n) = (2n − 1)F(n − 1)
  { name: "odd_double_factorial", definition: recurrence([[1], [1, -2]], [1]) },
  // n²F(n) = (7n² − 7n + 2)F(n − 1) + 8(n − 1)²F(n − 2)
  {
    name: "franel",
    definition: recurrence(
      [
        [0, 0, 1],
        [-2, 7, -7],
        [-8, 16, -8],
      ],
      [1, 2],
    ),
  },
  // n²A(n) = (11n² − 11n + 3)A(n − 1) + (n − 1)²A(n − 2)
  {
    name: "apery_of_2",
    definition: recurrence(
      [
        [0, 0, 1],
        [-3, 11, -11],
        [-1, 2, -1],
      ],
      [1, 3],
    ),
  },
  // 2n(2n + 1)T(n) = 3(3n − 1)(3n − 2)T(n − 1)
  {
    name: "ternary_trees",
    definition: recurrence(
      [
        [0, 2, 4],
        [-6, 27, -27],
      ],
      [1],
    ),
  },
  {
    name: "stern_diatomic",
    definition: {
      kind: "divide-and-conquer",
      start: 0,
      even: rule(1, 0),
      odd: rule(1, 1),
      initial: [0, 1].map((value) => toRational(value)),
    },
  },
  {
    name: "josephus",
    definition: {
      kind: "divide-and-conquer",
      start: 1,
      even: rule(2, 0, 0, -1),
      odd: rule(2, 0, 0, 1),
      initial: [toRational(1)],
    },
  },
  {
    name: "lower_wythoff",
    definition: {
      kind: "floor-quotient",
      of: toSum([index, { kind: "function", name: "square_root", argument: toPolynomial([0, 0, 5]) }]),
      divisor: 2n,
    },
  },
];

function linear(coefficients: readonly number[], initial: readonly number[]): Expression {
  return {
    kind: "linear-recurrence",
    start: 0,
    coefficients: coefficients.map((value) => toRational(value)),
    initial: initial.map((value) => toRational(value)),
  };
}

function recurrence(
  polynomials: readonly (readonly number[])[],
  initial: readonly number[],
  offset: readonly number[] = [],
): Expression {
  return {
    kind: "p-recursive",
    start: 0,
    polynomials: polynomials.map((row) => row.map(BigInt)),
    offset: offset.map(BigInt),
    initial: initial.map((value) => toRational(value)),
  };
}

function rule(near: number, next: number, slope = 0, constant = 0) {
  return {
    near: toRational(near),
    next: toRational(next),
    slope: toRational(slope),
    constant: toRational(constant),
  };
}
