import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  computeUtilization,
  renderScheduleSvg,
  simulateDynamicCp,
  simulatePipelinedCp,
  type ContextParallelMachine,
  type Schedule,
  type Utilization,
} from "../src/rl/index.ts";
import type { Experiment } from "./experiment.ts";

const rankCount = 4;
const layerCount = 3;

/** A softmax layer costs what a DeltaNet layer costs: our decision, since the notes give no ratio. */
const softmaxTime = 1;

/** The table as published, in percent; `decimals` is how it was rounded. */
const published = [
  { microBatches: 2, deltaNet: 67, overall: 87, bubble: 13, decimals: 0, isApproximate: false },
  { microBatches: 4, deltaNet: 80, overall: 90.3, bubble: 9.7, decimals: 1, isApproximate: false },
  { microBatches: 8, deltaNet: 89, overall: 94, bubble: 6, decimals: 0, isApproximate: true },
  { microBatches: 16, deltaNet: 94, overall: 97, bubble: 3, decimals: 0, isApproximate: true },
];

/** The table of pipelined context parallelism, from simulated events beside the published one. */
export const pipelinedCp: Experiment = {
  name: "pipelined-cp",
  summary: "pipelined context parallelism: utilisation from simulated events beside the paper's table, and figure 5",
  async run({ outFolder }) {
    const rows = published.map((row) => ({ ...row, ours: measure(row.microBatches, softmaxTime) }));
    printDeltaNet();
    printOverall(rows);
    const softmaxTimes = printSoftmaxTimes();
    printLimits();
    const dynamic = printDynamicSize();
    const picture = join(outFolder, "pipelined-cp.svg");
    const title = `Pipelined context parallelism: ${layerCount} DeltaNet layers and 1 softmax layer, ${rankCount} ranks, 4 micro-batches`;
    await writeFile(picture, renderScheduleSvg(simulate(4, softmaxTime), title));
    console.log(`\npicture of the schedule: ${picture}\n`);
    const toColumn = (pick: (row: (typeof rows)[number]) => number): Record<string, number> =>
      Object.fromEntries(rows.map((row) => [row.microBatches, round(pick(row), 3)]));
    return {
      deltanet: toColumn(({ ours }) => ours.deltaNet),
      overall: toColumn(({ ours }) => ours.overall),
      bubble: toColumn(({ ours }) => ours.bubble),
      residuals: {
        unit: "percentage points, ours minus published",
        deltanet: toColumn(({ ours, deltaNet }) => 100 * ours.deltaNet - deltaNet),
        overall: toColumn(({ ours, overall }) => 100 * ours.overall - overall),
        bubble: toColumn(({ ours, bubble }) => 100 * ours.bubble - bubble),
      },
      softmaxTime,
      softmaxTimesThatRoundToPublished: softmaxTimes.byMicroBatches,
      softmaxTimeForAllRows: softmaxTimes.forAll,
      dynamicSize: dynamic,
      picture,
    };
  },
};

function simulate(microBatches: number, softmax: number, layers = layerCount): Schedule {
  return simulatePipelinedCp({
    rankCount,
    deltaNetLayerCount: layers,
    microBatches_M: Array.from({ length: microBatches }, () => ({ deltaNetTime: 1, softmaxTime: softmax })),
  });
}

function measure(microBatches: number, softmax: number, layers = layerCount): Utilization {
  return computeUtilization(simulate(microBatches, softmax, layers));
}

