import type { CorePart } from "./core.ts";
import { at, countValues, toDistinct, toLargest, toSum } from "./list-math.ts";

/** Counts the elements before `i` for which `condition` holds of the two. */
const pairsWhere = (condition: string): string => `for(int i=0;i<m;i++)for(int j=0;j<i;j++)if(${condition})s++;`;

/** Leaves in `t` how often `a[i]` occurs, and in `r` how often before `i`; then does `then`. */
const eachOccurrence = (then: string): string =>
  `for(int i=0;i<m;i++){t=0;r=0;for(int j=0;j<m;j++)if(a[j]==a[i]){t++;if(j<i)r++;}${then}}`;

const allValues = "for(int i=0;i<=1000000;i++)";

/** Level 4: how often values occur, in `c[value]`. */
export const countingCores: readonly CorePart[] = [
  {
    name: "pairs-equal",
    label: "count equal pairs",
    says: ["the number of pairs of equal elements", "how many pairs of positions hold equal elements"],
    accepts: "index",
    magnitude: "pairs",
    loop: "s=s+c[x];c[x]++;",
    code: "",
    slow: pairsWhere("a[i]==a[j]"),
    evaluate: (a) => toSum([...countValues(a).values()].map((t) => (t * (t - 1)) / 2)),
  },
  {
    name: "pairs-different",
    label: "count different pairs",
    says: ["the number of pairs of elements that are different", "how many pairs of positions hold different elements"],
    accepts: "index",
    magnitude: "pairs",
    loop: "s=s+m-c[x];c[x]++;m++;",
    code: "",
    slow: pairsWhere("a[i]!=a[j]"),
    evaluate: (a) => {
      const equal = [...countValues(a).values()].map((t) => (t * (t - 1)) / 2);
      return (a.length * (a.length - 1)) / 2 - toSum(equal);
    },
  },
  {
    name: "pairs-with-sum",
    label: "count pairs with sum {c}",
    operand: { low: 5, high: 15, highestInput: 2000 },
    says: ["the number of pairs of elements whose sum is {c}", "how many pairs of elements add up to {c}"],
    accepts: "index",
    magnitude: "pairs",
    loop: "if(x<={c})s=s+c[{c}-x];c[x]++;",
    code: "",
    slow: pairsWhere("a[i]+a[j]=={c}"),
    evaluate: (a, c) => countOrderedPartners(a, (x) => [c - x]),
  },
  {
    name: "pairs-with-difference",
    label: "count pairs with difference {c}",
    operand: { low: 1, high: 6, highestInput: 1000 },
    says: [
      "the number of pairs of elements whose absolute difference is {c}",
      "how many pairs of elements have distance {c}",
    ],
    accepts: "index",
    magnitude: "pairs",
    loop: "c[x]++;if(x>={c})s=s+c[x-{c}];if(x+{c}<=1000000)s=s+c[x+{c}];",
    code: "",
    slow: pairsWhere("llabs(a[i]-a[j])=={c}"),
    evaluate: (a, c) => countOrderedPartners(a, (x) => [x - c, x + c]),
  },
  {
    name: "pairs-sum-divisible",
    label: "count pairs with sum divisible by {c}",
    operand: { low: 3, high: 9 },
    says: [
      "the number of pairs of elements whose sum is divisible by {c}",
      "how many pairs of elements have a sum divisible by {c}",
    ],
    accepts: "natural",
    magnitude: "pairs",
    loop: "s=s+c[({c}-x%{c})%{c}];c[x%{c}]++;",
    code: "",
    slow: pairsWhere("(a[i]+a[j])%{c}==0"),
    evaluate: (a, c) =>
      countOrderedPartners(
        a.map((x) => x % c),
        (x) => [(c - x) % c],
      ),
  },
  {
    name: "pairs-difference-divisible",
    label: "count pairs with difference divisible by {c}",
    operand: { low: 2, high: 9 },
    says: [
      "the number of pairs of elements whose difference is divisible by {c}",
      "how many pairs of elements have the same remainder when divided by {c}",
    ],
    accepts: "natural",
    magnitude: "pairs",
    loop: "s=s+c[x%{c}];c[x%{c}]++;",
    code: "",
    slow: pairsWhere("(a[i]-a[j])%{c}==0"),
    evaluate: (a, c) =>
      countOrderedPartners(
        a.map((x) => x % c),
        (x) => [x],
      ),
  },
  {
    name: "largest-count",
    label: "largest count of a value",
    says: ["the largest number of times that a value occurs", "how often the most frequent value occurs"],
    accepts: "index",
    magnitude: "count",
    loop: "c[x]++;if(c[x]>s)s=c[x];",
    code: "",
    slow: eachOccurrence("if(t>s)s=t;"),
    evaluate: (a) => toLargest([...countValues(a).values()]),
  },
  {
    name: "mode",
    label: "most frequent value",
    says: [
      "the most frequent value , the smallest one if there are several",
      "the value that occurs most often , the smallest of them if there are several",
    ],
    note: "0 if the list is empty",
    accepts: "index",
    magnitude: "value",
    loop: "c[x]++;",
    code: `${allValues}if(c[i]>t){t=c[i];s=i;}`,
    slow: eachOccurrence("if(t>q||t==q&&a[i]<s){q=t;s=a[i];}"),
    evaluate: (a) => {
      const counts = countValues(a);
      const most = toLargest([...counts.values()]);
      return Math.min(...(a.length === 0 ? [0] : [...counts].filter(([, t]) => t === most).map(([x]) => x)));
    },
  },
  ...values("exactly", {
    operand: { low: 1, high: 3 },
    condition: "=={c}",
    says: ["exactly {c} times"],
    holds: (t, c) => t === c,
  }),
  ...values("at-least", {
    operand: { low: 2, high: 3, highestInput: 20 },
    condition: ">={c}",
    says: ["at least {c} times"],
    holds: (t, c) => t >= c,
  }),
  ...values("odd", {
    operand: undefined,
    condition: "%2==1",
    says: ["an odd number of times"],
    holds: (t) => t % 2 === 1,
  }),
  {
    name: "repeats",
    label: "count repeated elements",
    says: ["the number of elements that are equal to an earlier element", "how many elements occur before in the list"],
    accepts: "index",
    magnitude: "count",
    loop: "if(c[x]>0)s++;c[x]++;",
    code: "",
    slow: eachOccurrence("if(r>0)s++;"),
    evaluate: (a) => a.length - toDistinct(a).length,
  },
  {
    name: "missing",
    label: "smallest missing",
    says: ["the smallest number from 0 on that is not in the list", "the smallest missing number , counted from 0"],
    accepts: "index",
    magnitude: "count",
    loop: "c[x]++;",
    code: "while(c[s]>0)s++;",
    slow: "for(int i=0;i<=m;i++){t=0;for(int j=0;j<m;j++)if(a[j]==s)t++;if(t>0)s++;}",
    evaluate: (a) => {
      const present = new Set(a);
      let x = 0;
      while (present.has(x)) x += 1;
      return x;
    },
  },
  {
    name: "closest-equal",
    label: "closest equal elements",
    says: [
      "the smallest distance between the positions of two equal elements",
      "the smallest difference of the positions of two equal elements",
    ],
    note: "0 if no two are equal",
    needsNote: true,
    accepts: "index",
    magnitude: "count",
    loop: "m++;if(c[x]>0&&(s==0||m-c[x]<s))s=m-c[x];c[x]=m;",
    code: "",
    slow: "for(int i=0;i<m;i++)for(int j=0;j<i;j++)if(a[i]==a[j]&&(s==0||i-j<s))s=i-j;",
    evaluate: (a) => {
      const last = new Map<number, number>();
      const distances = a.flatMap((x, i) => {
        const before = last.get(x);
        last.set(x, i);
        return before === undefined ? [] : [i - before];
      });
      return distances.reduce((best, d) => Math.min(best, d), at([...distances, 0], 0));
    },
  },
];

