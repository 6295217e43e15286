import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { JudgeReport } from "../../src/judge/index.ts";
import { createTestData, type Program } from "../../src/problem/index.ts";
import {
  adder,
  computeMedian,
  createTests,
  hasTool,
  measureMs,
  openJudge,
  problem,
  round3,
  runFile,
  type Figure,
  type FigureContext,
} from "./support.ts";

const testsPerJob = 50;
const jobsPerRound = 4;
const rounds = 15;

/** Tests a second through the judge, 50 a job, over a bare loop of posix_spawn on the same binary and inputs. */
export async function measureOverBare({ directory }: FigureContext): Promise<Figure> {
  const { program, inputs } = await prepareBinary(directory);
  const loop = path.join(directory, "spawn-loop");
  const source = path.join(import.meta.dirname, "..", "judge-overhead", "spawn-loop.c");
  await runFile("gcc", ["-O2", "-static", "-o", loop, source]);
  const count = testsPerJob * jobsPerRound;
  const spawn = async (): Promise<number> => {
    const { stdout } = await runFile(loop, [program, `${count}`, inputs]);
    return count / (Number(stdout.split(" ")[0]) / 1e9);
  };
  return compareRates(directory, spawn, { rounds, goal: ">= 0.95" });
}

/** The same over bubblewrap started for each test, as engines do that isolate with it. */
export async function measureOverBubblewrap({ directory }: FigureContext): Promise<Figure> {
  if (!(await hasTool("bwrap"))) return { value: null, reason: "bwrap is not installed" };
  const { program, inputs } = await prepareBinary(directory);
  const script = `for i in $(seq 0 ${testsPerJob - 1}); do bwrap --unshare-all --ro-bind "$0" /program /program < "$1/$i" > /dev/null || exit 1; done`;
  const isThere = await runFile("sh", ["-c", script, program, inputs]).then(
    () => true,
    () => false,
  );
  if (!isThere) return { value: null, reason: "bwrap does not work here" };
  const wrap = async (): Promise<number> => {
    const ms = await measureMs(async () => runFile("sh", ["-c", script, program, inputs]));
    return testsPerJob / (ms / 1000);
  };
  return compareRates(directory, wrap, { rounds: 5, goal: ">= 8" });
}

async function compareRates(
  directory: string,
  baseline: () => Promise<number>,
  how: { readonly rounds: number; readonly goal: string },
): Promise<Figure> {
  const tests = createTests(testsPerJob);
  const pairs: { readonly judge: number; readonly base: number }[] = [];
  for (let round = 0; round <= how.rounds; round++) {
    const base = await baseline();
    await using judge = await openJudge(directory);
    await judge.compile(adder);
    const ms: number[] = [];
    for (let job = 0; job < jobsPerRound; job++) {
      const unseen = tests.map((test) => ({ ...test, id: `${round}-${job}-${test.id}` }));
      ms.push(await measureMs(async () => mustPass(judge.judge(adder, { problem, tests: unseen }))));
    }
    const total = ms.reduce((sum, one) => sum + one, 0);
    if (round > 0) pairs.push({ judge: (testsPerJob * jobsPerRound) / (total / 1000), base });
  }
  return {
    value: round3(computeMedian(pairs.map((pair) => pair.judge / pair.base))),
    goal: how.goal,
    details: {
      judgeTestsPerSecond: Math.round(computeMedian(pairs.map((pair) => pair.judge))),
      baselineTestsPerSecond: Math.round(computeMedian(pairs.map((pair) => pair.base))),
    },
  };
}

async function mustPass(judged: Promise<JudgeReport>): Promise<void> {
  const { verdict, tests } = await judged;
  const failed = tests.find((test) => test.verdict !== "accepted");
  if (verdict !== "accepted") throw new Error(`expected every test to be accepted: ${verdict}, ${failed?.message}`);
}

/** The judge's own binary of the adder, and its inputs as files. */
async function prepareBinary(directory: string): Promise<{ readonly program: string; readonly inputs: string }> {
  const inputs = path.join(directory, "inputs");
  const program = path.join(directory, "program");
  const own = path.join(directory, "adder-cache");
  await mkdir(inputs, { recursive: true });
  for (const test of createTests(testsPerJob * jobsPerRound)) {
    await writeFile(path.join(inputs, test.id), test.input.bytes);
  }
  await using judge = await openJudge(own);
  await judge.compile(adder);
  const [name] = await readdir(path.join(own, "compile"));
  const entry = await readFile(path.join(own, "compile", name ?? ""));
  await writeFile(program, entry.subarray(digestLength), { mode: 0o755 });
  return { program, inputs };
}

