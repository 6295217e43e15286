import { constants } from "node:fs";
import { lstat, open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { computeDigest } from "../std/index.ts";
import type { PackageEntry, PackageFiles } from "./contract.ts";

/** Beyond this many entries a folder is not listed further. */
const entryCap = 50_000;
const depthCap = 20;
const sourceCapBytes = 4 * 2 ** 20;

/** Lists a package's files without following links. Undefined `directory`: the package is a single file. */
export async function openPackageFiles(path: string, signal?: AbortSignal): Promise<PackageFiles> {
  const directory = (await stat(path)).isDirectory() ? await realpath(path) : undefined;
  const entries: PackageEntry[] = [];
  if (directory !== undefined) await walk({ directory, entries, signal }, "", 0);
  const bySize = new Map<number, string[]>();
  for (const entry of entries) {
    if (entry.kind === "file") bySize.set(entry.sizeBytes, [...(bySize.get(entry.sizeBytes) ?? []), entry.path]);
  }
  const digests = new Map<string, Promise<string>>();
  const digestOf = (file: string): Promise<string> => {
    const known = digests.get(file) ?? readBytes(join(directory ?? "", file)).then(computeDigest);
    digests.set(file, known);
    return known;
  };
  const findBytes: PackageFiles["findBytes"] = async (data, name = "") => {
    const found: string[] = [];
    for (const file of bySize.get(data.bytes.length) ?? [])
      if ((await digestOf(file)) === data.digest) found.push(file);
    return found.toSorted((a, b) => countShared(b, name) - countShared(a, name))[0];
  };
  return {
    directory,
    entries,
    findBytes,
    async findSource({ fileName, source }) {
      const bytes = new TextEncoder().encode(source);
      const exact = await findBytes({ bytes, digest: computeDigest(bytes) });
      if (exact !== undefined) return exact;
      const named = entries.filter((entry) => entry.path === fileName || entry.path.endsWith(`/${fileName}`));
      return named.length === 1 ? named[0]?.path : undefined;
    },
  };
}

/** How many words at the end of a path are those of a name, its extension apart. */
function countShared(path: string, name: string): number {
  const words = path
    .replace(/\.[^./]*$/, "")
    .split("/")
    .toReversed();
  const wanted = name.split("/").toReversed();
  const other = wanted.findIndex((word, index) => words[index] !== word);
  return other < 0 ? wanted.length : other;
}

interface Walk {
  readonly directory: string;
  readonly entries: PackageEntry[];
  readonly signal: AbortSignal | undefined;
}

async function walk(state: Walk, below: string, depth: number): Promise<void> {
  const { directory, entries, signal } = state;
  signal?.throwIfAborted();
  if (depth > depthCap) return;
  const listed = await readdir(join(directory, below), { withFileTypes: true });
  for (const entry of listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === ".git" || entries.length >= entryCap) continue;
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) await walk(state, path, depth + 1);
    else if (entry.isSymbolicLink()) {
      entries.push({ path, kind: "link", sizeBytes: 0, link: await readLink(directory, path) });
    } else if (entry.isFile()) {
      entries.push({ path, kind: "file", sizeBytes: (await lstat(join(directory, path))).size });
    }
  }
}

async function readLink(directory: string, path: string): Promise<PackageEntry["link"]> {
  const target = await readlink(join(directory, path));
  const real = await realpath(join(directory, path)).catch(() => undefined);
  if (real === undefined) return { target, state: "broken" };
  const inside = relative(directory, real);
  return { target, state: inside === ".." || inside.startsWith(`..${sep}`) ? "outside" : "inside" };
}

async function readBytes(path: string): Promise<Uint8Array> {
  await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  return new Uint8Array(await handle.readFile());
}

/** The text of a source file of the package, or undefined where it is no such file. */
export async function readSourceText(directory: string, path: string): Promise<string | undefined> {
  const full = join(directory, path);
  const stats = await lstat(full).catch(() => undefined);
  if (stats?.isFile() !== true || stats.size > sourceCapBytes) return undefined;
  return Buffer.from(await readBytes(full)).toString("latin1");
}
