import type { InputSpec } from "../../src/problem/index.ts";

/** A small problem with a brute force, a generator such as setters write, and programs with rare faults. */
export interface BenchmarkProblem {
  readonly name: string;
  readonly spec: InputSpec;
  readonly generator: string;
  readonly bruteForce: string;
  /** Name of the fault → program. */
  readonly bugs: Readonly<Record<string, string>>;
}

const head =
  "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <vector>\n#include <algorithm>\nusing namespace std;\n";
const readArray = 'int n; scanf("%d", &n); vector<int> a(n); for (auto& x : a) scanf("%d", &x);';
const seeded = "int main(int, char** v) { srand(atoi(v[1])); rand();";
const printArray = 'printf("%d\\n", n); for (int i = 0; i < n; i++) printf("%d%c", value(), i + 1 < n ? 32 : 10); }';

function arrayGenerator(lowest: number, highest: number, value: string): string {
  return `${head}int value() { return ${value}; }\n${seeded} int n = ${lowest} + rand() % ${highest - lowest + 1}; ${printArray}`;
}

function program(body: string): string {
  return `${head}int main() { ${body} }`;
}

function arraySpec(value: readonly [number, number]): InputSpec {
  return { input: [{ line: { n: [1, 1000] } }, { line: { a: { array: "n", of: value } } }] };
}

const increasing = (compare: string): string =>
  program(
    `${readArray} vector<int> d(n, 1); int best = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) if (${compare}) d[i] = max(d[i], d[j] + 1); best = max(best, d[i]); } printf("%d\\n", best);`,
  );
const subarray = (start: string): string =>
  program(
    `${readArray} long long best = ${start}, s = 0; for (int i = 0; i < n; i++) { s = max<long long>(a[i], s + a[i]); best = max(best, s); } printf("%lld\\n", best);`,
  );
const merged = (compare: string, end: string): string =>
  program(
    `int n; scanf("%d", &n); vector<pair<int, int>> s(n); for (auto& p : s) scanf("%d %d", &p.first, &p.second); sort(s.begin(), s.end()); int parts = 0, last = -1; for (auto& p : s) { if (${compare}) parts++; last = ${end}; } printf("%d\\n", parts);`,
  );
const second = (compare: string): string =>
  program(
    `${readArray} int first = -1, next = -1; for (int x : a) { if (x > first) { next = first; first = x; } else if (${compare}) next = x; } printf("%d\\n", next);`,
  );
const period = (from: string, condition: string): string =>
  program(
    `char s[2000]; scanf("%1999s", s); int n = strlen(s); for (int p = ${from}; p <= n; p++) { if (${condition}) continue; bool ok = true; for (int i = p; i < n; i++) if (s[i] != s[i - p]) ok = false; if (ok) { printf("%d\\n", p); return 0; } } printf("%d\\n", n);`,
  );
const components = (joins: string, extra: string): string =>
  program(
    `int n, m; scanf("%d %d", &n, &m); vector<int> p(n + 1); for (int i = 0; i <= n; i++) p[i] = i; auto root = [&](int v) { while (p[v] != v) v = p[v]; return v; }; int parts = n; while (m--) { int u, v; scanf("%d %d", &u, &v); ${joins} } ${extra} printf("%d\\n", parts);`,
  );
const majority = (compare: string): string =>
  program(
    `${readArray} sort(a.begin(), a.end()); int best = -1; for (int i = 0, j; i < n; i = j) { for (j = i; j < n && a[j] == a[i]; j++) {} if (${compare}) best = a[i]; } printf("%d\\n", best);`,
  );

