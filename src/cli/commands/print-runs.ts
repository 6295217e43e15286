import { toStateDirectory } from "../../app/index.ts";
import { AppError } from "../../std/index.ts";
import { openStore, type RunRecord } from "../../store/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { fitWidth, padWidth } from "../text/fit.ts";
import { createPalette, type Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";

/** Prints the newest runs, one a line. @throws USAGE_INVALID, STORE_FAILED, STORE_TOO_NEW */
export function printRuns(
  { stdout, env }: CliContext,
  flags: { readonly limit: string; readonly json?: boolean },
): void {
  const limit = Number(flags.limit);
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new AppError({ code: "USAGE_INVALID", message: `--limit: expected 1 or more, got ${flags.limit}` });
  }
  using store = openStore(toStateDirectory(env));
  const runs = store.listRuns({ limit });
  if (flags.json === true) {
    stdout.write(`${JSON.stringify({ runs: runs.map(toListedRun) })}\n`);
    return;
  }
  if (runs.length === 0) {
    stdout.write("No runs yet. Start one with: grandsmith solve PROBLEM\n");
    return;
  }
  const palette = createPalette(hasColor(stdout, env));
  for (const line of renderRuns(runs, { width: toWidth(stdout), palette })) stdout.write(`${line}\n`);
}

/** The runs as lines of at most `width` columns. */
function renderRuns(
  runs: readonly RunRecord[],
  { width, palette }: { readonly width: number; readonly palette: Palette },
): readonly string[] {
  const idWidth = Math.max(...runs.map(({ id }) => id.length));
  const states = runs.map(describeState);
  const stateWidth = Math.max(...states.map((state) => state.length));
  return runs.map((run, at) => {
    const state = padWidth(states[at] ?? "", stateWidth);
    const text = `${padWidth(run.id, idWidth)}  ${state}  ${toSafeLine(run.policyName)}  ${toSafeLine(run.problemPath)}`;
    return paint(run, palette)(fitWidth(text, width));
  });
}

/** `solved`, `interrupted`, `failed`, `running`. */
export function describeState(run: RunRecord): string {
  return run.status === "finished" ? (run.outcome ?? "finished") : run.status;
}

/** A run without its result, for lists. */
export function toListedRun(run: RunRecord) {
  const { result: _result, snapshotDigest: _snapshotDigest, ...listed } = run;
  return listed;
}

function paint(run: RunRecord, palette: Palette): (text: string) => string {
  switch (run.status) {
    case "running":
      return palette.accent;
    case "interrupted":
      return palette.slow;
    case "failed":
      return palette.bad;
    case "finished":
      return run.outcome === "solved" ? palette.good : (text) => text;
  }
}
