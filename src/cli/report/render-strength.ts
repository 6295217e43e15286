import type { StrengthReport, StrengthRow } from "../../forge/index.ts";
import { verdictLabels } from "../../problem/index.ts";
import { fitWidth, padWidth, wrapWidth } from "../text/fit.ts";
import { formatPlural } from "../text/format.ts";
import type { Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";

interface Layout {
  readonly width: number;
  readonly palette: Palette;
  readonly isVerbose: boolean;
}

/** The kill matrix and what follows from it, for people. */
export function renderStrength(report: StrengthReport, layout: Layout): string {
  const { width, palette } = layout;
  const shown = report.rows.filter((row) => row.role !== "mutant" || layout.isVerbose || isMissed(row));
  const nameWidth = Math.min(40, Math.max(8, ...shown.map(({ name }) => name.length)));
  const aside = report.rows.filter(({ isSetAside }) => isSetAside).length;
  const wrap = (line: string): readonly string[] => wrapWidth(toSafeLine(line), width);
  const lines = [
    ...shown.map((row) => renderRow(row, report.testIds, { ...layout, nameWidth })),
    "",
    palette.strong(
      `right solutions that pass ${toPercent(report.truePositiveRate)}, wrong ones that fail ${toPercent(report.trueNegativeRate)}, mutants killed ${toPercent(report.mutantKillRate)}`,
    ),
    ...wrap(`${formatPlural(aside, "mutant")} set aside: nothing that the forge made fails them`),
    ...report.soleKillers.flatMap(({ testId, programs }) => wrap(`only ${testId} kills ${programs.join(", ")}`)),
    ...(report.killedByTimeOnly.length === 0
      ? []
      : wrap(`killed by time alone: ${report.killedByTimeOnly.join(", ")}`)),
    ...(report.removable.length === 0 ? [] : wrap(`can go: ${report.removable.join(", ")}`)),
    ...report.additions.flatMap((test) => {
      const text = new TextDecoder().decode(test.input.bytes.subarray(0, 200)).trimEnd().replaceAll("\n", " ⏎ ");
      return wrap(`missing test, kills ${test.killed.map(({ candidate }) => candidate).join(", ")}: ${text}`);
    }),
    ...report.faults.flatMap(({ kind, who, message }) => wrap(`${kind} ${who}: ${message}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function isMissed(row: StrengthRow): boolean {
  return row.killedBy.length === 0 && !row.isSetAside;
}

function renderRow(row: StrengthRow, testIds: readonly string[], layout: Layout & { readonly nameWidth: number }) {
  const { palette, width, nameWidth } = layout;
  const cells = testIds.map((id) => {
    const verdict = row.verdicts[id];
    return verdict === undefined ? "-" : verdict === "accepted" ? "." : (verdictLabels[verdict][0] ?? "?");
  });
  const isGood = row.role === "accepted" ? row.killedBy.length === 0 : row.killedBy.length > 0 || row.isSetAside;
  const what = row.isSetAside ? "set aside" : row.killedBy.length === 0 ? "passes" : `fails ${row.killedBy.length}`;
  const note = row.description === undefined ? "" : ` ${row.description}`;
  const name = padWidth(toSafeLine(row.name).slice(0, nameWidth), nameWidth);
  const line = fitWidth(`${name}  ${padWidth(what, 10)} ${cells.join("")}${toSafeLine(note)}`, width);
  return (isGood ? palette.good : palette.bad)(line);
}

function toPercent(rate: number | undefined): string {
  return rate === undefined ? "–" : `${Math.round(rate * 1000) / 10} %`;
}
