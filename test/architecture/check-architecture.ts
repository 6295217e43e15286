import { posix } from "node:path";
import type { Layer } from "../../architecture.ts";
import { readModuleFacts, type ImportFact } from "./read-module-facts.ts";

/** One broken rule. `file` is relative to the repository root. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly rule:
    | "layer-unknown"
    | "layer-not-allowed"
    | "layer-cycle"
    | "index-bypassed"
    | "testing-in-production"
    | "export-star"
    | "file-too-long"
    | "import-unresolved";
  readonly message: string;
}

const maxFileLines = 400;

const rootEntry = "src/index.ts";

/**
 * Holds TypeScript files against the layer table.
 *
 * @param sources path relative to the repository root → text; `src/` and whatever may import it.
 */
export function checkArchitecture(
  layers: readonly Layer[],
  sources: ReadonlyMap<string, string>,
): readonly Violation[] {
  const violations: Violation[] = [...findTableFaults(layers)];
  for (const [file, text] of sources) {
    const facts = readModuleFacts(file, text);
    const lineCount = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    if (lineCount > maxFileLines) {
      violations.push({
        file,
        line: maxFileLines + 1,
        rule: "file-too-long",
        message: `${lineCount} lines, at most ${maxFileLines}`,
      });
    }
    for (const line of facts.exportStarLines) {
      violations.push({ file, line, rule: "export-star", message: "export by name" });
    }
    violations.push(...checkFolder(layers, file));
    for (const item of facts.imports) violations.push(...checkImport({ layers, sources, file, item }));
  }
  return violations;
}

/** The layer of a file under `src/`; undefined outside, and for the public entry. */
function toFolder(file: string): string | undefined {
  const match = /^src\/([^/]+)\//.exec(file);
  return match?.[1];
}

function findTableFaults(layers: readonly Layer[]): readonly Violation[] {
  const file = "architecture.ts";
  const faults: Violation[] = [];
  for (const [index, layer] of layers.entries()) {
    const earlier = new Set(layers.slice(0, index).map((other) => other.folder));
    for (const target of layer.mayImport) {
      if (earlier.has(target)) continue;
      const isKnown = layers.some((other) => other.folder === target);
      faults.push({
        file,
        line: 1,
        rule: isKnown ? "layer-cycle" : "layer-unknown",
        message: isKnown
          ? `${layer.folder} may import ${target}, which does not stand above it in the table`
          : `${layer.folder} may import ${target}, which has no row`,
      });
    }
  }
  return faults;
}

function checkFolder(layers: readonly Layer[], file: string): readonly Violation[] {
  if (!file.startsWith("src/") || file === rootEntry) return [];
  const folder = toFolder(file);
  if (folder !== undefined && layers.some((layer) => layer.folder === folder)) return [];
  return [{ file, line: 1, rule: "layer-unknown", message: "its folder has no row in architecture.ts" }];
}

function checkImport(context: {
  readonly layers: readonly Layer[];
  readonly sources: ReadonlyMap<string, string>;
  readonly file: string;
  readonly item: ImportFact;
}): readonly Violation[] {
  const { layers, sources, file, item } = context;
  if (item.specifier === undefined) {
    return file.startsWith("src/") && !isTestFile(file)
      ? [
          {
            file,
            line: item.line,
            rule: "import-unresolved",
            message: "a dynamic import needs a literal, so that it can be checked",
          },
        ]
      : [];
  }
  if (!item.specifier.startsWith(".")) return [];
  const target = posix.normalize(posix.join(posix.dirname(file), item.specifier));
  if (!target.startsWith("src/")) return [];
  const from = toFolder(file);
  const to = toFolder(target);
  const found: Violation[] = [];
  const report = (rule: Violation["rule"], message: string) => found.push({ file, line: item.line, rule, message });
  if (target.endsWith(".ts") && !sources.has(target)) report("import-unresolved", `${target} does not exist`);
  if (to === undefined || from === to) return found;
  if (target !== `src/${to}/index.ts`) report("index-bypassed", `import src/${to}/index.ts, not ${target}`);
  const isTest = isTestFile(file);
  if (to === "testing") {
    if (!isTest) report("testing-in-production", "only tests, examples and benchmarks may import src/testing");
    return found;
  }
  if (from === undefined) return found;
  const row = layers.find((layer) => layer.folder === from);
  if (row !== undefined && !row.mayImport.includes(to)) {
    report("layer-not-allowed", `${from} may import ${row.mayImport.join(", ") || "nothing"}; not ${to}`);
  }
  return found;
}

function isTestFile(file: string): boolean {
  return (
    file.endsWith(".test.ts") || /^(test|examples|benchmarks|runs)\//.test(file) || file.startsWith("src/testing/")
  );
}
