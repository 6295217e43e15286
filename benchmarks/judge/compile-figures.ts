import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  compilePlainly,
  computeMedian,
  measureMs,
  openJudge,
  readCandidates,
  round3,
  runFile,
  type Figure,
  type FigureContext,
} from "./support.ts";
import type { CompileOutcome, Judge } from "../../src/judge/index.ts";
import { createTestData, type Program } from "../../src/problem/index.ts";

/** Compiles enough for headers to be prepared, as they are for a user's second problem. */
async function prepare(judge: Judge): Promise<void> {
  for (const program of await readCandidates(4, 1)) await mustCompile(judge, program);
}

async function mustCompile(judge: Judge, program: Program): Promise<CompileOutcome> {
  const outcome = await judge.compile(program);
  if (outcome.kind !== "compile-ok") throw new Error(`${program.fileName}: ${outcome.message}`);
  return outcome;
}

/** A source never seen before, headers prepared, over a plain compile of it. */
export async function measureCompileCold({ directory }: FigureContext): Promise<Figure> {
  await using judge = await openJudge(directory);
  await prepare(judge);
  const rounds: { readonly plainMs: number; readonly judgeMs: number }[] = [];
  for (const program of await readCandidates(12, 2)) {
    const plainMs = await compilePlainly(directory, program);
    rounds.push({ plainMs, judgeMs: await measureMs(async () => mustCompile(judge, program)) });
  }
  return {
    value: round3(computeMedian(rounds.map((round) => round.judgeMs / round.plainMs))),
    goal: "<= 0.45 with mold or clang, <= 0.6 with g++ alone",
    details: {
      plainMs: Math.round(computeMedian(rounds.map((round) => round.plainMs))),
      judgeMs: Math.round(computeMedian(rounds.map((round) => round.judgeMs))),
    },
  };
}

/** A program that was built in an earlier run, by a judge that has not seen it, over a plain compile of it. */
export async function measureCompileCached({ directory }: FigureContext): Promise<Figure> {
  const programs = await readCandidates(6, 3);
  {
    await using first = await openJudge(directory);
    for (const program of programs) await mustCompile(first, program);
  }
  await using judge = await openJudge(directory);
  await mustCompile(judge, programs[0] as Program);
  const ratios: number[] = [];
  const cachedMs: number[] = [];
  for (const program of programs.slice(1)) {
    const plainMs = await compilePlainly(directory, program);
    const ms = await measureMs(async () => mustCompile(judge, program));
    cachedMs.push(ms);
    ratios.push(ms / plainMs);
  }
  return {
    value: round3(computeMedian(ratios)),
    goal: "<= 0.02",
    details: { judgeMs: round3(computeMedian(cachedMs)) },
  };
}

const manyCount = 64;
/** No further round is begun after this, so that the whole takes minutes on a busy machine too. */
const patienceMs = 60_000;

/**
 * Candidates of one problem, asked for at once, none seen before, one slot, over as many plain compiles. Of those one of
 * each kind is made, half before and half after, and the rest reckoned.
 */
export async function measureCompileMany({ directory }: FigureContext): Promise<Figure> {
  await using judge = await openJudge(directory);
  await prepare(judge);
  const rounds: { readonly plainMs: number; readonly manyMs: number }[] = [];
  const startMs = performance.now();
  for (const seed of [4, 5, 6]) {
    if (rounds.length > 0 && performance.now() - startMs > patienceMs) break;
    const candidates = await readCandidates(manyCount, seed);
    const sample = candidates.slice(0, 12);
    const plainMs: number[] = [];
    for (const program of sample.slice(0, 6)) plainMs.push(await compilePlainly(directory, program));
    const manyMs = await measureMs(async () => Promise.all(candidates.map(async (one) => mustCompile(judge, one))));
    for (const program of sample.slice(6)) plainMs.push(await compilePlainly(directory, program));
    rounds.push({ plainMs: (plainMs.reduce((sum, ms) => sum + ms, 0) / sample.length) * manyCount, manyMs });
  }
  return {
    value: round3(computeMedian(rounds.map((round) => round.manyMs / round.plainMs))),
    goal: "<= 0.12",
    details: {
      candidates: manyCount,
      manyMs: rounds.map((round) => Math.round(round.manyMs)),
      plainMs: rounds.map((round) => Math.round(round.plainMs)),
    },
  };
}

