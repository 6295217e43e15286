import type { Part, ValueRange } from "../parts/part.ts";

/** The list that a core works on: what is left after shape and steps. */
export type Elements = readonly number[];

/** How the literal reading is tried out: every subset, every split, every order, or every course of a process. */
export type BruteForce =
  /** `code` sees the chosen elements `b[0..h-1]` at positions `w[0..h-1]`, clears `ok` or sets `v`. */
  | { readonly kind: "subsets"; readonly best: "largest" | "smallest"; readonly code: string }
  /** `code` sees one part `a[l..r]` and adds to `v`, or clears `ok`. `parts`: how many there must be. */
  | {
      readonly kind: "splits";
      readonly best: "largest" | "smallest";
      readonly code: string;
      readonly parts?: string | undefined;
    }
  /** `code` sees an order of the elements `a[0..m-1]` and sets `v`. */
  | { readonly kind: "orders"; readonly best: "largest" | "smallest"; readonly code: string }
  /**
   * While there are two elements `u` (before `w` in the list) that `allowed` permits, they are taken away and `pushed`,
   * where given, comes in. What counts in the end is how many are left, or the last element.
   */
  | {
      readonly kind: "process";
      readonly best: "largest" | "smallest";
      readonly allowed: string;
      readonly pushed?: string | undefined;
      /** Of the last element `v`; undefined: itself. */
      readonly result?: string | undefined;
    };

/** A mistake that is often made with a core: a piece of its code replaced. */
export interface CoreFault {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** What the faulty program answers. */
  evaluate(a: Elements, c: number): number;
}

/** The question that is asked about a list. In texts and code `{c}` stands for the operand. */
export interface CorePart extends Part {
  /** Sentences that must come before the question. */
  readonly setup?: readonly string[] | undefined;
  /** The answer as a noun phrase. */
  readonly says: readonly string[];
  /** What the answer is where the question has none, e.g. `0 if the list is empty`. */
  readonly note?: string | undefined;
  /** True where `note` is needed even if no element was taken out. */
  readonly needsNote?: boolean | undefined;
  /** `natural`: none below 0; `index`: from 0 to 1,000,000. */
  readonly accepts: "any" | "natural" | "index";
  /** How large the answer gets. */
  readonly magnitude: "count" | "pairs" | "value" | "sum" | "weighted" | "products";
  /** True where the answer can be negative though no element is. */
  readonly isSigned?: boolean | undefined;
  /** True where the answer is one of two. */
  readonly isBinary?: boolean | undefined;
  /** True where the values of the elements do not matter. */
  readonly ignoresValues?: boolean | undefined;
  /** Takes in `x` as it is read; undefined: the elements are stored in `a[0..m-1]`. */
  readonly loop?: string | undefined;
  /** Leaves the answer in `s`. `sort;` sorts `a`. */
  readonly code: string;
  evaluate(a: Elements, c: number): number;
  /** `code` over the stored list, read literally; undefined: `code` with a quadratic sort. */
  readonly slow?: string | undefined;
  /** Level 5: why the answer is what `code` computes. */
  readonly claim?: string | undefined;
  /** The claim as code over the stored list; undefined: `slow`, or `code`. */
  readonly hypothesis?: string | undefined;
  /** Level 5: the literal reading. */
  readonly brute?: BruteForce | undefined;
  readonly faults?: readonly CoreFault[] | undefined;
}

/** The most elements that a list has. */
export const longestList = 100_000;

/** The largest index of the counting array. */
const highestIndex = 1_000_000;

/** A result beyond this could not be computed exactly by the evaluator. */
const mostExact = 2 ** 52;

/** The values that a core's answer can have on elements in `range`; undefined where it does not take such elements. */
export function toResultRange(core: CorePart, range: ValueRange): ValueRange | undefined {
  if (core.accepts !== "any" && range.low < 0) return undefined;
  if (core.accepts === "index" && range.high > highestIndex) return undefined;
  const most = Math.max(Math.abs(range.low), Math.abs(range.high));
  const bounds = {
    count: longestList,
    pairs: longestList ** 2,
    value: 2 * most,
    sum: 2 * most * longestList,
    weighted: most * longestList ** 2,
    products: most ** 2 * longestList,
  };
  const high = bounds[core.magnitude];
  if (high > mostExact) return undefined;
  const isNatural = core.isSigned !== true && (range.low >= 0 || ["count", "pairs"].includes(core.magnitude));
  return { low: isNatural ? 0 : -high, high };
}
