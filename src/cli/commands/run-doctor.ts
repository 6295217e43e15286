import { inspectSetup, type SetupCheck, type SetupReport } from "../../app/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { padWidth, wrapWidth } from "../text/fit.ts";
import { createPalette, type Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";

/** Runs the checks and returns the exit code. */
export async function runDoctor(
  { stdout, env }: CliContext,
  flags: { readonly selfTest?: boolean; readonly json?: boolean },
): Promise<number> {
  const report = await inspectSetup({ env, hasSelfTest: flags.selfTest === true });
  if (flags.json === true) stdout.write(`${JSON.stringify(report)}\n`);
  else {
    const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
    stdout.write(`${renderSetup(report, layout).join("\n")}\n`);
  }
  return report.canSolve ? exitCodes.solved : exitCodes.fault;
}

/** The checks as lines of at most `width` columns. */
function renderSetup(
  report: SetupReport,
  { width, palette }: { readonly width: number; readonly palette: Palette },
): readonly string[] {
  const nameWidth = Math.min(Math.max(...report.checks.map(({ name }) => name.length)), Math.floor(width / 3));
  const indent = nameWidth + 11;
  const lines = report.checks.flatMap((check) => {
    const [first = "", ...rest] = wrapWidth(toSafeLine(check.detail), Math.max(10, width - indent));
    const word = toWord(check);
    const status = toPaint(check, palette)(padWidth(word, 9));
    const name = padWidth(check.name.slice(0, nameWidth), nameWidth);
    return [`${name}  ${status}${first}`, ...rest.map((line) => " ".repeat(indent) + line)];
  });
  const verdict = report.canSolve ? "Solving works here." : "Solving cannot work here yet: see what is missing above.";
  return [...lines, "", ...wrapWidth(verdict, width)];
}

function toWord(check: SetupCheck): string {
  return check.status === "missing" && !check.isNeeded ? "absent" : check.status;
}

function toPaint({ status, isNeeded }: SetupCheck, palette: Palette): (text: string) => string {
  if (status === "ok") return palette.good;
  if (status === "limited") return palette.slow;
  return isNeeded ? palette.bad : palette.quiet;
}
