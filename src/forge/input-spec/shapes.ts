import type { CompiledBlock, CompiledField, CompiledScope, InputSpec } from "../../problem/index.ts";
import { arrayShapes, type ArrayShape } from "../adversarial/arrays.ts";
import { graphShapes, type GraphShape } from "../adversarial/graphs.ts";
import { permutationShapes, type PermutationShape } from "../adversarial/permutations.ts";
import { stringShapes, type StringShape } from "../adversarial/strings.ts";
import { treeShapes, type TreeShape } from "../adversarial/trees.ts";
import { toCompiled } from "./to-compiled.ts";

const intShapes = ["minimum", "maximum", "extremes", "boundaries", "small"] as const;
const intervalShapes = ["points", "whole", "nested", "adjacent"] as const;
const gridShapes = ["one-letter", "checkered", "stripes", "sparse", "spiral"] as const;
/** `lopsided`: each size as small or as large as can be, by chance. */
const sizeShapes = ["lopsided"] as const;
const caseShapes = ["one-big", "many-tiny", "balanced"] as const;

/** What an input is like in one respect; what it says nothing about is random. */
export interface InputShape {
  readonly sizes?: (typeof sizeShapes)[number] | undefined;
  readonly ints?: (typeof intShapes)[number] | undefined;
  readonly array?: ArrayShape | undefined;
  readonly permutation?: PermutationShape | undefined;
  readonly string?: StringShape | undefined;
  readonly tree?: TreeShape | undefined;
  readonly graph?: GraphShape | undefined;
  readonly interval?: (typeof intervalShapes)[number] | undefined;
  readonly grid?: (typeof gridShapes)[number] | undefined;
  readonly cases?: (typeof caseShapes)[number] | undefined;
}

const catalogue = {
  sizes: sizeShapes,
  ints: intShapes,
  array: arrayShapes,
  permutation: permutationShapes,
  string: stringShapes,
  tree: treeShapes,
  graph: graphShapes,
  interval: intervalShapes,
  grid: gridShapes,
  cases: caseShapes,
} as const satisfies Readonly<Record<keyof InputShape, readonly string[]>>;

/**
 * The names of all shapes that mean something for a specification, e.g. `array:anti-hash`, `tree:broom`,
 * `cases:many-tiny`. Several may be joined by commas. @throws FORGE_SPEC_INVALID
 */
export function listShapes(spec: InputSpec): readonly string[] {
  const found = new Set<keyof InputShape>();
  const { scope, sizeNames } = toCompiled(spec);
  if (sizeNames.size > 1) found.add("sizes");
  collectScope(scope, found);
  return shapeKinds
    .filter((kind) => found.has(kind))
    .flatMap((kind) => catalogue[kind].map((shape) => `${kind}:${shape}`));
}

/** The shape that names such as `tree:star,ints:maximum` stand for; `random` is none; undefined for an unknown name. */
export function parseShape(text: string): InputShape | undefined {
  const shape: Record<string, string> = {};
  for (const part of text.split(",").filter((name) => name !== "random")) {
    const [kind, name, ...rest] = part.split(":");
    const known = shapeKinds.find((item) => item === kind);
    if (known === undefined || name === undefined || rest.length > 0) return undefined;
    if (!catalogue[known].some((item) => item === name)) return undefined;
    shape[known] = name;
  }
  return shape;
}

const shapeKinds: readonly (keyof InputShape)[] = [
  "sizes",
  "ints",
  "array",
  "permutation",
  "string",
  "tree",
  "graph",
  "interval",
  "grid",
  "cases",
];

function collectScope(scope: CompiledScope, found: Set<keyof InputShape>): void {
  for (const block of scope.blocks) {
    for (const { field } of listFields(block)) collectField(field, found);
    if (block.kind === "cases") collectScope(block.scope, found.add("cases"));
    if (block.kind === "tree" || block.kind === "graph" || block.kind === "grid") found.add(block.kind);
  }
}

function listFields(block: CompiledBlock): readonly { readonly field: CompiledField }[] {
  switch (block.kind) {
    case "line":
    case "rows":
      return block.fields;
    case "queries":
      return block.kinds.flatMap((kind) => kind.fields);
    case "tree":
    case "graph":
      return block.weights;
    case "grid":
    case "cases":
      return [];
  }
}

function collectField(field: CompiledField, found: Set<keyof InputShape>): void {
  switch (field.kind) {
    case "int":
    case "real":
      found.add("ints");
      return;
    case "array":
      if (field.of.kind === "int" || field.of.kind === "real") found.add("array");
      else collectField(field.of, found);
      return;
    case "parents":
      found.add("tree");
      return;
    case "string":
    case "permutation":
    case "interval":
      found.add(field.kind);
      return;
    case "choice":
    case "literal":
      return;
  }
}
