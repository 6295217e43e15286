import { execFile } from "node:child_process";
import { access, constants, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { AppError, computeDigest, toMessage } from "../std/index.ts";

const run = promisify(execFile);
const nativeDirectory = join(import.meta.dirname, "..", "..", "native");
/** What there is to compile: the folder of its sources. */
const sourceDirectories = { helper: nativeDirectory, probe: join(nativeDirectory, "probe") } as const;

/** Tried in order; static first, since a static helper starts programs from a smaller process. */
const compilers = ["gcc", "cc", "clang", "g++"] as const;
const linkings = [["-static"], []] as const;

const builds = new Map<string, Promise<string>>();

/**
 * The path of a native program (the sandbox helper, or the probe that tests it), compiled on first use and then kept
 * by the hash of its source. `cacheDirectory` is `$XDG_CACHE_HOME/grandsmith` or `~/.cache/grandsmith` by default.
 *
 * @throws SANDBOX_UNAVAILABLE when no compiler here can build it
 */
export function buildNative(
  program: keyof typeof sourceDirectories,
  cacheDirectory: string = findCacheDirectory(),
): Promise<string> {
  const key = join(cacheDirectory, program);
  const known = builds.get(key);
  if (known !== undefined) return known;
  const build = buildOnce(program, cacheDirectory);
  builds.set(key, build);
  build.catch(() => builds.delete(key));
  return build;
}

/** Where what is built here is kept. */
export function findCacheDirectory(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "grandsmith");
}

async function buildOnce(program: keyof typeof sourceDirectories, cacheDirectory: string): Promise<string> {
  const folder = sourceDirectories[program];
  const names = (await readdir(folder)).filter((name) => /\.[ch]$/u.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const digest = computeDigest([process.arch, ...names, ...texts].join("\0"));
  const directory = join(cacheDirectory, "native", digest.slice(0, 32));
  const target = join(directory, program);
  if (await isExecutable(target)) return target;
  await makeDirectory(directory);
  const sources = names.filter((name) => name.endsWith(".c")).map((name) => join(folder, name));
  const unfinished = join(directory, `.${process.pid}-${performance.now()}`);
  try {
    await compile(sources, unfinished);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { force: true });
  }
  return target;
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK);
  } catch (cause) {
    throw new AppError({
      code: "SANDBOX_UNAVAILABLE",
      message:
        `Expected a folder to keep the sandbox helper in, but ${directory} cannot be written: ${toMessage(cause)}; ` +
        "set XDG_CACHE_HOME to a folder that can.",
      cause,
    });
  }
}

async function compile(sources: readonly string[], target: string): Promise<void> {
  const failures: string[] = [];
  for (const compiler of compilers) {
    // g++ takes one file for C, and those behind it for C++ again.
    const inputs = compiler === "g++" ? sources.flatMap((source) => ["-x", "c", source]) : sources;
    for (const linking of linkings) {
      try {
        await run(compiler, ["-O2", ...linking, "-o", target, ...inputs]);
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
