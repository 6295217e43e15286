import type { OperandSpec } from "../parts/part.ts";
import type { CorePart, Elements } from "./core.ts";
import { at, toDistinct, toLargest, toSmallest, toSorted, toSum } from "./list-math.ts";

/** A relation that any two chosen elements must have. */
interface Relation {
  readonly name: string;
  readonly label: string;
  readonly operand?: OperandSpec | undefined;
  readonly accepts: CorePart["accepts"];
  readonly says: readonly string[];
  /** Between `b[i]` and `b[j]`. */
  readonly holds: string;
  /** What the best choice is. */
  readonly claim: string;
  /** With {w} for 1 or the element. */
  readonly code: string;
  /** Adds up in `t` what goes with element `i` as the decisive one. */
  readonly hypothesis: string;
  /** The candidates among which the best choice is. */
  toGroups(a: Elements, c: number): readonly Elements[];
}

const relations: readonly Relation[] = [
  {
    name: "equal",
    label: "equal elements",
    accepts: "index",
    says: ["any two chosen elements are equal", "all chosen elements are equal"],
    holds: "b[i]==b[j]",
    claim: "all elements of one value",
    code: "for(int i=0;i<m;i++){c[a[i]]=c[a[i]]+{w};if(c[a[i]]>s)s=c[a[i]];}",
    hypothesis: "for(int i=0;i<m;i++){t=0;for(int j=0;j<m;j++)if(a[j]==a[i])t=t+{v};if(t>s)s=t;}",
    toGroups: (a) => groupBy(a, (x) => x),
  },
  {
    name: "parity",
    label: "same parity",
    accepts: "any",
    says: ["the sum of any two chosen elements is even", "any two chosen elements differ by an even number"],
    holds: "(b[i]+b[j])%2==0",
    claim: "all even elements or all odd elements",
    code: "for(int i=0;i<m;i++)if(a[i]%2==0)p=p+{w};else q=q+{w};s=p>q?p:q;",
    hypothesis: "for(int i=0;i<m;i++){t=0;for(int j=0;j<m;j++)if((a[j]-a[i])%2==0)t=t+{v};if(t>s)s=t;}",
    toGroups: (a) => groupBy(a, (x) => Math.abs(x % 2)),
  },
  {
    name: "remainder",
    label: "same remainder by {c}",
    operand: { low: 3, high: 9 },
    accepts: "natural",
    says: [
      "the difference of any two chosen elements is divisible by {c}",
      "any two chosen elements differ by a multiple of {c}",
    ],
    holds: "(b[i]-b[j])%{c}==0",
    claim: "all elements of one remainder by {c}",
    code: "for(int i=0;i<m;i++){r=a[i]%{c};c[r]=c[r]+{w};if(c[r]>s)s=c[r];}",
    hypothesis: "for(int i=0;i<m;i++){t=0;for(int j=0;j<m;j++)if((a[j]-a[i])%{c}==0)t=t+{v};if(t>s)s=t;}",
    toGroups: (a, c) => groupBy(a, (x) => x % c),
  },
  {
    name: "spread",
    label: "difference at most {c}",
    operand: { low: 1, high: 6, highestInput: 1000 },
    accepts: "any",
    says: [
      "the absolute difference of any two chosen elements is at most {c}",
      "no two chosen elements differ by more than {c}",
    ],
    holds: "llabs(b[i]-b[j])<={c}",
    claim: "all elements from one value up to {c} more",
    code: "sort;for(int i=0;i<m;i++){t=t+{w};while(a[i]-a[l]>{c}){t=t-{u};l++;}if(t>s)s=t;}",
    hypothesis: "for(int i=0;i<m;i++){t=0;for(int j=0;j<m;j++)if(a[j]>=a[i]&&a[j]<=a[i]+{c})t=t+{v};if(t>s)s=t;}",
    toGroups: (a, c) => {
      const b = toSorted(a);
      const groups: Elements[] = [];
      let end = 0;
      for (const [i, x] of b.entries()) {
        const before = end;
        while (end < b.length && at(b, end) - x <= c) end += 1;
        if (end > before) groups.push(b.slice(i, end));
      }
      return groups;
    },
  },
  {
    name: "different",
    label: "different elements",
    accepts: "any",
    says: ["any two chosen elements are different", "no two chosen elements are equal"],
    holds: "b[i]!=b[j]",
    claim: "each value once",
    code: "sort;for(int i=0;i<m;i++)if(i==0||a[i]!=a[i-1])s=s+{w};",
    hypothesis: "for(int i=0;i<m;i++){t=0;for(int j=0;j<i;j++)if(a[j]==a[i])t=1;if(t==0)s=s+{w};}",
    toGroups: (a) => [toDistinct(a)],
  },
];

