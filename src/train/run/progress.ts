import type { Clock } from "../../std/index.ts";

/** Where a run stands; rates and times follow from when these arrive. */
export interface ProgressUpdate {
  /** What is done, e.g. `sft` or `grpo seed 1`. */
  readonly label: string;
  readonly step: number;
  readonly stepCount: number;
  /** Tokens that went through the model since the last update. */
  readonly tokenCount: number;
  /** A few numbers to show, by name. */
  readonly figures: Readonly<Record<string, number>>;
}

export interface Progress {
  update(update: ProgressUpdate): void;
  /** A line of its own, that stays. */
  note(text: string): void;
}

export const silentProgress: Progress = { update: () => undefined, note: () => undefined };

interface Output {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Between two lines where the output is no terminal. */
const plainIntervalMs = 10_000;

/** One line that tells where the run stands: rewritten in a terminal, else a new one every ten seconds. */
export function createProgressLine(output: Output, clock: Clock): Progress {
  const isTerminal = output.isTTY === true;
  let run: { readonly label: string; readonly startMs: number; readonly startStep: number; tokens: number } | undefined;
  let lastPrintMs = Number.NEGATIVE_INFINITY;
  return {
    update(update) {
      const now = clock.nowMs();
      if (run?.label !== update.label) {
        run = { label: update.label, startMs: now, startStep: update.step, tokens: 0 };
        lastPrintMs = Number.NEGATIVE_INFINITY;
      } else run.tokens += update.tokenCount;
      const isLast = update.step >= update.stepCount;
      if (!isTerminal && !isLast && now - lastPrintMs < plainIntervalMs) return;
      lastPrintMs = now;
      const line = renderProgress(update, {
        elapsedMs: now - run.startMs,
        steps: update.step - run.startStep,
        tokens: run.tokens,
      });
      output.write(isTerminal ? `\r\u001b[2K${line}${isLast ? "\n" : ""}` : `${line}\n`);
    },
    note(text) {
      output.write(isTerminal ? `\r\u001b[2K${text}\n` : `${text}\n`);
    },
  };
}

/** One line: step, figures, tokens a second, and the time that the rest will take at this rate. */
function renderProgress(
  { label, step, stepCount, figures }: Omit<ProgressUpdate, "tokenCount">,
  done: { readonly elapsedMs: number; readonly steps: number; readonly tokens: number },
): string {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${toShort(value)}`);
  const isKnown = done.steps > 0 && done.elapsedMs > 0;
  const rate = isKnown ? [`${toShort((done.tokens * 1000) / done.elapsedMs)} tok/s`] : [];
  const left = isKnown ? [`${toDuration((done.elapsedMs / done.steps) * (stepCount - step))} left`] : [];
  return [`${label} ${step}/${stepCount}`, ...shown, ...rate, ...left].join("  ");
}

function toShort(value: number): string {
  if (Math.abs(value) >= 10_000) return `${(value / 1000).toFixed(1)}k`;
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}

function toDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
