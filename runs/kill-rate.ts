import { join } from "node:path";
import { z } from "zod";
import {
  classifySolutions,
  createMutants,
  searchDifferences,
  type SearchCandidate,
  type SearchResult,
} from "../src/forge/index.ts";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import type { Problem } from "../src/problem/index.ts";
import { AppError, Rng } from "../src/std/index.ts";
import { listAttackedPackages } from "./attacked-packages.ts";
import type { Experiment } from "./experiment.ts";
import { openRowStore } from "./row-store.ts";

/** How many wrong solutions of each package the forge kills without having seen the official tests, in 60 s of CPU. */
export const killRate: Experiment = {
  name: "kill-rate",
  summary: "wrong solutions killed without the official tests, 60 s of CPU a package",
  async run({ isQuick, outFolder, only = "" }) {
    const cpuTimeMs = isQuick ? 10_000 : 60_000;
    const file = join(outFolder, isQuick ? "kill-rate-quick.jsonl" : "kill-rate.jsonl");
    const store = await openRowStore(file, { version: "3", row: rowSchema });
    const rows: Row[] = [];
    for (const { name, problem } of await listAttackedPackages()) {
      if (!name.includes(only)) continue;
      for (const hasGold of isQuick ? [true] : [true, false]) {
        const row = await store.keep(`${name} ${hasGold}`, async () =>
          measure(name, problem, { hasGold, cpuTimeMs, mutantCount: isQuick ? 0 : 20 }),
        );
        rows.push(row);
        console.log(toLine(row));
      }
    }
    if (only === "") await store.clear();
    return { ...summarise(rows), rows };
  },
};

const shareSchema = z.object({
  killed: z.number(),
  all: z.number(),
  byTime: z.number(),
  /** Without gold: told apart from some accepted program, though perhaps not outvoted. */
  apart: z.number(),
});
const rowSchema = z.object({
  name: z.string(),
  hasGold: z.boolean(),
  own: shareSchema,
  /** Those that survive may be equal to the original. */
  mutants: shareSchema,
  acceptedKilled: z.array(z.string()),
  survivors: z.array(z.string()),
  /** Of the minimised tests, in order. */
  tokens: z.array(z.number()),
  cpuTimeMs: z.number(),
  /** Why nothing was tried. */
  refusal: z.string().optional(),
});

type Row = z.infer<typeof rowSchema>;

/** Where something always survives (mutants that are equal to the original, right programs that agree) all is spent. */
const shortCpuTimeMs = 20_000;

async function measure(
  name: string,
  problem: Problem,
  options: { readonly hasGold: boolean; readonly cpuTimeMs: number; readonly mutantCount: number },
): Promise<Row> {
  const { hasGold, cpuTimeMs } = options;
  const { accepted, wrong } = classifySolutions(problem);
  const source = accepted.find(({ program }) => program.language.startsWith("cpp"));
  const isMutated = hasGold && source !== undefined && options.mutantCount > 0;
  const mutants = isMutated ? createMutants(source.program, { count: options.mutantCount, rng: new Rng("1") }) : [];
  await using judge = await createJudge({ journal: createMemoryJournal() });
  const unseen: Problem = { ...problem, tests: problem.tests.filter((test) => test.isSample) };
  const search = async (candidates: readonly SearchCandidate[], ownCpuTimeMs: number) =>
    searchDifferences(
      { judge, problem: unseen },
      {
        candidates: hasGold ? candidates : [...candidates, ...accepted],
        gold: hasGold ? accepted : [],
        seed: "1",
        budget: { runs: 100_000, cpuTimeMs: ownCpuTimeMs },
      },
    );
  try {
    const own = await search(wrong, hasGold ? cpuTimeMs : Math.min(cpuTimeMs, shortCpuTimeMs));
    const ofMutants = mutants.length === 0 ? undefined : await search(mutants, Math.min(cpuTimeMs, shortCpuTimeMs));
    const killedBy = listVerdicts(own);
    return {
      name,
      hasGold,
      own: countKilled(wrong, own, accepted),
      mutants: ofMutants === undefined ? nothing : countKilled(mutants, ofMutants, accepted),
      acceptedKilled: accepted.map((item) => item.name).filter((item) => killedBy.has(item)),
      survivors: wrong.map((item) => item.name).filter((item) => !killedBy.has(item)),
      tokens: own.tests.flatMap(({ minimised }) => (minimised === undefined ? [] : [minimised.tokens])),
      cpuTimeMs: Math.round(own.spent.cpuTimeMs),
      refusal: own.end === "refused" ? own.faults.map(({ message }) => message).join("; ") : undefined,
    };
  } catch (cause) {
    if (!AppError.is(cause) || cause.code !== "FORGE_PROBLEM_UNSUPPORTED") throw cause;
    const own = { ...nothing, all: wrong.length };
    const rest = { acceptedKilled: [], survivors: wrong.map((item) => item.name), tokens: [], cpuTimeMs: 0 };
    return { name, hasGold, own, mutants: nothing, ...rest, refusal: cause.message };
  }
}

