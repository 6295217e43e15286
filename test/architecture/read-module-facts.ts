import { parseSync, Visitor } from "oxc-parser";

/** One mention of another module: static, type-only, dynamic, `import("…")` in a type, or a re-export. */
export interface ImportFact {
  /** Undefined for a dynamic import of something other than a string literal. */
  readonly specifier: string | undefined;
  readonly line: number;
}

export interface ModuleFacts {
  readonly imports: readonly ImportFact[];
  /** Lines of `export * from`; `export * as name` included. */
  readonly exportStarLines: readonly number[];
}

/** Parses a TypeScript module and lists what it imports. */
export function readModuleFacts(file: string, text: string): ModuleFacts {
  const parsed = parseSync(file, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${file} cannot be parsed: ${error.message}`);
  const imports: ImportFact[] = [];
  const exportStarLines: number[] = [];
  const toLine = (offset: number) => text.slice(0, offset).split("\n").length;
  const add = (source: { readonly type: string; readonly value?: unknown; readonly start: number } | null) => {
    if (source === null) return;
    const specifier = source.type === "Literal" && typeof source.value === "string" ? source.value : undefined;
    imports.push({ specifier, line: toLine(source.start) });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => {
      add(node.source);
      exportStarLines.push(toLine(node.start));
    },
  }).visit(parsed.program);
  return { imports, exportStarLines };
}
