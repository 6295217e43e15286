import type { ProblemIssue } from "../../problem-issue.ts";
import type { RawRow } from "./corpus.ts";

/** A row as a file gives it. `row` and `line` count from 1. */
export interface SourceRow {
  readonly row: number;
  /** Set where this is the fault of several rows at once. */
  readonly lastRow?: number | undefined;
  readonly line?: number | undefined;
  readonly read: () => SourceColumns;
}

export type SourceColumns =
  | { readonly kind: "row-columns"; readonly columns: RawRow }
  | { readonly kind: "row-fault"; readonly fault: RowFault };

/** What kept a row from being read at all. */
export type RowFault = Pick<ProblemIssue, "expected" | "actual" | "advice">;

/** How far reading is, in bytes of the file. */
export interface CorpusProgress {
  readonly rows: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface RowSourceOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

export function toRowFault(expected: string, actual: string, advice?: string): SourceColumns {
  return { kind: "row-fault", fault: { expected, actual, advice } };
}
