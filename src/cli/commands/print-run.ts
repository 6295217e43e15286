import { toStateDirectory } from "../../app/index.ts";
import { openStore, type EffectRecord, type EventRecord, type RunRecord, type Store } from "../../store/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { renderSummary } from "../report/render-summary.ts";
import type { RunReport } from "../report/run-report.ts";
import { fitWidth, wrapWidth } from "../text/fit.ts";
import { formatDuration, formatPlural } from "../text/format.ts";
import { createPalette, type Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { toPlainLine } from "../view/to-plain-line.ts";
import type { ViewEvent } from "../view/view-event.ts";
import { describeState, toListedRun } from "./print-runs.ts";

interface Layout {
  readonly width: number;
  readonly palette: Palette;
}

/** Prints one run. @throws RUN_NOT_FOUND, RUN_AMBIGUOUS, STORE_FAILED, STORE_TOO_NEW */
export function printRun(
  { stdout, env }: CliContext,
  runId: string,
  flags: { readonly json?: boolean; readonly events?: boolean },
): void {
  using store = openStore(toStateDirectory(env));
  const run = store.readRun(runId);
  const effects = store.readEffects(run.id);
  const counts = store.readCounts(run.id);
  if (flags.json === true) {
    const events = store.readEvents(run.id);
    stdout.write(`${JSON.stringify({ ...toListedRun(run), counts, effects, events, result: run.result })}\n`);
    return;
  }
  const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
  const lines = [
    ...renderHead(run, layout),
    ...renderEffects(effects, counts, layout),
    ...(flags.events === true ? renderEvents(store.readEvents(run.id), run, layout) : []),
  ];
  stdout.write(`${lines.join("\n")}\n`);
  if (run.result !== undefined) stdout.write(renderSummary(run.result as unknown as RunReport, layout));
}

function renderHead(run: RunRecord, { width, palette }: Layout): readonly string[] {
  const owner = run.status === "running" ? ` by process ${run.ownerPid}` : "";
  const resume = run.status === "interrupted" ? [`go on with: grandsmith solve --resume ${run.id}`] : [];
  const error = run.error === undefined ? [] : [`error ${run.error.code}: ${run.error.message}`];
  const exit = run.exitCode === undefined ? "" : `, exit code ${run.exitCode}`;
  return [
    palette.strong(fitWidth(`${run.id}: ${describeState(run)}${owner}${exit}`, width)),
    ...[
      `problem ${run.problemPath}, model ${run.policyName}, grandsmith ${run.toolVersion}`,
      `started ${new Date(run.createdAtMs).toISOString()}, ${formatPlural(run.sessionCount, "session")}`,
      ...error,
      ...resume,
    ].flatMap((line) => wrapWidth(toSafeLine(line), width)),
  ];
}

function renderEffects(
  effects: readonly EffectRecord[],
  counts: ReturnType<Store["readCounts"]>,
  { width, palette }: Layout,
): readonly string[] {
  const { performed, replayed, failed, inFlightAtKill } = counts;
  const title = `Effects: ${performed} performed, ${replayed} replayed, ${failed} failed, ${inFlightAtKill} in flight at a kill`;
  return [
    "",
    palette.strong(fitWidth(title, width)),
    ...effects.map((effect) => {
      const duration = effect.durationMs === undefined ? "" : `, ${formatDuration(effect.durationMs)}`;
      const again = effect.attemptCount > 1 ? `, ${effect.attemptCount} attempts` : "";
      const failure = effect.failure === undefined ? "" : `: ${effect.failure}`;
      const text = fitWidth(
        toSafeLine(`${effect.status} ${effect.kind} ${effect.label}${duration}${again}${failure}`),
        width - 2,
      );
      return `  ${effect.status === "done" ? text : palette.slow(text)}`;
    }),
  ];
}

function renderEvents(events: readonly EventRecord[], run: RunRecord, { width, palette }: Layout): readonly string[] {
  return [
    "",
    palette.strong("Events"),
    ...events.flatMap((event) => {
      const line = toPlainLine(event as unknown as ViewEvent);
      if (line === undefined) return [];
      return [fitWidth(`  +${formatDuration(event.atMs - run.createdAtMs)} ${line}`, width)];
    }),
  ];
}
