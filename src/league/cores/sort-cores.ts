import type { CorePart } from "./core.ts";
import { at, countWhere, toDifferences, toDistinct, toLargest, toSmallest, toSorted, toSum } from "./list-math.ts";

const rank = { low: 2, high: 5, highestInput: 100 };
const tooFew = "0 if there are fewer than {c} elements";

/** Level 3: the order of the elements decides. */
export const sortCores: readonly CorePart[] = [
  {
    name: "kth-smallest",
    label: "sort , element {c}",
    operand: rank,
    says: [
      "the element at position {c} after sorting the list in increasing order",
      "the element number {c} of the list in increasing order",
    ],
    note: tooFew,
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;if({c}<=m)s=a[{c}-1];",
    evaluate: (a, c) => toSorted(a)[c - 1] ?? 0,
    faults: [{ name: "from-zero", from: "a[{c}-1]", to: "a[{c}]", evaluate: (a, c) => toSorted(a)[c] ?? 0 }],
  },
  {
    name: "kth-largest",
    label: "sort , element {c} from the end",
    operand: rank,
    says: [
      "the element at position {c} after sorting the list in decreasing order",
      "the element number {c} of the list in decreasing order",
    ],
    note: tooFew,
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;if({c}<=m)s=a[m-{c}];",
    evaluate: (a, c) => (c <= a.length ? at(toSorted(a), a.length - c) : 0),
  },
  {
    name: "sum-of-smallest",
    label: "sort , sum of first {c}",
    operand: rank,
    says: [
      "the sum of the {c} smallest elements , or of all if there are fewer",
      "the total of the first {c} elements in increasing order , or of all if there are fewer",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=0;i<m&&i<{c};i++)s=s+a[i];",
    evaluate: (a, c) => toSum(toSorted(a).slice(0, c)),
  },
  {
    name: "sum-of-largest",
    label: "sort , sum of last {c}",
    operand: rank,
    says: [
      "the sum of the {c} largest elements , or of all if there are fewer",
      "the total of the first {c} elements in decreasing order , or of all if there are fewer",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=0;i<m&&i<{c};i++)s=s+a[m-1-i];",
    evaluate: (a, c) => toSum(toSorted(a).slice(-c)),
  },
  {
    name: "median",
    label: "sort , middle",
    says: [
      "the median of the list , the smaller of the two middle elements if there are two",
      "the middle element in increasing order , the first of them if there are two",
    ],
    note: "0 if the list is empty",
    accepts: "any",
    magnitude: "value",
    code: "sort;if(m>0)s=a[(m-1)/2];",
    evaluate: (a) => toSorted(a)[Math.floor((a.length - 1) / 2)] ?? 0,
    faults: [
      { name: "upper-middle", from: "(m-1)/2", to: "m/2", evaluate: (a) => toSorted(a)[Math.floor(a.length / 2)] ?? 0 },
    ],
  },
  {
    name: "largest-gap",
    label: "sort , largest gap",
    says: [
      "the largest difference between neighbours after sorting the list",
      "the largest gap between neighbouring elements in increasing order",
    ],
    note: "0 if there are fewer than 2 elements",
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;for(int i=1;i<m;i++)if(a[i]-a[i-1]>s)s=a[i]-a[i-1];",
    evaluate: (a) => toLargest(toDifferences(toSorted(a))),
    faults: [{ name: "unsorted", from: "sort;", to: "", evaluate: (a) => Math.max(0, toLargest(toDifferences(a))) }],
  },
  {
    name: "smallest-gap",
    label: "sort , smallest gap",
    says: [
      "the smallest difference between neighbours after sorting the list",
      "the smallest gap between neighbouring elements in increasing order",
    ],
    note: "0 if there are fewer than 2 elements",
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;for(int i=1;i<m;i++)if(i==1||a[i]-a[i-1]<s)s=a[i]-a[i-1];",
    evaluate: (a) => toSmallest(toDifferences(toSorted(a))),
    faults: [
      {
        name: "starts-from-zero",
        from: "i==1||",
        to: "",
        evaluate: (a) => Math.min(0, toSmallest(toDifferences(toSorted(a)))),
      },
    ],
  },
  {
    name: "distinct-count",
    label: "sort , count different",
    says: ["the number of different values in the list", "how many different values the list has"],
    accepts: "any",
    magnitude: "count",
    code: "sort;for(int i=0;i<m;i++)if(i==0||a[i]!=a[i-1])s++;",
    evaluate: (a) => toDistinct(a).length,
    faults: [
      { name: "unsorted", from: "sort;", to: "", evaluate: (a) => countWhere(a, (x, i) => i === 0 || x !== a[i - 1]) },
    ],
  },
  {
    name: "distinct-sum",
    label: "sort , sum different",
    says: ["the sum of all different values , each counted once", "the sum of the list without repeated values"],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=0;i<m;i++)if(i==0||a[i]!=a[i-1])s=s+a[i];",
    evaluate: (a) => toSum(toDistinct(a)),
  },
  {
    name: "turns",
    label: "sort , take turns",
    setup: [
      "two players take turns and each takes the largest element that is left",
      "two players in turn remove the largest remaining element and keep it",
    ],
    says: [
      "the total of the first player minus the total of the second",
      "by how much the sum of the first player is larger than that of the second",
    ],
    accepts: "any",
    magnitude: "sum",
    isSigned: true,
    code: "sort;for(int i=0;i<m;i++)if(i%2==0)s=s+a[m-1-i];else s=s-a[m-1-i];",
    evaluate: (a) =>
      toSum(
        toSorted(a)
          .toReversed()
          .map((x, i) => (i % 2 === 0 ? x : -x)),
      ),
  },
  {
    name: "every-second",
    label: "sort , every second",
    says: [
      "the sum of the elements at odd positions after sorting the list in increasing order",
      "the total of every second element in increasing order , starting with the first",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=0;i<m;i=i+2)s=s+a[i];",
    evaluate: (a) => toSum(toSorted(a).filter((_, i) => i % 2 === 0)),
    faults: [{ name: "unsorted", from: "sort;", to: "", evaluate: (a) => toSum(a.filter((_, i) => i % 2 === 0)) }],
  },
  {
    name: "rank-weighted",
    label: "sort , sum times position",
    says: [
      "the sum of each element times its position after sorting the list in increasing order",
      "the sum over the list in increasing order of each element multiplied by its position",
    ],
    accepts: "any",
    magnitude: "weighted",
    code: "sort;for(int i=0;i<m;i++)s=s+a[i]*(i+1);",
    evaluate: (a) => toSorted(a).reduce((total, x, i) => total + x * (i + 1), 0),
    faults: [
      {
        name: "from-zero",
        from: "i+1",
        to: "i",
        evaluate: (a) => toSorted(a).reduce((total, x, i) => total + x * i, 0),
      },
    ],
  },
  {
    name: "opposite-pairs-largest",
    label: "sort , largest opposite pair",
    setup: [
      "pair the smallest element with the largest , the second smallest with the second largest and so on",
      "in increasing order , match the first element with the last , the second with the one before the last and so on",
    ],
    says: ["the largest sum of a pair", "the maximum over all pairs of their sum"],
    note: "0 if there are fewer than 2 elements",
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;for(int i=0;i<m/2;i++)if(i==0||a[i]+a[m-1-i]>s)s=a[i]+a[m-1-i];",
    evaluate: (a) => {
      const b = toSorted(a);
      return toLargest(b.slice(0, Math.floor(b.length / 2)).map((x, i) => x + at(b, b.length - 1 - i)));
    },
  },
  {
    name: "h-index",
    label: "sort , h index",
    says: [
      "the largest h such that at least h elements are at least h",
      "the largest number h for which h or more elements are not less than h",
    ],
    accepts: "any",
    magnitude: "count",
    code: "sort;for(int i=0;i<m;i++)if(a[m-1-i]>=i+1)s=i+1;",
    evaluate: (a) => countWhere(toSorted(a).toReversed(), (x, i) => x >= i + 1),
    faults: [
      {
        name: "strict",
        from: ">=i+1",
        to: ">i+1",
        evaluate: (a) => countWhere(toSorted(a).toReversed(), (x, i) => x > i + 1),
      },
    ],
  },
  {
    name: "distance-to-median",
    label: "sort , distance to middle",
    setup: [
      "one step adds 1 to an element or subtracts 1 from it",
      "in one step an element grows by 1 or shrinks by 1",
    ],
    says: [
      "the smallest number of steps after which all elements are equal",
      "how many steps are needed at least to make all elements equal",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=0;i<m;i++)s=s+llabs(a[i]-a[m/2]);",
    evaluate: (a) => {
      const b = toSorted(a);
      return toSum(b.slice(Math.ceil(b.length / 2))) - toSum(b.slice(0, Math.floor(b.length / 2)));
    },
  },
];
