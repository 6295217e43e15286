import { readlinkSync, statSync } from "node:fs";
import { chown, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A memory-backed place is taken only when it has at least this much room. */
const neededBytes = 1024 ** 3;

/** A directory of the host for one slot's files, in the tiers that can make no file system of their own. */
export interface SlotDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Where slots can have their directories, best first; not each may allow programs to be started from it. */
export async function findSlotPlaces(cacheDirectory: string): Promise<readonly string[]> {
  const places = [...((await hasRoom("/dev/shm")) ? ["/dev/shm"] : []), tmpdir(), cacheDirectory];
  return places.filter((place) => process.getuid?.() !== 0 || isOpenToAll(place));
}

/** Creates one, for `ownerId` where that is not us, and removes what slots of ended processes left there. */
export async function createSlotDirectory(place: string, ownerId?: number): Promise<SlotDirectory> {
  await removeStale(place);
  const path = await mkdtemp(join(place, `${toPrefix()}${process.pid}-`));
  if (ownerId !== undefined) await chown(path, ownerId, ownerId);
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

async function hasRoom(place: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(place);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}

/** Programs run as other users, who must be able to get there. */
function isOpenToAll(place: string): boolean {
  for (let at = place; ; at = dirname(at)) {
    const status = statSync(at, { throwIfNoEntry: false });
    if (status === undefined || (status.mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

async function removeStale(place: string): Promise<void> {
  const names = await readdir(place).catch(() => []);
  const stale = names.filter((name) => {
    const owner = name.startsWith(toPrefix()) ? Number.parseInt(name.slice(toPrefix().length), 10) : Number.NaN;
    return Number.isInteger(owner) && !isAlive(owner);
  });
  await Promise.all(stale.map((name) => remove(join(place, name))));
}

/** Process ids mean something within one PID namespace only. */
function toPrefix(): string {
  try {
    return `grandsmith-slot-${readlinkSync("/proc/self/ns/pid").replaceAll(/\D/gu, "")}-`;
  } catch {
    return "grandsmith-slot-0-";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** What is not ours to remove stays; its owner removes it. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}
