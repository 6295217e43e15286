import type { Part, ValueRange } from "./part.ts";

/** How the input becomes the list that everything else works on. */
export interface ShapePart extends Part {
  /** Two numbers a line instead of one list. */
  readonly isPairs: boolean;
  /** What is done to the list first; undefined: nothing. */
  readonly says?: readonly string[] | undefined;
  /** Makes `x` of what was read (`x`, and `y` of pairs); `z` is the part's own. */
  readonly code: string;
  /** The list of what was read: rows of x, or of x and y. */
  toList(rows: readonly (readonly [number, number])[]): number[];
  toRange(range: ValueRange, most: number): ValueRange;
}

const sides = ({ low, high }: ValueRange): ValueRange => ({ low: low - high, high: high - low });

export const plainShape: ShapePart = {
  name: "list",
  label: "list",
  isPairs: false,
  code: "",
  toList: (rows) => rows.map(([x]) => x),
  toRange: (range) => range,
};

const gaps: ShapePart = {
  name: "gaps",
  label: "differences",
  isPairs: false,
  says: [
    "replace each element except the first by its value minus the element before it",
    "subtract from each element except the first the element before it, all at the same time",
  ],
  code: "y=x;x=x-z;z=y;",
  toList: (rows) => rows.map(([x], index) => x - (rows[index - 1]?.[0] ?? 0)),
  toRange: (range) => ({
    low: Math.min(range.low, sides(range).low),
    high: Math.max(range.high, sides(range).high),
  }),
};

const running: ShapePart = {
  name: "running",
  label: "prefix sums",
  isPairs: false,
  says: [
    "replace each element by the sum of all elements from the first up to it",
    "replace the list by the list of its prefix sums",
  ],
  code: "z=z+x;x=z;",
  toList: (rows) => {
    let total = 0;
    return rows.map(([x]) => (total += x));
  },
  toRange: ({ low, high }, most) => ({ low: Math.min(low, low * most), high: high * most }),
};

function pairs(
  name: string,
  part: {
    readonly says: readonly string[];
    readonly code: string;
    combine(x: number, y: number): number;
    toRange(range: ValueRange): ValueRange;
  },
): ShapePart {
  return {
    name: `pairs-${name}`,
    label: `${name} of pairs`,
    isPairs: true,
    says: part.says.map((phrase) => `make a list of ${phrase} for each pair`),
    code: part.code,
    toList: (rows) => rows.map(([x, y]) => part.combine(x, y)),
    toRange: part.toRange,
  };
}

export const shapes: readonly ShapePart[] = [
  gaps,
  running,
  pairs("sum", {
    says: ["the sum of x and y", "x plus y"],
    code: "x=x+y;",
    combine: (x, y) => x + y,
    toRange: ({ low, high }) => ({ low: 2 * low, high: 2 * high }),
  }),
  pairs("difference", {
    says: ["x minus y", "the result of subtracting y from x"],
    code: "x=x-y;",
    combine: (x, y) => x - y,
    toRange: sides,
  }),
  pairs("product", {
    says: ["the product of x and y", "x times y"],
    code: "x=x*y;",
    combine: (x, y) => x * y,
    toRange: ({ low, high }) => {
      const ends = [low * low, low * high, high * high];
      return { low: Math.min(...ends), high: Math.max(...ends) };
    },
  }),
  pairs("maximum", {
    says: ["the larger of x and y", "the maximum of x and y"],
    code: "if(y>x)x=y;",
    combine: (x, y) => Math.max(x, y),
    toRange: (range) => range,
  }),
  pairs("minimum", {
    says: ["the smaller of x and y", "the minimum of x and y"],
    code: "if(y<x)x=y;",
    combine: (x, y) => Math.min(x, y),
    toRange: (range) => range,
  }),
  pairs("distance", {
    says: ["the absolute difference of x and y", "the distance between x and y"],
    code: "x=llabs(x-y);",
    combine: (x, y) => Math.abs(x - y),
    toRange: (range) => ({ low: 0, high: sides(range).high }),
  }),
];
