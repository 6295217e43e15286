import { stat } from "node:fs/promises";
import { AppError, boundary, toMessage } from "../../../std/index.ts";
import type { ProblemIssue } from "../../problem-issue.ts";
import type { ReadProblemResult } from "../loss.ts";
import { corpusNames, detectCorpus, signatureText, type CorpusName, type RawRow } from "./corpus.ts";
import { parseCorpusRow } from "./parse-corpus-row.ts";
import { readJsonlRows } from "./read-jsonl-rows.ts";
import { readParquetRows } from "./read-parquet-rows.ts";
import type { CorpusProgress, SourceRow } from "./row-source.ts";

/** A row of a corpus, counted from 1: a problem, or why it is none. */
export type CorpusRow =
  | { readonly kind: "row-read"; readonly row: number; readonly corpus: CorpusName; readonly result: ReadProblemResult }
  | { readonly kind: "row-refused"; readonly row: number; readonly issues: readonly ProblemIssue[] };

export interface ReadCorpusOptions {
  /** Undefined: told from each row's columns. */
  readonly corpus?: CorpusName | undefined;
  readonly signal?: AbortSignal | undefined;
  /** After each row. */
  readonly onProgress?: ((progress: CorpusProgress) => void) | undefined;
}

/** The names of files that hold rows. */
export const corpusFilePattern = /\.(?:jsonl|ndjson)(?:\.gz)?$|\.parquet$/i;

/**
 * The problems of a file of rows (`.jsonl`, `.ndjson`, either with `.gz`, or `.parquet`), one after the other. A bad row
 * is reported and does not stop the rest.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_FORMAT_UNKNOWN, PROBLEM_UNREADABLE (the file itself, not a row)
 */
export async function* readCorpus(path: string, options: ReadCorpusOptions = {}): AsyncGenerator<CorpusRow> {
  for await (const source of readSourceRows(path, options)) yield toCorpusRow(source, path, options.corpus);
}

/** The rows of a file before their columns are looked at. @throws as `readCorpus` */
export async function* readSourceRows(path: string, options: ReadCorpusOptions = {}): AsyncGenerator<SourceRow> {
  const { signal, onProgress } = options;
  const totalBytes = await checkFile(path);
  let bytes = 0;
  let rows = 0;
  const read = /\.parquet$/i.test(path) ? readParquetRows : readJsonlRows;
  const source = read(path, { signal, onBytes: (count) => (bytes += count) });
  try {
    for (;;) {
      const next = await boundary({ code: "PROBLEM_UNREADABLE", what: `reading ${path}` }, async () => {
        try {
          return await source.next();
        } catch (error) {
          signal?.throwIfAborted();
          throw error;
        }
      });
      if (next.done === true) return;
      rows += 1;
      yield next.value;
      onProgress?.({ rows, bytes: Math.min(bytes, totalBytes), totalBytes });
    }
  } finally {
    await source.return(undefined);
  }
}

/** A problem from one row of a file, or why it is none. */
export function toCorpusRow(source: SourceRow, path: string, corpus: CorpusName | undefined): CorpusRow {
  const place = { file: `${path}#${source.row}`, row: source.row, line: source.line };
  const refuse = (fault: Omit<ProblemIssue, "file">): CorpusRow => ({
    kind: "row-refused",
    row: source.row,
    issues: [{ file: place.file, line: place.line, ...fault }],
  });
  try {
    const read = source.read();
    if (read.kind === "row-fault") return refuse(read.fault);
    const name = corpus ?? detectCorpus(Object.keys(read.columns));
    if (name === undefined) return refuse(toUnknownColumns(read.columns));
    const parsed = parseCorpusRow(read.columns, name, place);
    return parsed.kind === "row-parsed"
      ? { kind: "row-read", row: source.row, corpus: name, result: parsed.result }
      : { kind: "row-refused", row: source.row, issues: parsed.issues };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse({ expected: "a row that fits into memory", actual: toMessage(error) });
  }
}

function toUnknownColumns(raw: RawRow): Omit<ProblemIssue, "file"> {
  const columns = Object.keys(raw);
  const shown = columns.slice(0, 12).map((column) => column.slice(0, 40));
  return {
    expected: `the columns of ${signatureText}`,
    actual: columns.length === 0 ? "no columns" : `${shown.join(", ")}${columns.length > 12 ? ", …" : ""}`,
    advice: `name the corpus (${corpusNames.join(", ")}) where it is one of these`,
  };
}

async function checkFile(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  const fail = (code: "PROBLEM_NOT_FOUND" | "PROBLEM_FORMAT_UNKNOWN", actual: string): AppError =>
    new AppError({
      code,
      message: `expected rows of a corpus at ${path}, a .jsonl, .ndjson (or .gz of these) or .parquet file; found ${actual}`,
      data: { path },
    });
  if (stats === undefined) throw fail("PROBLEM_NOT_FOUND", "nothing");
  if (!stats.isFile()) throw fail("PROBLEM_FORMAT_UNKNOWN", "something that is no file");
  if (!corpusFilePattern.test(path)) throw fail("PROBLEM_FORMAT_UNKNOWN", "a file of another name");
  return stats.size;
}
