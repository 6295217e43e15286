import type { MetricRecord } from "../run/run-folder.ts";
import type { LineChart } from "./render-line-chart.ts";

/** Pictures of a run's metrics by file name; those without data are left out. */
export function listCharts(records: readonly MetricRecord[]): ReadonlyMap<string, LineChart> {
  const charts = new Map<string, LineChart>([
    ["loss", { title: "Loss, nats a token", xLabel: "step", series: [take(records, "sft-step", "loss")] }],
    [
      "learning-rate",
      {
        title: "Learning rate",
        xLabel: "step",
        series: [take(records, "sft-step", "learningRate"), take(records, "grpo-step", "learningRate")],
      },
    ],
    ["evaluation", chartShares("Held-out", records, "evaluation", ["sampled", "greedy"])],
    ["levels", { ...chartLevels(records), yRange: [0, 1] }],
    ["reward", chartShares("Training answers", records, "grpo-step", ["reward", "mixedShare", "cutOffShare"])],
    ["guard", chartShares("The guard's tasks", records, "guard", ["heldOutSampled"])],
    ["kl", { title: "KL to the start, nats a token", xLabel: "step", series: [take(records, "guard", "klToStart")] }],
    ["entropy", { title: "Entropy of a token, nats", xLabel: "step", series: [take(records, "grpo-step", "entropy")] }],
    [
      "clipped",
      { title: "Share of tokens clipped", xLabel: "step", series: [take(records, "grpo-step", "clippedShare")] },
    ],
  ]);
  const drawn = [...charts].map(
    ([name, chart]) => [name, { ...chart, series: chart.series.filter(({ points }) => points.length > 1) }] as const,
  );
  return new Map(drawn.filter(([, { series }]) => series.length > 0));
}

function chartShares(
  title: string,
  records: readonly MetricRecord[],
  kind: string,
  names: readonly string[],
): LineChart {
  return { title, xLabel: "step", yRange: [0, 1], series: names.map((name) => take(records, kind, name)) };
}

function chartLevels(records: readonly MetricRecord[]): LineChart {
  const evaluations = records.filter(({ kind }) => kind === "evaluation");
  const levels = new Set(evaluations.flatMap(({ byLevel }) => Object.keys((byLevel ?? {}) as object)));
  return {
    title: "Held-out sampled, by level",
    xLabel: "step",
    series: [...levels].map((level) => ({
      name: `level ${level}`,
      points: evaluations.flatMap(({ step, byLevel }) => {
        const scores = (byLevel as Readonly<Record<string, { readonly sampled: number }>>)[level];
        return scores === undefined ? [] : [[step, scores.sampled] as const];
      }),
    })),
  };
}

function take(records: readonly MetricRecord[], kind: string, name: string): LineChart["series"][number] {
  const points = records.flatMap((record): (readonly [number, number])[] => {
    const value = record[name];
    return record.kind === kind && typeof value === "number" ? [[record.step, value]] : [];
  });
  return { name, points };
}
