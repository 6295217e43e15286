import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { computeDigest } from "../std/index.ts";

/** Built programs on disk, named by what they were built from. */
export interface CompileCache {
  /** The program, or undefined when there is none or it does not match its digest (then it is removed). */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Stores a program whole or not at all; a cache that cannot be written is no fault. */
  write(key: string, bytes: Uint8Array): Promise<void>;
}

export interface CompileCacheOptions {
  readonly directory: string;
  /** The least recently used entries go when the total exceeds this; it is looked at once in a sixteenth of it. */
  readonly maxBytes: number;
}

const digestLength = 64;

/** Opens a compile cache; several processes may share its directory. */
export function createCompileCache(options: CompileCacheOptions): CompileCache {
  const toPath = (key: string): string => path.join(options.directory, `${key}.program`);
  let unseenBytes = Number.POSITIVE_INFINITY;
  return {
    async read(key) {
      const file = toPath(key);
      const content = await readFile(file).catch(() => undefined);
      if (content === undefined) return undefined;
      const bytes = content.subarray(digestLength);
      if (content.toString("latin1", 0, digestLength) !== computeDigest(bytes)) {
        await rm(file, { force: true }).catch(() => {});
        return undefined;
      }
      const now = new Date();
      await utimes(file, now, now).catch(() => {});
      return bytes;
    },
    async write(key, bytes) {
      const temporary = path.join(options.directory, `${key}.${process.pid}.${temporaryCount++}.tmp`);
      try {
        await mkdir(options.directory, { recursive: true });
        await writeFile(temporary, [Buffer.from(computeDigest(bytes), "latin1"), bytes]);
        await rename(temporary, toPath(key));
        unseenBytes += digestLength + bytes.length;
        if (unseenBytes < options.maxBytes / 16) return;
        unseenBytes = 0;
        await prune(options);
      } catch {
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
  };
}

let temporaryCount = 0;

async function prune(options: CompileCacheOptions): Promise<void> {
  const names = await readdir(options.directory);
  const entries = await Promise.all(
    names.map(async (name) => {
      const file = path.join(options.directory, name);
      const facts = await stat(file).catch(() => undefined);
      return { file, sizeBytes: facts?.size ?? 0, usedMs: facts?.mtimeMs ?? 0 };
    }),
  );
  let total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  for (const entry of entries.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (total <= options.maxBytes) return;
    await rm(entry.file, { force: true });
    total -= entry.sizeBytes;
  }
}
