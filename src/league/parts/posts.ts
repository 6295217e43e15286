import type { OperandSpec, Part, ValueRange } from "./part.ts";

/** What is done to the result `s` before it is printed. */
export interface PostPart extends Part {
  /** What is printed, with `r` for the result; undefined: the result itself. */
  readonly says?: readonly string[] | undefined;
  /** Changes `s`; may read `n`. */
  readonly code: string;
  apply(s: number, c: number, n: number): number;
  /** False where the part makes no sense of such results. */
  accepts(range: ValueRange): boolean;
  /** The factor by which results grow. */
  readonly growth?: ((c: number) => number) | undefined;
}

const shift: OperandSpec = { low: 1, high: 12 };
const always = (): boolean => true;

export const plainPost: PostPart = { name: "plain", label: "print", code: "", apply: (s) => s, accepts: always };

export const posts: readonly PostPart[] = [
  {
    name: "times",
    label: "print times {c}",
    operand: { low: 2, high: 9 },
    says: ["r times {c}", "the product of r and {c}", "r multiplied by {c}"],
    code: "s=s*{c};",
    apply: (s, c) => s * c,
    accepts: always,
    growth: (c) => c,
  },
  {
    name: "plus",
    label: "print plus {c}",
    operand: shift,
    says: ["r plus {c}", "the sum of r and {c}"],
    code: "s=s+{c};",
    apply: (s, c) => s + c,
    accepts: always,
  },
  {
    name: "minus",
    label: "print minus {c}",
    operand: shift,
    says: ["r minus {c}", "r decreased by {c}"],
    code: "s=s-{c};",
    apply: (s, c) => s - c,
    accepts: always,
  },
  {
    name: "from",
    label: "print subtracted from {c}",
    operand: shift,
    says: ["{c} minus r", "the result of subtracting r from {c}"],
    code: "s={c}-s;",
    apply: (s, c) => c - s,
    accepts: always,
  },
  {
    name: "plus-n",
    label: "print plus n",
    says: ["r plus n", "the sum of r and n"],
    code: "s=s+n;",
    apply: (s, _c, n) => s + n,
    accepts: always,
  },
  {
    name: "from-n",
    label: "print subtracted from n",
    says: ["n minus r", "the result of subtracting r from n"],
    code: "s=n-s;",
    apply: (s, _c, n) => n - s,
    accepts: always,
  },
  {
    name: "absolute",
    label: "print absolute",
    says: ["the absolute value of r", "the distance of r from 0"],
    code: "s=llabs(s);",
    apply: (s) => Math.abs(s),
    accepts: ({ low }) => low < 0,
  },
  {
    name: "remainder",
    label: "print remainder by {c}",
    operand: { low: 5, high: 12 },
    says: ["the remainder when r is divided by {c}", "r modulo {c}"],
    code: "s=s%{c};",
    apply: (s, c) => s % c,
    accepts: ({ low, high }) => low >= 0 && high >= 20,
  },
  {
    name: "quotient",
    label: "print quotient by {c}",
    operand: { low: 2, high: 4 },
    says: ["r divided by {c} and rounded down", "the quotient of r by {c} rounded down"],
    code: "s=s/{c};",
    apply: (s, c) => Math.trunc(s / c),
    accepts: ({ low, high }) => low >= 0 && high >= 20,
  },
];
