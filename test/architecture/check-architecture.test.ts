import { describe, expect, it } from "vitest";
import type { Layer } from "../../architecture.ts";
import { checkArchitecture } from "./check-architecture.ts";

const layers: readonly Layer[] = [
  { folder: "std", purpose: "base", mayImport: [] },
  { folder: "rl", purpose: "maths", mayImport: ["std"] },
  { folder: "judge", purpose: "judge", mayImport: ["std"] },
  { folder: "testing", purpose: "fakes", mayImport: ["std", "judge"] },
];

const base = {
  "src/std/index.ts": "export const a = 1;\n",
  "src/rl/index.ts": "export const b = 1;\n",
  "src/judge/index.ts": "export const c = 1;\n",
  "src/testing/index.ts": 'import { c } from "../judge/index.ts";\nexport const d = c;\n',
};

function findRules(files: Record<string, string>, table: readonly Layer[] = layers): readonly string[] {
  return checkArchitecture(table, new Map(Object.entries({ ...base, ...files }))).map(
    (violation) => `${violation.rule} ${violation.file}:${violation.line}`,
  );
}

describe("the architecture checker", () => {
  it("accepts imports that the table allows, within a folder, and of packages", () => {
    const text = 'import { a } from "../std/index.ts";\nimport { x } from "./y.ts";\nimport fs from "node:fs";\n';
    expect(findRules({ "src/judge/x.ts": text, "src/judge/y.ts": "export const x = 1;\n" })).toEqual([]);
  });

  it.each([
    ["a static import", 'import { b } from "../rl/index.ts";'],
    ["a type import", 'import type { B } from "../rl/index.ts";'],
    ["a dynamic import", 'const m = await import("../rl/index.ts");'],
    ["an import inside a type", 'type T = import("../rl/index.ts").B;'],
    ["a re-export", 'export { b } from "../rl/index.ts";'],
    ["a side-effect import", 'import "../rl/index.ts";'],
  ])("refuses %s of a layer that is not in the row", (_name, text) => {
    expect(findRules({ "src/judge/x.ts": text })).toEqual(["layer-not-allowed src/judge/x.ts:1"]);
  });

  it("refuses an import that goes past the other folder's index", () => {
    const files = { "src/judge/x.ts": '\nimport { z } from "../std/z.ts";', "src/std/z.ts": "export const z = 1;" };
    expect(findRules(files)).toEqual(["index-bypassed src/judge/x.ts:2"]);
  });

  it("refuses a folder without a row and a loose file", () => {
    expect(findRules({ "src/utils/x.ts": "export const x = 1;", "src/loose.ts": "export const x = 1;" })).toEqual([
      "layer-unknown src/utils/x.ts:1",
      "layer-unknown src/loose.ts:1",
    ]);
  });

  it("refuses a table with a cycle or with an unknown folder", () => {
    const cyclic: readonly Layer[] = [
      { folder: "std", purpose: "", mayImport: ["rl"] },
      { folder: "rl", purpose: "", mayImport: ["std"] },
      { folder: "judge", purpose: "", mayImport: ["std", "nowhere"] },
      { folder: "testing", purpose: "", mayImport: ["judge"] },
    ];
    expect(findRules({}, cyclic)).toEqual(["layer-cycle architecture.ts:1", "layer-unknown architecture.ts:1"]);
  });

  it("lets only tests, examples and benchmarks import testing", () => {
    const text = 'import { d } from "../testing/index.ts";';
    expect(
      findRules({
        "src/judge/x.test.ts": text,
        "benchmarks/x.ts": 'import { d } from "../src/testing/index.ts";',
        "src/judge/x.ts": text,
      }),
    ).toEqual(["testing-in-production src/judge/x.ts:1"]);
  });

  it("refuses export star, long files, missing files and dynamic imports that it cannot read", () => {
    expect(
      findRules({
        "src/judge/star.ts": 'export * from "./long.ts";',
        "src/judge/long.ts": "//\n".repeat(401),
        "src/judge/missing.ts": 'import "./nothing.ts";',
        "src/judge/dynamic.ts": "export const load = (name: string) => import(name);",
      }),
    ).toEqual([
      "export-star src/judge/star.ts:1",
      "file-too-long src/judge/long.ts:401",
      "import-unresolved src/judge/missing.ts:1",
      "import-unresolved src/judge/dynamic.ts:1",
    ]);
    expect(findRules({ "src/judge/long.ts": "//\n".repeat(400) })).toEqual([]);
  });

  it("fails loudly on a file that does not parse", () => {
    expect(() => findRules({ "src/judge/x.ts": "const = ;" })).toThrow("src/judge/x.ts cannot be parsed");
  });
});