export const problems: readonly BenchmarkProblem[] = [
  {
    name: "longest increasing subsequence",
    spec: arraySpec([1, 1000]),
    generator: arrayGenerator(3, 10, "1 + rand() % 1000"),
    bruteForce: increasing("a[j] < a[i]"),
    bugs: {
      "not strict": increasing("a[j] <= a[i]"),
      "ignores neighbours of a thousand": increasing("a[j] < a[i] && a[i] != 1000"),
      "forgets the first": increasing("a[j] < a[i] && !(j == 0 && a[j] == 1)"),
    },
  },
  {
    name: "largest sum of a subarray",
    spec: arraySpec([-1000, 1000]),
    generator: arrayGenerator(5, 20, "rand() % 2001 - 1000"),
    bruteForce: subarray("-1000000"),
    bugs: { "empty allowed": subarray("0"), "starts at minus one": subarray("-1") },
  },
  {
    name: "parts of a union of intervals",
    spec: {
      input: [{ line: { n: [1, 1000] } }, { rows: "s", count: "n", line: { p: { interval: [0, 10_000] } } }],
    },
    generator: `${head}${seeded} int n = 2 + rand() % 6; printf("%d\\n", n); while (n--) { int a = rand() % 1000, b = rand() % 1000; printf("%d %d\\n", min(a, b), max(a, b)); } }`,
    bruteForce: merged("p.first > last", "max(last, p.second)"),
    bugs: {
      "touching ones apart": merged("p.first >= last", "max(last, p.second)"),
      "last one ends it": merged("p.first > last", "p.second == last - 1 ? p.second : max(last, p.second)"),
      "zero is missed": merged("p.first > max(last, 0)", "max(last, p.second)"),
    },
  },
  {
    name: "second largest value",
    spec: arraySpec([0, 1_000_000]),
    generator: arrayGenerator(2, 12, "rand() % 1000"),
    bruteForce: second("x < first && x > next"),
    bugs: {
      "doubles count": second("x <= first && x > next"),
      "zero is nothing": second("x < first && x > max(next, 0)"),
      "neighbours ignored": second("x < first - 1 && x > next"),
    },
  },
  {
    name: "smallest period",
    spec: { input: [{ line: { s: { string: [1, 1000], alphabet: "a-z" } } }] },
    generator: `${head}${seeded} int n = 3 + rand() % 10; while (n--) putchar(97 + rand() % 4); puts(""); }`,
    bruteForce: period("1", "false"),
    bugs: {
      "must divide": period("1", "n % p != 0"),
      "at most half": period("1", "2 * p > n && p < n"),
      "starts at two": period("2", "false"),
    },
  },
  {
    name: "connected components",
    spec: {
      input: [
        { line: { n: [1, 1000], m: [0, 1000] } },
        { rows: "edges", count: "m", line: { u: [1, "n"], v: [1, "n"] } },
      ],
    },
    generator: `${head}${seeded} int n = 8 + rand() % 8, m = rand() % 8; printf("%d %d\\n", n, m); while (m--) printf("%d %d\\n", 1 + rand() % n, 1 + rand() % n); }`,
    bruteForce: components("u = root(u), v = root(v); if (u != v) p[u] = v, parts--;", ""),
    bugs: {
      "doubled edges": components(
        "if (u != v && !(p[u] == v)) { if (root(u) != root(v) || p[v] == u) parts--; p[root(u)] = root(v); }",
        "",
      ),
      "all joined": components(
        "u = root(u), v = root(v); if (u != v) p[u] = v, parts--;",
        "if (parts == n - 7) parts++;",
      ),
      "last and first": components(
        "if (u == n && v == 1) continue; u = root(u), v = root(v); if (u != v) p[u] = v, parts--;",
        "",
      ),
    },
  },
  {
    name: "value of more than half",
    spec: arraySpec([1, 1_000_000]),
    generator: arrayGenerator(3, 9, "1 + rand() % 5"),
    bruteForce: majority("2 * (j - i) > n"),
    bugs: {
      "half is enough": majority("2 * (j - i) >= n && n % 4 == 0 || 2 * (j - i) > n"),
      "three fifths": majority("5 * (j - i) > 3 * n || n == 1"),
      "whole is none": majority("2 * (j - i) > n && j - i < n"),
    },
  },
];