/** Relation by what is wanted: the number of chosen elements, or their sum. */
const related: readonly CorePart[] = relations.flatMap((relation): readonly CorePart[] => {
  const check = `for(int i=0;i<h;i++)for(int j=0;j<i;j++)if(!(${relation.holds}))ok=0;`;
  const base = {
    operand: relation.operand,
    setup: relation.says.flatMap((phrase) => [
      `choose some elements of the list such that ${phrase}`,
      `select elements from the list so that ${phrase}`,
    ]),
  };
  return [
    {
      ...base,
      name: `most-${relation.name}`,
      label: `most with ${relation.label}`,
      says: ["the largest possible number of chosen elements", "how many elements can be chosen at most"],
      accepts: relation.accepts,
      magnitude: "count",
      code: weigh(relation.code, false),
      claim: `the best choice is ${relation.claim}`,
      hypothesis: weigh(relation.hypothesis, false),
      brute: { kind: "subsets", best: "largest", code: `${check}v=h;` },
      evaluate: (a, c) => toLargest(relation.toGroups(a, c).map((group) => group.length)),
    },
    {
      ...base,
      name: `sum-${relation.name}`,
      label: `sum with ${relation.label}`,
      says: ["the largest possible sum of the chosen elements", "the maximum sum that the chosen elements can have"],
      accepts: relation.accepts === "any" ? "natural" : relation.accepts,
      magnitude: "sum",
      code: weigh(relation.code, true),
      claim: `the best choice is ${relation.claim}`,
      hypothesis: weigh(relation.hypothesis, true),
      brute: { kind: "subsets", best: "largest", code: `${check}for(int i=0;i<h;i++)v=v+b[i];` },
      evaluate: (a, c) => toLargest(relation.toGroups(a, c).map(toSum)),
    },
  ];
});

const size: OperandSpec = { low: 2, high: 5, highestInput: 100 };
const tooFew = "0 if there are fewer than {c} elements";
const addUp = "for(int i=0;i<h;i++)v=v+b[i];";

