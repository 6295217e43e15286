import type { OperandSpec, Part, ValueRange } from "./part.ts";

/** Replaces every element of the list by another number. */
export interface MapPart extends Part {
  readonly kind: "map";
  /** What stands after "replace each element by". */
  readonly says: readonly string[];
  /** Changes `x`. */
  readonly code: string;
  apply(x: number, c: number): number;
  /** The values that come out; undefined where the part makes no sense of those that go in. */
  toRange(range: ValueRange, c: number): ValueRange | undefined;
}

const factor: OperandSpec = { low: 2, high: 9 };
const shift: OperandSpec = { low: 1, high: 12, highestInput: 1000 };
const divisor: OperandSpec = { low: 2, high: 9, highestInput: 100 };

const isNatural = ({ low }: ValueRange): boolean => low >= 0;
const ofEnds = (ends: readonly number[]): ValueRange => ({ low: Math.min(...ends), high: Math.max(...ends) });

/** The range of a function that is monotonous on each side of 0. */
function toFoldedRange({ low, high }: ValueRange, apply: (x: number) => number): ValueRange {
  return ofEnds(low <= 0 && high >= 0 ? [apply(low), apply(0), apply(high)] : [apply(low), apply(high)]);
}

export const maps: readonly MapPart[] = [
  {
    kind: "map",
    name: "square",
    label: "square",
    says: ["its square", "its value squared"],
    code: "x=x*x;",
    apply: (x) => x * x,
    toRange: (range) => toFoldedRange(range, (x) => x * x),
  },
  {
    kind: "map",
    name: "times",
    label: "times {c}",
    operand: factor,
    says: ["{c} times its value", "its product with {c}", "its value multiplied by {c}"],
    code: "x=x*{c};",
    apply: (x, c) => x * c,
    toRange: ({ low, high }, c) => ({ low: low * c, high: high * c }),
  },
  {
    kind: "map",
    name: "plus",
    label: "plus {c}",
    operand: shift,
    says: ["its value plus {c}", "its sum with {c}"],
    code: "x=x+{c};",
    apply: (x, c) => x + c,
    toRange: ({ low, high }, c) => ({ low: low + c, high: high + c }),
  },
  {
    kind: "map",
    name: "minus",
    label: "minus {c}",
    operand: shift,
    says: ["its value minus {c}", "its value decreased by {c}"],
    code: "x=x-{c};",
    apply: (x, c) => x - c,
    toRange: ({ low, high }, c) => ({ low: low - c, high: high - c }),
  },
  {
    kind: "map",
    name: "from",
    label: "subtract from {c}",
    operand: shift,
    says: ["{c} minus its value", "the result of subtracting it from {c}"],
    code: "x={c}-x;",
    apply: (x, c) => c - x,
    toRange: ({ low, high }, c) => ({ low: c - high, high: c - low }),
  },
  {
    kind: "map",
    name: "absolute",
    label: "absolute",
    says: ["its absolute value", "its distance from 0"],
    code: "x=llabs(x);",
    apply: (x) => Math.abs(x),
    toRange: (range) => (isNatural(range) ? undefined : toFoldedRange(range, Math.abs)),
  },
  {
    kind: "map",
    name: "distance",
    label: "distance from {c}",
    operand: shift,
    says: ["its distance from {c}", "its absolute difference with {c}"],
    code: "x=llabs(x-{c});",
    apply: (x, c) => Math.abs(x - c),
    toRange: ({ low, high }, c) => toFoldedRange({ low: low - c, high: high - c }, Math.abs),
  },
  {
    kind: "map",
    name: "remainder",
    label: "remainder by {c}",
    operand: divisor,
    says: ["its remainder when divided by {c}", "its value modulo {c}"],
    code: "x=x%{c};",
    apply: (x, c) => x % c,
    toRange: (range, c) => (isNatural(range) ? { low: 0, high: Math.min(range.high, c - 1) } : undefined),
  },
  {
    kind: "map",
    name: "quotient",
    label: "quotient by {c}",
    operand: divisor,
    says: ["its quotient by {c} rounded down", "its value divided by {c} and rounded down"],
    code: "x=x/{c};",
    apply: (x, c) => Math.trunc(x / c),
    toRange: (range, c) =>
      isNatural(range) ? { low: Math.floor(range.low / c), high: Math.floor(range.high / c) } : undefined,
  },
  {
    kind: "map",
    name: "cap",
    label: "at most {c}",
    operand: shift,
    says: ["the smaller of its value and {c}", "the minimum of its value and {c}"],
    code: "if(x>{c})x={c};",
    apply: (x, c) => Math.min(x, c),
    toRange: ({ low, high }, c) => ({ low: Math.min(low, c), high: Math.min(high, c) }),
  },
  {
    kind: "map",
    name: "raise",
    label: "at least {c}",
    operand: shift,
    says: ["the larger of its value and {c}", "the maximum of its value and {c}"],
    code: "if(x<{c})x={c};",
    apply: (x, c) => Math.max(x, c),
    toRange: ({ low, high }, c) => ({ low: Math.max(low, c), high: Math.max(high, c) }),
  },
];
