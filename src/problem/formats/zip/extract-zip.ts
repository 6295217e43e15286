import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { boundary, toMessage } from "../../../std/index.ts";
import { createProblemError, toActualText, type ProblemIssue } from "../../problem-issue.ts";
import { toMemoryText } from "../../units.ts";
import { isInsidePath } from "../native/folder.ts";
import { fileCaps } from "../native/layout.ts";

/** What an archive may hold; more is an error before anything more is written. */
export const zipCaps = {
  archiveBytes: 2 ** 30,
  entries: fileCaps.count,
  totalBytes: 2 * 2 ** 30,
  /** Extracted bytes over archive bytes, beyond the first 64 MiB. */
  ratio: 200,
  freeBytes: 64 * 2 ** 20,
  depth: 32,
} as const;

export interface ExtractedZip extends AsyncDisposable {
  /** The folder of the archive's content, called as the archive. It goes when this is disposed. */
  readonly directory: string;
}

/**
 * Extracts an untrusted zip archive into a new temporary folder. Refused as a whole: names that leave the folder or are
 * there twice, links, devices, encryption, overlapping entries, and sizes beyond `zipCaps`, by declaration and by count.
 *
 * @throws PROBLEM_INVALID (`data.issues`), PROBLEM_UNREADABLE
 */
export async function extractZip(
  path: string,
  options: { readonly signal?: AbortSignal | undefined; readonly caps?: Partial<typeof zipCaps> } = {},
): Promise<ExtractedZip> {
  const caps = { ...zipCaps, ...options.caps };
  const temporary = await mkdtemp(join(tmpdir(), "grandsmith-zip-"));
  const remove = (): Promise<void> => rm(temporary, { recursive: true, force: true });
  try {
    const name = basename(path)
      .replace(/\.zip$/i, "")
      .replace(/[^A-Za-z0-9._-]+/g, "-")
      .replace(/^[.-]+/, "");
    const directory = join(temporary, name === "" ? "problem" : name.slice(0, 100));
    await boundary({ code: "PROBLEM_UNREADABLE", what: `reading the archive ${path}` }, async () => {
      await mkdir(directory);
      await extractInto({ path, directory, caps, signal: options.signal });
    });
    return { directory, [Symbol.asyncDispose]: remove };
  } catch (cause) {
    await remove();
    options.signal?.throwIfAborted();
    throw cause;
  }
}

interface Job {
  readonly path: string;
  readonly directory: string;
  readonly caps: { readonly [K in keyof typeof zipCaps]: number };
  readonly signal: AbortSignal | undefined;
}

async function extractInto(job: Job): Promise<void> {
  const { path, caps } = job;
  const { size } = await stat(path);
  if (size > caps.archiveBytes)
    fail(path, [{ file: path, expected: `at most ${toMemoryText(caps.archiveBytes)}`, actual: `${size} bytes` }]);
  const zip = await openArchive(path);
  try {
    const entries = await readEntries(job, zip);
    const issues = [...findNameFaults(entries, caps.depth), ...findSizeFaults(entries, { ...job, size })];
    if (issues.length > 0) fail(path, issues);
    let left = Math.min(caps.totalBytes, Math.max(caps.freeBytes, size * caps.ratio));
    for (const entry of entries) left -= await writeEntry(job, { zip, entry, left });
  } finally {
    zip.close();
  }
}

async function openArchive(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    });
  } catch (cause) {
    return fail(path, [{ file: path, expected: "a zip archive", actual: toMessage(cause) }]);
  }
}

/** The directory of the archive without what file managers add. */
async function readEntries({ path, caps, signal }: Job, zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  if (zip.entryCount > caps.entries) {
    fail(path, [{ file: path, expected: `at most ${caps.entries} entries`, actual: `${zip.entryCount}` }]);
  }
  try {
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted();
      if (!/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(entry.fileName)) entries.push(entry);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    fail(path, [{ file: path, expected: "a sound zip archive", actual: toMessage(cause) }]);
  }
  return entries;
}

