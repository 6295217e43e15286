import type { OperandSpec } from "../parts/part.ts";
import type { CorePart, Elements } from "./core.ts";
import {
  at,
  countValues,
  countWhere,
  toDifferences,
  toDistinct,
  toLargest,
  toSmallest,
  toSorted,
  toSum,
} from "./list-math.ts";

const arrange = (sentence = ""): readonly string[] => [
  `put the elements of the list into any order${sentence}`,
  `arrange the elements as you like${sentence}`,
];

const overNeighbours = (update: string): string => `for(int i=1;i<m;i++)${update}`;

/** The largest count of a value, in `t`. */
const countMost = "for(int i=0;i<m;i++){c[a[i]]++;if(c[a[i]]>t)t=c[a[i]];}";
const countMostSlowly = "for(int i=0;i<m;i++){r=0;for(int j=0;j<m;j++)if(a[j]==a[i])r++;if(r>t)t=r;}";

const orders: readonly CorePart[] = [
  {
    name: "waiting-smallest",
    label: "sort , sum of prefix sums",
    setup: arrange(),
    says: ["the smallest possible sum of all prefix sums", "the minimum total of the sums of all prefixes"],
    accepts: "any",
    magnitude: "weighted",
    code: "sort;for(int i=0;i<m;i++){t=t+a[i];s=s+t;}",
    claim: "the best order is increasing",
    brute: { kind: "orders", best: "smallest", code: "long long u=0;for(int i=0;i<m;i++){u=u+a[i];v=v+u;}" },
    evaluate: (a) => toSorted(a).reduce((total, x, i) => total + x * (a.length - i), 0),
  },
  {
    name: "waiting-largest",
    label: "sort , sum of suffix sums",
    setup: arrange(),
    says: ["the largest possible sum of all prefix sums", "the maximum total of the sums of all prefixes"],
    accepts: "any",
    magnitude: "weighted",
    code: "sort;for(int i=m-1;i>=0;i--){t=t+a[i];s=s+t;}",
    claim: "the best order is decreasing",
    brute: { kind: "orders", best: "largest", code: "long long u=0;for(int i=0;i<m;i++){u=u+a[i];v=v+u;}" },
    evaluate: (a) => toSorted(a).reduce((total, x, i) => total + x * (i + 1), 0),
  },
  {
    name: "weighted-largest",
    label: "sort , sum times position",
    setup: arrange(),
    says: [
      "the largest possible sum of each element times its position",
      "the maximum of the sum of each element multiplied by its position",
    ],
    accepts: "any",
    magnitude: "weighted",
    code: "sort;for(int i=0;i<m;i++)s=s+a[i]*(i+1);",
    claim: "the best order is increasing",
    brute: { kind: "orders", best: "largest", code: "for(int i=0;i<m;i++)v=v+a[i]*(i+1);" },
    evaluate: (a) => toSorted(a).reduce((total, x, i) => total + x * (i + 1), 0),
  },
  {
    name: "weighted-smallest",
    label: "sort , sum times position from the end",
    setup: arrange(),
    says: [
      "the smallest possible sum of each element times its position",
      "the minimum of the sum of each element multiplied by its position",
    ],
    accepts: "any",
    magnitude: "weighted",
    code: "sort;for(int i=0;i<m;i++)s=s+a[i]*(m-i);",
    claim: "the best order is decreasing",
    brute: { kind: "orders", best: "smallest", code: "for(int i=0;i<m;i++)v=v+a[i]*(i+1);" },
    evaluate: (a) => toSorted(a).reduce((total, x, i) => total + x * (a.length - i), 0),
  },
  {
    name: "shortest-path",
    label: "largest minus smallest",
    setup: arrange(),
    says: [
      "the smallest possible sum of the absolute differences of neighbours",
      "the minimum total distance between neighbouring elements",
    ],
    note: "0 if the list is empty",
    accepts: "any",
    magnitude: "value",
    code: "for(int i=0;i<m;i++){if(i==0||a[i]>p)p=a[i];if(i==0||a[i]<q)q=a[i];}s=p-q;",
    claim: "the best order is increasing , so that the answer is the largest minus the smallest element",
    hypothesis: "sort;for(int i=1;i<m;i++)s=s+a[i]-a[i-1];",
    brute: { kind: "orders", best: "smallest", code: overNeighbours("v=v+llabs(a[i]-a[i-1]);") },
    evaluate: (a) => toLargest(a) - toSmallest(a),
  },
  {
    name: "shortest-tour",
    label: "twice largest minus smallest",
    setup: arrange(" around a circle"),
    says: [
      "the smallest possible sum of the absolute differences of each element and the next one",
      "the minimum total of the distances from each element to the next one",
    ],
    note: "0 if the list is empty",
    accepts: "any",
    magnitude: "value",
    code: "for(int i=0;i<m;i++){if(i==0||a[i]>p)p=a[i];if(i==0||a[i]<q)q=a[i];}s=2*(p-q);",
    claim: "the circle goes from the smallest to the largest element and back",
    hypothesis: "sort;for(int i=1;i<m;i++)s=s+2*(a[i]-a[i-1]);",
    brute: { kind: "orders", best: "smallest", code: "for(int i=0;i<m;i++)v=v+llabs(a[i]-a[(i+1)%m]);" },
    evaluate: (a) => 2 * (toLargest(a) - toSmallest(a)),
  },
  {
    name: "smallest-step",
    label: "sort , largest gap",
    setup: arrange(),
    says: [
      "the smallest possible value of the largest absolute difference of neighbours",
      "the minimum over all orders of the largest distance between neighbours",
    ],
    note: "0 if there are fewer than 2 elements",
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;for(int i=1;i<m;i++)if(a[i]-a[i-1]>s)s=a[i]-a[i-1];",
    claim: "the best order is increasing",
    brute: { kind: "orders", best: "smallest", code: overNeighbours("if(llabs(a[i]-a[i-1])>v)v=llabs(a[i]-a[i-1]);") },
    evaluate: (a) => toLargest(toDifferences(toSorted(a))),
  },
  {
    name: "smallest-circle-step",
    label: "sort , largest gap over two",
    setup: arrange(" around a circle"),
    says: [
      "the smallest possible value of the largest absolute difference of neighbours",
      "the minimum over all orders of the largest distance between neighbours",
    ],
    note: "0 if there are fewer than 2 elements",
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;if(m>1)s=a[1]-a[0];for(int i=2;i<m;i++)if(a[i]-a[i-2]>s)s=a[i]-a[i-2];",
    claim: "go up over every second element in increasing order and down over the others",
    brute: {
      kind: "orders",
      best: "smallest",
      code: "for(int i=0;i<m;i++)if(llabs(a[i]-a[(i+1)%m])>v)v=llabs(a[i]-a[(i+1)%m]);",
    },
    evaluate: (a) => {
      const b = toSorted(a);
      return b.reduce((best, x, i) => Math.max(best, x - (b[i - 2] ?? b[0] ?? 0)), 0);
    },
  },
  {
    name: "most-rises",
    label: "elements minus largest count",
    setup: arrange(),
    says: [
      "the largest possible number of elements that are greater than the element before them",
      "how many elements can be larger than the previous one at most",
    ],
    accepts: "index",
    magnitude: "count",
    code: `${countMost}s=m-t;`,
    claim: "the answer is the number of elements minus the largest count of a value",
    hypothesis: `${countMostSlowly}s=m-t;`,
    brute: { kind: "orders", best: "largest", code: overNeighbours("if(a[i]>a[i-1])v++;") },
    evaluate: (a) => a.length - toLargest([...countValues(a).values()]),
  },
  {
    name: "fewest-changes",
    label: "different values minus 1",
    setup: arrange(),
    says: [
      "the smallest possible number of elements that differ from the element before them",
      "how many elements must be different from the previous one at least",
    ],
    note: "0 if the list is empty",
    accepts: "any",
    magnitude: "count",
    code: "sort;for(int i=1;i<m;i++)if(a[i]!=a[i-1])s++;",
    claim: "the best order keeps equal elements together",
    hypothesis: "for(int i=1;i<m;i++){t=1;for(int j=0;j<i;j++)if(a[j]==a[i])t=0;s=s+t;}",
    brute: { kind: "orders", best: "smallest", code: overNeighbours("if(a[i]!=a[i-1])v++;") },
    evaluate: (a) => Math.max(0, toDistinct(a).length - 1),
  },
];

