import type { BatchQuestion } from "../../src/judge/index.ts";
import { createTestData, defaultChecker, type TestCase } from "../../src/problem/index.ts";

/** A small task with a parameter, so that there are many problems of its kind. */
interface Task {
  /** C statements that read `n` and then `n` numbers as `x`, and print; `K` stands for the parameter. */
  readonly body: string;
  readonly answer: (values: readonly number[], k: number) => number;
  /** What makes the body wrong. */
  readonly slip: readonly [string, string];
}

const loop = "for (int i = 0; i < n; i++)";
const tasks: readonly Task[] = [
  {
    body: `long long s = 0; ${loop} { scanf("%d", &x); s += x * (long long)K; } printf("%lld\\n", s);`,
    answer: (values, k) => sum(values.map((value) => value * k)),
    slip: ["s += x", "s -= x"],
  },
  {
    body: `int c = 0; ${loop} { scanf("%d", &x); if (x % K == 0) c++; } printf("%d\\n", c);`,
    answer: (values, k) => values.filter((value) => value % k === 0).length,
    slip: ["== 0", "!= 0"],
  },
  {
    body: `int m = 0; ${loop} { scanf("%d", &x); if (x % K > m) m = x % K; } printf("%d\\n", m);`,
    answer: (values, k) => Math.max(0, ...values.map((value) => value % k)),
    slip: ["> m", "< m"],
  },
  {
    body: `${loop} scanf("%d", &a[i]); int c = 0; for (int i = K; i < n; i++) if (a[i] > a[i - K]) c++; printf("%d\\n", c);`,
    answer: (values, k) => values.filter((value, i) => i >= k && value > (values[i - k] as number)).length,
    slip: ["c++", "c--"],
  },
  {
    body: `${loop} { scanf("%d", &x); a[x % K]++; } int b = 0; for (int i = 1; i < K; i++) if (a[i] > a[b]) b = i; printf("%d\\n", b);`,
    answer: (values, k) => findLargest(Array.from({ length: k }, (_, r) => values.filter((v) => v % k === r).length)),
    slip: ["i = 1", "i = 2"],
  },
  {
    body: `${loop} scanf("%d", &a[i]); qsort(a, n, sizeof a[0], by_size); printf("%d\\n", a[(n - 1) / K]);`,
    answer: (values, k) => values.toSorted((p, q) => p - q)[Math.floor((values.length - 1) / k)] as number,
    slip: ["n - 1", "n / 2"],
  },
  {
    body: `int best = 0, run = 0; ${loop} { scanf("%d", &x); run = x > K ? run + 1 : 0; if (run > best) best = run; } printf("%d\\n", best);`,
    answer: (values, k) => Math.max(...values.map((_, i) => values.slice(i).findIndex((value) => value <= k))),
    slip: ["x > K", "x < K"],
  },
  {
    body: `long long h = K; ${loop} { scanf("%d", &x); h = (h * 31 + x) % 1000007; } printf("%lld\\n", h);`,
    answer: (values, k) => values.reduce((h, value) => (h * 31 + value) % 1000007, k),
    slip: ["* 31", "* 33"],
  },
];

const problemCount = 32;
const testCount = 10;

const judged = {
  checker: defaultChecker,
  limits: { timeLimitMs: 1000, memoryLimitBytes: 256 * 1024 ** 2 },
  streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
  scoring: { kind: "binary" },
} as const;

/** A step's rollouts: programs of many problems, none like another or like those of another seed; one in eight has an error. */
export function createRollouts(count: number, seed: number): readonly BatchQuestion[] {
  const problems = Array.from({ length: problemCount }, (_, index) => {
    const task = tasks[index % tasks.length] as Task;
    const parameter = 2 + Math.floor(index / tasks.length);
    return { problem: { ...judged }, task, parameter, tests: createTests(task, parameter) };
  });
  return Array.from({ length: count }, (_, i) => {
    const { problem, tests, task, parameter } = problems[i % problemCount] as (typeof problems)[number];
    const source = write(task, { parameter, variant: Math.floor(i / problemCount), name: `n${seed}_${i}` });
    return { problem, tests, program: { language: "c", fileName: `rollout-${i}.c`, source } };
  });
}

function write(
  task: Task,
  how: { readonly parameter: number; readonly variant: number; readonly name: string },
): string {
  const isWrong = how.variant % 4 === 1;
  const hasError = how.variant % 8 === 6;
  const body = isWrong ? task.body.replace(...task.slip) : task.body;
  const text = body.replaceAll("K", String(how.parameter)).replaceAll(/(?<!\\)\bn\b/g, how.name);
  const sort = "int by_size(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }\n";
  return `#include <stdio.h>
${text.includes("qsort") ? `#include <stdlib.h>\n${sort}` : ""}int a[100005];
int main(void) { int ${how.name}, x${hasError ? "" : ";"} scanf("%d", &${how.name}); ${text} return 0; }
`;
}

function createTests(task: Task, parameter: number): readonly TestCase[] {
  return Array.from({ length: testCount }, (_, t) => {
    const values = Array.from(
      { length: 5 + 4 * t },
      (__, i) => ((i * 7919 + t * 104_729) % 997) * (i % 5 === 3 ? 0 : 1),
    );
    return {
      id: `${t}`,
      isSample: false,
      input: createTestData(`${values.length}\n${values.join(" ")}\n`),
      answer: createTestData(`${task.answer(values, parameter)}\n`),
    };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The first of the largest. */
function findLargest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}
