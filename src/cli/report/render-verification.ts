import { verdictLabels, type Verdict } from "../../problem/index.ts";
import { toSeconds, type Finding, type SubmissionReport, type VerifyReport } from "../../verify/index.ts";
import { padWidth, wrapWidth } from "../text/fit.ts";
import { formatBytes, formatPlural } from "../text/format.ts";
import { toVerdictPaint, type Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { renderTestLines } from "./render-test-lines.ts";

export interface VerificationLayout {
  readonly width: number;
  readonly palette: Palette;
}

/** A verification for people: what is unexpected, or all of it. */
export function renderVerification(
  report: VerifyReport,
  layout: VerificationLayout & { readonly isVerbose: boolean },
): string {
  const { isVerbose, palette } = layout;
  const rows = report.submissions.filter((row) => isVerbose || row.status !== "as-expected");
  const lines = [
    palette.strong(toSafeLine(`${report.problemId}: ${report.title}`)) +
      palette.quiet(` (${toSafeLine(report.format)})`),
    ...renderLimits(report, layout),
    ...(isVerbose ? renderFacts(report) : []),
    ...renderFindings(report.findings, layout),
    ...rows.flatMap((row) => renderSubmission(row, report, layout)),
    ...renderLosses(report, layout),
    ...renderTotals(report, layout),
  ];
  return `${lines.join("\n")}\n`;
}

/** Every limit that a verdict may have come from. */
function renderLimits({ limits, timeLimit }: VerifyReport, { width }: VerificationLayout): readonly string[] {
  const sources = { package: "", measured: ", measured", default: ", nothing says" };
  const bounds = [
    timeLimit.slowestAcceptedMs === undefined
      ? ""
      : `slowest accepted ${toSeconds(timeLimit.slowestAcceptedMs)} (${timeLimit.slowestAcceptedName})`,
    timeLimit.factor === undefined ? "" : `times ${timeLimit.factor}`,
    timeLimit.fastestTooSlowMs === undefined
      ? ""
      : `fastest too slow ${toSeconds(timeLimit.fastestTooSlowMs)} or more (${timeLimit.fastestTooSlowName}), at most limit times ${timeLimit.margin}`,
  ].filter((part) => part !== "");
  const times = [
    `time limit ${toSeconds(timeLimit.limitMs)} CPU${sources[timeLimit.source]}`,
    `close from ${toSeconds(timeLimit.limitMs / timeLimit.zone)} to ${toSeconds(timeLimit.limitMs * timeLimit.zone)}`,
    ...(timeLimit.resolutionMs === undefined ? [] : [`in steps of ${toSeconds(timeLimit.resolutionMs)}`]),
  ];
  const sizes = [
    `memory ${formatBytes(limits.memoryLimitBytes)}`,
    ...(limits.outputLimitBytes === undefined ? [] : [`output ${formatBytes(limits.outputLimitBytes)}`]),
    ...(limits.stackLimitBytes === undefined ? [] : [`stack ${formatBytes(limits.stackLimitBytes)}`]),
  ];
  return [[...times, ...sizes].join(", "), bounds.join(", ")]
    .filter((line) => line !== "")
    .flatMap((line) => wrapWidth(toSafeLine(line), width));
}

function renderFacts({ facts, inputs, programs }: VerifyReport): readonly string[] {
  return [
    `sandbox tier ${facts.tier}, memory by ${facts.memorySource}${facts.shortfalls.map((text) => `; ${text}`).join("")}`,
    `${formatPlural(programs.generators, "generator")}, ${formatPlural(programs.validators, "validator")}, ${formatPlural(inputs.tests, "test")}: ` +
      `${inputs.made} made, ${inputs.remade} made again, ${formatPlural(inputs.validations, "validation")}, ` +
      `${formatPlural(inputs.answersChecked, "answer")} checked, ${formatPlural(inputs.validatorTests, "test")} of validators`,
  ];
}

const shownFindings = 10;

/** Findings of one kind are cut after some: a broken validator speaks of every test. */
function renderFindings(findings: readonly Finding[], { width, palette }: VerificationLayout): readonly string[] {
  const byCode = Map.groupBy(findings, ({ severity, code }) => `${severity} ${code}`);
  return [...byCode.values()].flatMap((group) => {
    const rest = group.length - shownFindings;
    const lines = group.slice(0, shownFindings).flatMap(({ severity, code, subject, message }) => {
      const [first = "", ...more] = wrapWidth(toSafeLine(`${code} ${subject}: ${message}`), width - 8);
      const word = severity === "error" ? palette.bad("error  ") : palette.slow("warning");
      return [`${word} ${first}`, ...more.map((line) => `        ${line}`)];
    });
    return rest > 0 ? [...lines, `        and ${rest} more of ${group[0]?.code ?? ""}`] : lines;
  });
}

/** One line: the mark, name, verdicts, time, memory, points. */
function renderSubmissionLine(row: SubmissionReport, { palette }: VerificationLayout): string {
  const marks = {
    "as-expected": palette.good("ok "),
    unexpected: palette.bad("BAD"),
    close: palette.slow("???"),
    "not-run": palette.quiet("-- "),
  };
  const points = row.points === undefined ? "" : `  ${formatPoints(row)}`;
  const name = padWidth(toSafeLine(row.name), 28);
  const figures =
    row.status === "not-run" ? "" : `  ${toSeconds(row.maxCpuTimeMs)}  ${formatBytes(row.maxMemoryBytes)}`;
  return `${marks[row.status]} ${name} ${renderCounts(row, palette)}${figures}${points}`;
}

function renderSubmission(
  row: SubmissionReport,
  report: VerifyReport,
  layout: VerificationLayout & { readonly isVerbose: boolean },
): readonly string[] {
  const { width, palette, isVerbose } = layout;
  const allowance = row.allowance.timeMs === 0 ? "" : ` (${toSeconds(row.allowance.timeMs)} more for ${row.language})`;
  const details = [
    `expected ${row.expected}`,
    ...row.complaints,
    ...(row.compileMessage === undefined ? [] : [row.compileMessage.split("\n")[0] ?? ""]),
    ...(row.status === "close"
      ? [`within the zone of the time limit of ${toSeconds(report.timeLimit.limitMs)}${allowance}: a warning`]
      : []),
  ];
  const groups = isVerbose || row.status === "unexpected" ? row.groups : [];
  return [
    renderSubmissionLine(row, layout),
    ...details.flatMap((text) => wrapWidth(toSafeLine(text), width - 4).map((line) => `    ${line}`)),
    ...groups.map((group) => {
      const label = toVerdictPaint(palette, group.verdict)(verdictLabels[group.verdict]);
      const most = group.maximum === undefined ? "" : ` of ${group.maximum}`;
      return `    group ${toSafeLine(group.groupId)} ${label} ${group.points}${most}`;
    }),
    ...(isVerbose ? renderTestLines(row.tests, layout).map((line) => `    ${line}`) : []),
  ];
}

/** `AC 12, WA 3`. */
export function renderCounts(
  { tests, verdict }: Pick<SubmissionReport, "tests" | "verdict">,
  palette: Palette,
): string {
  const counts = new Map<Verdict, number>();
  for (const test of tests) counts.set(test.verdict, (counts.get(test.verdict) ?? 0) + 1);
  if (counts.size === 0) return toVerdictPaint(palette, verdict)(verdictLabels[verdict]);
  return [...counts]
    .map(([item, count]) => toVerdictPaint(palette, item)(`${verdictLabels[item]} ${count}`))
    .join(", ");
}

export function formatPoints(row: Pick<SubmissionReport, "points" | "maximumPoints" | "unboundedPoints">): string {
  const most = row.maximumPoints === undefined ? "" : ` of ${row.maximumPoints}`;
  const unbounded = row.unboundedPoints === undefined ? "" : ` (unbounded ${row.unboundedPoints})`;
  return `${row.points ?? 0}${most} points${unbounded}`;
}

function renderLosses({ losses }: VerifyReport, { width, palette }: VerificationLayout): readonly string[] {
  return losses.flatMap(({ file, field, reason }) => {
    const place = field === undefined || field === "" ? file : `${file} ${field}`;
    const [first = "", ...more] = wrapWidth(toSafeLine(`${place}: ${reason}`), width - 8);
    return [`${palette.quiet("lost   ")} ${first}`, ...more.map((line) => `        ${line}`)];
  });
}

function renderTotals(report: VerifyReport, { palette }: VerificationLayout): readonly string[] {
  const { submissions, findings, isGood } = report;
  const good = submissions.filter((row) => row.status === "as-expected").length;
  const close = submissions.filter((row) => row.status === "close").length;
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [
    `${good} of ${formatPlural(submissions.length, "solution")} as expected`,
    ...(close === 0 ? [] : [`${close} close to the time limit`]),
    ...(errors === 0 ? [] : [formatPlural(errors, "error")]),
    ...(warnings === 0 ? [] : [formatPlural(warnings, "warning")]),
  ];
  return [(isGood ? palette.good : palette.bad)(`${isGood ? "good" : "BAD"}: ${parts.join(", ")}`)];
}
