import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { toMessage } from "../../../std/index.ts";
import type { ParquetGroup, ParquetReply, ParquetRequest } from "./parquet-messages.ts";
import { toRowFault, type RowSourceOptions, type SourceRow } from "./row-source.ts";

/** The largest row group that is read: all its columns are in memory at once. */
const groupCapBytes = 2 ** 30;

const mebibyte = 2 ** 20;

/**
 * The rows of a Parquet file (flat or nested columns; plain, Snappy, gzip, Brotli or Zstandard), one row group in memory
 * at a time. A row group that cannot be read is one fault, at its first row.
 *
 * @throws Error where the file is no Parquet file
 */
export async function* readParquetRows(path: string, options: RowSourceOptions = {}): AsyncGenerator<SourceRow> {
  const reader = new ParquetReader(path, options.signal);
  try {
    const first = await reader.ask({ kind: "read-outline" }, { rows: 0, packedBytes: 0, unpackedBytes: 0 });
    if (first.kind !== "outline-read") {
      const reason = first.kind === "read-failed" ? first.message : "no outline";
      throw new Error(`expected a whole Parquet file; what it says of itself cannot be read (${reason})`);
    }
    let start = 0;
    for (const [index, group] of first.outline.groups.entries()) {
      options.signal?.throwIfAborted();
      if (group.rows > 0) yield* readGroup(reader, { index, group, start });
      options.onBytes?.(group.packedBytes);
      start += group.rows;
    }
  } finally {
    await reader.close();
  }
}

async function* readGroup(
  reader: ParquetReader,
  { index, group, start }: { readonly index: number; readonly group: ParquetGroup; readonly start: number },
): AsyncGenerator<SourceRow> {
  const end = start + group.rows;
  const fail = (...fault: Parameters<typeof toRowFault>): SourceRow => ({
    row: start + 1,
    lastRow: end,
    read: () => toRowFault(...fault),
  });
  if (!(group.unpackedBytes <= groupCapBytes)) {
    const actual = `rows ${start + 1} to ${end} in ${group.unpackedBytes} bytes`;
    const advice = "write the file again with smaller row groups";
    yield fail(`row groups of at most ${groupCapBytes} bytes`, actual, advice);
    return;
  }
  const reply = await reader.ask({ kind: "read-group", index }, group);
  if (reply.kind !== "group-read") {
    const reason = reply.kind === "read-failed" ? reply.message : "no rows";
    yield fail(`rows ${start + 1} to ${end} in one readable row group`, reason);
    return;
  }
  for (const [offset, columns] of reply.rows.entries()) {
    yield { row: start + offset + 1, read: () => ({ kind: "row-columns", columns }) };
  }
}

/** The thread that decodes, started again after it had to be ended. */
class ParquetReader {
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  #worker: Worker | undefined;
  #settle: ((reply: ParquetReply) => void) | undefined;

  constructor(path: string, signal: AbortSignal | undefined) {
    this.#path = path;
    this.#signal = signal;
  }

  /** The answer to one request; a thread that fails, fills its memory or takes too long for `group` is ended. */
  async ask(request: ParquetRequest, group: ParquetGroup): Promise<ParquetReply> {
    this.#signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ParquetReply>();
    this.#settle = resolve;
    const timeoutMs = 10_000 + Math.ceil(group.unpackedBytes / mebibyte) * 500;
    const timer = setTimeout(() => this.#fail(`not decoded after ${timeoutMs} ms`), timeoutMs);
    const onAbort = (): void => reject(this.#signal?.reason as Error);
    this.#signal?.addEventListener("abort", onAbort, { once: true });
    let mayGoOn = false;
    try {
      this.#worker ??= this.#start(group);
      this.#worker.postMessage(request, []);
      const reply = await promise;
      mayGoOn = reply.kind !== "read-failed" && group.unpackedBytes <= smallGroupBytes;
      return reply;
    } finally {
      clearTimeout(timer);
      this.#signal?.removeEventListener("abort", onAbort);
      this.#settle = undefined;
      if (!mayGoOn) await this.close();
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** Memory in proportion to what the group says that it unpacks to. */
  #start(group: ParquetGroup): Worker {
    const neededMib = Math.ceil(Math.max(group.unpackedBytes, smallGroupBytes) / mebibyte);
    const worker = new Worker(new URL(`./parquet-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: this.#path,
      resourceLimits: { maxOldGenerationSizeMb: 256 + 4 * neededMib },
    });
    worker.on("message", (reply: ParquetReply) => this.#settle?.(reply));
    worker.on("error", (error) => this.#fail(toMessage(error)));
    worker.on("exit", () => {
      if (this.#worker === worker) this.#fail("the thread that decodes ended");
    });
    return worker;
  }

  #fail(message: string): void {
    this.#settle?.({ kind: "read-failed", message });
  }
}

/** Up to here one thread serves all groups; larger ones get their own. */
const smallGroupBytes = 64 * mebibyte;
