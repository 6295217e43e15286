import { execFile } from "node:child_process";
import { readFile, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createMemoryJournal } from "../../src/journal/index.ts";
import { createJudge, type Judge, type JudgeOptions } from "../../src/judge/index.ts";
import { createTestData, defaultChecker, defaultLimits, type Program, type TestCase } from "../../src/problem/index.ts";

export const runFile = promisify(execFile);

/** Where one figure works, and what it was asked for. */
export interface FigureContext {
  readonly directory: string;
}

/** What a figure is: a number against its baseline, with what it was made of; null where a tool is missing. */
export interface Figure {
  readonly value: number | null;
  readonly goal?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Why there is no value. */
  readonly reason?: string;
  /** Load averages of the machine before and after. */
  readonly load?: readonly [number, number];
}

export async function openJudge(directory: string, options: Partial<JudgeOptions> = {}): Promise<Judge> {
  return createJudge({ journal: createMemoryJournal(), cacheDirectory: directory, slots: 1, ...options });
}

export const adder: Program = {
  language: "cpp17",
  fileName: "main.cpp",
  source: `#include <cstdio>
int main() { long long a, b; if (std::scanf("%lld %lld", &a, &b) != 2) return 1; std::printf("%lld\\n", a + b); }
`,
};

export const problem = {
  checker: defaultChecker,
  limits: defaultLimits,
  streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
  scoring: { kind: "binary" },
} as const;

export function createTests(count: number): readonly TestCase[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${i}`,
    isSample: false,
    input: createTestData(`${i} ${i * 7}\n`),
    answer: createTestData(`${i * 8}\n`),
  }));
}

export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

export function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export async function measureMs(action: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await action();
  return performance.now() - startMs;
}

/** Programs that solve one problem, as many people would: twelve of them, and from then on with other names. */
export async function readCandidates(count: number, seed: number): Promise<readonly Program[]> {
  const folder = path.join(import.meta.dirname, "candidates");
  const names = (await readdir(folder)).toSorted();
  const sources = await Promise.all(names.map(async (name) => readFile(path.join(folder, name), "utf8")));
  return Array.from({ length: count }, (_, i) => ({
    language: "cpp20",
    fileName: `candidate-${i}.cpp`,
    source: rename(sources[i % sources.length] as string, `${seed}_${i}`),
  }));
}

const renamed =
  /\b(path|adj|dist_to|dis|best|graph|roads|road_map|todo|heap_|tree|dijkstra|Edge|State|Graph|Arc|Road|d)\b/g;

function rename(source: string, suffix: string): string {
  return source.replaceAll(renamed, `$1_${suffix}`);
}

/** One plain compile, as people type it. */
export async function compilePlainly(directory: string, program: Program): Promise<number> {
  const file = path.join(directory, "plain.cpp");
  await writeFile(file, program.source);
  const standard = program.language === "cpp17" ? "gnu++17" : "gnu++20";
  return measureMs(async () =>
    runFile("g++", ["-O2", `-std=${standard}`, "-w", file, "-o", path.join(directory, "plain")]),
  );
}

export function readLoad(): number {
  return round3(os.loadavg()[0] ?? 0);
}

export async function hasTool(name: string): Promise<boolean> {
  return runFile(name, ["--version"]).then(
    () => true,
    () => false,
  );
}
