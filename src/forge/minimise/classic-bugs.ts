/** A right and a subtly wrong program for one small problem, as functions of the tokens of an input. */
export interface ClassicBug {
  readonly name: string;
  readonly spec: string;
  readonly right: (tokens: readonly string[]) => string;
  readonly wrong: (tokens: readonly string[]) => string;
  /** What the minimised input may have at most. */
  readonly mostTokens: number;
  readonly shape?: string;
}

const arraySpec = (low: string, high: string): string =>
  `input: [{ line: { n: [1, 300] } }, { line: { a: { array: n, of: { int: ["${low}", "${high}"] } } } }]`;
const casesSpec = `
input:
  - line: { t: [1, 40] }
  - cases: tests
    count: t
    sums: { n: 300 }
    input:
      - line: { n: [1, 60] }
      - line: { a: { array: n, of: { int: [-50, 50] } } }
`;
const graphSpec = `
input:
  - line: { n: [2, 40], m: [1, 80] }
  - { graph: g, vertices: n, edges: m, connected: true, weights: { w: [1, 1000] } }
`;
const treeSpec = `
input:
  - line: { n: [1, 60] }
  - { tree: edges, vertices: n }
`;

const numbers = (tokens: readonly string[]): readonly number[] => tokens.map(Number);

/** The test cases of `casesSpec`. */
function toCases(tokens: readonly string[]): readonly (readonly number[])[] {
  const all = numbers(tokens);
  const cases: (readonly number[])[] = [];
  let at = 1;
  for (let i = 0; i < (all[0] ?? 0); i++) {
    const n = all[at] ?? 0;
    cases.push(all.slice(at + 1, at + 1 + n));
    at += 1 + n;
  }
  return cases;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function findBestRun(values: readonly number[], start: number): number {
  let [best, run] = [start, 0];
  for (const value of values) {
    run = Math.max(0, run) + value;
    best = Math.max(best, run);
  }
  return best;
}

function findDistances(tokens: readonly string[], isDirected: boolean): readonly number[] {
  const [n = 0, m = 0, ...rest] = numbers(tokens);
  const distances = Array.from({ length: n }, (_, i) => (i === 0 ? 0 : Infinity));
  for (let round = 0; round < n; round++) {
    for (let i = 0; i < m; i++) {
      const [u, v, w] = [(rest[3 * i] ?? 1) - 1, (rest[3 * i + 1] ?? 1) - 1, rest[3 * i + 2] ?? 0];
      distances[v] = Math.min(distances[v] ?? Infinity, (distances[u] ?? Infinity) + w);
      if (!isDirected) distances[u] = Math.min(distances[u] ?? Infinity, (distances[v] ?? Infinity) + w);
    }
  }
  return distances;
}

function findHeight(tokens: readonly string[], takesOrderAsGiven: boolean): number {
  const [n = 0, ...rest] = numbers(tokens);
  const depths: number[] = Array.from({ length: n + 1 }, (_, i) => (i === 1 ? 0 : -1));
  for (let round = 0; round < (takesOrderAsGiven ? 1 : n); round++) {
    for (let i = 0; i + 1 < rest.length; i += 2) {
      const [u, v] = [rest[i] ?? 0, rest[i + 1] ?? 0];
      if ((depths[u] ?? -1) >= 0 && (depths[v] ?? 0) < 0) depths[v] = (depths[u] ?? 0) + 1;
      else if ((depths[v] ?? -1) >= 0 && (depths[u] ?? 0) < 0) depths[u] = (depths[v] ?? 0) + 1;
    }
  }
  return Math.max(...depths);
}

export const classicBugs: readonly ClassicBug[] = [
  {
    name: "sum in 32 bits",
    spec: arraySpec("0", "10^9"),
    right: (tokens) => String(sum(numbers(tokens.slice(1)))),
    wrong: (tokens) => String(sum(numbers(tokens.slice(1))) | 0),
    mostTokens: 4,
  },
  {
    name: "best run of all negative numbers is 0",
    spec: arraySpec("-1000", "1000"),
    shape: "array:minimum",
    right: (tokens) => String(findBestRun(numbers(tokens.slice(1)), -Infinity)),
    wrong: (tokens) => String(findBestRun(numbers(tokens.slice(1)), 0)),
    mostTokens: 2,
  },
  {
    name: "maximum starts at 0 and is not reset between cases",
    spec: casesSpec,
    right: (tokens) =>
      toCases(tokens)
        .map((values) => findBestRun(values, -Infinity))
        .join(" "),
    wrong: (tokens) => {
      let best = -Infinity;
      return toCases(tokens)
        .map((values) => (best = Math.max(best, findBestRun(values, -Infinity))))
        .join(" ");
    },
    mostTokens: 5,
  },
  {
    name: "second largest without ties",
    spec: arraySpec("1", "1000"),
    right: (tokens) => String(numbers(tokens.slice(1)).toSorted((a, b) => b - a)[1]),
    wrong: (tokens) => String([...new Set(numbers(tokens.slice(1)))].toSorted((a, b) => b - a)[1]),
    shape: "array:few-values",
    mostTokens: 3,
  },
  {
    name: "numbers sorted as text",
    spec: arraySpec("1", "1000000"),
    right: (tokens) =>
      numbers(tokens.slice(1))
        .toSorted((a, b) => a - b)
        .join(" "),
    wrong: (tokens) => tokens.slice(1).toSorted().join(" "),
    mostTokens: 3,
  },
  {
    name: "greedy change",
    spec: `input: [{ line: { n: [3, 3], x: [1, 10000] } }, { line: { a: { array: n, of: [1, 100], order: strictly-ascending } } }]`,
    right: (tokens) => {
      const [, x = 0, ...coins] = numbers(tokens);
      const best = Array.from({ length: x + 1 }, (_, i) => (i === 0 ? 0 : Infinity));
      for (let i = 1; i <= x; i++)
        for (const coin of coins) best[i] = Math.min(best[i] ?? Infinity, (best[i - coin] ?? Infinity) + 1);
      return String(best[x]);
    },
    wrong: (tokens) => {
      const [, x = 0, ...coins] = numbers(tokens);
      let [left, count] = [x, 0];
      for (const coin of coins.toReversed()) {
        count += Math.floor(left / coin);
        left %= coin;
      }
      return String(left === 0 ? count : Infinity);
    },
    mostTokens: 5,
  },
  {
    name: "edges taken as one-way",
    spec: graphSpec,
    right: (tokens) => findDistances(tokens, false).join(" "),
    wrong: (tokens) => findDistances(tokens, true).join(" "),
    mostTokens: 5,
  },
  {
    name: "edges instead of weights counted",
    spec: graphSpec,
    right: (tokens) => String(findDistances(tokens, false).at(-1)),
    wrong: (tokens) => {
      const [n = "", m = "", ...rest] = tokens;
      return String(findDistances([n, m, ...rest.map((token, i) => (i % 3 === 2 ? "1" : token))], false).at(-1));
    },
    mostTokens: 5,
  },
  {
    name: "tree edges expected in order",
    spec: treeSpec,
    right: (tokens) => String(findHeight(tokens, false)),
    wrong: (tokens) => String(findHeight(tokens, true)),
    mostTokens: 5,
  },
  {
    name: "palindrome checks only the ends",
    spec: `input: [{ line: { n: [1, 200] } }, { line: { s: { string: n } } }]`,
    shape: "string:periodic",
    right: ([, s = ""]) => String(s === s.split("").toReversed().join("")),
    wrong: ([, s = ""]) => String(s[0] === s.at(-1)),
    mostTokens: 2,
  },
  {
    name: "distinct letters counted as runs",
    spec: `input: [{ line: { s: { string: [1, 500], alphabet: A-Z } } }]`,
    right: ([s = ""]) => String(new Set(s).size),
    wrong: ([s = ""]) => String(s.split("").filter((letter, i) => letter !== s[i - 1]).length),
    mostTokens: 1,
  },
  {
    name: "range sums with exclusive right end",
    spec: `
input:
  - line: { n: [1, 100], q: [1, 50] }
  - line: { a: { array: n, of: { int: [0, 100] } } }
  - { rows: asks, count: q, line: { l: [1, n], r: [l, n] } }
`,
    right: (tokens) => answerSums(tokens, 0),
    wrong: (tokens) => answerSums(tokens, 1),
    mostTokens: 5,
  },
  {
    name: "cells counted on a square grid only",
    spec: `input: [{ line: { h: [1, 30], w: [1, 30] } }, { grid: g, rows: h, columns: w, alphabet: ".#" }]`,
    right: ([, , ...lines]) => String(lines.join("").split("#").length),
    wrong: ([h, , ...lines]) =>
      String(
        lines
          .map((line) => line.slice(0, Number(h)))
          .join("")
          .split("#").length,
      ),
    mostTokens: 3,
  },
  {
    name: "three equal numbers in a row overlooked",
    spec: casesSpec,
    shape: "array:few-values",
    right: (tokens) =>
      toCases(tokens)
        .map((values) => countTriples(values))
        .join(" "),
    wrong: (tokens) =>
      toCases(tokens)
        .map((values) => Math.min(1, countTriples(values)))
        .join(" "),
    mostTokens: 8,
  },
];

function answerSums(tokens: readonly string[], less: number): string {
  const [n = 0, q = 0, ...rest] = numbers(tokens);
  return Array.from({ length: q }, (_, i) => {
    const [l = 0, r = 0] = rest.slice(n + 2 * i, n + 2 * i + 2);
    return sum(rest.slice(l - 1, r - less));
  }).join(" ");
}

function countTriples(values: readonly number[]): number {
  return values.filter((value, i) => value === values[i - 1] && value === values[i - 2]).length;
}
