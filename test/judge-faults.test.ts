import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const rows = readFileSync(path.join(root, "docs/judge-faults.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => /^\d+$/.test(cells[1] ?? ""));

test("the table of faults names 32, each with tests that exist", () => {
  expect(rows.map((cells) => Number(cells[1]))).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
  for (const cells of rows) {
    const named = (cells[4] ?? "").split("<br>").map((item) => /^`([^`]+)`: (.+)$/.exec(item));
    expect(named.length).toBeGreaterThan(0);
    for (const match of named) {
      const [, file = "", title = ""] = match ?? [];
      const text = readFileSync(path.join(root, file), "utf8").replaceAll("`", '"');
      expect(text, `fault ${cells[1]}: ${file}`).toContain(`"${title}"`);
    }
  }
});
