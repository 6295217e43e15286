import { computeUtilization, findGaps } from "./compute-utilization.ts";
import type { Schedule, ScheduleSpan } from "./schedule.ts";

const layerColours = ["#c6dbef", "#6baed6", "#2171b5", "#08519c", "#08306b"];
const softmaxColour = "#fdae6b";
const communicationColour = "#bcbddc";
const bubbleColour = "#dedede";
const width = 1200;
const left = 70;
const top = 92;
const rowHeight = 46;

/**
 * Draws a schedule as an SVG document: one row a rank, time to the right, colours by layer, the number of the
 * micro-batch in each box, bubbles grey, a dashed line where all ranks meet for an all-to-all.
 *
 * @paper GrandCode 3.7, docs/paper-map.md#schedule-picture
 */
export function renderScheduleSvg(schedule: Schedule, title: string): string {
  const { rankCount, makespan, spans } = schedule;
  const scale = (width - left - 30) / Math.max(makespan, Number.MIN_VALUE);
  const toX = (time: number): number => left + time * scale;
  const bottom = top + rankCount * rowHeight;
  const box = (span: { rank: number; startTime: number; endTime: number }, fill: string): string =>
    `<rect x="${round(toX(span.startTime))}" y="${top + span.rank * rowHeight + 3}" width="${round((span.endTime - span.startTime) * scale)}" height="${rowHeight - 6}" fill="${fill}" stroke="#ffffff"/>`;
  const parts = [
    text({ x: left, y: 26, size: 18, content: title }),
    text({ x: left, y: 48, size: 13, content: describe(schedule) }),
    ...Array.from({ length: rankCount }, (_, rank) =>
      text({ x: 8, y: top + rank * rowHeight + rowHeight / 2 + 5, size: 14, content: `rank ${rank}` }),
    ),
    ...findGaps(schedule).map((gap) => box(gap, bubbleColour)),
    ...spans.flatMap((span) =>
      span.endTime > span.startTime ? [box(span, toColour(span)), ...renderLabel(span, toX, scale)] : [],
    ),
    ...renderMeetings(spans, toX, bottom),
    ...renderPhases(spans, toX),
    ...renderAxis(makespan, toX, bottom),
    ...renderLegend(spans, bottom + 62),
  ];
  const height = bottom + 84;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function describe(schedule: Schedule): string {
  const { deltaNet, overall, bubble } = computeUtilization(schedule);
  return `DeltaNet phase ${toPercent(deltaNet)} busy, whole run ${toPercent(overall)} busy, bubbles ${toPercent(bubble)}; numbers are micro-batches`;
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function renderLabel(span: ScheduleSpan, toX: (time: number) => number, scale: number): string[] {
  if ((span.endTime - span.startTime) * scale < 14 || span.kind === "all-to-all") return [];
  const x = toX((span.startTime + span.endTime) / 2);
  const y = top + span.rank * rowHeight + rowHeight / 2 + 5;
  const colour = span.kind === "deltanet" && span.layer % layerColours.length >= 2 ? "#ffffff" : "#222222";
  return [text({ x, y, size: 14, content: `${span.microBatch + 1}`, anchor: "middle", colour })];
}

function renderMeetings(spans: readonly ScheduleSpan[], toX: (time: number) => number, bottom: number): string[] {
  const times = new Set(spans.filter(({ kind }) => kind === "all-to-all").map(({ startTime }) => startTime));
  return [...times].map((time) => {
    const x = round(toX(time));
    return `<line x1="${x}" y1="${top - 4}" x2="${x}" y2="${bottom + 4}" stroke="#a63603" stroke-width="1.5" stroke-dasharray="4 3"/>`;
  });
}

function renderPhases(spans: readonly ScheduleSpan[], toX: (time: number) => number): string[] {
  const phases = Map.groupBy(spans, ({ kind, block }) => `${block}/${kind === "deltanet" ? "d" : "s"}`);
  return [...phases.values()].flatMap((phase) => {
    const x1 = round(toX(Math.min(...phase.map(({ startTime }) => startTime))));
    const x2 = round(toX(Math.max(...phase.map(({ endTime }) => endTime))));
    const isDeltaNet = phase[0]?.kind === "deltanet";
    const content = isDeltaNet ? "DeltaNet layers, pipelined" : "softmax attention, synchronous all-to-all";
    const colour = isDeltaNet ? "#08519c" : "#a63603";
    return [
      `<line x1="${x1}" y1="${top - 8}" x2="${x2}" y2="${top - 8}" stroke="${colour}" stroke-width="3"/>`,
      text({ x: (x1 + x2) / 2, y: top - 16, size: 12, content, anchor: "middle", colour }),
    ];
  });
}

function renderAxis(makespan: number, toX: (time: number) => number, bottom: number): string[] {
  const step = Math.max(1, Math.ceil(makespan / 20));
  const ticks = Array.from({ length: Math.floor(makespan / step) + 1 }, (_, index) => index * step);
  return [
    ...ticks.map((time) => text({ x: toX(time), y: bottom + 20, size: 11, content: `${time}`, anchor: "middle" })),
    text({ x: left, y: bottom + 38, size: 11, content: "time, in units of one DeltaNet layer on one rank" }),
  ];
}

function renderLegend(spans: readonly ScheduleSpan[], y: number): string[] {
  const layers = [...new Set(spans.filter(({ kind }) => kind === "deltanet").map(({ layer }) => layer))];
  const has = (kind: ScheduleSpan["kind"]): boolean =>
    spans.some((span) => span.kind === kind && span.endTime > span.startTime);
  const entries = [
    ...layers.map((layer) => ({ label: `DeltaNet layer ${layer + 1}`, colour: toLayerColour(layer) })),
    ...(has("softmax") ? [{ label: "softmax layer", colour: softmaxColour }] : []),
    ...(has("all-to-all") ? [{ label: "all-to-all", colour: communicationColour }] : []),
    { label: "bubble", colour: bubbleColour },
  ];
  return entries.flatMap(({ label, colour }, index) => {
    const x = left + index * 160;
    return [
      `<rect x="${x}" y="${y - 11}" width="14" height="14" fill="${colour}"/>`,
      text({ x: x + 20, y, size: 12, content: label }),
    ];
  });
}

function toColour(span: ScheduleSpan): string {
  if (span.kind === "softmax") return softmaxColour;
  return span.kind === "all-to-all" ? communicationColour : toLayerColour(span.layer);
}

function toLayerColour(layer: number): string {
  return layerColours[layer % layerColours.length] ?? bubbleColour;
}

function text(options: {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly content: string;
  readonly anchor?: "start" | "middle";
  readonly colour?: string;
}): string {
  const { x, y, size, content, anchor = "start", colour = "#222222" } = options;
  const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<text x="${round(x)}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${colour}">${escaped}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