const sums: readonly CorePart[] = [
  {
    name: "any-largest",
    label: "largest subset sum",
    setup: ["choose any elements of the list , possibly none", "select some elements of the list or none at all"],
    says: ["the largest possible sum of the chosen elements", "the maximum sum that the chosen elements can have"],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)if(a[i]>0)s=s+a[i];",
    claim: "the best choice is all positive elements",
    brute: { kind: "subsets", best: "largest", code: addUp },
    evaluate: (a) => toSum(a.filter((x) => x > 0)),
  },
  {
    name: "any-smallest",
    label: "smallest subset sum",
    setup: ["choose any elements of the list , possibly none", "select some elements of the list or none at all"],
    says: ["the smallest possible sum of the chosen elements", "the minimum sum that the chosen elements can have"],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)if(a[i]<0)s=s+a[i];",
    claim: "the best choice is all negative elements",
    brute: { kind: "subsets", best: "smallest", code: addUp },
    evaluate: (a) => toSum(a.filter((x) => x < 0)),
  },
  {
    name: "any-farthest",
    label: "subset sum far from 0",
    setup: ["choose any elements of the list , possibly none", "select some elements of the list or none at all"],
    says: [
      "the largest possible absolute value of the sum of the chosen elements",
      "the maximum distance from 0 that the sum of the chosen elements can have",
    ],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++)if(a[i]>0)p=p+a[i];else q=q-a[i];s=p>q?p:q;",
    claim: "the best choice is all positive elements or all negative elements",
    brute: { kind: "subsets", best: "largest", code: `${addUp}v=llabs(v);` },
    evaluate: (a) => {
      const positive = toSum(a.filter((x) => x > 0));
      return Math.max(positive, positive - toSum(a));
    },
  },
  {
    name: "even-largest",
    label: "largest even subset sum",
    setup: [
      "choose any elements of the list , possibly none , so that their sum is even",
      "select some elements of the list or none at all such that their sum is even",
    ],
    says: ["the largest possible sum of the chosen elements", "the maximum sum that the chosen elements can have"],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++){if(a[i]>0)s=s+a[i];x=llabs(a[i]);if(x%2==1&&(t==0||x<t))t=x;}if(s%2==1)s=s-t;",
    claim: "take all positive elements , and if the sum is odd subtract the smallest odd absolute value",
    brute: { kind: "subsets", best: "largest", code: `${addUp}if(v%2!=0)ok=0;` },
    evaluate: (a) => {
      const best = [0, -Infinity];
      for (const x of a) {
        const [even = 0, odd = 0] = best;
        const isOdd = x % 2 !== 0;
        best[0] = Math.max(even, (isOdd ? odd : even) + x);
        best[1] = Math.max(odd, (isOdd ? even : odd) + x);
      }
      return at(best, 0);
    },
  },
  {
    name: "exactly-largest",
    label: "largest sum of {c}",
    operand: size,
    setup: ["choose exactly {c} elements of the list", "select {c} elements of the list , not more and not less"],
    says: ["the largest possible sum of the chosen elements", "the maximum sum that the chosen elements can have"],
    note: tooFew,
    needsNote: true,
    accepts: "any",
    magnitude: "sum",
    code: "sort;if({c}<=m)for(int i=0;i<{c};i++)s=s+a[m-1-i];",
    claim: "the best choice is the {c} largest elements",
    brute: { kind: "subsets", best: "largest", code: `${addUp}if(h!={c})ok=0;` },
    evaluate: (a, c) => (a.length < c ? 0 : toSum(toSorted(a).slice(-c))),
  },
  {
    name: "at-most-largest",
    label: "largest sum of at most {c}",
    operand: size,
    setup: ["choose at most {c} elements of the list , possibly none", "select not more than {c} elements of the list"],
    says: ["the largest possible sum of the chosen elements", "the maximum sum that the chosen elements can have"],
    accepts: "any",
    magnitude: "sum",
    code: "sort;for(int i=0;i<m&&i<{c};i++)if(a[m-1-i]>0)s=s+a[m-1-i];",
    claim: "the best choice is the positive ones of the {c} largest elements",
    brute: { kind: "subsets", best: "largest", code: `${addUp}if(h>{c})ok=0;` },
    evaluate: (a, c) =>
      toSum(
        toSorted(a)
          .slice(-c)
          .filter((x) => x > 0),
      ),
  },
  {
    name: "closest-group",
    label: "closest {c} elements",
    operand: size,
    setup: ["choose exactly {c} elements of the list", "select {c} elements of the list , not more and not less"],
    says: [
      "the smallest possible difference between the largest and the smallest chosen element",
      "the minimum distance between the largest and the smallest element chosen",
    ],
    note: tooFew,
    needsNote: true,
    accepts: "any",
    magnitude: "value",
    code: "sort;for(int i={c}-1;i<m;i++){t=a[i]-a[i-{c}+1];if(i=={c}-1||t<s)s=t;}",
    claim: "the best choice is {c} neighbours in increasing order",
    brute: {
      kind: "subsets",
      best: "smallest",
      code: "if(h!={c})ok=0;for(int i=0;i<h;i++)for(int j=0;j<h;j++)if(b[i]-b[j]>v)v=b[i]-b[j];",
    },
    evaluate: (a, c) => {
      const b = toSorted(a);
      return toSmallest(b.slice(c - 1).map((x, i) => x - at(b, i)));
    },
  },
  {
    name: "no-neighbours",
    label: "no neighbours chosen",
    setup: [
      "choose elements of the list , possibly none , so that no two neighbouring elements are chosen",
      "select some elements of the list or none at all such that no two neighbouring elements are chosen",
    ],
    says: ["the largest possible sum of the chosen elements", "the maximum sum that the chosen elements can have"],
    accepts: "any",
    magnitude: "sum",
    code: "for(int i=0;i<m;i++){t=p+a[i];p=s;if(t>s)s=t;}",
    claim: "the best sum up to an element is the one before it , or the one before that plus the element",
    brute: {
      kind: "subsets",
      best: "largest",
      code: `${addUp}for(int i=1;i<h;i++)if(w[i]-w[i-1]==1)ok=0;`,
    },
    evaluate: (a) => {
      const best = [0, 0];
      for (const x of a) best.push(Math.max(at(best, best.length - 1), at(best, best.length - 2) + x));
      return at(best, best.length - 1);
    },
  },
];

/** Level 5: choices among all subsets. */
export const subsetCores: readonly CorePart[] = [...related, ...sums];

function groupBy(a: Elements, toKey: (x: number) => number): readonly Elements[] {
  return [...Map.groupBy(a, toKey).values()];
}

/** The code for the number of chosen elements, or for their sum. */
function weigh(code: string, isSum: boolean): string {
  return code
    .replaceAll("{w}", isSum ? "a[i]" : "1")
    .replaceAll("{v}", isSum ? "a[j]" : "1")
    .replaceAll("{u}", isSum ? "a[l]" : "1");
}
