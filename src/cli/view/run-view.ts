import type { CliContext } from "../cli-context.ts";
import type { SpendingView } from "./render-frame.ts";
import type { ViewEvent } from "./view-event.ts";

/** How a run is shown while it goes on. */
export interface RunView {
  onEvent(event: ViewEvent, atMs: number): void;
  /** Takes away what is drawn over; what was printed stays. */
  close(): void;
}

export interface RunViewOptions {
  readonly context: CliContext;
  readonly mode: ViewMode;
  readonly readSpending: () => SpendingView;
}

export type ViewMode = "live" | "plain" | "json";

/** `--json` and `--plain` decide; else a terminal gets the live view. */
export function chooseViewMode(
  context: CliContext,
  options: { readonly json?: boolean; readonly plain?: boolean },
): ViewMode {
  if (options.json === true) return "json";
  const canDraw = context.stdout.isTTY === true && context.env["TERM"] !== "dumb";
  return options.plain === true || !canDraw ? "plain" : "live";
}

export async function createRunView(options: RunViewOptions): Promise<RunView> {
  const { stdout } = options.context;
  switch (options.mode) {
    case "json":
      return {
        onEvent: ({ kind, data }, atMs) =>
          void stdout.write(`${JSON.stringify({ kind: "event", atMs, event: kind, data })}\n`),
        close: () => {},
      };
    case "plain": {
      const { toPlainLine } = await import("./to-plain-line.ts");
      return {
        onEvent: (event) => {
          const line = toPlainLine(event);
          if (line !== undefined) stdout.write(`${line}\n`);
        },
        close: () => {},
      };
    }
    case "live": {
      const { createLiveView } = await import("./live-view.ts");
      return createLiveView(options);
    }
  }
}
