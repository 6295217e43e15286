import { execFile } from "node:child_process";
import { access, constants, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { AppError, computeDigest, toMessage } from "../std/index.ts";

const run = promisify(execFile);
const sourceDirectory = join(import.meta.dirname, "..", "..", "native");

/** Tried in order; static first, since a static helper starts programs from a smaller process. */
const compilers: readonly (readonly [string, ...string[]])[] = [["gcc"], ["cc"], ["clang"], ["g++", "-x", "c"]];
const linkings = [["-static"], []] as const;

const builds = new Map<string, Promise<string>>();

/**
 * The path of the sandbox helper, compiled from native/ on first use and then kept by the hash of its source.
 *
 * @throws SANDBOX_UNAVAILABLE when no compiler here can build it
 */
export function buildHelper(cacheDirectory: string = defaultCacheDirectory()): Promise<string> {
  const known = builds.get(cacheDirectory);
  if (known !== undefined) return known;
  const build = buildOnce(cacheDirectory);
  builds.set(cacheDirectory, build);
  build.catch(() => builds.delete(cacheDirectory));
  return build;
}

function defaultCacheDirectory(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "grandsmith");
}

async function buildOnce(cacheDirectory: string): Promise<string> {
  const names = (await readdir(sourceDirectory)).filter((name) => /\.[ch]$/u.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(sourceDirectory, name), "utf8")));
  const digest = computeDigest([process.arch, ...names, ...texts].join("\0"));
  const directory = join(cacheDirectory, "native", digest.slice(0, 32));
  const target = join(directory, "helper");
  if (await isExecutable(target)) return target;
  await mkdir(directory, { recursive: true });
  const sources = names.filter((name) => name.endsWith(".c")).map((name) => join(sourceDirectory, name));
  const unfinished = join(directory, `.${process.pid}-${performance.now()}`);
  try {
    await compile(sources, unfinished);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { force: true });
  }
  return target;
}

async function compile(sources: readonly string[], target: string): Promise<void> {
  const failures: string[] = [];
  for (const [compiler, ...args] of compilers) {
    for (const linking of linkings) {
      try {
        await run(compiler, ["-O2", ...args, ...linking, "-o", target, ...sources]);
        return;
      } catch (error) {
        failures.push(`${compiler}: ${toMessage(error).split("\n").slice(0, 3).join(" ")}`);
        if ((error as NodeJS.ErrnoException).code === "ENOENT") break;
      }
    }
  }
  throw new AppError({
    code: "SANDBOX_UNAVAILABLE",
    message:
      "Expected a C compiler to build the sandbox helper, but none of gcc, cc, clang, g++ did it; " +
      "install g++ (e.g. apt-get install g++).",
    data: { failures },
  });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
