import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { toMessage } from "../../../std/index.ts";
import { toActualText } from "../../problem-issue.ts";
import { parseUtf8 } from "../text.ts";
import type { RawRow } from "./corpus.ts";
import { toRowFault, type RowSourceOptions, type SourceColumns, type SourceRow } from "./row-source.ts";

/** The longest line that is read: near the longest text that JavaScript has. */
const lineCapBytes = 500 * 2 ** 20;

const lineFeed = 0x0a;

/**
 * The rows of a file with one JSON object a line, gzip or not, one line in memory at a time. Blank lines are no rows;
 * a byte-order mark and CR line ends are let pass. A row is parsed when it is asked for.
 */
export async function* readJsonlRows(
  path: string,
  options: RowSourceOptions & { readonly capBytes?: number } = {},
): AsyncGenerator<SourceRow> {
  let row = 0;
  let line = 0;
  for await (const bytes of readLines(path, options)) {
    options.signal?.throwIfAborted();
    line += 1;
    if (bytes === "too-long") {
      row += 1;
      yield { row, line, read: () => toRowFault(`at most ${options.capBytes ?? lineCapBytes} bytes a line`, "more") };
      continue;
    }
    const content = line === 1 ? withoutByteOrderMark(bytes) : bytes;
    if (isBlank(content)) continue;
    row += 1;
    yield { row, line, read: () => parseJsonRow(content) };
  }
}

async function* readLines(
  path: string,
  { signal, onBytes, capBytes = lineCapBytes }: RowSourceOptions & { readonly capBytes?: number },
): AsyncGenerator<Uint8Array | "too-long"> {
  const file = createReadStream(path, { signal, highWaterMark: 2 ** 18 });
  if (onBytes !== undefined) file.on("data", (chunk) => onBytes(chunk.length));
  const stream = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => stream.destroy(error));
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length <= capBytes) parts.push(part);
    else parts = [];
  };
  const take = (): Uint8Array | "too-long" => {
    const whole = length > capBytes ? ("too-long" as const) : Buffer.concat(parts);
    parts = [];
    length = 0;
    return whole;
  };
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
        add(chunk.subarray(start, end));
        yield take();
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
    }
    if (length > 0) yield take();
  } finally {
    file.destroy();
    stream.destroy();
  }
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

function parseJsonRow(bytes: Uint8Array): SourceColumns {
  const expected = "a JSON object";
  const parsed = parseUtf8(bytes);
  if (parsed.kind !== "text") return toRowFault(expected, `another byte than UTF-8 has, at offset ${parsed.offset}`);
  let data: unknown;
  try {
    data = JSON.parse(parsed.text);
  } catch (error) {
    return toRowFault(expected, `text that is not JSON: ${toMessage(error)}`);
  }
  if (typeof data === "object" && data !== null && !Array.isArray(data)) {
    return { kind: "row-columns", columns: data as RawRow };
  }
  return toRowFault(expected, toActualText(data));
}