/** What each killed program got. */
function listVerdicts(result: SearchResult): ReadonlyMap<string, ReadonlySet<string>> {
  const verdicts = new Map<string, Set<string>>();
  for (const { candidate, verdict } of result.tests.flatMap(({ killed }) => killed)) {
    verdicts.set(candidate, new Set([...(verdicts.get(candidate) ?? []), verdict]));
  }
  return verdicts;
}

const nothing = { killed: 0, all: 0, byTime: 0, apart: 0 };

function countKilled(
  candidates: readonly SearchCandidate[],
  result: SearchResult,
  accepted: readonly SearchCandidate[],
): Row["own"] {
  const verdicts = listVerdicts(result);
  const broken = result.faults.filter(({ kind }) => kind === "program-does-not-compile");
  const counted = candidates.filter(({ name }) => !broken.some(({ who }) => who === name));
  const dead = counted.flatMap(({ name }) => verdicts.get(name) ?? []);
  const byTime = dead.filter((own) => [...own].every((verdict) => verdict.includes("limit")));
  const right = new Set(accepted.map(({ name }) => name));
  const pairs = result.tests.flatMap(({ split }) => split);
  const apart = counted.filter(
    ({ name }) =>
      verdicts.has(name) || pairs.some(([a, b]) => (a === name && right.has(b)) || (b === name && right.has(a))),
  );
  return { killed: dead.length, all: counted.length, byTime: byTime.length, apart: apart.length };
}

function toLine(row: Row): string {
  const { name, own, mutants, survivors, acceptedKilled, refusal } = row;
  return [
    row.hasGold
      ? `${name}, gold: own ${own.killed}/${own.all} (${own.byTime} by limits)`
      : `${name}, majority: own ${own.apart}/${own.all} told apart, ${own.killed} outvoted (${own.byTime} by limits)`,
    `mutants ${mutants.killed}/${mutants.all} (${mutants.byTime} by limits)`,
    `median ${computeMedian(row.tokens) ?? "-"} tokens`,
    `${row.cpuTimeMs} ms CPU`,
    ...(survivors.length === 0 ? [] : [`left: ${survivors.join(", ")}`]),
    ...(acceptedKilled.length === 0 ? [] : [`ACCEPTED KILLED: ${acceptedKilled.join(", ")}`]),
    ...(refusal === undefined ? [] : [`refused: ${refusal}`]),
  ].join("; ");
}

function summarise(rows: readonly Row[]): Readonly<Record<string, unknown>> {
  const count = (hasGold: boolean) => {
    const own = rows.filter((row) => row.hasGold === hasGold);
    const sum = (pick: (row: Row) => number): number => own.reduce((total, row) => total + pick(row), 0);
    const [killed, all] = [sum((row) => row.own.killed), sum((row) => row.own.all)];
    return {
      packages: own.length,
      killed,
      all,
      rate: all === 0 ? undefined : killed / all,
      apart: sum((row) => row.own.apart),
      byTime: sum((row) => row.own.byTime),
      acceptedKilled: own.flatMap((row) => row.acceptedKilled.map((item) => `${row.name}/${item}`)),
      medianTokens: computeMedian(own.flatMap((row) => row.tokens)),
    };
  };
  const mutants = rows.map((row) => row.mutants);
  return {
    withGold: count(true),
    byMajority: count(false),
    mutants: {
      killed: mutants.reduce((sum, { killed }) => sum + killed, 0),
      all: mutants.reduce((sum, { all }) => sum + all, 0),
      byTime: mutants.reduce((sum, { byTime }) => sum + byTime, 0),
    },
  };
}

function computeMedian(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
