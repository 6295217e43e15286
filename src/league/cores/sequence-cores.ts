import type { CorePart, Elements } from "./core.ts";
import { countWhere, toDifferences, toLargest, toPrefixSums, toSum } from "./list-math.ts";

/** Every two neighbours of what was chosen. */
const neighbours = (condition: string): string => `for(int i=1;i<h;i++)if(!(${condition}))ok=0;`;

const chooseInOrder = (phrase: string): readonly string[] => [
  `choose a subsequence of the list such that ${phrase}`,
  `remove some elements of the list , possibly none , so that in what is left ${phrase}`,
];

const longest = ["the largest possible length of the subsequence", "how many elements can be in it at most"];
const span = [
  "the largest possible difference between the positions of the last and the first chosen element",
  "the maximum distance between the first and the last chosen position",
];

/** Level 5: subsequences, which keep the order of the list. */
export const sequenceCores: readonly CorePart[] = [
  {
    name: "longest-changing",
    label: "longest with different neighbours",
    setup: chooseInOrder("any two neighbours are different"),
    says: longest,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(i==0||a[i]!=a[i-1])s++;",
    claim: "take one element of each block of equal elements",
    brute: { kind: "subsets", best: "largest", code: `${neighbours("b[i]!=b[i-1]")}v=h;` },
    evaluate: (a) => countWhere(toDifferences(a), (d) => d !== 0) + Math.min(1, a.length),
  },
  {
    name: "longest-parity-changing",
    label: "longest with parity changes",
    setup: chooseInOrder("the sum of any two neighbours is odd"),
    says: longest,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(i==0||(a[i]-a[i-1])%2!=0)s++;",
    claim: "take one element of each block of equal parity",
    brute: { kind: "subsets", best: "largest", code: `${neighbours("(b[i]+b[i-1])%2!=0")}v=h;` },
    evaluate: (a) => countWhere(toDifferences(a), (d) => d % 2 !== 0) + Math.min(1, a.length),
  },
  {
    name: "longest-zigzag",
    label: "longest zigzag",
    setup: chooseInOrder("the elements in turn grow and shrink , starting with either"),
    says: longest,
    accepts: "any",
    magnitude: "count",
    code: "p=m>0;q=m>0;for(int i=1;i<m;i++){if(a[i]>a[i-1])p=q+1;if(a[i]<a[i-1])q=p+1;}s=p>q?p:q;",
    claim: "take one element more than there are changes of direction",
    brute: {
      kind: "subsets",
      best: "largest",
      code: `${neighbours("b[i]!=b[i-1]&&(i<2||b[i]>b[i-1]!=b[i-1]>b[i-2])")}v=h;`,
    },
    evaluate: (a) => {
      const signs = toDifferences(a)
        .filter((d) => d !== 0)
        .map(Math.sign);
      return countWhere(signs, (sign, i) => i === 0 || sign !== signs[i - 1]) + Math.min(1, a.length);
    },
  },
  {
    name: "span-equal",
    label: "farthest equal",
    setup: chooseInOrder("all elements are equal"),
    says: span,
    note: "0 if the list is empty",
    accepts: "index",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){if(c[a[i]]==0)c[a[i]]=i+1;if(i+1-c[a[i]]>s)s=i+1-c[a[i]];}",
    claim: "the answer is the largest last position minus first position of a value",
    hypothesis: "for(int i=0;i<m;i++)for(int j=0;j<i;j++)if(a[i]==a[j]&&i-j>s)s=i-j;",
    brute: { kind: "subsets", best: "largest", code: `${neighbours("b[i]==b[i-1]")}if(h>0)v=w[h-1]-w[0];` },
    evaluate: (a) => toWidestSpan(a),
  },
  {
    name: "span-remainder",
    label: "farthest same remainder by {c}",
    operand: { low: 3, high: 9 },
    setup: chooseInOrder("all differences of neighbours are divisible by {c}"),
    says: span,
    note: "0 if the list is empty",
    accepts: "natural",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){r=a[i]%{c};if(c[r]==0)c[r]=i+1;if(i+1-c[r]>s)s=i+1-c[r];}",
    claim: "the answer is the largest last position minus first position of a remainder",
    hypothesis: "for(int i=0;i<m;i++)for(int j=0;j<i;j++)if((a[i]-a[j])%{c}==0&&i-j>s)s=i-j;",
    brute: { kind: "subsets", best: "largest", code: `${neighbours("(b[i]-b[i-1])%{c}==0")}if(h>0)v=w[h-1]-w[0];` },
    evaluate: (a, c) => toWidestSpan(a.map((x) => x % c)),
  },
  {
    name: "evens-then-odds",
    label: "evens then odds",
    setup: chooseInOrder("no even element comes after an odd one"),
    says: longest,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(a[i]%2==0)p++;else{if(p>q)q=p;q++;}s=p>q?p:q;",
    claim: "take all even elements before some place and all odd elements after it",
    hypothesis:
      "for(int i=0;i<=m;i++){t=0;for(int j=0;j<m;j++)if(j<i){if(a[j]%2==0)t++;}else if(a[j]%2!=0)t++;if(t>s)s=t;}",
    brute: { kind: "subsets", best: "largest", code: `${neighbours("b[i]%2!=0||b[i-1]%2==0")}v=h;` },
    evaluate: (a) => {
      const odds = countWhere(a, (x) => x % 2 !== 0);
      const prefix = toPrefixSums(a.map((x) => (x % 2 === 0 ? 1 : -1)));
      return odds + Math.max(0, toLargest(prefix));
    },
  },
  {
    name: "telescope",
    label: "largest later minus earlier",
    setup: [
      "choose a subsequence of the list , add up each chosen element minus the chosen element before it",
      "remove some elements of the list , then add up the differences of neighbours , each element minus the one before it",
    ],
    says: ["the largest possible total , or 0 if it is never positive", "the maximum of 0 and all possible totals"],
    accepts: "any",
    magnitude: "value",
    code: "for(int i=0;i<m;i++){if(i==0||a[i]<t)t=a[i];if(a[i]-t>s)s=a[i]-t;}",
    claim: "the total is the last chosen element minus the first",
    hypothesis: "for(int i=0;i<m;i++)for(int j=0;j<i;j++)if(a[i]-a[j]>s)s=a[i]-a[j];",
    brute: { kind: "subsets", best: "largest", code: "for(int i=1;i<h;i++)v=v+b[i]-b[i-1];if(v<0)v=0;" },
    evaluate: (a) => {
      let lowest = Infinity;
      return a.reduce((best, x) => Math.max(best, x - (lowest = Math.min(lowest, x))), 0);
    },
  },
  {
    name: "longest-way",
    label: "sum of all changes",
    setup: [
      "choose a subsequence of the list , add up the absolute differences of its neighbours",
      "remove some elements of the list , possibly none , then add up the absolute differences of neighbours",
    ],
    says: ["the largest possible total", "the maximum over all possible totals"],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=1;i<m;i++)s=s+llabs(a[i]-a[i-1]);",
    claim: "the best choice is the whole list",
    brute: { kind: "subsets", best: "largest", code: "for(int i=1;i<h;i++)v=v+llabs(b[i]-b[i-1]);" },
    evaluate: (a) => toSum(toDifferences(a).map(Math.abs)),
  },
];

function toWidestSpan(a: Elements): number {
  const first = new Map<number, number>();
  return a.reduce((best, x, i) => {
    if (!first.has(x)) first.set(x, i);
    return Math.max(best, i - (first.get(x) ?? i));
  }, 0);
}
