import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge, type Judge } from "../src/judge/index.ts";
import { createTestData, defaultChecker, defaultLimits, type Program, type TestCase } from "../src/problem/index.ts";

const execFileAsync = promisify(execFile);

const testCount = 200;
const repeatCount = 31;

const adder: Program = {
  language: "cpp17",
  fileName: "main.cpp",
  source: `#include <cstdio>
int main() { long long a, b; if (std::scanf("%lld %lld", &a, &b) != 2) return 1; std::printf("%lld\\n", a + b); }
`,
};

/**
 * Tests a second of a trivial static C++ program through `judge.judge` (one slot; journal, sandbox and comparison
 * included), against a bare C `posix_spawn` loop on the same binary and inputs, in turns.
 */
export async function run(): Promise<Readonly<Record<string, unknown>>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "judge-overhead-"));
  try {
    const tests = createTests();
    const baseline = await prepareBaseline(directory, tests);
    const rounds: { readonly judgeRate: number; readonly spawnRate: number }[] = [];
    let facts: unknown;
    for (let round = 0; round <= repeatCount; round++) {
      const spawnRate = await baseline();
      const { rate, judge } = await measureJudge(directory, tests);
      facts = judge;
      if (round > 0) rounds.push({ judgeRate: rate, spawnRate });
      console.log(`round ${round}: judge ${rate.toFixed(0)}/s, posix_spawn ${spawnRate.toFixed(0)}/s`);
    }
    return {
      name: "judge-overhead",
      ratio: round3(computeMedian(rounds.map((r) => r.judgeRate / r.spawnRate))),
      goal: 0.8,
      judgeTestsPerSecond: Math.round(computeMedian(rounds.map((r) => r.judgeRate))),
      spawnTestsPerSecond: Math.round(computeMedian(rounds.map((r) => r.spawnRate))),
      testCount,
      repeatCount,
      facts,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function createTests(): readonly TestCase[] {
  return Array.from({ length: testCount }, (_, i) => ({
    id: `${i}`,
    isSample: false,
    input: createTestData(`${i} ${i * 7}\n`),
    answer: createTestData(`${i * 8}\n`),
  }));
}

/** Compiles the loop and takes the judge's own binary; returns one measurement in tests a second. */
async function prepareBaseline(directory: string, tests: readonly TestCase[]): Promise<() => Promise<number>> {
  const inputs = path.join(directory, "inputs");
  await mkdir(inputs);
  for (const test of tests) await writeFile(path.join(inputs, test.id), test.input.bytes);
  const loop = path.join(directory, "spawn-loop");
  const source = path.join(import.meta.dirname, "judge-overhead", "spawn-loop.c");
  await execFileAsync("gcc", ["-O2", "-static", "-o", loop, source]);
  const program = path.join(directory, "program");
  await using judge = await openJudge(directory);
  const compiled = await judge.compile(adder);
  if (compiled.kind !== "compile-ok") throw new Error(`expected the program to compile: ${compiled.message}`);
  await writeFile(program, await readOnlyBinary(path.join(directory, "compile")), { mode: 0o755 });
  const expectedBytes = tests.reduce((sum, test) => sum + (test.answer?.bytes.length ?? 0), 0);
  return async () => {
    const { stdout } = await execFileAsync(loop, [program, `${testCount}`, inputs]);
    const [elapsedNs, bytes] = stdout.trim().split(" ").map(Number);
    if (bytes !== expectedBytes) throw new Error(`expected ${expectedBytes} bytes of output, got ${bytes}`);
    return testCount / ((elapsedNs ?? Number.NaN) / 1e9);
  };
}

/** The compile cache's only entry: 64 digits of digest, then the program. */
async function readOnlyBinary(directory: string): Promise<Uint8Array> {
  const [name] = await readdir(directory);
  return (await readFile(path.join(directory, name ?? ""))).subarray(64);
}

async function measureJudge(
  directory: string,
  tests: readonly TestCase[],
): Promise<{ readonly rate: number; readonly judge: Judge["facts"] }> {
  await using judge = await openJudge(directory);
  await judge.compile(adder);
  const streams = { input: { kind: "stdin" }, output: { kind: "stdout" } } as const;
  const problem = { checker: defaultChecker, limits: defaultLimits, streams, scoring: { kind: "binary" } } as const;
  const startMs = performance.now();
  const report = await judge.judge(adder, { problem, tests });
  const elapsedMs = performance.now() - startMs;
  if (report.verdict !== "accepted") throw new Error(`expected every test to be accepted, got ${report.verdict}`);
  return { rate: testCount / (elapsedMs / 1000), judge: judge.facts };
}

async function openJudge(directory: string): Promise<Judge> {
  return createJudge({ journal: createMemoryJournal(), cacheDirectory: directory, slots: 1 });
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
