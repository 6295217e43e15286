import { isNumberToken, type Lines } from "./lines.ts";

/** A text taken as a count of test cases and the lines of each. */
export interface CaseSplit {
  /** The line with the count. */
  readonly head: Lines;
  readonly cases: readonly Lines[];
}

/**
 * The ways in which a text reads as several test cases: the first number is their count, and each takes so many lines
 * as the numbers of its first line say, by one rule for all. At most three, likeliest first.
 */
export function listCaseSplits(lines: Lines): readonly CaseSplit[] {
  const [first, ...rest] = lines;
  const count = first?.length === 1 && isNumberToken(first[0] ?? "") ? Number(first[0]) : 0;
  if (first === undefined || count < 1 || count > rest.length) return [];
  const splits: CaseSplit[] = [];
  for (const rule of rules) {
    const cases = split(rest, count, rule);
    if (cases !== undefined) splits.push({ head: [first], cases });
    if (splits.length === 3) break;
  }
  return splits;
}

/** How many lines a case has: so many times its first number, so many times its second, and so many more. */
type Rule = readonly [number, number, number];

const rules: readonly Rule[] = [
  [0, 0, 1],
  [0, 0, 2],
  [0, 0, 3],
  [1, 0, 1],
  [1, 0, 0],
  [0, 1, 1],
  [1, 0, 2],
  [0, 1, 2],
  [1, 1, 1],
  [0, 0, 4],
  [1, 1, 0],
  [1, 1, 2],
  [2, 0, 1],
  [1, 0, 3],
  [0, 0, 5],
];

function split(lines: Lines, count: number, [first, second, more]: Rule): readonly Lines[] | undefined {
  const cases: Lines[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const [a, b] = (lines[at] ?? []).map((token) => (isNumberToken(token) ? Number(token) : Number.NaN));
    const length =
      (first === 0 ? 0 : first * (a ?? Number.NaN)) + (second === 0 ? 0 : second * (b ?? Number.NaN)) + more;
    if (!(length >= 1) || at + length > lines.length) return undefined;
    cases.push(lines.slice(at, at + length));
    at += length;
  }
  return at === lines.length ? cases : undefined;
}
