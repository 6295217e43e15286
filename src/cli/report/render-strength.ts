import type { StrengthReport, StrengthRow } from "../../forge/index.ts";
import { verdictLabels } from "../../problem/index.ts";
import { fitWidth, padWidth, wrapWidth } from "../text/fit.ts";
import { formatDuration, formatPlural } from "../text/format.ts";
import type { Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { describeSearchEnd } from "./render-search.ts";

interface Layout {
  readonly width: number;
  readonly palette: Palette;
  readonly isVerbose: boolean;
  /** Where the missing tests were written. */
  readonly out?: string | undefined;
}

/** The kill matrix and what follows from it, for people. */
export function renderStrength(report: StrengthReport, layout: Layout): string {
  const { width, palette } = layout;
  const shown = report.rows.filter((row) => row.role !== "mutant" || layout.isVerbose || isMissed(row));
  const nameWidth = Math.min(40, Math.max(8, ...shown.map(({ name }) => name.length)));
  const wrap = (line: string): readonly string[] => wrapWidth(toSafeLine(line), width);
  const lines = [
    ...shown.map((row) => renderRow(row, report.testIds, { ...layout, nameWidth })),
    ...wrap("one letter a test: . passes, otherwise the first letter of the verdict, - was not run"),
    "",
    ...wrapWidth(
      `right solutions that pass ${toPercent(report.truePositiveRate)}, wrong ones that fail ${toPercent(report.trueNegativeRate)}, mutants killed ${toPercent(report.mutantKillRate)}`,
      width,
    ).map(palette.strong),
    ...describeLeft(report, layout.isVerbose).flatMap(wrap),
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
    ...(layout.out === undefined ? [] : wrap(`written to ${layout.out}`)),
  ];
  return `${lines.join("\n")}\n`;
}

const shownMutants = 5;

/** What became of the mutants that no test kills: not all of them are equivalent to the original. */
function describeLeft({ rows, search }: StrengthReport, isVerbose: boolean): readonly string[] {
  const aside = rows.filter(({ isSetAside }) => isSetAside);
  const unexamined = rows.filter(({ isUnexamined }) => isUnexamined);
  const shown = isVerbose ? [] : aside.slice(0, shownMutants);
  const more = aside.length - shown.length;
  return [
    ...(aside.length === 0 || search === undefined
      ? []
      : [
          `${formatPlural(aside.length, "mutant")} set aside as probably equivalent: ${formatPlural(search.spent.inputs, "input")} in ${formatDuration(search.spent.cpuTimeMs)} of CPU time failed none of them (${describeSearchEnd(search.end)})`,
          ...shown.map(({ name, description = "" }) => `  ${name}: ${description}`),
          ...(shown.length > 0 && more > 0 ? [`  and ${more} more: --verbose shows them`] : []),
        ]),
    ...(unexamined.length === 0
      ? []
      : [
          `${formatPlural(unexamined.length, "mutant")} not examined and counted as alive: ${toReason(search)}: ${unexamined.map(({ name }) => name).join(", ")}`,
        ]),
  ];
}

function toReason(search: StrengthReport["search"]): string {
  if (search === undefined) return "no right solution to compare with";
  if (search.end === "refused") return "the search was refused, see below";
  if (search.end === "sources-dry") return "no specification, generator or validator to make inputs with";
  return "the budget ended before the first input";
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
  const passes = row.isUnexamined ? "unexamined" : "passes";
  const what = row.isSetAside ? "set aside" : row.killedBy.length === 0 ? passes : `fails ${row.killedBy.length}`;
  const note = row.description === undefined ? "" : ` ${row.description}`;
  const name = padWidth(toSafeLine(row.name).slice(0, nameWidth), nameWidth);
  const line = fitWidth(`${name}  ${padWidth(what, 10)} ${cells.join("")}${toSafeLine(note)}`, width);
  return (isGood ? palette.good : palette.bad)(line);
}

function toPercent(rate: number | undefined): string {
  return rate === undefined ? "–" : `${Math.round(rate * 1000) / 10} %`;
}
