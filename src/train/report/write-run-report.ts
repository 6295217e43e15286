import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { boundary, type Json } from "../../std/index.ts";
import type { MetricRecord } from "../run/run-folder.ts";
import { listCharts } from "./list-charts.ts";
import { escapeXml, renderLineChart } from "./render-line-chart.ts";

/** A table of a report; cells are plain text. */
export interface ReportTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface RunReport {
  readonly title: string;
  /** Plain text, one paragraph each. */
  readonly notes?: readonly string[];
  readonly tables?: readonly ReportTable[];
  /** Metrics by the name of the run that they are from. */
  readonly runs: Readonly<Record<string, readonly MetricRecord[]>>;
  readonly summary: { readonly [name: string]: Json };
}

/**
 * Writes `report.html`, which stands alone, `summary.json`, and each curve as `RUN-NAME.svg`.
 *
 * @throws AppError TRAIN_REPORT_UNWRITABLE
 */
export async function writeRunReport(directory: string, report: RunReport): Promise<{ readonly file: string }> {
  const file = path.join(directory, "report.html");
  await boundary(
    { code: "TRAIN_REPORT_UNWRITABLE", what: `expected a folder to write a report to at ${directory}` },
    async () => {
      await mkdir(directory, { recursive: true });
      const pictures: string[] = [];
      for (const [run, records] of Object.entries(report.runs)) {
        const charts = listCharts(records);
        if (charts.size > 0) pictures.push(`<h2>${escapeXml(run)}</h2>`);
        for (const [name, chart] of charts) {
          const svg = renderLineChart(chart);
          await writeFile(path.join(directory, `${run.replaceAll(/[^\w-]+/g, "-")}-${name}.svg`), svg);
          pictures.push(svg);
        }
      }
      await writeFile(path.join(directory, "summary.json"), `${JSON.stringify(report.summary, undefined, 2)}\n`);
      await writeFile(file, renderPage(report, pictures));
    },
  );
  return { file };
}

function renderPage({ title, notes = [], tables = [] }: RunReport, pictures: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeXml(title)}</title>
<style>body{font:15px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}
td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left}svg{max-width:44rem;display:block;margin:1rem 0}</style>
</head><body>
<h1>${escapeXml(title)}</h1>
${notes.map((note) => `<p>${escapeXml(note)}</p>`).join("\n")}
${tables.map(renderTable).join("\n")}
${pictures.join("\n")}
</body></html>
`;
}

function renderTable({ title, head, rows }: ReportTable): string {
  const body = rows.map((row) => renderRow(row, "td")).join("\n");
  return `<h2>${escapeXml(title)}</h2>\n<table>\n${renderRow(head, "th")}\n${body}\n</table>`;
}

function renderRow(cells: readonly string[], tag: "td" | "th"): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeXml(cell)}</${tag}>`).join("")}</tr>`;
}
