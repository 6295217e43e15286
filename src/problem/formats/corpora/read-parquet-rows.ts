import { open, type FileHandle } from "node:fs/promises";
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer, type FileMetaData } from "hyparquet";
import { toMessage } from "../../../std/index.ts";
import type { RawRow } from "./corpus.ts";
import { checkParquetPages } from "./check-parquet-pages.ts";
import { parquetCompressors } from "./parquet-compressors.ts";
import { toRowFault, type RowSourceOptions, type SourceRow } from "./row-source.ts";

/** The largest row group that is read: all its columns are in memory at once. */
const groupCapBytes = 4 * 2 ** 30;

/**
 * The rows of a Parquet file (flat or nested columns; plain, Snappy, gzip, Brotli or Zstandard), one row group in memory
 * at a time. A row group that cannot be read is one fault, at its first row.
 *
 * @throws Error where the file is no Parquet file
 */
export async function* readParquetRows(path: string, options: RowSourceOptions = {}): AsyncGenerator<SourceRow> {
  const handle = await open(path);
  try {
    const file = await toAsyncBuffer(handle, options.onBytes);
    const metadata = await readMetadata(file);
    let start = 0;
    for (const group of metadata.row_groups) {
      options.signal?.throwIfAborted();
      const end = start + Number(group.num_rows);
      yield* readGroup({ file, metadata, start, end, group });
      start = end;
    }
  } finally {
    await handle.close();
  }
}

/** The names of a Parquet file's columns. @throws Error where the file is no Parquet file */
export async function readParquetColumns(path: string): Promise<readonly string[]> {
  const handle = await open(path);
  try {
    const metadata = await readMetadata(await toAsyncBuffer(handle));
    return [...new Set(metadata.row_groups[0]?.columns.map((column) => column.meta_data?.path_in_schema[0] ?? ""))];
  } finally {
    await handle.close();
  }
}

async function readMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const rows = metadata.row_groups.map((group) => Number(group.num_rows));
  const total = rows.reduce((sum, count) => sum + count, 0);
  if (rows.some((count) => !(count >= 0)) || total !== Number(metadata.num_rows) || total > 2 ** 31) {
    throw new Error(`row groups of ${rows.join(", ").slice(0, 100)} rows for ${metadata.num_rows} rows`);
  }
  return metadata;
}

interface Group {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly start: number;
  readonly end: number;
  readonly group: FileMetaData["row_groups"][number];
}

async function* readGroup({ file, metadata, start, end, group }: Group): AsyncGenerator<SourceRow> {
  if (start === end) return;
  const fail = (...fault: Parameters<typeof toRowFault>): SourceRow => ({
    row: start + 1,
    lastRow: end,
    read: () => toRowFault(...fault),
  });
  const bytes = group.columns.reduce((sum, column) => sum + Number(column.meta_data?.total_uncompressed_size ?? 0), 0);
  if (!(bytes <= groupCapBytes)) {
    const expected = `row groups of at most ${groupCapBytes} bytes`;
    yield fail(
      expected,
      `rows ${start + 1} to ${end} in ${bytes} bytes`,
      "write the file again with smaller row groups",
    );
    return;
  }
  let rows: Record<string, unknown>[];
  try {
    await checkParquetPages(file, group);
    const wanted = { file, metadata, rowStart: start, rowEnd: end };
    rows = await parquetReadObjects({ ...wanted, compressors: parquetCompressors, geoparquet: false });
    if (rows.length !== end - start) throw new Error(`${rows.length} rows instead of ${end - start}`);
  } catch (error) {
    yield fail(`rows ${start + 1} to ${end} in one readable row group`, toMessage(error));
    return;
  }
  for (const [index, row] of rows.entries()) {
    yield { row: start + index + 1, read: () => ({ kind: "row-columns", columns: toPlain(row) as RawRow }) };
  }
}

async function toAsyncBuffer(handle: FileHandle, onBytes?: (bytes: number) => void): Promise<AsyncBuffer> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      if (!(start >= 0 && start <= end && end <= size)) throw new Error(`bytes ${start} to ${end} of ${size}`);
      const buffer = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      if (bytesRead !== buffer.length) throw new Error(`${bytesRead} bytes at ${start} instead of ${buffer.length}`);
      onBytes?.(bytesRead);
      return buffer.buffer;
    },
  };
}

/** A value as JSON would hold it: whole numbers beyond 2^53 become text, so that no schema takes them for exact. */
function toPlain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map(toPlain);
  if (ArrayBuffer.isView(value)) return value instanceof DataView ? null : Array.from(value as Uint8Array, toPlain);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]));
}
