import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readProblem } from "./formats/read-problem.ts";

const folder = fileURLToPath(new URL("../../examples", import.meta.url));

test("every bundled problem reads well: samples with answers, one main solution, one wrong one, images where shown", async () => {
  const entries = await readdir(folder, { withFileTypes: true });
  const problems = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((entry) => readProblem(join(folder, entry.name))),
  );
  expect(problems.length).toBeGreaterThanOrEqual(3);
  for (const problem of problems) {
    const samples = problem.tests.filter((item) => item.isSample);
    expect(samples.length).toBeGreaterThanOrEqual(2);
    expect(problem.tests.every((item) => item.answer !== undefined)).toBe(true);
    expect(problem.solutions.filter((solution) => solution.isMain)).toHaveLength(1);
    expect(problem.solutions.some((solution) => solution.expected.required.includes("wrong-answer"))).toBe(true);
    const [statement] = problem.statements;
    expect(statement.images).toHaveLength(statement.markdown.includes("![") ? 1 : 0);
  }
  expect(problems.some((problem) => problem.statements[0].images.length > 0)).toBe(true);
});
