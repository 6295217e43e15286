import { formatCost, formatCount, formatDuration, formatPlural } from "../text/format.ts";
import { fitWidth } from "../text/fit.ts";
import type { Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { listCandidateRows } from "./list-candidate-rows.ts";
import { renderMatrix } from "./matrix.ts";
import type { ViewState } from "./view-state.ts";

/** What is spent and what may be; undefined limits are no limits. */
export interface SpendingView {
  readonly spentTokens: number;
  readonly spentCostUsd: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxCostUsd?: number | undefined;
}

export interface FrameOptions {
  readonly width: number;
  readonly height: number;
  readonly nowMs: number;
  readonly palette: Palette;
  readonly spending: SpendingView;
}

/** The live view as lines of at most `width` columns, at most `height` of them. */
export function renderFrame(state: ViewState, options: FrameOptions): readonly string[] {
  const { width, height, palette, nowMs } = options;
  const round = state.roundCount === undefined ? `${state.round + 1}` : `${state.round + 1}/${state.roundCount}`;
  const level = state.level === undefined ? "" : `, level ${state.level}`;
  const elapsed = formatDuration(nowMs - state.startedAtMs);
  const fit = (text: string) => fitWidth(toSafeLine(text), width);
  const head = [
    palette.strong(fit(`${state.title} (${state.policy})`)),
    palette.accent(fit(`${state.stage}, round ${round}${level}, ${elapsed}`)),
  ];
  const tail = [
    ...renderTools(state).map(fit),
    fit(describeSpending(options.spending, state)),
    palette.quiet(fit(state.lastEvent)),
  ];
  const calls = renderOpenCalls(state, nowMs).map(fit);
  const matrix = renderMatrix({
    rows: listCandidateRows(state.candidates.map((candidate) => ({ ...candidate, note: "" }))),
    testIds: [...state.testIds],
    width,
    palette,
  });
  const room = Math.max(0, height - head.length - tail.length);
  const shownCalls = clip(calls, Math.max(1, Math.min(calls.length, room - matrix.length)), width);
  const shownMatrix = clip(matrix, room - shownCalls.length, width);
  return [...head, ...shownCalls, ...shownMatrix, ...tail].slice(0, height);
}

/** One line a role: how many calls are open and since when the oldest waits. */
function renderOpenCalls(state: ViewState, nowMs: number): readonly string[] {
  const byRole = new Map<string, number[]>();
  for (const { role, startedAtMs } of state.openCalls.values()) {
    byRole.set(role, [...(byRole.get(role) ?? []), Math.floor((nowMs - startedAtMs) / 1000)]);
  }
  return [...byRole].map(([role, seconds]) => {
    const count = seconds.length === 1 ? "" : ` ×${seconds.length}`;
    return `waiting for ${role}${count}: ${seconds.map((value) => `${value} s`).join(", ")}`;
  });
}

function renderTools(state: ViewState): readonly string[] {
  if (state.toolStatus.size === 0) return [];
  return [[...state.toolStatus].map(([role, status]) => `${role} ${status}`).join(", ")];
}

function describeSpending(spending: SpendingView, state: ViewState): string {
  const failed = state.failedCount === 0 ? "" : `, ${state.failedCount} failed`;
  const tokens = `${formatCount(spending.spentTokens)}${spending.maxTokens === undefined ? "" : ` of ${formatCount(spending.maxTokens)}`} tokens`;
  const cost =
    spending.maxCostUsd === undefined
      ? formatCost(spending.spentCostUsd)
      : `${formatCost(spending.spentCostUsd)} of ${formatCost(spending.maxCostUsd)}`;
  return `${formatPlural(state.answeredCount, "answer")}${failed}, ${tokens}, ${cost}`;
}

/** The first lines that fit, and a line that says how many more there are. */
function clip(lines: readonly string[], count: number, width: number): readonly string[] {
  if (lines.length <= count) return lines;
  if (count <= 0) return [];
  return [...lines.slice(0, count - 1), fitWidth(`… ${lines.length - count + 1} more`, width)];
}
