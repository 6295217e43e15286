import type { OperandSpec, Part, ValueRange } from "../parts/part.ts";

/** A number made of one or two others. In texts and code `{u}` and `{v}` stand for them, `{c}` for the operand. */
export interface ExpressionPart extends Part {
  readonly inputs: 1 | 2;
  readonly says: readonly string[];
  readonly code: string;
  apply(u: number, v: number, c: number): number;
  /** Undefined where the part makes no sense of such numbers. */
  toRange(u: ValueRange, v: ValueRange, c: number): ValueRange | undefined;
}

const shift: OperandSpec = { low: 1, high: 20 };

const ofEnds = (...ends: readonly number[]): ValueRange => ({ low: Math.min(...ends), high: Math.max(...ends) });
const toProductRange = (u: ValueRange, v: ValueRange): ValueRange =>
  ofEnds(u.low * v.low, u.low * v.high, u.high * v.low, u.high * v.high);
const toDifferenceRange = (u: ValueRange, v: ValueRange): ValueRange => ofEnds(u.low - v.high, u.high - v.low);
const toFarthest = ({ low, high }: ValueRange): number => Math.max(Math.abs(low), Math.abs(high));

export const expressions: readonly ExpressionPart[] = [
  {
    name: "sum",
    label: "sum",
    inputs: 2,
    says: ["the sum of {u} and {v}", "{u} plus {v}"],
    code: "{u}+{v}",
    apply: (u, v) => u + v,
    toRange: (u, v) => ofEnds(u.low + v.low, u.high + v.high),
  },
  {
    name: "difference",
    label: "minus",
    inputs: 2,
    says: ["{u} minus {v}", "the result of subtracting {v} from {u}"],
    code: "{u}-{v}",
    apply: (u, v) => u - v,
    toRange: toDifferenceRange,
  },
  {
    name: "product",
    label: "product",
    inputs: 2,
    says: ["the product of {u} and {v}", "{u} times {v}", "{u} multiplied by {v}"],
    code: "{u}*{v}",
    apply: (u, v) => u * v,
    toRange: toProductRange,
  },
  {
    name: "larger",
    label: "larger",
    inputs: 2,
    says: ["the larger of {u} and {v}", "the maximum of {u} and {v}"],
    code: "{u}>{v}?{u}:{v}",
    apply: (u, v) => Math.max(u, v),
    toRange: (u, v) => ofEnds(u.low, v.low, u.high, v.high),
  },
  {
    name: "smaller",
    label: "smaller",
    inputs: 2,
    says: ["the smaller of {u} and {v}", "the minimum of {u} and {v}"],
    code: "{u}<{v}?{u}:{v}",
    apply: (u, v) => Math.min(u, v),
    toRange: (u, v) => ofEnds(u.low, v.low, u.high, v.high),
  },
  {
    name: "distance",
    label: "distance",
    inputs: 2,
    says: ["the absolute difference of {u} and {v}", "the distance between {u} and {v}"],
    code: "llabs({u}-{v})",
    apply: (u, v) => Math.abs(u - v),
    toRange: (u, v) => ({ low: 0, high: toFarthest(toDifferenceRange(u, v)) }),
  },
  {
    name: "plus",
    label: "plus {c}",
    inputs: 1,
    operand: shift,
    says: ["the sum of {u} and {c}", "{u} plus {c}"],
    code: "{u}+{c}",
    apply: (u, _v, c) => u + c,
    toRange: ({ low, high }, _v, c) => ({ low: low + c, high: high + c }),
  },
  {
    name: "minus",
    label: "minus {c}",
    inputs: 1,
    operand: shift,
    says: ["{u} minus {c}", "{u} decreased by {c}"],
    code: "{u}-{c}",
    apply: (u, _v, c) => u - c,
    toRange: ({ low, high }, _v, c) => ({ low: low - c, high: high - c }),
  },
  {
    name: "from",
    label: "subtract from {c}",
    inputs: 1,
    operand: shift,
    says: ["{c} minus {u}", "the result of subtracting {u} from {c}"],
    code: "{c}-{u}",
    apply: (u, _v, c) => c - u,
    toRange: ({ low, high }, _v, c) => ({ low: c - high, high: c - low }),
  },
  {
    name: "times",
    label: "times {c}",
    inputs: 1,
    operand: { low: 2, high: 12 },
    says: ["{c} times {u}", "the product of {u} and {c}", "{u} multiplied by {c}"],
    code: "{u}*{c}",
    apply: (u, _v, c) => u * c,
    toRange: ({ low, high }, _v, c) => ({ low: low * c, high: high * c }),
  },
  {
    name: "square",
    label: "square",
    inputs: 1,
    says: ["the square of {u}", "{u} squared"],
    code: "{u}*{u}",
    apply: (u) => u * u,
    toRange: (u) => ({ low: 0, high: toFarthest(u) ** 2 }),
  },
  {
    name: "absolute",
    label: "absolute",
    inputs: 1,
    says: ["the absolute value of {u}", "the distance of {u} from 0"],
    code: "llabs({u})",
    apply: (u) => Math.abs(u),
    toRange: (u) => (u.low < 0 && u.high > 0 ? { low: 0, high: toFarthest(u) } : undefined),
  },
  {
    name: "remainder",
    label: "remainder by {c}",
    inputs: 1,
    operand: { low: 2, high: 12 },
    says: ["the remainder when {u} is divided by {c}", "{u} modulo {c}"],
    code: "{u}%{c}",
    apply: (u, _v, c) => u % c,
    toRange: (u, _v, c) => (u.low >= 0 && u.high >= c ? { low: 0, high: c - 1 } : undefined),
  },
  {
    name: "quotient",
    label: "quotient by {c}",
    inputs: 1,
    operand: { low: 2, high: 12 },
    says: ["{u} divided by {c} and rounded down", "the quotient of {u} by {c} rounded down"],
    code: "{u}/{c}",
    apply: (u, _v, c) => Math.trunc(u / c),
    toRange: ({ low, high }, _v, c) =>
      low >= 0 ? { low: Math.floor(low / c), high: Math.floor(high / c) } : undefined,
  },
  {
    name: "cap",
    label: "at most {c}",
    inputs: 1,
    operand: shift,
    says: ["the smaller of {u} and {c}", "the minimum of {u} and {c}"],
    code: "{u}<{c}?{u}:{c}",
    apply: (u, _v, c) => Math.min(u, c),
    toRange: ({ low, high }, _v, c) => (high > c ? { low: Math.min(low, c), high: c } : undefined),
  },
  {
    name: "raise",
    label: "at least {c}",
    inputs: 1,
    operand: shift,
    says: ["the larger of {u} and {c}", "the maximum of {u} and {c}"],
    code: "{u}>{c}?{u}:{c}",
    apply: (u, _v, c) => Math.max(u, c),
    toRange: ({ low, high }, _v, c) => (low < c ? { low: c, high: Math.max(high, c) } : undefined),
  },
];

