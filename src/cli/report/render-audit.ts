import type { AuditFinding, AuditReport, AuditSeverity } from "../../audit/index.ts";
import { padWidth, wrapWidth } from "../text/fit.ts";
import { formatDuration, formatPlural } from "../text/format.ts";
import type { Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";

interface AuditLayout {
  readonly width: number;
  readonly palette: Palette;
  readonly isVerbose: boolean;
  /** The folder with the files that reproduce findings. */
  readonly files: string | undefined;
}

const shownHints = 5;

/** An audit for people: findings by severity, each with the command that shows it again. */
export function renderAudit(report: AuditReport, layout: AuditLayout): string {
  const { palette, isVerbose } = layout;
  const { problem, findings, checks } = report;
  const title = problem === undefined ? "the package cannot be read" : `${problem.id}: ${problem.title}`;
  const format = problem === undefined ? "" : palette.quiet(` (${toSafeLine(problem.format)})`);
  const hints = findings.filter((finding) => finding.severity === "hint");
  const hidden = isVerbose ? 0 : Math.max(0, hints.length - shownHints);
  const cutShort = checks.filter((check) => check.status === "cut-short");
  const lines = [
    palette.strong(toSafeLine(title)) + format,
    ...findings.slice(0, findings.length - hidden).flatMap((finding) => renderFinding(finding, layout)),
    ...(hidden > 0 ? [palette.quiet(`        and ${formatPlural(hidden, "hint")} more, shown with --verbose`)] : []),
    ...(isVerbose ? renderChecks(report, layout) : []),
    ...cutShort.map(({ name, note }) => palette.slow(`check ${name} is not complete: ${note}; give it more --seconds`)),
    ...(layout.files === undefined ? [] : [`files that show it again: ${toSafeLine(layout.files)}`]),
    renderTotals(report, layout),
  ];
  return `${lines.join("\n")}\n`;
}

function renderFinding(
  { severity, code, file, message, reproduction }: AuditFinding,
  { width, palette }: AuditLayout,
): readonly string[] {
  const inner = Math.max(20, width - 8);
  const [first = "", ...more] = wrapWidth(toSafeLine(`${file}: ${message} [${code}]`), inner);
  const again = wrapWidth(`$ ${toSafeLine(reproduction.command)}`, inner);
  return [
    `${toPaint(severity, palette)(padWidth(severity, 7))} ${first}`,
    ...more.map((line) => `        ${line}`),
    ...again.map((line) => `        ${palette.quiet(line)}`),
  ];
}

function toPaint(severity: AuditSeverity, palette: Palette): (text: string) => string {
  if (severity === "error") return palette.bad;
  return severity === "warning" ? palette.slow : palette.accent;
}

function renderChecks({ checks, facts }: AuditReport, { width, palette }: AuditLayout): readonly string[] {
  return [
    ...checks.flatMap(({ name, status, note, timeMs }) => {
      const [first = "", ...more] = wrapWidth(toSafeLine(`${note} (${formatDuration(timeMs)})`), width - 24);
      const head = `${padWidth(name, 11)} ${padWidth(status, 11)}`;
      return [`${palette.quiet(head)} ${first}`, ...more.map((line) => " ".repeat(24) + line)];
    }),
    palette.quiet(`sandbox tier ${facts.tier}, memory by ${facts.memorySource}`),
  ];
}

function renderTotals({ findings }: AuditReport, { palette }: AuditLayout): string {
  const counts = Map.groupBy(findings, (finding) => finding.severity);
  const parts = (["error", "warning", "hint"] as const).map((severity) =>
    formatPlural(counts.get(severity)?.length ?? 0, severity),
  );
  const isGood = (counts.get("error")?.length ?? 0) === 0;
  return (isGood ? palette.good : palette.bad)(`${isGood ? "good" : "BAD"}: ${parts.join(", ")}`);
}