/** The values that occur a certain number of times, counted and added up. */
function values(
  name: string,
  times: {
    readonly operand: CorePart["operand"];
    readonly condition: string;
    readonly says: readonly string[];
    holds(count: number, c: number): boolean;
  },
): readonly CorePart[] {
  const phrase = times.says[0] ?? "";
  const short = phrase.replace("an odd number of times", "odd times");
  const base = { operand: times.operand, accepts: "index", loop: "c[x]++;" } as const;
  const list = (a: readonly number[], c: number): number[] =>
    [...countValues(a)].filter(([, t]) => times.holds(t, c)).map(([x]) => x);
  const condition = `c[i]${times.condition}`;
  const found = times.condition === ">={c}" ? condition : `c[i]>0&&${condition}`;
  return [
    {
      ...base,
      name: `count-values-${name}`,
      label: `count values ${short}`,
      says: [`the number of values that occur ${phrase}`, `how many values occur ${phrase}`],
      magnitude: "count",
      code: `${allValues}if(${found})s++;`,
      slow: eachOccurrence(`if(r==0&&t${times.condition})s++;`),
      evaluate: (a, c) => list(a, c).length,
    },
    {
      ...base,
      name: `sum-values-${name}`,
      label: `sum values ${short}`,
      says: [`the sum of the values that occur ${phrase}`, `the total of all values that occur ${phrase}`],
      magnitude: "sum",
      code: `${allValues}if(${found})s=s+i;`,
      slow: eachOccurrence(`if(r==0&&t${times.condition})s=s+a[i];`),
      evaluate: (a, c) => toSum(list(a, c)),
    },
  ];
}

/** Pairs i < j in which one is a partner of the other. */
function countOrderedPartners(a: readonly number[], toPartners: (x: number) => readonly number[]): number {
  const seen = new Map<number, number>();
  let pairs = 0;
  for (const x of a) {
    for (const partner of toPartners(x)) pairs += seen.get(partner) ?? 0;
    seen.set(x, (seen.get(x) ?? 0) + 1);
  }
  return pairs;
}