/** How p and q become the answer: by an expression of both, or by a choice between them that x and y decide. */
export interface ChoicePart extends Part {
  /** What stands after "p if", with "and q otherwise" to follow. */
  readonly says: readonly string[];
  readonly code: string;
  holds(x: number, y: number, c: number): boolean;
}

export const choices: readonly ChoicePart[] = [
  {
    name: "even",
    label: "choose by even x",
    says: ["x is even", "x is divisible by 2"],
    code: "x%2==0",
    holds: (x) => x % 2 === 0,
  },
  {
    name: "odd",
    label: "choose by odd y",
    says: ["y is odd", "y is not divisible by 2"],
    code: "y%2!=0",
    holds: (_x, y) => y % 2 !== 0,
  },
  {
    name: "greater",
    label: "choose by x greater than y",
    says: ["x is greater than y", "x is larger than y"],
    code: "x>y",
    holds: (x, y) => x > y,
  },
  {
    name: "less",
    label: "choose by x less than y",
    says: ["x is less than y", "x is smaller than y"],
    code: "x<y",
    holds: (x, y) => x < y,
  },
  {
    name: "at-least",
    label: "choose by x at least {c}",
    operand: { low: 2, high: 20 },
    says: ["x is at least {c}", "x is not less than {c}"],
    code: "x>={c}",
    holds: (x, _y, c) => x >= c,
  },
  {
    name: "below",
    label: "choose by y less than {c}",
    operand: { low: 2, high: 20 },
    says: ["y is less than {c}", "y is smaller than {c}"],
    code: "y<{c}",
    holds: (_x, y, c) => y < c,
  },
  {
    name: "divisible",
    label: "choose by y divisible by {c}",
    operand: { low: 3, high: 5 },
    says: ["y is divisible by {c}", "y is a multiple of {c}"],
    code: "y%{c}==0",
    holds: (_x, y, c) => y % c === 0,
  },
];
