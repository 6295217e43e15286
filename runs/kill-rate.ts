import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { classifySolutions, createMutants, searchDifferences, type SearchCandidate } from "../src/forge/index.ts";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import { parseInputSpec, readProblem, type InputSpec, type Problem } from "../src/problem/index.ts";
import { AppError, Rng } from "../src/std/index.ts";
import type { Experiment } from "./experiment.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["examples", "test/packages"];

/** How many wrong solutions of each package the forge kills without having seen the official tests, in 60 s of CPU. */
export const killRate: Experiment = {
  name: "kill-rate",
  summary: "wrong solutions killed without the official tests, 60 s of CPU a package",
  async run({ isQuick }) {
    const cpuTimeMs = isQuick ? 10_000 : 60_000;
    const rows: Row[] = [];
    for (const { name, problem } of await listProblems()) {
      for (const hasGold of isQuick ? [true] : [true, false]) {
        const row = await measure(name, problem, { hasGold, cpuTimeMs, mutantCount: isQuick ? 0 : 20 });
        if (row === undefined) continue;
        rows.push(row);
        console.log(toLine(row));
      }
    }
    return { ...summarise(rows), rows };
  },
};

interface Row {
  readonly name: string;
  readonly hasGold: boolean;
  readonly own: { readonly killed: number; readonly all: number; readonly byTime: number };
  readonly mutants: { readonly killed: number; readonly all: number };
  readonly acceptedKilled: readonly string[];
  readonly survivors: readonly string[];
  readonly medianTokens: number | undefined;
  readonly cpuTimeMs: number;
  readonly isRefused: boolean;
}

/** Specifications for packages whose formats have no place for one. */
async function readSpec(name: string): Promise<InputSpec | undefined> {
  const file = join(root, "runs", "kill-rate", `${name}.yaml`);
  const text = await readFile(file, "utf8").catch(() => undefined);
  const parsed = text === undefined ? undefined : parseInputSpec(text, file);
  if (parsed?.kind === "spec-refused") throw new Error(`${file}: ${JSON.stringify(parsed.issues)}`);
  return parsed?.spec;
}

async function listProblems(): Promise<readonly { readonly name: string; readonly problem: Problem }[]> {
  const found: { readonly name: string; readonly problem: Problem }[] = [];
  for (const folder of folders) {
    for (const name of (await readdir(join(root, folder))).toSorted()) {
      const problem = await readProblem(join(root, folder, name)).catch((cause: unknown) => {
        if (AppError.is(cause)) return undefined;
        throw cause;
      });
      if (problem === undefined) continue;
      const inputSpec = problem.inputSpec ?? (await readSpec(name));
      const hasSource = inputSpec !== undefined || problem.validators.length + problem.generators.length > 0;
      const { accepted, wrong } = classifySolutions(problem);
      if (hasSource && wrong.length > 0 && accepted.length > 0)
        found.push({ name, problem: { ...problem, inputSpec } });
    }
  }
  return found;
}

async function measure(
  name: string,
  problem: Problem,
  options: { readonly hasGold: boolean; readonly cpuTimeMs: number; readonly mutantCount: number },
): Promise<Row | undefined> {
  const { accepted, wrong } = classifySolutions(problem);
  const source = accepted.find(({ program }) => program.language.startsWith("cpp"));
  const mutants =
    source === undefined ? [] : createMutants(source.program, { count: options.mutantCount, rng: new Rng("1") });
  await using judge = await createJudge({ journal: createMemoryJournal() });
  const unseen: Problem = { ...problem, tests: problem.tests.filter((test) => test.isSample) };
  const search = async (candidates: readonly SearchCandidate[]) =>
    searchDifferences(
      { judge, problem: unseen },
      {
        candidates: options.hasGold ? candidates : [...candidates, ...accepted],
        gold: options.hasGold ? accepted : [],
        seed: "1",
        budget: { runs: 100_000, cpuTimeMs: options.cpuTimeMs },
      },
    );
  try {
    const own = await search(wrong);
    const ofMutants = options.hasGold && mutants.length > 0 ? await search(mutants) : undefined;
    const killedBy = new Map<string, Set<string>>();
    for (const { killed } of own.tests) {
      for (const { candidate, verdict } of killed) {
        killedBy.set(candidate, new Set([...(killedBy.get(candidate) ?? []), verdict]));
      }
    }
    const dead = wrong.filter((candidate) => killedBy.has(candidate.name));
    const tokens = own.tests.flatMap(({ minimised }) => (minimised === undefined ? [] : [minimised.tokens]));
    const skipped = ofMutants?.faults.filter(({ kind }) => kind === "program-does-not-compile").length ?? 0;
    return {
      name,
      hasGold: options.hasGold,
      own: {
        killed: dead.length,
        all: wrong.length,
        byTime: dead.filter((item) =>
          [...(killedBy.get(item.name) ?? [])].every((verdict) => verdict.includes("limit")),
        ).length,
      },
      mutants: {
        killed: mutants.length - skipped - (ofMutants?.survivors.length ?? 0),
        all: ofMutants === undefined ? 0 : mutants.length - skipped,
      },
      acceptedKilled: accepted.map((item) => item.name).filter((item) => killedBy.has(item)),
      survivors: wrong.map((item) => item.name).filter((item) => !killedBy.has(item)),
      medianTokens: tokens.toSorted((a, b) => a - b)[Math.floor(tokens.length / 2)],
      cpuTimeMs: Math.round(own.spent.cpuTimeMs),
      isRefused: own.end === "refused",
    };
  } catch (cause) {
    if (!AppError.is(cause) || cause.code !== "FORGE_PROBLEM_UNSUPPORTED") throw cause;
    console.log(cause.message);
    return undefined;
  }
}

function toLine(row: Row): string {
  const { name, own, mutants } = row;
  const how = row.hasGold ? "gold" : "majority";
  const left = row.survivors.length === 0 ? "" : `; left: ${row.survivors.join(", ")}`;
  const bad = row.acceptedKilled.length === 0 ? "" : `; ACCEPTED KILLED: ${row.acceptedKilled.join(", ")}`;
  const refused = row.isRefused ? "; refused" : "";
  return `${name}, ${how}: own ${own.killed}/${own.all} (${own.byTime} by limits), mutants ${mutants.killed}/${mutants.all}, median ${row.medianTokens ?? "-"} tokens, ${row.cpuTimeMs} ms CPU${left}${bad}${refused}`;
}

function summarise(rows: readonly Row[]): Readonly<Record<string, unknown>> {
  const count = (hasGold: boolean) => {
    const own = rows.filter((row) => row.hasGold === hasGold);
    const killed = own.reduce((sum, row) => sum + row.own.killed, 0);
    const all = own.reduce((sum, row) => sum + row.own.all, 0);
    return { packages: own.length, killed, all, rate: all === 0 ? undefined : killed / all };
  };
  const mutants = rows.reduce((sum, row) => sum + row.mutants.killed, 0);
  return {
    withGold: count(true),
    byMajority: count(false),
    mutantsKilled: mutants,
    mutants: rows.reduce((sum, row) => sum + row.mutants.all, 0),
    acceptedKilledWithGold: rows.filter((row) => row.hasGold).flatMap((row) => row.acceptedKilled),
  };
}
