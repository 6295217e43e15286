import type { OperandSpec } from "../parts/part.ts";
import type { CorePart, Elements } from "./core.ts";
import { at, toSorted } from "./list-math.ts";

/**
 * Something that grows as a block of neighbouring elements grows, and a bound on it. `t` is what is measured, `l` where
 * the block begins.
 */
interface Measure {
  readonly name: string;
  readonly label: string;
  readonly operand?: OperandSpec | undefined;
  readonly accepts: CorePart["accepts"];
  /** What stands after "block of neighbouring elements". */
  readonly says: readonly string[];
  readonly enter: string;
  readonly leave: string;
  /** True while the block is beyond the bound. */
  readonly isBeyond: string;
  /** The same for the literal reading, where `j` enters. */
  readonly enterLiterally: string;
  create(c: number): { enter(x: number): void; leave(x: number): void; isBeyond(): boolean };
}

const bound: OperandSpec = { low: 1, high: 3, highestInput: 20 };

const measures: readonly Measure[] = [
  {
    name: "sum",
    label: "sum at most {c}",
    operand: { low: 10, high: 20, highestInput: 2000 },
    accepts: "natural",
    says: ["with sum at most {c}", "whose sum is not greater than {c}"],
    enter: "t=t+a[i];",
    leave: "t=t-a[l];",
    isBeyond: "t>{c}",
    enterLiterally: "t=t+a[j];",
    create: (c) => createCounter((x) => x, c),
  },
  countMeasure("odd", { says: "odd", code: "%2!=0", isCounted: (x) => x % 2 !== 0 }),
  countMeasure("even", { says: "even", code: "%2==0", isCounted: (x) => x % 2 === 0 }),
  countMeasure("zero", { says: "equal to 0", code: "==0", isCounted: (x) => x === 0 }),
  {
    name: "distinct",
    label: "at most {c} different",
    operand: bound,
    accepts: "index",
    says: ["with at most {c} different values", "that has at most {c} different values"],
    enter: "if(c[a[i]]==0)t++;c[a[i]]++;",
    leave: "c[a[l]]--;if(c[a[l]]==0)t--;",
    isBeyond: "t>{c}",
    enterLiterally: "r=0;l=i;while(l<j){if(a[l]==a[j])r=1;l++;}if(r==0)t++;",
    create: (c) => {
      const counts = new Map<number, number>();
      return { ...createCounts(counts), isBeyond: () => counts.size > c };
    },
  },
  {
    name: "repeat",
    label: "no value twice",
    accepts: "index",
    says: ["in which no value occurs twice", "without two equal elements"],
    enter: "c[a[i]]++;",
    leave: "c[a[l]]--;",
    isBeyond: "c[a[i]]>1",
    enterLiterally: "l=i;while(l<j){if(a[l]==a[j])t=1;l++;}",
    create: () => {
      const counts = new Map<number, number>();
      let last = 0;
      const { enter, leave } = createCounts(counts);
      return {
        enter: (x) => {
          enter(x);
          last = x;
        },
        leave,
        isBeyond: () => (counts.get(last) ?? 0) > 1,
      };
    },
  },
];

const blocks: readonly CorePart[] = measures.flatMap((measure): readonly CorePart[] => {
  const grow = `${measure.enter}while(${measure.isBeyond}){${measure.leave}l++;}`;
  const literal = (found: string): string => {
    const isWithin = measure.name === "repeat" ? "t==0" : measure.isBeyond.replace(">", "<=");
    return `for(int i=0;i<m;i++){t=0;for(int j=i;j<m;j++){${measure.enterLiterally}if(${isWithin})${found}}}`;
  };
  const base = { operand: measure.operand, accepts: measure.accepts } as const;
  const says = (start: string): readonly string[] => measure.says.map((phrase) => `${start} ${phrase}`);
  return [
    {
      ...base,
      name: `longest-${measure.name}`,
      label: `longest block , ${measure.label}`,
      says: says("the length of the longest block of neighbouring elements"),
      note: "0 if there is no such block",
      needsNote: measure.name === "sum",
      magnitude: "count",
      code: `for(int i=0;i<m;i++){${grow}if(i-l+1>s)s=i-l+1;}`,
      slow: literal("{if(j-i+1>s)s=j-i+1;}"),
      evaluate: (a, c) => scanBlocks(a, measure.create(c)).longest,
    },
    {
      ...base,
      name: `blocks-${measure.name}`,
      label: `count blocks , ${measure.label}`,
      says: says("the number of blocks of one or more neighbouring elements"),
      magnitude: "pairs",
      code: `for(int i=0;i<m;i++){${grow}s=s+i-l+1;}`,
      slow: literal("s++;"),
      evaluate: (a, c) => scanBlocks(a, measure.create(c)).count,
    },
  ];
});

