import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { snappyUncompress, type Compressors } from "hyparquet";

/** The largest page that is unpacked. */
const pageCapBytes = 2 ** 30;

/** One element of Snappy's format is at most 64 bytes long and takes at least 2: more cannot come out. */
const snappyGrowth = 32;

/** Unpacks pages, never beyond the size that the page's header gives. */
export const parquetCompressors: Compressors = {
  SNAPPY: (input, length) => {
    if (length > input.length * snappyGrowth + 64)
      throw new Error(`${input.length} Snappy bytes cannot hold ${length}`);
    const output = new Uint8Array(checkLength(length));
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: checkLength(length) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: checkLength(length) }),
  ZSTD: (input, length) => zstdDecompressSync(input, { maxOutputLength: checkLength(length) }),
};

function checkLength(length: number): number {
  if (!(length >= 0 && length <= pageCapBytes))
    throw new Error(`a page of ${length} bytes; at most ${pageCapBytes} are read`);
  return Math.max(1, length);
}
