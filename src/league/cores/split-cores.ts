import type { OperandSpec } from "../parts/part.ts";
import type { CorePart } from "./core.ts";
import { countWhere, toDifferences, toLargest, toPrefixSums, toSmallest, toSorted, toSum } from "./list-math.ts";

const ends = cut("the value of a part is its last element minus its first");
const sum = cut("the value of a part is the absolute value of its sum");
const high = cut("the value of a part is its largest element");
const low = cut("the value of a part is its smallest element");
const largest = ["the largest possible total value of all parts", "the maximum total of the values of the parts"];
const smallest = ["the smallest possible total value of all parts", "the minimum total of the values of the parts"];
const note = "0 if the list is empty";
const few: OperandSpec = { low: 2, high: 4, highestInput: 100 };
const endsValue = "v=v+a[r]-a[l];";
const sumValue = "{long long u=0;for(int i=l;i<=r;i++)u=u+a[i];v=v+llabs(u);}";

/** Level 5: cutting the list into parts, by what a part is worth. */
export const splitCores: readonly CorePart[] = [
  {
    name: "split-rises",
    label: "sum of rises",
    setup: ends,
    says: largest,
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=1;i<m;i++)if(a[i]>a[i-1])s=s+a[i]-a[i-1];",
    claim: "cut at every fall , so that the answer is the sum of all rises",
    brute: { kind: "splits", best: "largest", code: endsValue },
    evaluate: (a) => toSum(toDifferences(a).filter((d) => d > 0)),
  },
  {
    name: "split-falls",
    label: "sum of falls",
    setup: ends,
    says: smallest,
    accepts: "any",
    magnitude: "sum",
    isSigned: true,
    code: "for(int i=1;i<m;i++)if(a[i]<a[i-1])s=s+a[i]-a[i-1];",
    claim: "cut at every rise , so that the answer is the sum of all falls",
    brute: { kind: "splits", best: "smallest", code: endsValue },
    evaluate: (a) => toSum(toDifferences(a).filter((d) => d < 0)),
  },
  {
    name: "split-into",
    label: "rises without {c} minus 1 cuts",
    operand: few,
    setup: [
      "cut the list into exactly {c} parts . the value of a part is its last element minus its first",
      "split the list into {c} blocks of elements in a row . the value of a block is its last element minus its first",
    ],
    says: largest,
    note: "0 if there are fewer than {c} elements",
    needsNote: true,
    accepts: "any",
    magnitude: "sum",
    isSigned: true,
    code: "for(int i=1;i<m;i++)a[i-1]=a[i]-a[i-1];if(m>0)m--;sort;for(int i={c}-1;i<m;i++)s=s+a[i];",
    claim: "cut at the smallest differences , so that the answer is the sum of the other differences",
    brute: { kind: "splits", best: "largest", code: endsValue, parts: "{c}" },
    evaluate: (a, c) => (a.length < c ? 0 : toSum(toSorted(toDifferences(a)).slice(c - 1))),
  },
  {
    name: "split-absolute-largest",
    label: "sum of absolute values",
    setup: sum,
    says: largest,
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)s=s+llabs(a[i]);",
    claim: "each element is a part",
    brute: { kind: "splits", best: "largest", code: sumValue },
    evaluate: (a) => toSum(a.map(Math.abs)),
  },
  {
    name: "split-absolute-smallest",
    label: "absolute value of the sum",
    setup: sum,
    says: smallest,
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)s=s+a[i];s=llabs(s);",
    claim: "the whole list is one part",
    brute: { kind: "splits", best: "smallest", code: sumValue },
    evaluate: (a) => Math.abs(toSum(a)),
  },
  {
    name: "split-high-smallest",
    label: "largest element",
    setup: high,
    says: smallest,
    note,
    accepts: "natural",
    magnitude: "value",
    code: "for(int i=0;i<m;i++)if(a[i]>s)s=a[i];",
    claim: "the whole list is one part",
    brute: { kind: "splits", best: "smallest", code: extremeValue(">") },
    evaluate: toLargest,
  },
  {
    name: "split-low-largest",
    label: "sum of elements",
    setup: low,
    says: largest,
    accepts: "natural",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)s=s+a[i];",
    claim: "each element is a part",
    brute: { kind: "splits", best: "largest", code: extremeValue("<") },
    evaluate: toSum,
  },
  {
    name: "split-low-smallest",
    label: "smallest element",
    setup: low,
    says: smallest,
    note,
    accepts: "natural",
    magnitude: "value",
    code: "for(int i=0;i<m;i++)if(i==0||a[i]<s)s=a[i];",
    claim: "the whole list is one part",
    brute: { kind: "splits", best: "smallest", code: extremeValue("<") },
    evaluate: toSmallest,
  },
  {
    name: "split-divisible",
    label: "parts divisible by {c}",
    operand: { low: 2, high: 5 },
    setup: cut("the sum of every part must be divisible by {c}"),
    says: ["the largest possible number of parts", "how many parts there can be at most"],
    note: "0 if it is impossible",
    needsNote: true,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){t=t+a[i];if(t%{c}==0)s++;}if(t%{c}!=0)s=0;",
    claim: "cut after each prefix whose sum is divisible by {c} , if the whole sum is",
    brute: {
      kind: "splits",
      best: "largest",
      code: "{long long u=0;for(int i=l;i<=r;i++)u=u+a[i];if(u%{c}!=0)ok=0;v++;}",
    },
    evaluate: (a, c) => (toSum(a) % c === 0 ? countWhere(toPrefixSums(a), (x) => x % c === 0) : 0),
  },
];

/** Cutting the list, with what a part is worth or must be. */
function cut(sentence: string): readonly string[] {
  return [
    `cut the list into parts of neighbouring elements . ${sentence}`,
    `split the list into one or more blocks of elements in a row . ${sentence}`,
  ];
}

function extremeValue(sign: string): string {
  return `{long long u=a[l];for(int i=l;i<=r;i++)if(a[i]${sign}u)u=a[i];v=v+u;}`;
}
