import { createTestData, defaultChecker, type Program, type TestCase } from "../problem/index.ts";

/** Small programs and a problem that the judge's tests share. */
export const cpp = (source: string): Program => ({ language: "cpp17", fileName: "main.cpp", source });
export const python = (source: string): Program => ({ language: "python3", fileName: "main.py", source });

export const adder = cpp(`#include <cstdio>
int main() { long long a, b; if (scanf("%lld %lld", &a, &b) != 2) return 1; printf("%lld\\n", a + b); }`);
export const spinner = cpp(`#include <cstdio>
#include <ctime>
int main() { double s; if (scanf("%lf", &s) != 1) return 1; while (clock() < s * CLOCKS_PER_SEC); puts("done"); }`);

export const problem = {
  checker: defaultChecker,
  limits: { timeLimitMs: 2000, memoryLimitBytes: 256 * 1024 * 1024 },
  streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
  scoring: { kind: "binary" },
} as const;

export function createTest(id: string, input: string, answer?: string): TestCase {
  return {
    id,
    isSample: false,
    input: createTestData(input),
    answer: answer === undefined ? undefined : createTestData(answer),
  };
}
