import type { TestReport } from "../../judge/index.ts";
import { verdictLabels } from "../../problem/index.ts";
import { toSeconds } from "../../verify/index.ts";
import { fitWidth, padWidth } from "../text/fit.ts";
import { formatBytes } from "../text/format.ts";
import { toVerdictPaint, type Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";

/** One line a test: verdict, name, time, memory, score, what was said. */
export function renderTestLines(
  tests: readonly TestReport[],
  { width, palette }: { readonly width: number; readonly palette: Palette },
): readonly string[] {
  const longest = tests.reduce((most, test) => Math.max(most, test.testId.length), 0);
  const nameWidth = Math.min(longest, Math.floor(width / 3));
  return tests.map((test) => {
    const label = toVerdictPaint(palette, test.verdict)(padWidth(verdictLabels[test.verdict], 3));
    const name = padWidth(fitWidth(test.testId, nameWidth), nameWidth);
    if (test.verdict === "skipped") return `${label} ${name}`;
    const score = test.verdict === "partial" ? `  ${Number((test.score ?? 0).toFixed(6))}` : "";
    const points = test.givenPoints === undefined ? "" : `  ${test.givenPoints} points`;
    const figures = `${padWidth(toSeconds(test.cpuTimeMs), 8)} ${padWidth(formatBytes(test.peakMemoryBytes), 9)}${score}${points}`;
    const room = Math.max(10, width - nameWidth - figures.length - 6);
    const message = test.message === "" ? "" : ` ${fitWidth(toSafeLine(test.message), room)}`;
    return `${label} ${name} ${figures}${message}`;
  });
}
