import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { searchDifferences } from "../src/forge/index.ts";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge, type Judge } from "../src/judge/index.ts";
import type { Program } from "../src/problem/index.ts";
import { createProblem, listChildPids } from "../src/testing/index.ts";
import { problems, type BenchmarkProblem } from "./time-to-kill/problems.ts";

const execFileAsync = promisify(execFile);
const leastRounds = 20;
/** Where the loop has found nothing by then, its time so far counts: a lower bound. */
const mostRounds = 150;
const seeds = ["1", "2", "3"];

interface Kill {
  readonly problem: string;
  readonly bug: string;
  readonly rounds: number;
  readonly loopMs: number;
  readonly searchMs: number;
  readonly speedup: number;
}

/**
 * CPU time to the first counterexample, compiles excluded: the search (brute force as oracle; checking and repeating of
 * the finding, journal, sandbox and this process included) against a plain `gen | sol | brute | diff` loop in bash with
 * the problem's generator, of bugs for which that loop needs 20 rounds or more. The loop's median over three seeds, the search's mean.
 */
export async function run(): Promise<Readonly<Record<string, unknown>>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "time-to-kill-"));
  try {
    await using judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory: directory, slots: 1 });
    const kills: Kill[] = [];
    let skipped = 0;
    let isWarm = false;
    for (const problem of problems) {
      const loop = await prepareLoop(directory, problem);
      for (const [bug, source] of Object.entries(problem.bugs)) {
        const rounds = await loop(source);
        const { count, cpuMs } = middle(rounds, (round) => round.count);
        if (count < leastRounds) {
          skipped++;
          continue;
        }
        if (!isWarm) await search(judge, { problem, source, seed: "warm" });
        isWarm = true;
        const searchMs = await measureSearches(judge, { problem, source });
        const kill = { problem: problem.name, bug, rounds: count, loopMs: cpuMs, searchMs, speedup: cpuMs / searchMs };
        kills.push(kill);
        console.log(
          `${problem.name}, ${bug}: loop ${count} rounds ${cpuMs.toFixed(0)} ms, search ${searchMs.toFixed(0)} ms, ${kill.speedup.toFixed(1)} times`,
        );
      }
    }
    const speedups = kills.map(({ speedup }) => speedup);
    return {
      name: "time-to-kill",
      medianSpeedup: round2(computeQuantile(speedups, 0.5)),
      p10: round2(computeQuantile(speedups, 0.1)),
      p90: round2(computeQuantile(speedups, 0.9)),
      goal: 10,
      bugCount: kills.length,
      tooEasyForTheLoop: skipped,
      leastRounds,
      facts: judge.facts,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * CPU time of a search in ms, the mean over the seeds: this process and all processes below it. The kernel tells the
 * latter in steps of 10 ms, so that they are read around all seeds together, and never taken for less than what the
 * sandbox measured of the programs alone.
 */
async function measureSearches(
  judge: Judge,
  job: { readonly problem: BenchmarkProblem; readonly source: string },
): Promise<number> {
  await compileBoth(judge, job);
  const before = await readCpuMs();
  let programsMs = 0;
  for (const seed of seeds) programsMs += await search(judge, { ...job, seed });
  const after = await readCpuMs();
  return (after.ownMs - before.ownMs + Math.max(after.belowMs - before.belowMs, programsMs)) / seeds.length;
}

async function compileBoth(
  judge: Judge,
  { problem, source }: { readonly problem: BenchmarkProblem; readonly source: string },
): Promise<void> {
  for (const program of [toProgram(problem.bruteForce), toProgram(source)]) {
    const compiled = await judge.compile(program);
    if (compiled.kind !== "compile-ok") throw new Error(`expected ${problem.name} to compile: ${compiled.message}`);
  }
}

/** Searches until the first counterexample and returns the CPU time of the programs that it ran, in ms. */
async function search(
  judge: Judge,
  job: { readonly problem: BenchmarkProblem; readonly source: string; readonly seed: string },
): Promise<number> {
  const { problem, source, seed } = job;
  const bruteForce = { name: "brute", program: toProgram(problem.bruteForce) };
  const candidate = { name: "candidate", program: toProgram(source) };
  // The seed is part of the limits, so that the journal answers nothing from an earlier seed.
  const limits = { timeLimitMs: 2000 + (Number.parseInt(seed, 36) % 1000), memoryLimitBytes: 256 * 1024 ** 2 };
  const subject = createProblem({ id: "bench", limits, inputSpec: problem.spec, tests: [] });
  const result = await searchDifferences(
    { judge, problem: subject },
    {
      candidates: [candidate],
      bruteForces: [bruteForce],
      seed,
      budget: { runs: 200_000, cpuTimeMs: 60_000 },
      stopsAtFirst: true,
      minimiseRuns: 0,
    },
  );
  if (result.tests.length === 0) throw new Error(`expected a counterexample for ${problem.name}, got ${result.end}`);
  return result.spent.cpuTimeMs;
}

function toProgram(source: string): Program {
  return { language: "cpp17", fileName: "main.cpp", source };
}

/** User and system time of this process, and of all below it with those that they waited for. */
async function readCpuMs(): Promise<{ readonly ownMs: number; readonly belowMs: number }> {
  const { user, system } = process.cpuUsage();
  let belowMs = 0;
  const pending = [...listChildPids()];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (text !== "") belowMs += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * 10;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
    pending.push(...children.split(" ").flatMap((child) => (child === "" ? [] : [Number(child)])));
  }
  return { ownMs: (user + system) / 1000, belowMs };
}

interface Loop {
  readonly count: number;
  readonly cpuMs: number;
}

/** Compiles generator and brute force; returns what runs the loop for a program, once for each seed. */
async function prepareLoop(
  directory: string,
  problem: BenchmarkProblem,
): Promise<(source: string) => Promise<readonly Loop[]>> {
  await compile(directory, "gen", problem.generator);
  await compile(directory, "brute", problem.bruteForce);
  return async (source) => {
    await compile(directory, "sol", source);
    const loops: Loop[] = [];
    for (const seed of seeds) {
      const script = `TIMEFORMAT='%U %S'; cd ${directory}; time (
for ((i = ${seed}00000; i < ${seed}00000 + ${mostRounds}; i++)); do
  ./gen $i > in; ./sol < in > out1; ./brute < in > out2
  diff -q out1 out2 > /dev/null || break
done; echo $((i - ${seed}00000 + 1)))`;
      const { stdout, stderr } = await execFileAsync("bash", ["-c", script]);
      const [user = 0, system = 0] = stderr.trim().split(/\s+/).map(Number);
      loops.push({ count: Number(stdout.trim()), cpuMs: (user + system) * 1000 });
    }
    return loops;
  };
}

async function compile(directory: string, name: string, source: string): Promise<void> {
  const file = path.join(directory, `${name}.cpp`);
  await writeFile(file, source);
  await execFileAsync("g++", ["-O2", "-w", "-o", path.join(directory, name), file]);
}

function middle<T>(items: readonly T[], by: (item: T) => number): T {
  return items.toSorted((a, b) => by(a) - by(b))[Math.floor(items.length / 2)] as T;
}

function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
