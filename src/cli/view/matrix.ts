import stringWidth from "string-width";
import { verdictLabels, type Verdict } from "../../problem/index.ts";
import { fitWidth, padWidth } from "../text/fit.ts";
import { toVerdictPaint, type Palette } from "../text/palette.ts";

/** One row: a candidate and its verdicts by test id. */
export interface MatrixRow {
  readonly id: string;
  /** A word behind the id, e.g. `chosen`, `= c1`. */
  readonly note: string;
  readonly verdictByTest: Readonly<Record<string, Verdict>>;
}

export interface MatrixOptions {
  readonly rows: readonly MatrixRow[];
  /** In display order; the part before the slash is the size class. */
  readonly testIds: readonly string[];
  readonly width: number;
  readonly palette: Palette;
}

interface Column {
  readonly title: string;
  readonly testIds: readonly string[];
}

const gap = 2;

/**
 * Candidates × tests as lines of at most `width` columns: a column a test while they are few and fit, else a column a
 * size class with counts, else one column in all.
 */
export function renderMatrix(options: MatrixOptions): readonly string[] {
  const { rows, testIds, width } = options;
  if (rows.length === 0 || testIds.length === 0) return [];
  const groups = toGroups(testIds);
  const single = testIds.map((id) => ({ title: toShortTitle(id), testIds: [id] }));
  const layouts = testIds.length <= 12 ? [single, groups] : [groups];
  for (const columns of layouts) {
    const lines = renderColumns(options, columns);
    if (lines.every((line) => stringWidth(line) <= width)) return lines;
  }
  const lines = renderColumns(options, [{ title: "tests", testIds }]);
  return lines.every((line) => stringWidth(line) <= width) ? lines : lines.map((line) => fitPlain(line, width));
}

/** Size classes in order of first appearance. */
function toGroups(testIds: readonly string[]): readonly Column[] {
  const groups = new Map<string, string[]>();
  for (const id of testIds) {
    const title = id.split("/")[0] ?? id;
    groups.set(title, [...(groups.get(title) ?? []), id]);
  }
  return [...groups].map(([title, ids]) => ({ title, testIds: ids }));
}

/** `sample/1` → `sa1`, `edge/07` → `ed07`. */
function toShortTitle(testId: string): string {
  const [group = "", ...rest] = testId.split("/");
  return rest.length === 0 ? testId.slice(0, 8) : `${group.slice(0, 2)}${rest.join("/")}`;
}

function renderColumns({ rows, palette }: MatrixOptions, columns: readonly Column[]): readonly string[] {
  const names = rows.map((row) => (row.note === "" ? row.id : `${row.id} ${row.note}`));
  const nameWidth = Math.max(...names.map((name) => stringWidth(name)));
  const cells = rows.map((row) => columns.map((column) => toCell(row, column)));
  const widths = columns.map((column, at) =>
    Math.max(stringWidth(column.title), ...cells.map((line) => stringWidth(line[at]?.text ?? ""))),
  );
  const separator = " ".repeat(gap);
  const header = columns.map((column, at) => padWidth(column.title, widths[at] ?? 0));
  const lines = cells.map((line, at) => [
    palette.strong(padWidth(names[at] ?? "", nameWidth)),
    ...line.map((cell, index) => toVerdictPaint(palette, cell.verdict)(padWidth(cell.text, widths[index] ?? 0))),
  ]);
  return [
    palette.quiet([" ".repeat(nameWidth), ...header].join(separator).trimEnd()),
    ...lines.map((line) => line.join(separator).trimEnd()),
  ];
}

/** `AC 60` when all passed; else the most frequent failure and how many failed, e.g. `WA 3/60`. */
function toCell(row: MatrixRow, column: Column): { readonly text: string; readonly verdict: Verdict } {
  const known = column.testIds.flatMap((id) => {
    const verdict = row.verdictByTest[id];
    return verdict === undefined || verdict === "skipped" ? [] : [verdict];
  });
  if (known.length === 0) return { text: verdictLabels.skipped, verdict: "skipped" };
  const failures = known.filter((verdict) => verdict !== "accepted");
  const verdict = mostFrequent(failures) ?? "accepted";
  if (column.testIds.length === 1) return { text: verdictLabels[verdict], verdict };
  if (failures.length > 0) return { text: `${verdictLabels[verdict]} ${failures.length}/${known.length}`, verdict };
  const isWhole = known.length === column.testIds.length;
  return { text: isWhole ? `AC ${known.length}` : `AC ${known.length}/${column.testIds.length}`, verdict };
}

function mostFrequent(items: readonly Verdict[]): Verdict | undefined {
  const counts = new Map<Verdict, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

function fitPlain(line: string, width: number): string {
  return fitWidth(line.replaceAll(/\u001b\[[0-9;]*m/g, ""), width);
}
