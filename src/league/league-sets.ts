import { Rng } from "../std/index.ts";
import type { LeagueAddress, LeagueLevel, LeagueProblem, LeagueTask } from "./contract.ts";
import { createLeagueProblem, createLeagueTask } from "./create-league-problem.ts";
import { leagueLevels } from "./league-id.ts";

/** Where the fixed sets begin; seeds below the first are for whoever wants a problem that is in neither. */
const firstBenchmarkSeed = 1_000_000;
const firstHeldOutSeed = 2_000_000;

export interface TrainingOptions {
  /** Which levels are drawn, evenly; undefined: all. */
  readonly levels?: readonly LeagueLevel[] | undefined;
}

/** Endless training tasks: the same seed gives the same ones. */
export function* trainingTasks(seed: string, options: TrainingOptions = {}): Generator<LeagueTask, never> {
  for (const address of trainingAddresses(seed, options)) yield createLeagueTask(address);
  throw new RangeError("addresses are endless");
}

/** The same with tests, to be judged. */
export function* trainingProblems(seed: string, options: TrainingOptions = {}): Generator<LeagueProblem, never> {
  for (const address of trainingAddresses(seed, options)) yield createLeagueProblem(address);
  throw new RangeError("addresses are endless");
}

/** 100 held-out problems, 20 a level. */
export function createBenchmark(): readonly LeagueProblem[] {
  return createHeldOut(firstBenchmarkSeed, 20);
}

/** 1,000 held-out problems, 200 a level, none of the benchmark. */
export function createHeldOutSet(): readonly LeagueProblem[] {
  return createHeldOut(firstHeldOutSeed, 200);
}

function createHeldOut(firstSeed: number, count: number): readonly LeagueProblem[] {
  return leagueLevels.flatMap((level) =>
    Array.from({ length: count }, (_, i) => createLeagueProblem({ level, seed: firstSeed + i, split: "held-out" })),
  );
}

function* trainingAddresses(seed: string, { levels = leagueLevels }: TrainingOptions): Generator<LeagueAddress> {
  const rng = new Rng(`league/training/${seed}`);
  while (true) {
    const level = levels[rng.nextInt(0, levels.length - 1)] as LeagueLevel;
    yield { level, seed: rng.nextInt(0, Number.MAX_SAFE_INTEGER - 1), split: "training" };
  }
}
