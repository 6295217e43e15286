import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditPackage } from "../src/audit/index.ts";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge, type Judge } from "../src/judge/index.ts";
import { listBases } from "./support/list-bases.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const packages = listBases(repository).filter((path) => !basename(path).startsWith("corpora-"));

let cacheDirectory: string;
let judge: Judge;
beforeAll(async () => {
  cacheDirectory = await mkdtemp(join(tmpdir(), "grandsmith-audit-packages-"));
  judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(cacheDirectory, { recursive: true, force: true });
});

test.each(packages)("audit finds no error in %s", { timeout: 600_000 }, async (path) => {
  const report = await auditPackage(join(repository, path), { judge, filesDirectory: "out", budgetMs: 500_000 });
  const errors = report.findings.filter((finding) => finding.severity === "error");
  expect(errors.map(({ code, file, message }) => `${code} ${file}: ${message}`)).toEqual([]);
  expect(report.checks.filter((check) => check.status === "cut-short")).toEqual([]);
});
