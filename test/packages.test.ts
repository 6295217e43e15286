import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge, findToolchain, type Judge } from "../src/judge/index.ts";
import { readProblemResult, type Verdict } from "../src/problem/index.ts";
import { verifyProblem, type VerifyReport } from "../src/verify/index.ts";

/** What a package is meant to be refused for, or warned of; all others are good as they are. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "kattis-2025-answers": ["problem-unjudgeable"],
  "kattis-2025-files": ["problem-unjudgeable"],
};

/** What solutions get whose format cannot say so. */
const undeclared: Readonly<Record<string, Readonly<Record<string, Verdict>>>> = {
  "frontier-cs-hidden-number": {
    reference: "partial",
    guesses_one: "partial",
    never_asks: "idleness-limit-exceeded",
    off_by_one: "partial",
  },
  "frontier-cs-knapsack": {
    reference: "partial",
    all_books: "wrong-answer",
    claims: "presentation-error",
    endless: "time-limit-exceeded",
    first_fit: "partial",
    nothing: "wrong-answer",
    "example-reference": "wrong-answer",
  },
  "frontier-cs-smith-tour": {
    reference: "partial",
    identity: "wrong-answer",
    misses_last: "presentation-error",
    starts_at_two: "wrong-answer",
  },
  "frontier-cs-smith-machines": {
    reference: "partial",
    all_plans: "accepted",
    asks_back: "idleness-limit-exceeded",
    claims: "runtime-error",
    in_turn: "wrong-answer",
    narrates: "output-limit-exceeded",
    never_content: "time-limit-exceeded",
    one_more: "presentation-error",
    one_short: "presentation-error",
    remembers_all: "memory-limit-exceeded",
    ten_jobs: "partial",
    unfinished: "compile-error",
    zero_based: "wrong-answer",
  },
};

const packages = [
  ...(await listFolders(path.join(import.meta.dirname, "packages"))),
  ...(await listFolders(path.join(import.meta.dirname, "../examples"))),
].filter((folder) => !path.basename(folder).startsWith("corpora-"));

let judge: Judge;

beforeAll(async () => {
  judge = await createJudge({ journal: createMemoryJournal() });
});
afterAll(async () => judge[Symbol.asyncDispose]());

describe("every package", () => {
  test.each(packages.map((folder) => [path.basename(folder), folder] as const))(
    "%s gives what it declares",
    async (name, folder) => {
      const report = await verifyProblem({ judge }, await readProblemResult(folder));
      const absent = await listAbsentLanguages(report);
      const isAbsent = (subject: string): boolean => absent.has(subject);
      const errors = report.findings.filter(({ severity, subject }) => severity === "error" && !isAbsent(subject));
      expect(errors.map(({ code }) => code)).toEqual(exceptions[name] ?? []);
      const surprises = report.submissions.filter((row) => row.status === "unexpected");
      expect(surprises.map((row) => [row.name, row.complaints])).toEqual([]);
      expect(report.submissions.length > 0).toBe(exceptions[name] === undefined);
      const run = report.submissions.filter((row) => row.status !== "not-run");
      const wanted = run.map((row) => [row.name, undeclared[name]?.[row.name] ?? row.verdict]);
      expect(run.map((row) => [row.name, row.verdict])).toEqual(wanted);
    },
    300_000,
  );
});

/** Names of solutions whose language has no compiler on this machine. */
async function listAbsentLanguages(report: VerifyReport): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { name, language, status } of report.submissions) {
    if (status === "not-run" && (await findToolchain(language)).kind === "toolchain-missing") names.add(name);
  }
  return names;
}

async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
}
