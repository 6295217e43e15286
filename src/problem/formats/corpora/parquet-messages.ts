import type { RawRow } from "./corpus.ts";

/** What the main thread knows of a Parquet file. */
export interface ParquetOutline {
  readonly groups: readonly ParquetGroup[];
}

export interface ParquetGroup {
  readonly rows: number;
  /** In the file. */
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}

/** Asks the worker for a row group by its index, or, once at first, for the outline. */
export type ParquetRequest =
  | { readonly kind: "read-outline" }
  | { readonly kind: "read-group"; readonly index: number };

export type ParquetReply =
  | { readonly kind: "outline-read"; readonly outline: ParquetOutline }
  | { readonly kind: "group-read"; readonly rows: readonly RawRow[] }
  | { readonly kind: "read-failed"; readonly message: string };