/** A cache entry: digits of its digest, then the program. */
const digestLength = 64;

const matrixSize = 100;

/** 100 candidates on 100 tests, stopped at the first failure each, over all of it: four in five fail somewhere. */
export async function measureMatrix({ directory }: FigureContext): Promise<Figure> {
  const tests = createTests(matrixSize);
  const candidates = Array.from({ length: matrixSize }, (_, i) => createCandidate(i));
  const judgeAll = async (stopsAtFirstFailure: boolean): Promise<number> => {
    await using judge = await openJudge(directory, { slots: 2 });
    await Promise.all(candidates.map(async (candidate) => judge.compile(candidate)));
    return await measureMs(async () =>
      Promise.all(
        candidates.map(async (candidate) => judge.judge(candidate, { problem, tests }, { stopsAtFirstFailure })),
      ),
    );
  };
  const stoppedMs = await judgeAll(true);
  const wholeMs = await judgeAll(false);
  return {
    value: round3(stoppedMs / wholeMs),
    details: { stoppedMs: Math.round(stoppedMs), wholeMs: Math.round(wholeMs), testsPerSecond: perSecond(wholeMs) },
  };
}

function perSecond(ms: number): number {
  return Math.round((matrixSize * matrixSize) / (ms / 1000));
}

/** Right, but for four in five, which fail on one test. */
function createCandidate(index: number): Program {
  const fault = index % 5 === 0 ? -1 : (index * 37) % matrixSize;
  const source = `#include <bits/stdc++.h>
using namespace std;
int main() { long long a, b; cin >> a >> b; cout << a + b + (a == ${fault}) << '\\n'; }
`;
  return { language: "cpp20", fileName: `candidate-${index}.cpp`, source };
}

/** Tests a second with two slots over one, on programs that compute for a few milliseconds. */
export async function measureTwoSlots({ directory }: FigureContext): Promise<Figure> {
  const tests = createTests(testsPerJob);
  const programs = Array.from({ length: 4 }, (_, i): Program => ({ ...adder, source: createBusySource(i) }));
  const measure = async (slots: number): Promise<number> => {
    await using judge = await openJudge(directory, { slots });
    for (const program of programs) await judge.compile(program);
    await Promise.all(
      programs.slice(0, slots).map(async (one) => judge.judge(one, { problem, tests: tests.slice(0, 3) })),
    );
    return await measureMs(async () =>
      Promise.all(programs.map(async (program) => mustPass(judge.judge(program, { problem, tests })))),
    );
  };
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) ratios.push((await measure(1)) / (await measure(2)));
  return { value: round3(computeMedian(ratios)), goal: ">= 1.8", details: { ratios: ratios.map(round3) } };
}

function createBusySource(seed: number): string {
  return `#include <cstdio>
int main() {
  long long a, b; unsigned x = ${seed + 1};
  if (std::scanf("%lld %lld", &a, &b) != 2) return 1;
  for (int i = 0; i < 5000000; i++) x = x * 1664525u + 1013904223u;
  std::printf("%lld\\n", a + b + (x == 12345u));
}
`;
}

/** CPU seconds of touching 256 MiB with huge pages over without: a global array, and a vector. */
export async function measureTouch({ directory }: FigureContext): Promise<Figure> {
  const touch = 'for (unsigned i = 0; i < 256u << 20; i += 4096) a[i] = 1; std::puts("done"); return a[8192] - 1;';
  const sources = {
    global: `#include <cstdio>\nchar a[256u << 20];\nint main() { ${touch} }\n`,
    vector: `#include <cstdio>\n#include <vector>\nint main() { std::vector<char> a(256u << 20); ${touch} }\n`,
  };
  const limits = { timeLimitMs: 10_000, memoryLimitBytes: 512 * 1024 ** 2 };
  const inputs = Array.from({ length: 5 }, (_, i) => ({ stdin: createTestData(`${i}\n`) }));
  const details: Record<string, number> = {};
  for (const usesHugePages of [true, false]) {
    await using judge = await openJudge(directory, { usesHugePages });
    for (const [name, source] of Object.entries(sources)) {
      const reports = await judge.execute({ ...adder, source }, { inputs, limits });
      if (reports.some((report) => report.verdict !== "accepted")) throw new Error("expected every run to end well");
      const seconds = computeMedian(reports.map((report) => report.cpuTimeMs)) / 1000;
      details[`${name}${usesHugePages ? "WithHugePages" : "Without"}`] = round3(seconds);
    }
  }
  const value = round3((details["globalWithHugePages"] ?? Number.NaN) / (details["globalWithout"] ?? Number.NaN));
  return { value, details };
}
