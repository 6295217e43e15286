import { verdictLabels } from "../../problem/index.ts";
import { describeExitCode } from "../exit-codes.ts";
import { fitWidth, wrapWidth } from "../text/fit.ts";
import { formatCost, formatCount, formatPlural } from "../text/format.ts";
import { toVerdictPaint, type Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { listCandidateRows } from "../view/list-candidate-rows.ts";
import { renderMatrix } from "../view/matrix.ts";
import type { Excerpt, RunReport, SeparatingTest } from "./run-report.ts";

export interface SummaryOptions {
  readonly width: number;
  readonly palette: Palette;
}

const shownSeparatingTests = 3;

/** The end of a run for a reader: decision, table, separating tests, where everything is. */
export function renderSummary(report: RunReport, options: SummaryOptions): string {
  const { width, palette } = options;
  const wrap = (text: string) => wrapWidth(toSafeLine(text), width);
  const separating = report.separatingTests.slice(0, shownSeparatingTests);
  const sections = [
    [palette.strong(fitWidth(toSafeLine(describeOutcome(report)), width)), ...report.reasons.flatMap(wrap)],
    report.warnings.flatMap((warning) => wrap(`warning: ${warning}`)),
    renderCandidates(report, options),
    separating.length === 0 ? [] : renderSeparating(report, separating, options),
    report.decision === "hold" ? renderCounterexample(report, options) : [],
    [...wrap(describeWork(report)), ...wrap(`Output: ${report.outDirectory}`)],
    wrap(`Exit code ${report.exitCode}: ${describeExitCode(report.exitCode)}.`),
  ];
  return `\n${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** `solved: submit c2 (cpp20)`. */
export function describeOutcome(report: RunReport): string {
  const chosen = report.candidates.find(({ id }) => id === report.chosenId);
  const program = chosen === undefined ? "no program" : `${chosen.id} (${chosen.program.language})`;
  return `${report.problem.title}: ${report.status}: ${report.decision} ${program}`;
}

/** The table candidates × tests of a finished run. */
export function renderCandidates(report: RunReport, options: SummaryOptions): readonly string[] {
  return renderMatrix({
    rows: listCandidateRows(
      report.candidates.map(({ id, sameAsId, verdictByTest, compileMessage }) => ({
        id,
        sameAsId,
        note: toNote(report, { id, compileMessage }),
        verdictByTest,
      })),
    ),
    testIds: report.tests.map(({ id }) => id),
    ...options,
  });
}

function toNote(
  report: RunReport,
  candidate: {
    readonly id: string;
    readonly compileMessage: string | undefined;
  },
): string {
  if (candidate.id === report.chosenId) return "chosen";
  return candidate.compileMessage === undefined ? "" : verdictLabels["compile-error"];
}

function renderSeparating(
  report: RunReport,
  shown: readonly SeparatingTest[],
  options: SummaryOptions,
): readonly string[] {
  const more = report.separatingCount - shown.length;
  const title = `${formatPlural(report.separatingCount, "test")} told right from wrong${more > 0 ? `; ${shown.length} of them` : ""}:`;
  return [
    options.palette.strong(fitWidth(title, options.width)),
    ...shown.flatMap((test) => renderSeparatingTest(test, options)),
  ];
}

function renderSeparatingTest(test: SeparatingTest, { width, palette }: SummaryOptions): readonly string[] {
  const boundary = test.boundary === undefined ? "" : `: ${test.boundary}`;
  const line = (label: string, excerpt: Excerpt) => fitWidth(`    ${label.padEnd(9)}${toOneLine(excerpt)}`, width);
  return [
    palette.accent(fitWidth(toSafeLine(`${test.testId}${boundary}`), width - 2)).replace(/^/, "  "),
    line("input", test.input),
    ...(test.expected === undefined ? [] : [line("expected", test.expected)]),
    ...test.outcomes.map(({ candidateId, verdict, got }) => {
      const text = `    ${`${candidateId} ${verdictLabels[verdict]}`.padEnd(9)}${got === undefined ? "" : toOneLine(got)}`;
      return toVerdictPaint(palette, verdict)(fitWidth(text, width));
    }),
  ];
}

function renderCounterexample(report: RunReport, { width, palette }: SummaryOptions): readonly string[] {
  const { counterexample } = report;
  if (counterexample === undefined) return [];
  const { testId, candidateId, verdict, expected, got } = counterexample;
  return [
    palette.strong(
      fitWidth(toSafeLine(`Counterexample: ${candidateId} ${verdictLabels[verdict]} on ${testId}`), width),
    ),
    ...(expected === undefined ? [] : [fitWidth(`    expected ${toSafeLine(expected)}`, width)]),
    ...(got === undefined ? [] : [fitWidth(`    got      ${toSafeLine(got)}`, width)]),
  ];
}

function describeWork(report: RunReport): string {
  const { usage, effects } = report;
  const kill = effects.inFlightAtKill === 0 ? "" : `, ${effects.inFlightAtKill} lost to a kill`;
  return (
    `${formatPlural(usage.calls, "model call")} (${usage.failedCalls} failed), ` +
    `${formatCount(usage.inputTokens + usage.outputTokens)} tokens, ${formatCost(usage.costUsd)}; ` +
    `${effects.performed} effects performed, ${effects.replayed} replayed, ${effects.failed} failed${kill}. ` +
    `Sandbox tier ${report.facts.tier}.`
  );
}

function toOneLine(excerpt: Excerpt): string {
  const text = excerpt.text.trim().replaceAll("\n", " ⏎ ");
  return toSafeLine(`${text}${excerpt.isCut ? " …" : ""}`) || "(nothing)";
}
