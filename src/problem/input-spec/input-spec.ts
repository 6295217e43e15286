/** A whole number, or a formula over earlier variables such as `n*(n-1)/2` or `2e5`. */
export type Formula = number | string;

/** Lowest and highest value, both included. */
export type Range = readonly [Formula, Formula];

/** What stands at one place of a line, as it is written in `input-spec.yaml`. A bare range is a whole number. */
export type FieldSpec =
  | Range
  | { readonly int: Range }
  | { readonly real: readonly [number | string, number | string]; readonly decimals: number }
  | {
      /** Its length: a formula or a range. */
      readonly string: Formula | Range;
      /** Characters and ranges of them, e.g. `a-z` or `01`; a `-` stands first or last. Undefined: `a-z`. */
      readonly alphabet?: string | undefined;
      /** `number`: digits without a leading zero; `balanced`: pairs of brackets in the alphabet. */
      readonly form?: "any" | "palindrome" | "balanced" | "number" | undefined;
    }
  | { readonly choice: readonly (string | number)[] }
  | { readonly literal: string | number }
  | {
      /** Its length. */
      readonly array: Formula;
      /** `index` (from 1) may be used in its ranges. */
      readonly of: FieldSpec;
      readonly order?: "ascending" | "descending" | "strictly-ascending" | "strictly-descending" | undefined;
      readonly distinct?: boolean | undefined;
      /** Of whole numbers: what they may add up to. */
      readonly sum?: Range | undefined;
    }
  | { readonly permutation: Formula; readonly base?: number | undefined }
  /** Two numbers l ≤ r. */
  | { readonly interval: Range; readonly strict?: boolean | undefined }
  /** The parents of all vertices but the root, which is the first. */
  | {
      readonly parents: Formula;
      readonly base?: number | undefined;
      /** Each parent stands before its child. */
      readonly ordered?: boolean | undefined;
    };

/** The fields of one line, in order, by name; separated by single spaces. */
export type LineSpec = Readonly<Record<string, FieldSpec>>;

/** One part of the input, as it is written in `input-spec.yaml`. The first key names the kind, its value the variable. */
export type BlockSpec =
  | { readonly line: LineSpec }
  | {
      readonly rows: string;
      readonly count: Formula;
      readonly line: LineSpec;
      readonly distinct?: boolean | undefined;
      readonly where?: readonly string[] | undefined;
    }
  | {
      readonly queries: string;
      readonly count: Formula;
      /** First token of the line → the fields after it. */
      readonly kinds: Readonly<Record<string, LineSpec>>;
      readonly where?: readonly string[] | undefined;
    }
  | {
      readonly grid: string;
      readonly rows: Formula;
      readonly columns: Formula;
      readonly alphabet: string;
      /** How often a character may occur. */
      readonly counts?: Readonly<Record<string, number | Range>> | undefined;
    }
  | {
      readonly tree: string;
      readonly vertices: Formula;
      readonly base?: number | undefined;
      readonly weights?: LineSpec | undefined;
    }
  | {
      readonly graph: string;
      readonly vertices: Formula;
      readonly edges: Formula;
      readonly base?: number | undefined;
      readonly directed?: boolean | undefined;
      /** Neither loops nor multiple edges. Undefined: true. */
      readonly simple?: boolean | undefined;
      /** Without simple: whether an edge may join a vertex to itself. */
      readonly loops?: boolean | undefined;
      /** Weakly, where directed. */
      readonly connected?: boolean | undefined;
      /** A forest, or, where directed, a DAG. */
      readonly acyclic?: boolean | undefined;
      readonly bipartite?: boolean | undefined;
      readonly max_degree?: Formula | undefined;
      readonly weights?: LineSpec | undefined;
    }
  | {
      readonly cases: string;
      readonly count: Formula;
      readonly input: readonly BlockSpec[];
      readonly where?: readonly string[] | undefined;
      /** Formula over one case → the most it may add up to over all of them. */
      readonly sums?: Readonly<Record<string, Formula>> | undefined;
    };

/**
 * What inputs of a problem look like: at once their validator, their generator and what the minimiser goes by.
 * `where` holds conditions such as `n <= m`.
 */
export interface InputSpec {
  readonly input: readonly BlockSpec[];
  readonly where?: readonly string[] | undefined;
}
