import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseXml } from "@rgrove/parse-xml";
import { afterAll, describe, expect, it } from "vitest";
import { renderLineChart } from "./render-line-chart.ts";
import { writeRunReport } from "./write-run-report.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "report-"));
afterAll(async () => rm(folder, { recursive: true, force: true }));

const evil = `<script>alert("a & b")</script>`;

describe("a line chart", () => {
  it("is well-formed SVG with a line for each series, whatever the names and numbers", () => {
    const svg = renderLineChart({
      title: evil,
      xLabel: "step",
      series: [
        {
          name: "a",
          points: [
            [0, 1],
            [1, Number.NaN],
            [2, 3],
          ],
        },
        { name: evil, points: [[0, 2]] },
        { name: "none", points: [] },
      ],
    });
    const { root } = parseXml(svg);
    const lines = root?.children.filter((child) => "name" in child && child.name === "polyline") ?? [];
    expect(lines).toHaveLength(3);
    expect(svg).not.toContain("NaN");
    expect(svg).not.toContain("<script>");
  });

  it("puts the extremes of the data on the edges of the plot", () => {
    const svg = renderLineChart({
      title: "t",
      xLabel: "x",
      series: [
        {
          name: "a",
          points: [
            [10, 5],
            [20, 7],
          ],
        },
      ],
    });
    expect(svg).toContain('<polyline points="56.0,236.0 624.0,34.0"');
  });
});

describe("a run's report", () => {
  it("is one page with its tables and curves, a summary, and the curves as pictures", async () => {
    const records = [1, 2, 3].map((step) => ({ kind: "sft-step", step, loss: 1 / step }));
    const { file } = await writeRunReport(folder, {
      title: "SFT",
      notes: [evil],
      tables: [{ title: "Results", head: ["row", "sampled"], rows: [["start", "0.5"]] }],
      runs: { "sft seed 1": records, empty: [] },
      summary: { seed: 1 },
    });
    expect((await readdir(folder)).toSorted()).toEqual(["report.html", "sft-seed-1-loss.svg", "summary.json"]);
    const page = await readFile(file, "utf8");
    expect(page).toContain("<td>start</td><td>0.5</td>");
    expect(page).toContain("Loss, nats a token");
    expect(page).not.toContain("<script>");
    expect(JSON.parse(await readFile(path.join(folder, "summary.json"), "utf8"))).toEqual({ seed: 1 });
  });
});