function printDeltaNet(): void {
  console.log(`DeltaNet efficiency, ${rankCount} ranks, percent of rank-time within the DeltaNet phase\n`);
  printTable(
    ["micro-batches", "published", `${layerCount} chained layers`, "residual", "1 layer", "residual"],
    published.map(({ microBatches, deltaNet }) => {
      const chained = 100 * measure(microBatches, 0).deltaNet;
      const single = 100 * measure(microBatches, 0, 1).deltaNet;
      return [
        `${microBatches}`,
        `${deltaNet}`,
        chained.toFixed(1),
        toSigned(chained - deltaNet),
        single.toFixed(1),
        toSigned(single - deltaNet),
      ];
    }),
  );
  const countRounded = (layers: number): number =>
    published.filter(({ microBatches, deltaNet }) =>
      rounds(100 * measure(microBatches, 0, layers).deltaNet, deltaNet, 0),
    ).length;
  console.log(`
Rows that round to the published figure: ${countRounded(layerCount)} of ${published.length} with ${layerCount} chained layers, ${countRounded(1)} of ${published.length} with 1 layer. The limit quoted in the
last row of the table, N/(N + 3), is the 1-layer column (or layers that drain one by one): not the model of the others.`);
}

function printOverall(rows: readonly ((typeof published)[number] & { readonly ours: Utilization })[]): void {
  const ratios = [1, 2, 3, 4, 7];
  console.log(
    `\nOverall efficiency with a synchronous softmax layer, by its time (1 = a DeltaNet layer), in percent\n`,
  );
  printTable(
    ["micro-batches", "published", ...ratios.map((ratio) => `softmax ${ratio}`), "residuals"],
    rows.map((row) => {
      const shares = ratios.map((ratio) => 100 * measure(row.microBatches, ratio).overall);
      return [
        `${row.microBatches}`,
        `${row.overall}`,
        ...shares.map((share) => `${share.toFixed(1)}${rounds(share, row.overall, row.decimals) ? " =" : "  "}`),
        shares.map((share) => toSigned(share - row.overall)).join(" "),
      ];
    }),
  );
  console.log(`
"=" rounds to the published figure. Bubble overhead, softmax ${softmaxTime} (our decision, not fitted; the notes give no ratio)\n`);
  printTable(
    ["micro-batches", "published", "idle time found", "residual", "100 - published overall"],
    rows.map(({ microBatches, bubble, isApproximate, overall, ours }) => [
      `${microBatches}`,
      `${isApproximate ? "~" : ""}${bubble}`,
      (100 * ours.bubble).toFixed(1),
      toSigned(100 * ours.bubble - bubble),
      (100 - overall).toFixed(1),
    ]),
  );
  console.log(`
The bubble column is 100 minus the overall column, in the paper and here: an all-to-all that costs nothing of its own.`);
}

interface TimeRange {
  readonly from: number;
  readonly to: number;
}

function printSoftmaxTimes(): {
  readonly byMicroBatches: Readonly<Record<string, TimeRange>>;
  readonly forAll: TimeRange | null;
} {
  const ranges = published.map(({ microBatches, overall, decimals }) => {
    const half = 0.5 * 10 ** -decimals;
    return {
      microBatches,
      from: round(findSoftmaxTime(microBatches, (overall - half) / 100), 2),
      to: round(findSoftmaxTime(microBatches, (overall + half) / 100), 2),
    };
  });
  console.log(`\nTime of a softmax layer for which the simulated overall share rounds to the published figure\n`);
  printTable(
    ["micro-batches", "per micro-batch", "whole phase"],
    ranges.map(({ microBatches, from, to }) => [
      `${microBatches}`,
      `${from.toFixed(2)} to ${to.toFixed(2)}`,
      `${(from * microBatches).toFixed(1)} to ${(to * microBatches).toFixed(1)}`,
    ]),
  );
  const forAll = intersect(ranges);
  const wholePhase = intersect(
    ranges.map((row) => ({ from: row.from * row.microBatches, to: row.to * row.microBatches })),
  );
  console.log(`
Constant time per micro-batch that gives the whole column: ${toRange(forAll)}. Constant time of the whole phase: ${toRange(wholePhase)}.
Where it says none, the overall column follows from no model of that kind.`);
  return {
    byMicroBatches: Object.fromEntries(ranges.map(({ microBatches, ...range }) => [microBatches, range])),
    forAll,
  };
}

