import { toActualText } from "../problem-issue.ts";
import { compileField } from "./compile-field.ts";
import { compileFormula, compileRange, NameScope, type CompileContext } from "./compile-formula.ts";
import type { CompiledBlock, CompiledFields, CompiledInputSpec, CompiledScope } from "./compiled-spec.ts";
import type { BlockSpec, InputSpec, LineSpec } from "./input-spec.ts";
import { expandAlphabet } from "./expand-alphabet.ts";

/** One thing that is wrong with a specification. */
export interface InputSpecIssue {
  /** Where, e.g. `input.1.cases.input.0.line.n`. */
  readonly path: readonly (string | number)[];
  readonly expected: string;
  readonly actual: string;
}

/** Spells a specification out and checks that its formulas and names fit together. */
export function compileInputSpec(
  spec: InputSpec,
):
  | { readonly kind: "spec-compiled"; readonly compiled: CompiledInputSpec }
  | { readonly kind: "spec-refused"; readonly issues: readonly InputSpecIssue[] } {
  const issues: InputSpecIssue[] = [];
  const sizeNames = new Set<string>();
  const context: CompileContext = {
    path: [],
    names: new NameScope(undefined),
    sizeNames,
    report: (path, expected, actual) => issues.push({ path, expected, actual }),
  };
  const scope = compileScope({ blocks: spec.input, where: spec.where ?? [], key: "input" }, context);
  return issues.length === 0
    ? { kind: "spec-compiled", compiled: { scope, sizeNames } }
    : { kind: "spec-refused", issues };
}

function compileScope(
  source: { readonly blocks: readonly BlockSpec[]; readonly where: readonly string[]; readonly key: string },
  context: CompileContext,
): CompiledScope {
  const blocks = source.blocks.map((block, index) =>
    compileBlock(block, { ...context, path: [...context.path, source.key, index] }),
  );
  const where = compileConditions(source.where, context);
  return { blocks, where };
}

function compileConditions(conditions: readonly string[], context: CompileContext) {
  return conditions.map((text, index) => compileFormula(text, { ...context, path: [...context.path, "where", index] }));
}

function compileBlock(block: BlockSpec, context: CompileContext): CompiledBlock {
  const at = (...keys: string[]): CompileContext => ({ ...context, path: [...context.path, ...keys] });
  const declare = (name: string, key: string): string => {
    declareName(name, "list", at(key));
    return name;
  };
  const size = (formula: number | string, key: string) => compileFormula(formula, at(key), "size");
  if ("grid" in block) {
    const alphabet = expandAlphabet(block.alphabet);
    const counts = Object.entries(block.counts ?? {}).map(([character, count]) => {
      const range = typeof count === "number" ? ([count, count] as const) : count;
      if (!alphabet.includes(character)) context.report(at("counts").path, "characters of the alphabet", character);
      return { character, range: compileRange(range, at("counts", character)) };
    });
    if (alphabet.includes(" ")) context.report(at("alphabet").path, "no space in a grid", toActualText(block.alphabet));
    return {
      kind: "grid",
      rows: size(block.rows, "rows"),
      columns: size(block.columns, "columns"),
      name: declare(block.grid, "grid"),
      alphabet,
      counts,
    };
  }
  if ("tree" in block) {
    return {
      kind: "tree",
      vertices: size(block.vertices, "vertices"),
      name: declare(block.tree, "tree"),
      base: BigInt(block.base ?? 1),
      weights: compileFields(block.weights ?? {}, nest(at("weights"))),
    };
  }
  if ("graph" in block) return compileGraph(block, context);
  if ("cases" in block) {
    const count = size(block.count, "count");
    const inner = nest(context);
    const scope = compileScope({ blocks: block.input, where: block.where ?? [], key: "input" }, inner);
    const sums = Object.entries(block.sums ?? {}).map(([each, most]) => ({
      each: compileFormula(each, { ...inner, path: [...context.path, "sums", each] }),
      most: compileFormula(most, at("sums", each)),
    }));
    return { kind: "cases", count, name: declare(block.cases, "cases"), scope, sums };
  }
  if ("queries" in block) {
    const count = size(block.count, "count");
    const kinds = Object.entries(block.kinds).map(([tag, line]) => ({
      tag,
      fields: compileFields(line, nest(at("kinds", tag))),
    }));
    const all = nest(context);
    for (const kind of kinds) for (const { name } of kind.fields) all.names.add(name, "value");
    const where = compileConditions(block.where ?? [], all);
    if (kinds.length === 0) context.report(at("kinds").path, "at least one kind", "none");
    return { kind: "queries", count, name: declare(block.queries, "queries"), kinds, where };
  }
  if ("rows" in block) {
    const count = size(block.count, "count");
    const inner = nest(context);
    const fields = compileFields(block.line, { ...inner, path: [...context.path, "line"] });
    const where = compileConditions(block.where ?? [], inner);
    const name = declare(block.rows, "rows");
    return { kind: "rows", count, name, fields, where, isDistinct: block.distinct ?? false };
  }
  return { kind: "line", fields: compileFields(block.line, at("line")) };
}

function compileGraph(block: Extract<BlockSpec, { readonly graph: string }>, context: CompileContext): CompiledBlock {
  const at = (...keys: string[]): CompileContext => ({ ...context, path: [...context.path, ...keys] });
  const isSimple = block.simple ?? true;
  const isAcyclic = block.acyclic ?? false;
  const isBipartite = block.bipartite ?? false;
  if (block.loops === true && (isSimple || isAcyclic || isBipartite)) {
    context.report(at("loops").path, "no loops in a simple, acyclic or bipartite graph", "true");
  }
  const graph: CompiledBlock = {
    kind: "graph",
    vertices: compileFormula(block.vertices, at("vertices"), "size"),
    edges: compileFormula(block.edges, at("edges"), "size"),
    name: block.graph,
    base: BigInt(block.base ?? 1),
    isDirected: block.directed ?? false,
    isSimple,
    hasLoops: block.loops ?? !(isSimple || isAcyclic || isBipartite),
    isConnected: block.connected ?? false,
    isAcyclic,
    isBipartite,
    maxDegree: block.max_degree === undefined ? undefined : compileFormula(block.max_degree, at("max_degree")),
    weights: compileFields(block.weights ?? {}, nest(at("weights"))),
  };
  declareName(block.graph, "list", at("graph"));
  return graph;
}

function compileFields(line: LineSpec, context: CompileContext): CompiledFields {
  return Object.entries(line).map(([name, field]) => {
    const inner = { ...context, path: [...context.path, name] };
    if (name === "u" || name === "v") checkEdgeName(inner);
    const compiled = compileField(field, inner);
    const isNumber = compiled.kind === "int";
    declareName(name, isNumber ? "value" : "list", inner);
    return { name, field: compiled };
  });
}

/** Edges are stored with `u` and `v` beside their weights. */
function checkEdgeName(context: CompileContext): void {
  if (context.path.includes("weights")) context.report(context.path, "a name other than u and v for a weight", "it");
}

function declareName(name: string, kind: "value" | "list", context: CompileContext): void {
  if (name === "index" || name === "kind") context.report(context.path, "a name that is not reserved", name);
  else if (!context.names.add(name, kind)) context.report(context.path, "a name that is new", name);
}

function nest(context: CompileContext): CompileContext {
  return { ...context, names: new NameScope(context.names) };
}