const limit: OperandSpec = { low: 5, high: 20, highestInput: 2000 };
const gap: OperandSpec = { low: 1, high: 6, highestInput: 1000 };

const overPairs = (update: string): string => `for(int i=1;i<m;i=i+2)${update}`;
const makePairs = (sentence = ""): readonly string[] => [
  `form pairs of elements , each element in at most one pair${sentence}`,
  `match elements into pairs so that no element is used twice${sentence}`,
];
const matchAll = ["put the elements into pairs , leaving out one of them if their number is odd"];
const mostPairs = ["the largest possible number of pairs", "how many pairs can be formed at most"];

/** In every order the first elements are pairs; what counts is the best order. */
const pairings: readonly CorePart[] = [
  {
    name: "pairs-far",
    label: "sort , larger half minus smaller half",
    setup: matchAll,
    says: [
      "the largest possible sum of the absolute differences of the pairs",
      "the maximum total distance within the pairs",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=0;i<m/2;i++)s=s+a[m-1-i]-a[i];",
    claim: "the answer is the sum of the larger half minus the sum of the smaller half",
    brute: { kind: "orders", best: "largest", code: overPairs("v=v+llabs(a[i]-a[i-1]);") },
    evaluate: (a) => {
      const b = toSorted(a);
      return toSum(b.slice(Math.ceil(b.length / 2))) - toSum(b.slice(0, Math.floor(b.length / 2)));
    },
  },
  {
    name: "pairs-smaller",
    label: "sort , every second from the end",
    setup: matchAll,
    says: [
      "the largest possible sum of the smaller elements of the pairs",
      "the maximum total of the minimum of each pair",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=m-2;i>=0;i=i-2)s=s+a[i];",
    claim: "the best pairs are neighbours in decreasing order",
    brute: { kind: "orders", best: "largest", code: overPairs("v=v+(a[i]<a[i-1]?a[i]:a[i-1]);") },
    evaluate: (a) =>
      toSum(
        toSorted(a)
          .toReversed()
          .filter((_, i) => i % 2 === 1),
      ),
  },
  {
    name: "pairs-larger",
    label: "sort , every second",
    setup: matchAll,
    says: [
      "the smallest possible sum of the larger elements of the pairs",
      "the minimum total of the maximum of each pair",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=1;i<m;i=i+2)s=s+a[i];",
    claim: "the best pairs are neighbours in increasing order",
    brute: { kind: "orders", best: "smallest", code: overPairs("v=v+(a[i]>a[i-1]?a[i]:a[i-1]);") },
    evaluate: (a) => toSum(toSorted(a).filter((_, i) => i % 2 === 1)),
  },
  {
    name: "pairs-light",
    label: "sort , pair smallest with largest up to {c}",
    operand: limit,
    setup: makePairs(" , so that the sum of every pair is at most {c}"),
    says: mostPairs,
    accepts: "any",
    magnitude: "count",
    code: "sort;r=m-1;while(l<r){if(a[l]+a[r]<={c}){s++;l++;}r--;}",
    claim: "match the smallest element with the largest one that it can go with",
    brute: { kind: "orders", best: "largest", code: overPairs("if(a[i]+a[i-1]<={c})v++;") },
    evaluate: (a, c) => {
      const b = toSorted(a);
      return countPrefix(b, (pairs) => isEvery(pairs, (i) => at(b, i) + at(b, 2 * pairs - 1 - i) <= c));
    },
  },
  {
    name: "pairs-far-apart",
    label: "sort , match halves with difference {c}",
    operand: gap,
    setup: makePairs(" , so that the absolute difference of every pair is at least {c}"),
    says: mostPairs,
    accepts: "any",
    magnitude: "count",
    code: "sort;for(int i=m/2;i<m;i++)if(l<m/2&&a[i]-a[l]>={c}){s++;l++;}",
    claim: "match elements of the smaller half with elements of the larger half in order",
    brute: { kind: "orders", best: "largest", code: overPairs("if(llabs(a[i]-a[i-1])>={c})v++;") },
    evaluate: (a, c) => {
      const b = toSorted(a);
      return countPrefix(b, (pairs) => isEvery(pairs, (i) => at(b, b.length - pairs + i) - at(b, i) >= c));
    },
  },
  {
    name: "pairs-close",
    label: "sort , match neighbours up to {c} apart",
    operand: gap,
    setup: makePairs(" , so that the absolute difference of every pair is at most {c}"),
    says: mostPairs,
    accepts: "any",
    magnitude: "count",
    code: "sort;for(int i=1;i<m;i++)if(a[i]-a[i-1]<={c}){s++;i++;}",
    claim: "match neighbours in increasing order as soon as possible",
    brute: { kind: "orders", best: "largest", code: overPairs("if(llabs(a[i]-a[i-1])<={c})v++;") },
    evaluate: (a, c) => {
      const b = toSorted(a);
      const best = [0, 0];
      for (let i = 1; i < b.length; i++) {
        const isClose = at(b, i) - at(b, i - 1) <= c;
        best.push(Math.max(at(best, i), isClose ? at(best, i - 1) + 1 : 0));
      }
      return at(best, best.length - 1);
    },
  },
  {
    name: "pairs-different",
    label: "half , or all but the most frequent",
    setup: makePairs(" , so that the two elements of every pair are different"),
    says: mostPairs,
    accepts: "index",
    magnitude: "count",
    code: `${countMost}s=m/2;if(m-t<s)s=m-t;`,
    claim: "the answer is half of the elements , but at most those that do not have the most frequent value",
    hypothesis: `${countMostSlowly}s=m/2;if(m-t<s)s=m-t;`,
    brute: { kind: "orders", best: "largest", code: overPairs("if(a[i]!=a[i-1])v++;") },
    evaluate: (a) => Math.min(Math.floor(a.length / 2), a.length - toLargest([...countValues(a).values()])),
  },
  {
    name: "pairs-equal",
    label: "half of each count",
    setup: makePairs(" , so that the two elements of every pair are equal"),
    says: mostPairs,
    accepts: "index",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){c[a[i]]++;if(c[a[i]]%2==0)s++;}",
    claim: "the answer is the sum of half of each count , rounded down",
    hypothesis: "for(int i=0;i<m;i++){t=0;for(int j=0;j<=i;j++)if(a[j]==a[i])t++;if(t%2==0)s++;}",
    brute: { kind: "orders", best: "largest", code: overPairs("if(a[i]==a[i-1])v++;") },
    evaluate: (a) => toSum([...countValues(a).values()].map((t) => Math.floor(t / 2))),
  },
  {
    name: "pairs-even",
    label: "half of even and of odd",
    setup: makePairs(" , so that the sum of every pair is even"),
    says: mostPairs,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(a[i]%2==0)p++;else q++;s=p/2+q/2;",
    claim: "the answer is half of the even elements plus half of the odd ones , both rounded down",
    brute: { kind: "orders", best: "largest", code: overPairs("if((a[i]+a[i-1])%2==0)v++;") },
    evaluate: (a) => {
      const odd = countWhere(a, (x) => x % 2 !== 0);
      return Math.floor(odd / 2) + Math.floor((a.length - odd) / 2);
    },
  },
  {
    name: "pairs-odd",
    label: "fewer of even and odd",
    setup: makePairs(" , so that the sum of every pair is odd"),
    says: mostPairs,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(a[i]%2==0)p++;else q++;s=p<q?p:q;",
    claim: "the answer is the smaller of the numbers of even and odd elements",
    brute: { kind: "orders", best: "largest", code: overPairs("if((a[i]+a[i-1])%2!=0)v++;") },
    evaluate: (a) => {
      const odd = countWhere(a, (x) => x % 2 !== 0);
      return Math.min(odd, a.length - odd);
    },
  },
];

/** Level 5: orders and pairs. */
export const orderCores: readonly CorePart[] = [...orders, ...pairings];

/** The largest number of pairs that is possible, where fewer are possible too. */
function countPrefix(a: Elements, isPossible: (pairs: number) => boolean): number {
  let low = 0;
  let high = Math.floor(a.length / 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isPossible(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isEvery(count: number, holds: (i: number) => boolean): boolean {
  for (let i = 0; i < count; i++) if (!holds(i)) return false;
  return true;
}
