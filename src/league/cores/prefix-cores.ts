import type { CorePart } from "./core.ts";
import { at, countWhere, toLargest, toPrefixSums, toSmallest, toSum } from "./list-math.ts";

const windowLength = { low: 2, high: 5, highestInput: 1000 };
const tooFew = "0 if there are fewer than {c} elements";

/** Level 3: sums of the first elements, kept up as the list is read. */
export const prefixCores: readonly CorePart[] = [
  {
    name: "positive-prefixes",
    label: "count positive prefix sums",
    says: ["the number of positive prefix sums", "how many prefixes of the list have a positive sum"],
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){t=t+a[i];if(t>0)s++;}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=0;j<=i;j++)t=t+a[j];if(t>0)s++;}",
    evaluate: (a) => countWhere(toPrefixSums(a), (x) => x > 0),
    faults: [
      { name: "not-strict", from: "t>0", to: "t>=0", evaluate: (a) => countWhere(toPrefixSums(a), (x) => x >= 0) },
    ],
  },
  {
    name: "divisible-prefixes",
    label: "count prefix sums divisible by {c}",
    operand: { low: 2, high: 5 },
    says: [
      "the number of non empty prefixes whose sum is divisible by {c}",
      "how many non empty prefixes have a sum divisible by {c}",
    ],
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++){t=t+a[i];if(t%{c}==0)s++;}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=0;j<=i;j++)t=t+a[j];if(t%{c}==0)s++;}",
    evaluate: (a, c) => countWhere(toPrefixSums(a), (x) => x % c === 0),
  },
  {
    name: "prefix-total",
    label: "sum of prefix sums",
    says: ["the sum of all prefix sums", "the total of the sums of all prefixes"],
    accepts: "any",
    magnitude: "weighted",
    code: "for(int i=0;i<m;i++){t=t+a[i];s=s+t;}",
    slow: "for(int i=0;i<m;i++)for(int j=0;j<=i;j++)s=s+a[j];",
    evaluate: (a) => toSum(a.map((x, i) => x * (a.length - i))),
  },
  {
    name: "lowest-prefix",
    label: "smallest prefix sum",
    says: [
      "the smallest sum of a prefix of the list , where the empty prefix has sum 0",
      "the minimum of 0 and all prefix sums",
    ],
    accepts: "any",
    magnitude: "sum",
    isSigned: true,
    code: "for(int i=0;i<m;i++){t=t+a[i];if(t<s)s=t;}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=0;j<=i;j++)t=t+a[j];if(t<s)s=t;}",
    evaluate: (a) => Math.min(0, toSmallest(toPrefixSums(a))),
  },
  {
    name: "largest-window",
    label: "largest window of {c}",
    operand: windowLength,
    says: ["the largest sum of {c} elements in a row", "the largest sum of a block of {c} neighbouring elements"],
    note: tooFew,
    needsNote: true,
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++){t=t+a[i];if(i>={c})t=t-a[i-{c}];if(i=={c}-1||i>={c}&&t>s)s=t;}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=i;j<m;j++){t=t+a[j];if(j-i+1=={c}&&(i==0||t>s))s=t;}}",
    evaluate: (a, c) => toLargest(toWindowSums(a, c)),
  },
  {
    name: "smallest-window",
    label: "smallest window of {c}",
    operand: windowLength,
    says: ["the smallest sum of {c} elements in a row", "the smallest sum of a block of {c} neighbouring elements"],
    note: tooFew,
    needsNote: true,
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++){t=t+a[i];if(i>={c})t=t-a[i-{c}];if(i=={c}-1||i>={c}&&t<s)s=t;}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=i;j<m;j++){t=t+a[j];if(j-i+1=={c}&&(i==0||t<s))s=t;}}",
    evaluate: (a, c) => toSmallest(toWindowSums(a, c)),
  },
  {
    name: "closest-split",
    label: "closest split",
    setup: [
      "cut the list into a left and a right part , both not empty",
      "split the list at one place into two parts that are not empty",
    ],
    says: [
      "the smallest absolute difference of the sums of the two parts",
      "the smallest possible distance between the sums of the parts",
    ],
    note: "0 if there are fewer than 2 elements",
    needsNote: true,
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)t=t+a[i];for(int i=0;i<m-1;i++){t=t-2*a[i];if(i==0||llabs(t)<s)s=llabs(t);}",
    slow: "for(int i=1;i<m;i++){t=0;for(int j=0;j<m;j++)if(j<i)t=t+a[j];else t=t-a[j];if(i==1||llabs(t)<s)s=llabs(t);}",
    evaluate: (a) => {
      const total = toSum(a);
      return toSmallest(
        toPrefixSums(a)
          .slice(0, -1)
          .map((left) => Math.abs(total - 2 * left)),
      );
    },
  },
  {
    name: "light-left",
    label: "count smaller left parts",
    setup: [
      "cut the list into a left and a right part , both not empty",
      "split the list at one place into two parts that are not empty",
    ],
    says: [
      "the number of ways in which the sum of the left part is less than that of the right part",
      "how many cuts make the left sum smaller than the right sum",
    ],
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)t=t+a[i];for(int i=0;i<m-1;i++){t=t-2*a[i];if(t>0)s++;}",
    slow: "for(int i=1;i<m;i++){t=0;for(int j=0;j<m;j++)if(j<i)t=t+a[j];else t=t-a[j];if(t<0)s++;}",
    evaluate: (a) => {
      const total = toSum(a);
      return countWhere(toPrefixSums(a).slice(0, -1), (left) => left < total - left);
    },
    faults: [
      {
        name: "not-strict",
        from: "t>0",
        to: "t>=0",
        evaluate: (a) => {
          const total = toSum(a);
          return countWhere(toPrefixSums(a).slice(0, -1), (left) => left <= total - left);
        },
      },
    ],
  },
  {
    name: "best-block",
    label: "largest block sum",
    says: [
      "the largest sum of a block of neighbouring elements , where the empty block has sum 0",
      "the maximum of 0 and the sums of all blocks of elements in a row",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++){t=t+a[i];if(t<0)t=0;if(t>s)s=t;}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=i;j<m;j++){t=t+a[j];if(t>s)s=t;}}",
    evaluate: (a) => {
      let lowest = 0;
      return toPrefixSums(a).reduce((best, sum) => {
        best = Math.max(best, sum - lowest);
        lowest = Math.min(lowest, sum);
        return best;
      }, 0);
    },
    faults: [
      { name: "no-reset", from: "if(t<0)t=0;", to: "", evaluate: (a) => Math.max(0, toLargest(toPrefixSums(a))) },
    ],
  },
  {
    name: "worst-block",
    label: "smallest block sum",
    says: [
      "the smallest sum of a block of neighbouring elements , where the empty block has sum 0",
      "the minimum of 0 and the sums of all blocks of elements in a row",
    ],
    accepts: "any",
    magnitude: "sum",
    isSigned: true,
    code: "for(int i=0;i<m;i++){t=t+a[i];if(t>0)t=0;if(t<s)s=t;}",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=i;j<m;j++){t=t+a[j];if(t<s)s=t;}}",
    evaluate: (a) => {
      let highest = 0;
      return toPrefixSums(a).reduce((worst, sum) => {
        worst = Math.min(worst, sum - highest);
        highest = Math.max(highest, sum);
        return worst;
      }, 0);
    },
    faults: [
      { name: "no-reset", from: "if(t>0)t=0;", to: "", evaluate: (a) => Math.min(0, toSmallest(toPrefixSums(a))) },
    ],
  },
  {
    name: "above-average",
    label: "count above average",
    says: [
      "the number of elements that are greater than the average",
      "how many elements are above the average of the list",
    ],
    accepts: "any",
    magnitude: "count",
    code: "for(int i=0;i<m;i++)t=t+a[i];for(int i=0;i<m;i++)if(a[i]*m>t)s++;",
    slow: "for(int i=0;i<m;i++){t=0;for(int j=0;j<m;j++)t=t+a[j];if(a[i]*m>t)s++;}",
    evaluate: (a) => {
      const total = toSum(a);
      return countWhere(a, (x) => x * a.length > total);
    },
    faults: [
      {
        name: "not-strict",
        from: ">t",
        to: ">=t",
        evaluate: (a) => {
          const total = toSum(a);
          return countWhere(a, (x) => x * a.length >= total);
        },
      },
    ],
  },
  {
    name: "leaders",
    label: "count leaders from the end",
    says: [
      "the number of elements that are greater than all elements after them , counting the last",
      "how many elements are larger than every element after them , the last included",
    ],
    accepts: "any",
    magnitude: "count",
    code: "for(int i=m-1;i>=0;i--)if(i==m-1||a[i]>t){s++;t=a[i];}",
    slow: "for(int i=0;i<m;i++){t=1;for(int j=i+1;j<m;j++)if(a[j]>=a[i])t=0;s=s+t;}",
    evaluate: (a) => {
      let most = -Infinity;
      return countWhere(a.toReversed(), (x) => {
        const isLeader = x > most;
        most = Math.max(most, x);
        return isLeader;
      });
    },
  },
  {
    name: "below-peak",
    label: "sum below largest so far",
    says: [
      "the sum over all elements of the largest element so far minus the element itself",
      "the total by which elements are below the maximum of the list up to them",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++){if(i==0||a[i]>t)t=a[i];s=s+t-a[i];}",
    slow: "for(int i=0;i<m;i++){t=a[i];for(int j=0;j<i;j++)if(a[j]>t)t=a[j];s=s+t-a[i];}",
    evaluate: (a) => {
      let most = -Infinity;
      return toSum(a.map((x) => (most = Math.max(most, x)) - x));
    },
  },
  {
    name: "best-trade",
    label: "largest later minus earlier",
    says: [
      "the largest value of an element minus an element before it , or 0 if that is never positive",
      "the maximum of 0 and all differences of an element and an earlier one",
    ],
    accepts: "any",
    magnitude: "value",
    code: "for(int i=0;i<m;i++){if(i==0||a[i]<t)t=a[i];if(a[i]-t>s)s=a[i]-t;}",
    slow: "for(int i=0;i<m;i++)for(int j=0;j<i;j++)if(a[i]-a[j]>s)s=a[i]-a[j];",
    evaluate: (a) => {
      const best = a.toReversed().map(
        (
          (most) => (x: number) =>
            (most = Math.max(most, x))
        )(-Infinity),
      );
      return a.reduce((trade, x, i) => Math.max(trade, at(best, a.length - 1 - i) - x), 0);
    },
  },
];

function toWindowSums(a: readonly number[], length: number): readonly number[] {
  const sums = [0, ...toPrefixSums(a)];
  return sums.slice(length).map((sum, i) => sum - at(sums, i));
}
