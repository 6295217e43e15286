import {
  computePairedDifference,
  measureAny,
  measureGreedy,
  measureSampled,
  type Evaluation,
  type PairedDifference,
  type TaskMeasure,
} from "../../src/train/index.ts";
import type { RowName, SeedRow } from "./run-seed.ts";

/** A row over all seeds that have it. */
export interface MergedRow {
  readonly name: RowName;
  readonly seeds: number;
  readonly sampled: number;
  readonly greedy: number | null;
  readonly passAt16: number | null;
  readonly mixedShare: number;
  readonly sampledByLevel: Readonly<Record<string, number>>;
  /** After − before of the row that it started from, problem by problem, a problem's value the mean over seeds. */
  readonly sampledGain: PairedDifference | null;
  readonly greedyGain: PairedDifference | null;
  readonly passAt16Gain: PairedDifference | null;
  readonly sampledGainBySeed: readonly number[];
  readonly ends: readonly string[];
  readonly rollouts: number;
  readonly cpuSeconds: Readonly<Record<string, number>>;
  readonly wallSeconds: number;
}

/** @param seeds rows of each seed; a row that a seed lacks is left out of that row's means */
export function mergeSeeds(
  seeds: readonly ReadonlyMap<RowName, SeedRow>[],
  names: readonly RowName[],
): readonly MergedRow[] {
  return names.flatMap((name) => {
    const pairs = seeds.flatMap((rows) => {
      const row = rows.get(name);
      if (row === undefined) return [];
      return [{ row, before: row.startsFrom === null ? undefined : rows.get(row.startsFrom) }];
    });
    const [first] = pairs;
    if (first === undefined) return [];
    const rows = pairs.map(({ row }) => row);
    const mean = (value: (row: SeedRow) => number): number => computeMean(rows.map(value));
    const sixteen = rows
      .map(({ evaluation }) => evaluation.overall.passAtK["16"])
      .filter((value) => value !== undefined);
    const levels = Object.keys(first.row.evaluation.byLevel);
    const compare = (measure: TaskMeasure): PairedDifference | null => compareOverSeeds(pairs, measure);
    return [
      {
        name,
        seeds: rows.length,
        sampled: mean(({ evaluation }) => evaluation.overall.sampled),
        greedy:
          first.row.evaluation.overall.greedy === null
            ? null
            : mean(({ evaluation }) => evaluation.overall.greedy ?? 0),
        passAt16: sixteen.length === rows.length ? computeMean(sixteen) : null,
        mixedShare: mean(({ evaluation }) => evaluation.overall.mixedShare),
        sampledByLevel: Object.fromEntries(
          levels.map((level) => [level, mean(({ evaluation }) => evaluation.byLevel[level]?.sampled ?? 0)]),
        ),
        sampledGain: compare(measureSampled),
        greedyGain: compare(measureGreedy),
        passAt16Gain: sixteen.length === rows.length ? compare(measureAny) : null,
        sampledGainBySeed: pairs.flatMap(({ row, before }) =>
          before === undefined ? [] : [row.evaluation.overall.sampled - before.evaluation.overall.sampled],
        ),
        ends: [...new Set(rows.map(({ end }) => end))],
        rollouts: mean(({ rollouts }) => rollouts),
        cpuSeconds: Object.fromEntries(
          (["trainer", "sampler", "judge", "self"] as const).map((who) => [
            who,
            mean(({ cost }) => cost.cpuSeconds?.[who] ?? 0),
          ]),
        ),
        wallSeconds: mean(({ cost }) => cost.wallSeconds),
      },
    ];
  });
}

function compareOverSeeds(
  pairs: readonly { readonly row: SeedRow; readonly before: SeedRow | undefined }[],
  measure: TaskMeasure,
): PairedDifference | null {
  const byTask = new Map<string, number[]>();
  for (const { row, before } of pairs) {
    if (before === undefined) continue;
    const earlier = toValues(before.evaluation, measure);
    for (const [taskId, value] of toValues(row.evaluation, measure)) {
      const known = earlier.get(taskId);
      if (known !== undefined) byTask.set(taskId, [...(byTask.get(taskId) ?? []), value - known]);
    }
  }
  return byTask.size < 2 ? null : computePairedDifference([...byTask.values()].map(computeMean));
}

function toValues({ tasks }: Evaluation, measure: TaskMeasure): ReadonlyMap<string, number> {
  return new Map(
    tasks.flatMap((task) => {
      const value = measure(task);
      return value === null ? [] : [[task.taskId, value] as const];
    }),
  );
}

function computeMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
