import { join } from "node:path";
import { createHeldOutSet, type LeagueProblem } from "../src/league/index.ts";
import { systemClock, type Json } from "../src/std/index.ts";
import { createProgressLine, writeRunReport, type PairedDifference } from "../src/train/index.ts";
import type { Experiment } from "./experiment.ts";
import { readResult } from "./tiny-grpo/keep-result.ts";
import { mergeSeeds, type MergedRow } from "./tiny-grpo/merge-seeds.ts";
import { openLeagueWorld } from "./tiny-grpo/open-world.ts";
import { locateRow, request, rowNames, runSeed, type RowName, type SeedRow } from "./tiny-grpo/run-seed.ts";
import { plan, quickPlan, type GrpoPlan } from "./tiny-grpo/settings.ts";
import { triedSettings } from "./tiny-grpo/tried-settings.ts";

const allSeeds = [1, 2, 3];

/** What group-relative learning adds to a small policy, beside its controls; three seeds, each resumable. */
export const tinyGrpo: Experiment = {
  name: "tiny-grpo",
  summary: "GRPO on the embedded policy before and after, with controls; --only seed-1 for one seed of three",
  async run({ isQuick, outFolder, only = "" }) {
    const folder = join(outFolder, isQuick ? "tiny-grpo-quick" : "tiny-grpo");
    const current = isQuick ? quickPlan : plan;
    const wanted = (isQuick ? [1] : allSeeds).filter((seed) => `seed-${seed}`.includes(only));
    if (wanted.length > 0) {
      const progress = createProgressLine(process.stderr, systemClock);
      await using world = await openLeagueWorld(takePerLevel(createHeldOutSet(), current));
      const tasks = world.toTasks(request);
      for (const seed of wanted) await runSeed({ seed, folder, plan: current, world, tasks, progress });
    }
    const seeds = await Promise.all(allSeeds.map(async (seed) => readSeed(folder, seed)));
    const merged = mergeSeeds(seeds, rowNames);
    const table = [head, ...merged.map(toCells)];
    printTable(table);
    printTried();
    const { file } = await writeRunReport(folder, {
      title: "GRPO on the embedded policy",
      notes: [
        `Means over ${Math.max(...merged.map((row) => row.seeds))} seeds on ${current.heldOutPerLevel * current.levels.length} held-out problems. Gains are paired by problem, with 95 % intervals.`,
        `equal-samples chooses among at most ${current.selectionSamples} answers a problem; where learning saw more of them, it is a lower bound.`,
      ],
      tables: [{ title: "Rows", head, rows: merged.map(toCells) }],
      runs: Object.fromEntries(
        seeds.flatMap((rows, index) =>
          [...rows].map(([name, { records }]) => [`seed ${allSeeds[index]} ${name}`, records]),
        ),
      ),
      summary: { rows: merged as unknown as Json },
    });
    console.log(`\nreport with curves: ${file}`);
    return { plan: current, rows: merged, tried: triedSettings, report: file };
  },
};

/** The first so many held-out problems of each level. */
function takePerLevel(
  problems: readonly LeagueProblem[],
  { levels, heldOutPerLevel }: GrpoPlan,
): readonly LeagueProblem[] {
  return levels.flatMap((level) => problems.filter((problem) => problem.level === level).slice(0, heldOutPerLevel));
}

async function readSeed(folder: string, seed: number): Promise<ReadonlyMap<RowName, SeedRow>> {
  const rows = await Promise.all(
    rowNames.map(async (name) => [name, await readResult<SeedRow>(locateRow(folder, seed, name))] as const),
  );
  return new Map(rows.flatMap(([name, row]) => (row === undefined ? [] : [[name, row] as const])));
}

const head = ["row", "seeds", "sampled", "gain", "greedy", "gain", "pass@16", "gain", "mixed", "CPU s", "end"];

function toCells(row: MergedRow): readonly string[] {
  const cpu = Object.values(row.cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
  return [
    row.name,
    String(row.seeds),
    toShare(row.sampled),
    toGain(row.sampledGain),
    toShare(row.greedy),
    toGain(row.greedyGain),
    toShare(row.passAt16),
    toGain(row.passAt16Gain),
    toShare(row.mixedShare),
    cpu.toFixed(0),
    row.ends.join("; "),
  ];
}

function toShare(value: number | null): string {
  return value === null ? "-" : (100 * value).toFixed(1);
}

function toGain(gain: PairedDifference | null): string {
  if (gain === null) return "-";
  const [low, high] = gain.normal95.map((value) => (100 * value).toFixed(1));
  return `${gain.difference < 0 ? "" : "+"}${(100 * gain.difference).toFixed(1)} [${low}, ${high}]`;
}

function printTried(): void {
  console.log("\nSettings that were tried before these, each on one seed:");
  for (const { settings, outcome } of triedSettings) console.log(`  ${settings}: ${outcome}`);
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
