import type { JudgeReport } from "../../judge/index.ts";
import { verdictLabels, type Limits } from "../../problem/index.ts";
import { toSeconds } from "../../verify/index.ts";
import { wrapWidth } from "../text/fit.ts";
import { formatBytes } from "../text/format.ts";
import { toVerdictPaint, type Palette } from "../text/palette.ts";
import { toSafeLine, toSafeText } from "../text/safe-text.ts";
import { renderTestLines } from "./render-test-lines.ts";
import { formatPoints, renderCounts } from "./render-verification.ts";

/** A judged program for people: the verdict with its figures, and the first fault. */
export function renderJudgement(
  report: JudgeReport,
  layout: { readonly limits: Limits; readonly width: number; readonly palette: Palette; readonly isVerbose: boolean },
): string {
  const { palette, width, isVerbose } = layout;
  const paint = toVerdictPaint(palette, report.verdict);
  const fault = report.tests.find((test) => test.verdict !== "accepted" && test.verdict !== "skipped");
  const points = report.points === undefined ? "" : `, ${formatPoints(report)}`;
  const faults =
    report.compileMessage !== undefined
      ? toSafeText(report.compileMessage).split("\n")
      : wrapWidth(
          toSafeLine(report.message ?? (fault === undefined ? "" : `${fault.testId}: ${fault.message}`)),
          width,
        );
  const lines = [
    ...(isVerbose ? renderTestLines(report.tests, layout) : []),
    ...(isVerbose
      ? report.groups.map((group) => {
          const most = group.maximum === undefined ? "" : ` of ${group.maximum}`;
          return `group ${toSafeLine(group.groupId)} ${verdictLabels[group.verdict]} ${group.points}${most}`;
        })
      : []),
    `${paint(palette.strong(`${verdictLabels[report.verdict]} ${report.verdict}`))}: ${renderCounts(report, palette)}${points}`,
    ...(report.compileMessage === undefined ? [renderFigures(report, layout.limits)] : []),
    ...faults.filter((line) => line !== ""),
  ];
  return `${lines.join("\n")}\n`;
}

function renderFigures({ maxCpuTimeMs, maxMemoryBytes, allowance, facts }: JudgeReport, limits: Limits): string {
  const moreTime = allowance.timeMs === 0 ? "" : ` and ${toSeconds(allowance.timeMs)} to start`;
  const moreMemory = allowance.memoryBytes === 0 ? "" : ` and ${formatBytes(allowance.memoryBytes)} for the runtime`;
  return (
    `${toSeconds(maxCpuTimeMs)} of ${toSeconds(limits.timeLimitMs)}${moreTime}, ` +
    `${formatBytes(maxMemoryBytes)} of ${formatBytes(limits.memoryLimitBytes)}${moreMemory}, sandbox tier ${facts.tier}`
  );
}