function intersect(ranges: readonly TimeRange[]): TimeRange | null {
  const from = Math.max(...ranges.map((range) => range.from));
  const to = Math.min(...ranges.map((range) => range.to));
  return from <= to ? { from, to } : null;
}

function toRange(range: TimeRange | null): string {
  return range === null ? "none" : `${range.from.toFixed(2)} to ${range.to.toFixed(2)}`;
}

/** The softmax time at which the simulated overall share reaches `share`, by bisection: the share rises with it. */
function findSoftmaxTime(microBatches: number, share: number): number {
  let low = 0;
  let high = 64;
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (measure(microBatches, middle).overall < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function printLimits(): void {
  console.log(`\nLast row of the table, "N large": N/(N + 3) towards 100 %, bubbles towards 0\n`);
  printTable(
    [
      "micro-batches",
      "N/(N + 3)",
      "1 layer",
      `${layerCount} chained layers`,
      "overall",
      "overall, exposed all-to-all 0.1",
    ],
    [64, 512].map((microBatches) => {
      const ours = measure(microBatches, softmaxTime);
      const exposed = computeUtilization(
        simulatePipelinedCp({
          rankCount,
          deltaNetLayerCount: layerCount,
          microBatches_M: Array.from({ length: microBatches }, () => ({ deltaNetTime: 1, softmaxTime })),
          allToAllTime: 0.1,
        }),
      );
      const shares = [microBatches / (microBatches + 3), measure(microBatches, 0, 1).deltaNet, ours.deltaNet];
      return [
        `${microBatches}`,
        ...[...shares, ours.overall, exposed.overall].map((share) => (100 * share).toFixed(1)),
      ];
    }),
  );
  console.log("\n100 % in the limit needs an all-to-all that is hidden or free; an exposed one caps it.");
}

function printDynamicSize(): Readonly<Record<string, number>> {
  const machine: ContextParallelMachine = {
    rankCount,
    tokensPerRank: 32_768,
    deltaNetLayerCount: layerCount,
    deltaNetTimePerToken: 1 / 32_768,
    softmaxTimePerTokenPair: 0,
    overheadTime: 0.05,
  };
  const mixes: Readonly<Record<string, readonly number[]>> = {
    easy: Array.from({ length: 16 }, (_, index) => 4096 + 512 * index),
    mixed: [...Array.from({ length: 12 }, (_, index) => 4096 + 1024 * index), 60_000, 60_000, 120_000, 130_000],
    hard: Array.from({ length: 8 }, (_, index) => 100_000 + 4000 * index),
  };
  console.log(`\nContext-parallel size by length against one size for all: percent of rank-time at work
(our machine: ${rankCount} ranks of ${machine.tokensPerRank} tokens, 0.05 of a full slice lost per task; the notes give no figures)\n`);
  const rows = Object.entries(mixes).map(([name, lengthTokens_M]) => {
    const dynamic = simulateDynamicCp({ lengthTokens_M, machine, size: "dynamic" });
    const fixed = simulateDynamicCp({ lengthTokens_M, machine, size: rankCount });
    return { name, dynamic, fixed };
  });
  printTable(
    ["lengths", "sizes", "by length", `always ${rankCount}`],
    rows.map(({ name, dynamic, fixed }) => [
      name,
      [...new Set(dynamic.sizes_M)].join("/"),
      (100 * dynamic.utilization).toFixed(1),
      (100 * fixed.utilization).toFixed(1),
    ]),
  );
  return Object.fromEntries(
    rows.flatMap(({ name, dynamic, fixed }) => [
      [name, round(dynamic.utilization, 3)],
      [`${name}Fixed`, round(fixed.utilization, 3)],
    ]),
  );
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows]) {
    console.log(`  ${row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  ")}`);
  }
}

function rounds(share: number, figure: number, decimals: number): boolean {
  return share.toFixed(decimals) === figure.toFixed(decimals);
}

function toSigned(points: number): string {
  return `${points < 0 ? "-" : "+"}${Math.abs(points).toFixed(1)}`;
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
