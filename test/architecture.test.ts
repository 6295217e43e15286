import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layers } from "../architecture.ts";
import { checkArchitecture } from "./architecture/check-architecture.ts";
import { readSources } from "./architecture/read-sources.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["src", "test", "benchmarks", "runs"].filter((folder) => existsSync(join(root, folder)));

describe("the architecture", () => {
  const sources = readSources(root, folders);

  it("is read at all", () => {
    expect(sources.size).toBeGreaterThan(40);
    expect(sources.has("src/std/index.ts")).toBe(true);
  });

  it("is as architecture.ts says", () => {
    const violations = checkArchitecture(layers, sources);
    expect(violations.map(({ file, line, rule, message }) => `${file}:${line} ${rule}: ${message}`)).toEqual([]);
  });

  it("has a folder with an index for each row that others may import", () => {
    const imported = layers.filter(({ folder }) => layers.some((layer) => layer.mayImport.includes(folder)));
    const missing = imported.map(({ folder }) => `src/${folder}/index.ts`).filter((file) => !sources.has(file));
    expect(missing).toEqual([]);
  });
});
