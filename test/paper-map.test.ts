import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as rl from "../src/rl/index.ts";
import { readSources } from "./architecture/read-sources.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = readSources(root, ["src", "test"]);
const production = [...sources].filter(([file]) => file.startsWith("src/") && !file.endsWith(".test.ts"));

interface Entry {
  readonly anchor: string;
  readonly functions: readonly { readonly name: string; readonly file: string }[];
  readonly tests: readonly string[];
}

describe("docs/paper-map.md", () => {
  const map = readFileSync(join(root, "docs", "paper-map.md"), "utf8");
  const entries = readMap(map);
  const anchors = entries.map(({ anchor }) => anchor);
  const functions = entries.flatMap((entry) => entry.functions.map((mapped) => ({ ...entry, ...mapped })));

  it("is read at all, and names each anchor once", () => {
    expect(entries.length).toBeGreaterThan(20);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it("has every anchor that the code names", () => {
    const missing = production.flatMap(([file, text]) =>
      listAnchors(text)
        .filter((anchor) => !anchors.includes(anchor))
        .map((anchor) => `${file}: ${anchor}`),
    );
    expect(missing).toEqual([]);
  });

  it("is cited with an anchor wherever the code cites a paper", () => {
    const loose = production.flatMap(([file, text]) =>
      (text.match(/@paper .*/g) ?? []).filter((tag) => listAnchors(tag).length !== 1).map((tag) => `${file}: ${tag}`),
    );
    expect(loose).toEqual([]);
  });

  it("names functions that exist and cite their equation, and a test for each equation", () => {
    expect(entries.filter((entry) => entry.functions.length === 0 || entry.tests.length === 0)).toEqual([]);
    const faults = functions.flatMap(({ anchor, name, file, tests }) => {
      const text = sources.get(file);
      if (text === undefined) return [`${anchor}: ${file} does not exist`];
      const tag = readTagOf(text, name);
      if (tag === undefined) return [`${anchor}: ${file} exports no function ${name}`];
      if (!listAnchors(tag).includes(anchor)) return [`${anchor}: ${name} in ${file} does not cite it`];
      return tests.some((test) => sources.get(test)?.includes(name) === true)
        ? []
        : [`${anchor}: no test named there uses ${name}`];
    });
    expect(faults).toEqual([]);
  });

  it("names test files that exist", () => {
    const missing = entries.flatMap(({ tests }) => tests.filter((file) => !existsSync(join(root, file))));
    expect(missing).toEqual([]);
  });

  it("gives the range of points that each published row allows, and judges the row by it", () => {
    const rows = readPublishedRows(map);
    expect(rows.length).toBe(12);
    for (const { accepted, level5, score, from, to, isPossible } of rows) {
      const points = listPoints(accepted, level5);
      expect([Math.min(...points), Math.max(...points)]).toEqual([from, to]);
      expect(points.some((value) => (value / 3).toFixed(1) === score)).toBe(isPossible);
    }
  });

  it("has every formula that rl exports", () => {
    const mapped = new Set(functions.map(({ name }) => name));
    const helpers = new Set(["findGaps"]);
    const unmapped = Object.keys(rl).filter((name) => !mapped.has(name) && !helpers.has(name));
    expect(unmapped).toEqual([]);
  });
});

function listAnchors(text: string): readonly string[] {
  return [...text.matchAll(/docs\/paper-map\.md#([a-z0-9-]+)/g)].map((match) => match[1] ?? "");
}

/** The documentation comment right above an exported function. */
function readTagOf(text: string, name: string): string | undefined {
  const at = text.search(new RegExp(`^export (?:async )?function ${name}\\b`, "m"));
  if (at < 0) return undefined;
  const before = text.slice(0, at);
  return before.trimEnd().endsWith("*/") ? before.slice(before.lastIndexOf("/**")) : "";
}

function readMap(text: string): readonly Entry[] {
  const start = text.indexOf("\n## Equations\n");
  const end = text.indexOf("\n## ", start + 1);
  return text
    .slice(start, end)
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      anchor: section.slice(0, section.indexOf("\n")).trim(),
      functions: [...section.matchAll(/^- Function: `(\w+)` in `([^`]+)`$/gm)].map((match) => ({
        name: match[1] ?? "",
        file: match[2] ?? "",
      })),
      tests: [...section.matchAll(/^- Test: (.*)$/gm)].flatMap((match) =>
        [...(match[1] ?? "").matchAll(/`([^`]+)`/g)].map((path) => path[1] ?? ""),
      ),
    }));
}

function readPublishedRows(text: string) {
  return text
    .slice(text.indexOf("\n## Published figures"))
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => /^\d+$/.test(cells[2] ?? ""))
    .map((cells) => ({
      accepted: Number(cells[2]),
      level5: Number(cells[3]),
      score: cells[4] ?? "",
      from: Number(cells[6]),
      to: Number(cells[7]),
      isPossible: cells[8]?.startsWith("no") === false,
    }));
}

/** Points Σ level·solved for every way to spread the accepted problems over levels 1 to 4 of 20 problems each. */
function listPoints(accepted: number, level5: number): readonly number[] {
  const counts = Array.from({ length: 21 }, (_, count) => count);
  return counts.flatMap((one) =>
    counts.flatMap((two) =>
      counts.flatMap((three) => {
        const four = accepted - level5 - one - two - three;
        return four < 0 || four > 20 ? [] : [one + 2 * two + 3 * three + 4 * four + 5 * level5];
      }),
    ),
  );
}
