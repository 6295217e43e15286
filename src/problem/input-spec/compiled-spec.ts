import type { Expression } from "./expression.ts";

/** A parsed formula. */
export interface CompiledFormula {
  readonly text: string;
  readonly expression: Expression;
  /** The variables that it reads. */
  readonly names: readonly string[];
}

export interface CompiledRange {
  readonly low: CompiledFormula;
  readonly high: CompiledFormula;
}

export type CompiledField =
  | ({ readonly kind: "int" } & CompiledRange)
  /** Bounds times 10^decimals. */
  | { readonly kind: "real"; readonly low: bigint; readonly high: bigint; readonly decimals: number }
  | {
      readonly kind: "string";
      readonly length: CompiledRange;
      /** In the order written, each once. */
      readonly alphabet: readonly string[];
      readonly form: "any" | "palindrome" | "balanced" | "number";
    }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "literal"; readonly text: string }
  | {
      readonly kind: "array";
      readonly length: CompiledFormula;
      readonly of: CompiledField;
      readonly order: "any" | "ascending" | "descending";
      readonly isDistinct: boolean;
      readonly sum?: CompiledRange | undefined;
    }
  | { readonly kind: "permutation"; readonly length: CompiledFormula; readonly base: bigint }
  | ({ readonly kind: "interval"; readonly isStrict: boolean } & CompiledRange)
  | {
      readonly kind: "parents";
      readonly vertices: CompiledFormula;
      readonly base: bigint;
      readonly isOrdered: boolean;
    };

export interface CompiledNamedField {
  readonly name: string;
  readonly field: CompiledField;
}

export type CompiledFields = readonly CompiledNamedField[];

export interface CompiledGraph {
  readonly kind: "graph";
  readonly name: string;
  readonly vertices: CompiledFormula;
  readonly edges: CompiledFormula;
  readonly base: bigint;
  readonly isDirected: boolean;
  readonly isSimple: boolean;
  readonly hasLoops: boolean;
  readonly isConnected: boolean;
  readonly isAcyclic: boolean;
  readonly isBipartite: boolean;
  readonly maxDegree?: CompiledFormula | undefined;
  readonly weights: CompiledFields;
}

export type CompiledBlock =
  | { readonly kind: "line"; readonly fields: CompiledFields }
  | {
      readonly kind: "rows";
      readonly name: string;
      readonly count: CompiledFormula;
      readonly fields: CompiledFields;
      readonly isDistinct: boolean;
      readonly where: readonly CompiledFormula[];
    }
  | {
      readonly kind: "queries";
      readonly name: string;
      readonly count: CompiledFormula;
      readonly kinds: readonly { readonly tag: string; readonly fields: CompiledFields }[];
      readonly where: readonly CompiledFormula[];
    }
  | {
      readonly kind: "grid";
      readonly name: string;
      readonly rows: CompiledFormula;
      readonly columns: CompiledFormula;
      readonly alphabet: readonly string[];
      readonly counts: readonly { readonly character: string; readonly range: CompiledRange }[];
    }
  | {
      readonly kind: "tree";
      readonly name: string;
      readonly vertices: CompiledFormula;
      readonly base: bigint;
      readonly weights: CompiledFields;
    }
  | CompiledGraph
  | {
      readonly kind: "cases";
      readonly name: string;
      readonly count: CompiledFormula;
      readonly scope: CompiledScope;
      readonly sums: readonly { readonly each: CompiledFormula; readonly most: CompiledFormula }[];
    };

export interface CompiledScope {
  readonly blocks: readonly CompiledBlock[];
  readonly where: readonly CompiledFormula[];
}

/** A specification with its formulas parsed, its shorthands spelt out and its names resolved. */
export interface CompiledInputSpec {
  readonly scope: CompiledScope;
  /** Variables that something is as long as, or as many as. */
  readonly sizeNames: ReadonlySet<string>;
}
