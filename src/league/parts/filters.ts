import type { OperandSpec, Part, ValueRange } from "./part.ts";

/** Takes elements out of the list. */
export interface FilterPart extends Part {
  readonly kind: "filter";
  /** What stands after "keep only the elements that are". */
  readonly keeps: string;
  /** What stands after "remove all elements that are". */
  readonly drops: string;
  /** True of `x` (and of `i`, its index from 0) where it goes. */
  readonly code: string;
  isKept(x: number, c: number, index: number): boolean;
  /** The values that stay; undefined where all or none do, or the part makes no sense. */
  toRange(range: ValueRange, c: number): ValueRange | undefined;
  /** True where it looks at positions, which earlier filters would change. */
  readonly isPositional?: boolean | undefined;
}

const threshold: OperandSpec = { low: 1, high: 12, highestInput: 1000 };
const divisor: OperandSpec = { low: 3, high: 9 };

const same = (range: ValueRange): ValueRange => range;

function cut(range: ValueRange, low: number, high: number): ValueRange | undefined {
  const kept = { low: Math.max(range.low, low), high: Math.min(range.high, high) };
  const isUseful = kept.low <= kept.high && (kept.low > range.low || kept.high < range.high);
  return isUseful ? kept : undefined;
}

export const filters: readonly FilterPart[] = [
  {
    kind: "filter",
    name: "even",
    label: "keep even",
    keeps: "even",
    drops: "odd",
    code: "x%2!=0",
    isKept: (x) => x % 2 === 0,
    toRange: same,
  },
  {
    kind: "filter",
    name: "odd",
    label: "keep odd",
    keeps: "odd",
    drops: "even",
    code: "x%2==0",
    isKept: (x) => x % 2 !== 0,
    toRange: same,
  },
  {
    kind: "filter",
    name: "positive",
    label: "keep positive",
    keeps: "positive",
    drops: "not positive",
    code: "x<=0",
    isKept: (x) => x > 0,
    toRange: (range) => cut(range, 1, Infinity),
  },
  {
    kind: "filter",
    name: "negative",
    label: "keep negative",
    keeps: "negative",
    drops: "not negative",
    code: "x>=0",
    isKept: (x) => x < 0,
    toRange: (range) => cut(range, -Infinity, -1),
  },
  {
    kind: "filter",
    name: "above",
    label: "keep greater than {c}",
    operand: threshold,
    keeps: "greater than {c}",
    drops: "at most {c}",
    code: "x<={c}",
    isKept: (x, c) => x > c,
    toRange: (range, c) => cut(range, c + 1, Infinity),
  },
  {
    kind: "filter",
    name: "below",
    label: "keep less than {c}",
    operand: threshold,
    keeps: "less than {c}",
    drops: "at least {c}",
    code: "x>={c}",
    isKept: (x, c) => x < c,
    toRange: (range, c) => cut(range, -Infinity, c - 1),
  },
  {
    kind: "filter",
    name: "at-least",
    label: "keep at least {c}",
    operand: threshold,
    keeps: "at least {c}",
    drops: "less than {c}",
    code: "x<{c}",
    isKept: (x, c) => x >= c,
    toRange: (range, c) => cut(range, c, Infinity),
  },
  {
    kind: "filter",
    name: "at-most",
    label: "keep at most {c}",
    operand: threshold,
    keeps: "at most {c}",
    drops: "greater than {c}",
    code: "x>{c}",
    isKept: (x, c) => x <= c,
    toRange: (range, c) => cut(range, -Infinity, c),
  },
  {
    kind: "filter",
    name: "not-equal",
    label: "keep not {c}",
    operand: { low: 1, high: 9, highestInput: 1000 },
    keeps: "not equal to {c}",
    drops: "equal to {c}",
    code: "x=={c}",
    isKept: (x, c) => x !== c,
    toRange: same,
  },
  {
    kind: "filter",
    name: "divisible",
    label: "keep divisible by {c}",
    operand: divisor,
    keeps: "divisible by {c}",
    drops: "not divisible by {c}",
    code: "x%{c}!=0",
    isKept: (x, c) => x % c === 0,
    toRange: same,
  },
  {
    kind: "filter",
    name: "not-divisible",
    label: "keep not divisible by {c}",
    operand: divisor,
    keeps: "not divisible by {c}",
    drops: "divisible by {c}",
    code: "x%{c}==0",
    isKept: (x, c) => x % c !== 0,
    toRange: same,
  },
  {
    kind: "filter",
    name: "odd-positions",
    label: "keep odd positions",
    isPositional: true,
    keeps: "at odd positions",
    drops: "at even positions",
    code: "i%2==1",
    isKept: (_x, _c, index) => index % 2 === 0,
    toRange: same,
  },
  {
    kind: "filter",
    name: "even-positions",
    label: "keep even positions",
    isPositional: true,
    keeps: "at even positions",
    drops: "at odd positions",
    code: "i%2==0",
    isKept: (_x, _c, index) => index % 2 === 1,
    toRange: same,
  },
];
