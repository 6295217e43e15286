import { open, type FileHandle } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer, type FileMetaData } from "hyparquet";
import { invariant, toMessage } from "../../../std/index.ts";
import { checkParquetColumns, checkParquetPages } from "./check-parquet-pages.ts";
import type { RawRow } from "./corpus.ts";
import { parquetCompressors } from "./parquet-compressors.ts";
import type { ParquetOutline, ParquetReply, ParquetRequest } from "./parquet-messages.ts";

/**
 * A thread that reads one Parquet file. The library that decodes trusts the lengths in the file: a damaged or hostile
 * one may fill the memory or never end, and then the thread is ended, not the process.
 */
invariant(parentPort !== null, "this module runs in a worker");
const port = parentPort;
const handle = await open(String(workerData));
const file = await toAsyncBuffer(handle);
let metadata: FileMetaData | undefined;

port.on("message", (request: ParquetRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});

async function answer(request: ParquetRequest): Promise<ParquetReply> {
  try {
    metadata ??= await readMetadata();
    return request.kind === "read-outline"
      ? { kind: "outline-read", outline: toOutline(metadata) }
      : { kind: "group-read", rows: await readGroup(metadata, request.index) };
  } catch (error) {
    return { kind: "read-failed", message: toMessage(error) };
  }
}

async function readMetadata(): Promise<FileMetaData> {
  const read = await parquetMetadataAsync(file, { geoparquet: false });
  checkParquetColumns(read);
  const rows = read.row_groups.map((group) => Number(group.num_rows));
  const total = rows.reduce((sum, count) => sum + count, 0);
  if (rows.some((count) => !(count >= 0)) || total !== Number(read.num_rows) || total > 2 ** 31) {
    throw new Error(`row groups of ${rows.join(", ").slice(0, 100)} rows for ${read.num_rows} rows`);
  }
  return read;
}

function toOutline({ row_groups: groups }: FileMetaData): ParquetOutline {
  const sum = (group: (typeof groups)[number], key: "total_compressed_size" | "total_uncompressed_size"): number =>
    group.columns.reduce((total, column) => total + Number(column.meta_data?.[key] ?? 0), 0);
  return {
    groups: groups.map((group) => ({
      rows: Number(group.num_rows),
      packedBytes: sum(group, "total_compressed_size"),
      unpackedBytes: sum(group, "total_uncompressed_size"),
    })),
  };
}

async function readGroup(known: FileMetaData, index: number): Promise<readonly RawRow[]> {
  const group = known.row_groups[index];
  invariant(group !== undefined, "a row group of the file");
  await checkParquetPages(file, group);
  const rowStart = known.row_groups.slice(0, index).reduce((sum, item) => sum + Number(item.num_rows), 0);
  const rowEnd = rowStart + Number(group.num_rows);
  const wanted = { file, metadata: known, rowStart, rowEnd, compressors: parquetCompressors, geoparquet: false };
  const rows = await parquetReadObjects(wanted);
  if (rows.length !== rowEnd - rowStart) throw new Error(`${rows.length} rows instead of ${rowEnd - rowStart}`);
  return rows.map((row) => toPlain(row) as RawRow);
}

async function toAsyncBuffer(opened: FileHandle): Promise<AsyncBuffer> {
  const { size } = await opened.stat();
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      if (!(start >= 0 && start <= end && end <= size)) throw new Error(`bytes ${start} to ${end} of ${size}`);
      const buffer = new Uint8Array(end - start);
      const { bytesRead } = await opened.read(buffer, 0, buffer.length, start);
      if (bytesRead !== buffer.length) throw new Error(`${bytesRead} bytes at ${start} instead of ${buffer.length}`);
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
