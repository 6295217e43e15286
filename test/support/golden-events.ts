import type { JournalEvent } from "../../src/journal/index.ts";

/** Measured, so different each time. */
const measured: ReadonlySet<string> = new Set(["maxCpuTimeMs", "maxMemoryBytes"]);

/**
 * Events as JSON lines that two runs of the same answers share: without what is measured, and within a stage in the
 * order of their text, since what runs side by side ends in any order. Verdicts that are accepted are counted.
 */
export function toGoldenEvents(events: readonly JournalEvent[]): string {
  const stages: string[][] = [[]];
  for (const event of events) {
    const line = JSON.stringify({ kind: event.kind, data: toGoldenData(event) });
    if (event.kind === "stage-started") stages.push([line], []);
    else stages.at(-1)?.push(line);
  }
  return `${stages.flatMap((lines) => lines.toSorted()).join("\n")}\n`;
}

function toGoldenData({ kind, data }: JournalEvent): unknown {
  const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !measured.has(key)));
  if (kind !== "candidate-judged") return kept;
  const verdicts = data["verdicts"] as unknown as readonly { readonly testId: string; readonly verdict: string }[];
  return {
    ...kept,
    verdicts: verdicts.flatMap(({ testId, verdict }) => (verdict === "accepted" ? [] : [`${testId} ${verdict}`])),
    acceptedCount: verdicts.filter(({ verdict }) => verdict === "accepted").length,
  };
}
