import type { Expression, HalvingRule } from "../expression.ts";
import { solveLinear } from "../numbers/linear-algebra.ts";
import { add, isEqual, multiply, one, toRational, zero, type Rational } from "../numbers/rational.ts";
import type { Series } from "../series.ts";

/** Which parts of a rule may be other than 0: a(m), a(m ± 1), m, 1. */
type Features = readonly [boolean, boolean, boolean, boolean];

/** By rising number of unknowns. */
const featureSets: readonly Features[] = [
  [true, false, false, false],
  [false, true, false, false],
  [true, false, false, true],
  [false, true, false, true],
  [true, true, false, false],
  [true, false, true, false],
  [true, false, true, true],
  [false, true, true, true],
  [true, true, false, true],
  [true, true, true, true],
];

/** Terms of each parity that must be left over once a rule is settled. */
const minSurplus = 2;

/** a(2m) and a(2m + 1) from a(m) and its neighbour, as divide and conquer costs and many digit patterns go. */
export function findDivideAndConquer({ start, terms }: Series): readonly Expression[] {
  if (start < 0 || start > 1) return [];
  for (let given = start === 0 ? 1 : 0; given <= 2; given += 1) {
    const initialCount = given + 1;
    const even = findRule({ start, terms, initialCount, isEven: true });
    const odd = even === undefined ? undefined : findRule({ start, terms, initialCount, isEven: false });
    if (even === undefined || odd === undefined) continue;
    return [{ kind: "divide-and-conquer", start, even, odd, initial: terms.slice(0, initialCount) }];
  }
  return [];
}

function findRule(options: {
  readonly start: number;
  readonly terms: readonly Rational[];
  readonly initialCount: number;
  readonly isEven: boolean;
}): HalvingRule | undefined {
  const { start, terms, initialCount, isEven } = options;
  const points = terms.flatMap((term, i) => {
    const n = start + i;
    if (i < initialCount || n % 2 !== (isEven ? 0 : 1)) return [];
    const half = Math.floor(n / 2);
    const near = terms[half - start];
    const next = terms[half - start + (isEven ? -1 : 1)];
    return near === undefined ? [] : [{ term, row: [near, next, toRational(half), one] }];
  });
  for (const features of featureSets) {
    const usable = features[1] ? points.filter(({ row }) => row[1] !== undefined) : points;
    const count = features.filter(Boolean).length;
    if (usable.length < points.length || usable.length < count + minSurplus) continue;
    const rule = fitRule(usable, features);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

function fitRule(
  points: readonly { readonly term: Rational; readonly row: readonly (Rational | undefined)[] }[],
  features: Features,
): HalvingRule | undefined {
  const rows = points.map(({ row }) => row.filter((_, i) => features[i]).map((value) => value ?? zero));
  const right = points.map(({ term }) => term);
  const count = rows[0]?.length ?? 0;
  const solution = solveLinear(rows, right);
  if (solution === undefined) return undefined;
  const fits = rows.every((row, i) =>
    isEqual(
      row.reduce((sum, value, j) => add(sum, multiply(value, solution[j] ?? zero)), zero),
      right[i] ?? zero,
    ),
  );
  if (!fits || solution.length !== count) return undefined;
  let at = 0;
  const [near = zero, next = zero, slope = zero, constant = zero] = features.map((isUsed) =>
    isUsed ? (solution[at++] ?? zero) : zero,
  );
  return { near, next, slope, constant };
}
