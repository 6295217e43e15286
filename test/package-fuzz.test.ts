import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { listBases } from "./support/list-bases.ts";
import { readTree } from "./support/package-tree.ts";
import { tryPackage } from "./support/try-package.ts";

const root = mkdtempSync(join(tmpdir(), "grandsmith-package-fuzz-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const repository = fileURLToPath(new URL("..", import.meta.url));
const mutationCount = 300;

test("damaged packages load, or an error names file and field", { timeout: 300_000 }, async () => {
  const bases = listBases(repository).map((path) => ({ path, tree: readTree(join(repository, path)) }));
  expect(bases.length).toBeGreaterThan(20);
  const outcomes = { loaded: 0, refused: 0, fault: 0 };
  const faults: string[] = [];
  for (let index = 0; index < mutationCount; index++) {
    const base = bases[index % bases.length];
    if (base === undefined) break;
    const seed = `quick-${index}`;
    const trial = await tryPackage(base.tree, { seed, root });
    outcomes[trial.outcome]++;
    if (trial.outcome === "fault") faults.push(`${base.path} ${seed} (${trial.ways.join("; ")}): ${trial.message}`);
  }
  expect(faults).toEqual([]);
  expect(outcomes.refused).toBeGreaterThan(mutationCount / 5);
  expect(outcomes.loaded).toBeGreaterThan(mutationCount / 10);
  expect(readdirSync(root)).toEqual([]);
});