/** A small checker with our testlib.h over the same amount of code with bits/stdc++.h, both by plain g++. */
export async function measureTestlibHeader({ directory }: FigureContext): Promise<Figure> {
  const include = path.join(import.meta.dirname, "..", "..", "native", "testlib");
  const hasHeader = await readFile(path.join(include, "testlib.h")).then(
    () => true,
    () => false,
  );
  if (!hasHeader) return { value: null, reason: "native/testlib/testlib.h is not there" };
  const sources = { testlib: testlibChecker, standard: standardChecker };
  for (const [name, text] of Object.entries(sources)) await writeFile(path.join(directory, `${name}.cpp`), text);
  const compile = async (name: string): Promise<number> =>
    measureMs(async () => {
      const file = path.join(directory, `${name}.cpp`);
      await runFile("g++", ["-O2", "-std=gnu++20", "-w", "-I", include, file, "-o", path.join(directory, name)]);
    });
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) ratios.push((await compile("testlib")) / (await compile("standard")));
  return { value: round3(computeMedian(ratios)), goal: "<= 0.5" };
}

const testlibChecker = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
  int n = 0;
  while (!ans.seekEof() && !ouf.seekEof()) {
    n++;
    long long j = ans.readLong(), p = ouf.readLong();
    if (j != p) quitf(_wa, "%d. numbers differ", n);
  }
  if (!ans.seekEof() || !ouf.seekEof()) quitf(_wa, "lengths differ");
  quitf(_ok, "%d numbers", n);
}
`;

const standardChecker = `#include <bits/stdc++.h>
using namespace std;
int main(int argc, char *argv[]) {
  ifstream ouf(argv[2]), ans(argv[3]);
  int n = 0;
  long long j, p;
  while (ans >> j && ouf >> p) {
    n++;
    if (j != p) { cerr << n << ". numbers differ" << endl; return 1; }
  }
  if (ans.eof() != (ouf >> p).eof()) { cerr << "lengths differ" << endl; return 1; }
  cerr << n << " numbers" << endl;
}
`;

const corpora = [
  { folder: "compile", language: "cpp20" },
  { folder: "compile-c", language: "c" },
] as const;

/**
 * Programs that compile or run otherwise when compiled together and from prepared headers than each by itself: what a
 * compile says, and how a run on one input ends and what it writes.
 */
export async function measureDifferences({ directory }: FigureContext): Promise<Figure> {
  const programs = (await Promise.all(corpora.map(readCorpus))).flat();
  const names = programs.map(({ fileName }) => fileName);
  const plain = await observe(programs, path.join(directory, "plain-cache"), { compilesPlainly: true });
  const fast = await observe(programs, directory, {});
  const different = names.filter((_, i) => plain[i] !== fast[i]);
  return { value: different.length, goal: "0", details: { programs: names.length, different } };
}

async function readCorpus({ folder, language }: (typeof corpora)[number]): Promise<readonly Program[]> {
  const directory = path.join(import.meta.dirname, "..", "..", "test", "programs", folder);
  const names = (await readdir(directory)).toSorted();
  return Promise.all(
    names.map(async (fileName) => ({
      language,
      fileName,
      source: await readFile(path.join(directory, fileName), "utf8"),
    })),
  );
}

async function observe(
  programs: readonly Program[],
  directory: string,
  options: { readonly compilesPlainly?: boolean },
): Promise<readonly string[]> {
  await using judge = await openJudge(directory, { slots: 2, ...options });
  if (options.compilesPlainly !== true) await prepare(judge);
  const inputs = [{ stdin: createTestData("5\n3 1 4 1 5\n") }];
  const limits = { timeLimitMs: 3000, memoryLimitBytes: 512 * 1024 ** 2 };
  const compiled = await Promise.all(programs.map(async (program) => judge.compile(program)));
  return await Promise.all(
    programs.map(async (program, i) => {
      const outcome = compiled[i] as CompileOutcome;
      if (outcome.kind !== "compile-ok") return JSON.stringify([outcome.kind, outcome.message]);
      const [report] = await judge.execute(program, { inputs, limits });
      return JSON.stringify([report?.verdict, report?.exitCode, report?.signal, report?.stdoutDigest, report?.stderr]);
    }),
  );
}