function findNameFaults(entries: readonly Entry[], depth: number): readonly ProblemIssue[] {
  const issues: ProblemIssue[] = [];
  const seen = new Map<string, "file" | "folder">();
  for (const { fileName, ...entry } of entries) {
    const report = (expected: string, actual: string): void =>
      void issues.push({ file: toActualText(fileName), expected, actual });
    const isFolder = fileName.endsWith("/");
    const name = isFolder ? fileName.slice(0, -1) : fileName;
    const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
    if (
      !isInsidePath(name) ||
      /[\p{Cc}]/u.test(name) ||
      name.split("/").some((part) => part === "" || part === "." || part.length > 255)
    ) {
      report("a path inside the archive", toActualText(fileName));
      continue;
    }
    if (name.split("/").length > depth) report(`at most ${depth} folders deep`, "more");
    const isPlain = kind === 0 || kind === (isFolder ? 0o040000 : 0o100000);
    if (!isPlain)
      report(
        "a regular file or a folder",
        kind === 0o120000 ? "a symbolic link" : `a file of mode ${kind.toString(8)}`,
      );
    const key = name.toLowerCase().normalize("NFC");
    const known = seen.get(key);
    if (known !== undefined && !(known === "folder" && isFolder))
      report("names that differ by more than case", "the name twice");
    seen.set(key, isFolder ? "folder" : "file");
  }
  for (const key of seen.keys()) {
    for (let slash = key.indexOf("/"); slash > 0; slash = key.indexOf("/", slash + 1)) {
      const above = key.slice(0, slash);
      if (seen.get(above) === "file") issues.push({ file: key, expected: `a folder at ${above}`, actual: "a file" });
    }
  }
  return issues;
}

function findSizeFaults(entries: readonly Entry[], job: Job & { readonly size: number }): readonly ProblemIssue[] {
  const { path, caps, size } = job;
  const issues: ProblemIssue[] = [];
  const sum = (read: (entry: Entry) => number): number => entries.reduce((total, entry) => total + read(entry), 0);
  const total = sum((entry) => entry.uncompressedSize);
  const most = Math.min(caps.totalBytes, Math.max(caps.freeBytes, size * caps.ratio));
  if (total > most) {
    const expected = `at most ${most} bytes when extracted, ${caps.ratio} times its size beyond ${toMemoryText(caps.freeBytes)}`;
    issues.push({ file: path, expected, actual: `${total} bytes` });
  }
  if (sum((entry) => entry.compressedSize) > size) {
    issues.push({
      file: path,
      expected: "entries that do not overlap",
      actual: "more content than the archive is long",
    });
  }
  for (const entry of entries.filter((item) => item.isEncrypted() || !item.canDecodeFileData())) {
    const actual = entry.isEncrypted() ? "an encrypted one" : `compression method ${entry.compressionMethod}`;
    issues.push({ file: toActualText(entry.fileName), expected: "an entry that is stored or deflated", actual });
  }
  return issues;
}

/** Writes one entry; gives its size. */
async function writeEntry(
  { path, directory, signal }: Job,
  source: { readonly zip: ZipFile; readonly entry: Entry; readonly left: number },
): Promise<number> {
  signal?.throwIfAborted();
  const { zip, entry, left } = source;
  const target = join(directory, entry.fileName);
  if (entry.fileName.endsWith("/")) {
    await mkdir(target, { recursive: true });
    return 0;
  }
  await mkdir(dirname(target), { recursive: true });
  let [written, sum] = [0, 0];
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      written += chunk.length;
      sum = crc32(chunk, sum);
      done(written > left ? new Error(`more than ${left} bytes`) : null, chunk);
    },
  });
  try {
    const content: Readable = await zip.openReadStreamPromise(entry);
    await pipeline(content, count, createWriteStream(target, { flags: "wx", mode: 0o600 }), {
      ...(signal && { signal }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    fail(path, [
      {
        file: toActualText(entry.fileName),
        expected: "the content that its header declares",
        actual: toMessage(cause),
      },
    ]);
  }
  if (sum === entry.crc32) return written;
  const issue = { file: toActualText(entry.fileName), expected: "content of the checksum that its header declares" };
  return fail(path, [{ ...issue, actual: "damaged content" }]);
}

function fail(subject: string, issues: readonly ProblemIssue[]): never {
  throw createProblemError({ code: "PROBLEM_INVALID", subject, issues });
}
