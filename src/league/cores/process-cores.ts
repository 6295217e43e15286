import type { CorePart } from "./core.ts";
import { at, countValues, countWhere, toLargest, toSorted, toSum } from "./list-math.ts";

const again = (phrase: string): readonly string[] => [
  `again and again choose two elements ${phrase}`,
  `as often as you like choose two elements ${phrase}`,
];
const fewestLeft = [
  "the smallest possible number of elements that are left",
  "how few elements can be left in the end",
];
const untilOne = (phrase: string): readonly string[] => [
  `until one element is left , choose two elements x and y and replace them by ${phrase}`,
  `while there are two or more elements , choose two of them , x and y , and replace both by ${phrase}`,
];
const final = (word: string): readonly string[] => [
  `the ${word} possible value of the last element`,
  `the ${word} number that can be left in the end`,
];
const emptyNote = "0 if the list is empty";

/** Level 5: moves in any order, of which only what they keep unchanged matters. */
export const processCores: readonly CorePart[] = [
  {
    name: "remove-different",
    label: "left over of the most frequent",
    setup: again("that are different and remove both"),
    says: fewestLeft,
    accepts: "index",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){c[a[i]]++;if(c[a[i]]>t)t=c[a[i]];}s=m%2;if(2*t-m>s)s=2*t-m;",
    claim: "the most frequent value is left if it is more than half , else at most one element",
    hypothesis: "for(int i=0;i<m;i++){r=0;for(int j=0;j<m;j++)if(a[j]==a[i])r++;if(r>t)t=r;}s=m%2;if(2*t-m>s)s=2*t-m;",
    brute: { kind: "process", best: "smallest", allowed: "u!=w" },
    evaluate: (a) => Math.max(a.length % 2, 2 * toLargest([...countValues(a).values()]) - a.length),
  },
  {
    name: "remove-equal",
    label: "values with odd counts",
    setup: again("that are equal and remove both"),
    says: fewestLeft,
    accepts: "index",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){c[a[i]]++;if(c[a[i]]%2==1)s++;else s--;}",
    claim: "one element is left of each value that occurs an odd number of times",
    hypothesis: "for(int i=0;i<m;i++){t=0;r=0;for(int j=0;j<m;j++)if(a[j]==a[i]){t++;if(j<i)r++;}if(r==0&&t%2==1)s++;}",
    brute: { kind: "process", best: "smallest", allowed: "u==w" },
    evaluate: (a) => countWhere([...countValues(a).values()], (t) => t % 2 === 1),
  },
  {
    name: "remove-odd-sums",
    label: "difference of even and odd",
    setup: again("whose sum is odd and remove both"),
    says: fewestLeft,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(a[i]%2==0)p++;else q++;s=llabs(p-q);",
    claim: "each move removes one even and one odd element",
    brute: { kind: "process", best: "smallest", allowed: "(u+w)%2!=0" },
    evaluate: (a) => {
      const odd = countWhere(a, (x) => x % 2 !== 0);
      return Math.abs(a.length - 2 * odd);
    },
  },
  {
    name: "remove-even-sums",
    label: "parities of even and odd",
    setup: again("whose sum is even and remove both"),
    says: fewestLeft,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(a[i]%2==0)p++;else q++;s=p%2+q%2;",
    claim: "even and odd elements go two by two , so at most one of each is left",
    brute: { kind: "process", best: "smallest", allowed: "(u+w)%2==0" },
    evaluate: (a) => {
      const odd = countWhere(a, (x) => x % 2 !== 0);
      return (odd % 2) + ((a.length - odd) % 2);
    },
  },
  {
    name: "remove-divisible",
    label: "parities of multiples of {c} and others",
    operand: { low: 3, high: 9 },
    setup: again("of which one is divisible by {c} and the other is not , and remove both"),
    says: fewestLeft,
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)if(a[i]%{c}==0)p++;else q++;s=llabs(p-q);",
    claim: "each move removes one multiple of {c} and one other element",
    brute: { kind: "process", best: "smallest", allowed: "u%{c}==0!=(w%{c}==0)" },
    evaluate: (a, c) => Math.abs(a.length - 2 * countWhere(a, (x) => x % c === 0)),
  },
  {
    name: "merge-difference-largest",
    label: "sort , signs of all but the ends",
    setup: untilOne("x minus y"),
    says: final("largest"),
    note: emptyNote,
    accepts: "any",
    magnitude: "sum",
    code: "sort;if(m>0)s=a[m-1];if(m>1)s=s-a[0];for(int i=1;i<m-1;i++)s=s+llabs(a[i]);",
    claim: "the largest element counts plus , the smallest minus , all others with their absolute value",
    brute: { kind: "process", best: "largest", allowed: "1", pushed: "u-w" },
    evaluate: (a) => {
      const b = toSorted(a);
      if (b.length < 2) return b[0] ?? 0;
      return at(b, b.length - 1) - at(b, 0) + toSum(b.slice(1, -1).map(Math.abs));
    },
  },
  {
    name: "merge-difference-smallest",
    label: "sort , negative signs of all but the ends",
    setup: untilOne("x minus y"),
    says: final("smallest"),
    note: emptyNote,
    accepts: "any",
    magnitude: "sum",
    isSigned: true,
    code: "sort;if(m>0)s=a[0];if(m>1)s=s-a[m-1];for(int i=1;i<m-1;i++)s=s-llabs(a[i]);",
    claim: "the smallest element counts plus , the largest minus , all others less their absolute value",
    brute: { kind: "process", best: "smallest", allowed: "1", pushed: "u-w" },
    evaluate: (a) => {
      const b = toSorted(a);
      if (b.length < 2) return b[0] ?? 0;
      return at(b, 0) - at(b, b.length - 1) - toSum(b.slice(1, -1).map(Math.abs));
    },
  },
  {
    name: "merge-sum-plus",
    label: "sum plus {c} for each move",
    operand: { low: 1, high: 9, highestInput: 100 },
    setup: untilOne("x plus y plus {c}"),
    says: final("largest"),
    note: emptyNote,
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)s=s+a[i];if(m>0)s=s+(m-1)*{c};",
    claim: "every course ends in the sum of all elements plus {c} for each move",
    brute: { kind: "process", best: "largest", allowed: "1", pushed: "u+w+{c}" },
    evaluate: (a, c) => toSum(a) + Math.max(0, a.length - 1) * c,
  },
  {
    name: "merge-sum-minus",
    label: "sum minus {c} for each move",
    operand: { low: 1, high: 9, highestInput: 100 },
    setup: untilOne("x plus y minus {c}"),
    says: final("smallest"),
    note: emptyNote,
    accepts: "any",
    magnitude: "sum",
    isSigned: true,
    code: "for(int i=0;i<m;i++)s=s+a[i];if(m>0)s=s-(m-1)*{c};",
    claim: "every course ends in the sum of all elements minus {c} for each move",
    brute: { kind: "process", best: "smallest", allowed: "1", pushed: "u+w-{c}" },
    evaluate: (a, c) => toSum(a) - Math.max(0, a.length - 1) * c,
  },
  {
    name: "merge-distance-parity",
    label: "parity of the sum",
    setup: untilOne("the absolute difference of x and y"),
    says: ["the remainder of the last element when divided by 2", "the value of the last element modulo 2"],
    accepts: "natural",
    magnitude: "count",
    isBinary: true,
    code: "for(int i=0;i<m;i++)s=s+a[i];s=s%2;",
    claim: "the parity of the sum never changes",
    note: emptyNote,
    brute: { kind: "process", best: "largest", allowed: "1", pushed: "llabs(u-w)", result: "v%2" },
    evaluate: (a) => toSum(a) % 2,
  },
];
