import { open, readdir, stat } from "node:fs/promises";
import type { Stats } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../std/index.ts";
import { untilAborted } from "../until-aborted.ts";

export interface AnswerWatcherOptions {
  readonly directory: string;
  readonly pollMs: number;
  /** How long a file must be unchanged before it counts as complete. */
  readonly quietMs: number;
  /** The same for a file without a byte, which an editor may create before anything is typed. */
  readonly emptyQuietMs: number;
  readonly clock: Clock;
}

export interface AnswerWatcher {
  /**
   * Resolves with the text of the answer file once it is complete.
   *
   * @throws the signal's reason, or what the file system throws
   */
  waitForAnswer(fileName: string, options: { readonly signal?: AbortSignal | undefined }): Promise<string>;
  /** The text of the answer file if it is there and complete now. */
  readAnswer(fileName: string): Promise<string | undefined>;
}

interface Sighting {
  readonly fingerprint: string;
  readonly sinceMs: number;
}

interface Waiter {
  readonly resolve: (text: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** Watches a folder for answer files by polling: one directory scan a tick, whatever the number of waiters. */
export function createAnswerWatcher(options: AnswerWatcherOptions): AnswerWatcher {
  const { directory, clock } = options;
  const waiters = new Map<string, Set<Waiter>>();
  const sightings = new Map<string, Sighting>();
  let wake: AbortController | undefined;

  async function readAnswer(fileName: string): Promise<string | undefined> {
    const path = join(directory, fileName);
    const stats = await findStats(path);
    if (stats === undefined) {
      sightings.delete(fileName);
      return undefined;
    }
    const fingerprint = toFingerprint(stats);
    const nowMs = clock.nowMs();
    const known = sightings.get(fileName);
    const isSame = known?.fingerprint === fingerprint;
    const sinceMs = isSame ? known.sinceMs : nowMs;
    sightings.set(fileName, { fingerprint, sinceMs });
    if (!isComplete(stats, { isSame, quietForMs: nowMs - sinceMs, nowMs, options })) return undefined;
    return readUnchanged(path, fingerprint);
  }

  async function scan(): Promise<void> {
    const present = new Set(await readdir(directory));
    for (const fileName of waiters.keys()) {
      if (!present.has(fileName)) {
        sightings.delete(fileName);
        continue;
      }
      const text = await readAnswer(fileName);
      if (text !== undefined) for (const waiter of waiters.get(fileName) ?? []) waiter.resolve(text);
    }
  }

  async function watch(): Promise<void> {
    while (waiters.size > 0) {
      try {
        await scan();
      } catch (error) {
        for (const waiter of [...waiters.values()].flatMap((set) => [...set])) waiter.reject(error);
      }
      if (waiters.size === 0) break;
      wake = new AbortController();
      await clock.sleep(options.pollMs, { signal: wake.signal }).catch(() => {});
    }
    wake = undefined;
  }

  function add(fileName: string, waiter: Waiter): void {
    const isIdle = waiters.size === 0 && wake === undefined;
    const set = waiters.get(fileName) ?? new Set();
    waiters.set(fileName, set.add(waiter));
    if (isIdle) {
      wake = new AbortController();
      void watch();
    }
  }

  function remove(fileName: string, waiter: Waiter): void {
    const set = waiters.get(fileName);
    set?.delete(waiter);
    if (set?.size === 0) waiters.delete(fileName);
    if (waiters.size === 0) wake?.abort();
  }

  return {
    readAnswer,
    async waitForAnswer(fileName, { signal }) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const waiter: Waiter = { resolve, reject };
      add(fileName, waiter);
      try {
        return await untilAborted(promise, signal);
      } finally {
        remove(fileName, waiter);
      }
    },
  };
}

/**
 * Whether a file can be taken as complete: renamed into place (its inode changed after its last write, and nothing
 * changed since the tick before), unchanged for the quiet time under our eyes, or last touched long ago.
 */
function isComplete(
  stats: Stats,
  seen: {
    readonly isSame: boolean;
    readonly quietForMs: number;
    readonly nowMs: number;
    readonly options: AnswerWatcherOptions;
  },
): boolean {
  const { quietMs, emptyQuietMs } = seen.options;
  const neededMs = stats.size === 0 ? emptyQuietMs : quietMs;
  const wasRenamed = stats.ctimeMs > stats.mtimeMs;
  if (seen.isSame && wasRenamed && stats.size > 0) return true;
  const ageMs = seen.nowMs - Math.max(stats.mtimeMs, stats.ctimeMs);
  return seen.quietForMs >= neededMs || ageMs >= 5 * neededMs;
}

async function findStats(path: string): Promise<Stats | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function readUnchanged(path: string, fingerprint: string): Promise<string | undefined> {
  await using file = await open(path, "r");
  const bytes = await file.readFile();
  if (toFingerprint(await file.stat()) !== fingerprint) return undefined;
  return bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n");
}

function toFingerprint(stats: Stats): string {
  return [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join("/");
}