const sorted: readonly CorePart[] = [
  {
    name: "shortest-heavy",
    label: "shortest block , sum at least {c}",
    operand: { low: 10, high: 20, highestInput: 2000 },
    says: [
      "the length of the shortest block of neighbouring elements with sum at least {c}",
      "the length of the shortest block of neighbouring elements whose sum is not less than {c}",
    ],
    note: "0 if there is no such block",
    needsNote: true,
    accepts: "natural",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){t=t+a[i];while(t>={c}){if(s==0||i-l+1<s)s=i-l+1;t=t-a[l];l++;}}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=i;j<m;j++){t=t+a[j];if(t>={c}&&(s==0||j-i+1<s))s=j-i+1;}}",
    evaluate: (a, c) => {
      let best = 0;
      let from = 0;
      let total = 0;
      for (const [i, x] of a.entries()) {
        total += x;
        for (; total >= c; from++) {
          best = best === 0 ? i - from + 1 : Math.min(best, i - from + 1);
          total -= at(a, from);
        }
      }
      return best;
    },
  },
  {
    name: "pairs-sum-at-most",
    label: "sort , count pairs with sum at most {c}",
    operand: { low: 5, high: 20, highestInput: 2000 },
    says: [
      "the number of pairs of elements whose sum is at most {c}",
      "how many pairs of elements have a sum not greater than {c}",
    ],
    accepts: "any",
    magnitude: "pairs",
    code: "sort;r=m-1;while(l<r)if(a[l]+a[r]<={c}){s=s+r-l;l++;}else r--;",
    evaluate: (a, c) => {
      const b = toSorted(a);
      let pairs = 0;
      let partners = 0;
      for (let i = b.length - 1; i >= 0; i--) {
        while (partners < b.length && at(b, partners) + at(b, i) <= c) partners += 1;
        pairs += Math.min(partners, i);
      }
      return pairs;
    },
  },
  {
    name: "pairs-difference-at-most",
    label: "sort , count pairs with difference at most {c}",
    operand: { low: 1, high: 5, highestInput: 1000 },
    says: [
      "the number of pairs of elements whose absolute difference is at most {c}",
      "how many pairs of elements have a distance not greater than {c}",
    ],
    accepts: "any",
    magnitude: "pairs",
    code: "sort;for(int i=0;i<m;i++){while(a[i]-a[l]>{c})l++;s=s+i-l;}",
    evaluate: (a, c) => {
      const b = toSorted(a);
      let beyond = 0;
      let pairs = 0;
      for (let i = 0; i < b.length; i++) {
        beyond = Math.max(beyond, i);
        while (beyond < b.length && at(b, beyond) - at(b, i) <= c) beyond += 1;
        pairs += beyond - i - 1;
      }
      return pairs;
    },
  },
];

/** Level 4: blocks and pairs whose ends only move forward. */
export const windowCores: readonly CorePart[] = [...blocks, ...sorted];

function countMeasure(
  name: string,
  measure: { readonly says: string; readonly code: string; isCounted(x: number): boolean },
): Measure {
  return {
    name,
    label: `at most {c} ${measure.says}`,
    operand: bound,
    accepts: "any",
    says: [
      `with at most {c} elements that are ${measure.says}`,
      `that has not more than {c} elements that are ${measure.says}`,
    ],
    enter: `if(a[i]${measure.code})t++;`,
    leave: `if(a[l]${measure.code})t--;`,
    isBeyond: "t>{c}",
    enterLiterally: `if(a[j]${measure.code})t++;`,
    create: (c) => createCounter((x) => (measure.isCounted(x) ? 1 : 0), c),
  };
}

function createCounter(weigh: (x: number) => number, c: number): ReturnType<Measure["create"]> {
  let total = 0;
  return {
    enter: (x) => void (total += weigh(x)),
    leave: (x) => void (total -= weigh(x)),
    isBeyond: () => total > c,
  };
}

function createCounts(counts: Map<number, number>): { enter(x: number): void; leave(x: number): void } {
  return {
    enter: (x) => void counts.set(x, (counts.get(x) ?? 0) + 1),
    leave: (x) => {
      const left = (counts.get(x) ?? 0) - 1;
      if (left === 0) counts.delete(x);
      else counts.set(x, left);
    },
  };
}

function scanBlocks(
  a: Elements,
  measure: ReturnType<Measure["create"]>,
): { readonly longest: number; readonly count: number } {
  let from = 0;
  let longest = 0;
  let count = 0;
  for (const [i, x] of a.entries()) {
    measure.enter(x);
    for (; measure.isBeyond(); from++) measure.leave(at(a, from));
    longest = Math.max(longest, i - from + 1);
    count += i - from + 1;
  }
  return { longest, count };
}
