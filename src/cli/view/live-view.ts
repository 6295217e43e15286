import { createLogUpdate } from "log-update";
import { hasColor, toWidth } from "../cli-context.ts";
import { wrapWidth } from "../text/fit.ts";
import { createPalette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { renderFrame } from "./render-frame.ts";
import type { RunView, RunViewOptions } from "./run-view.ts";
import { describePolicy } from "./to-plain-line.ts";
import { applyEvent, createViewState } from "./view-state.ts";

/** At most ten frames a second; one a second when nothing happens, for the clocks. */
const frameMs = 100;
const idleFrames = 10;

/** A view that is drawn over in place on a terminal. */
export function createLiveView({ context, readSpending }: RunViewOptions): RunView {
  const { stdout } = context;
  const palette = createPalette(hasColor(stdout, context.env));
  const log = createLogUpdate(stdout as NodeJS.WriteStream);
  const state = createViewState(Date.now());
  let staleFrames = 0;
  let isDirty = true;

  const draw = () => {
    const options = { width: toWidth(stdout), height: Math.max(4, (stdout.rows ?? 24) - 2) };
    log(renderFrame(state, { ...options, nowMs: Date.now(), palette, spending: readSpending() }).join("\n"));
    isDirty = false;
    staleFrames = 0;
  };
  const tick = () => {
    staleFrames += 1;
    if (isDirty || staleFrames >= idleFrames) draw();
  };
  const onResize = () => {
    log.clear();
    isDirty = true;
  };
  const timer = setInterval(tick, frameMs);
  timer.unref();
  stdout.on("resize", onResize);

  return {
    onEvent: (event, atMs) => {
      if (event.kind === "run-started") {
        const lines = wrapWidth(toSafeLine(describePolicy(event.data)), toWidth(stdout));
        log.persist(lines.join("\n"));
      }
      applyEvent(state, event, atMs);
      isDirty = true;
    },
    close: () => {
      clearInterval(timer);
      stdout.off("resize", onResize);
      log.clear();
      log.done();
    },
  };
}
