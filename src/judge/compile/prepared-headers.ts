import { execFile } from "node:child_process";
import {
  access,
  chmod,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { computeJsonDigest } from "../../std/index.ts";
import type { GccPlan } from "../toolchain.ts";
import { readLinkCommand } from "./link-command.ts";

/** What is made once for a compiler and its flags, so that every compile costs less. */
export interface PreparedHeaders {
  /** Everything below lies here: to be shown to the compiler, read-only. */
  readonly directory: string;
  /** To be searched for `bits/stdc++.h` before any other, by a program that begins with including it. */
  readonly includeDirectory: string;
  /** Undefined where the compiler does not load it; see native/compiler/plugin.c. */
  readonly pluginPath: string | undefined;
  /** Functions that `bits/stdc++.h` declares: in std, and at global scope. */
  readonly functions: { readonly std: ReadonlySet<string>; readonly global: ReadonlySet<string> };
  /** See `readLinkCommand`. */
  readonly linkCommand: readonly string[] | undefined;
  /** Headers that `bits/stdc++.h` itself includes, as they are spelled: `vector`. */
  readonly standardHeaders: ReadonlySet<string>;
}

/** The headers that were prepared, by compiler and flags; several processes may share the directory. */
export interface HeaderStore {
  /** What is there already. */
  find(plan: GccPlan): Promise<PreparedHeaders | undefined>;
  /** Makes what is not there: takes as long as a few compiles. Undefined where the compiler cannot do it. */
  prepare(plan: GccPlan): Promise<PreparedHeaders | undefined>;
}

/** Opens the store. A cache that cannot be written means that nothing is ever prepared. */
export function createHeaderStore(cacheDirectory: string): HeaderStore {
  const parent = path.join(cacheDirectory, "headers");
  const found = new Map<string, Promise<PreparedHeaders | undefined>>();
  const prepared = new Map<string, Promise<PreparedHeaders | undefined>>();
  async function find(plan: GccPlan): Promise<PreparedHeaders | undefined> {
    const key = toKey(plan);
    const known = found.get(key) ?? readHeaders(parent, plan).catch(() => undefined);
    found.set(key, known);
    return known;
  }
  async function make(plan: GccPlan, key: string): Promise<PreparedHeaders | undefined> {
    const there = await find(plan);
    if (there !== undefined) return there;
    await buildHeaders(parent, plan).catch(() => {});
    found.delete(key);
    return find(plan);
  }
  return {
    find,
    async prepare(plan) {
      const key = toKey(plan);
      const known = prepared.get(key) ?? make(plan, key);
      prepared.set(key, known);
      return known;
    },
  };
}

const run = promisify(execFile);

function toKey(plan: GccPlan): string {
  return computeJsonDigest({ compiler: plan.compiler, flags: plan.compileFlags, env: plan.env });
}

const nativeDirectory = path.join(import.meta.dirname, "..", "..", "..", "native", "compiler");
/** A build that takes longer than this is given up: programs then compile without. */
const buildMs = 120_000;
/** Prepared headers take up to 200 MB: those that were not used for this long are removed. */
const unusedMs = 14 * 24 * 3600 * 1000;

/** Names what the headers depend on: the compiler down to its binary, flags, system headers and the plugin. */
async function computeKey(plan: GccPlan): Promise<string> {
  const [front, header] = await Promise.all([
    readLine(plan, ["-print-prog-name=cc1plus"]),
    readSystemHeaderPath(plan).then(async (file) => describeFile(file)),
  ]);
  const binaries = await Promise.all([describeFile(plan.compiler), describeFile(front)]);
  const plugin = await readFile(path.join(nativeDirectory, "plugin.c"), "utf8");
  return computeJsonDigest({ flags: plan.compileFlags, binaries, header, plugin, layout: 1 }).slice(0, 32);
}

async function describeFile(file: string): Promise<{ readonly path: string; readonly facts: readonly number[] }> {
  const real = await realpath(file);
  const facts = await stat(real);
  return { path: real, facts: [facts.size, facts.mtimeMs] };
}

async function readLine(plan: GccPlan, args: readonly string[]): Promise<string> {
  const { stdout } = await run(plan.compiler, args, { env: plan.env, timeout: buildMs });
  return stdout.trim();
}

/** Where the compiler finds `bits/stdc++.h`. */
async function readSystemHeaderPath(plan: GccPlan): Promise<string> {
  const args = [...plan.compileFlags, "-M", "-x", "c++", "-include", "bits/stdc++.h", "/dev/null"];
  const { stdout } = await run(plan.compiler, args, { env: plan.env, timeout: buildMs, maxBuffer: 64 * 1024 ** 2 });
  const file = /\S+\/bits\/stdc\+\+\.h\b/.exec(stdout)?.[0];
  if (file === undefined) throw new Error("the compiler does not say where its headers are");
  return file;
}

async function readHeaders(parent: string, plan: GccPlan): Promise<PreparedHeaders | undefined> {
  const directory = path.join(parent, await computeKey(plan));
  const standardHeaders = await readFile(path.join(directory, "standard-headers"), "utf8").catch(() => undefined);
  if (standardHeaders === undefined) return undefined;
  const pluginPath = path.join(directory, "plugin.so");
  const hasPlugin = await access(pluginPath).then(
    () => true,
    () => false,
  );
  const functions = await readFile(path.join(directory, "functions"), "latin1").catch(() => "");
  const now = new Date();
  await utimes(directory, now, now).catch(() => {});
  return {
    directory,
    includeDirectory: path.join(directory, "include"),
    pluginPath: hasPlugin ? pluginPath : undefined,
    functions: { std: readNames(functions, "std"), global: readNames(functions, "global") },
    linkCommand: await readLinkCommand(plan),
    standardHeaders: new Set(standardHeaders.split("\n")),
  };
}

function readNames(functions: string, scope: string): ReadonlySet<string> {
  const lines = functions.split("\n").filter((line) => line.startsWith(`${scope} `));
  return new Set(lines.map((line) => line.slice(scope.length + 1)));
}

/** Builds beside the place and renames: of two processes that do so one wins, and both have the same. */
async function buildHeaders(parent: string, plan: GccPlan): Promise<void> {
  const target = path.join(parent, await computeKey(plan));
  const unfinished = `${target}.${process.pid}-${performance.now()}.tmp`;
  try {
    await mkdir(path.join(unfinished, "include", "bits"), { recursive: true });
    await precompile(unfinished, plan);
    await verify(unfinished, plan);
    await writeFunctions(unfinished, plan);
    await writeStandardHeaders(unfinished, plan);
    await makeReadable(unfinished);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await removeUnused(parent);
  }
}

/** The header with its own templates instantiated where the plugin works, else as it is. */
async function precompile(directory: string, plan: GccPlan): Promise<void> {
  const plugin = path.join(directory, "plugin.so");
  const source = path.join(directory, "stdc++.h");
  const args = [...plan.compileFlags, "-x", "c++-header", source, "-o", toPrecompiledPath(directory)];
  const include = "#include <bits/stdc++.h>\n";
  const options = { env: plan.env, timeout: buildMs };
  try {
    await writeFile(source, `${include}#pragma grandsmith instantiate\n`);
    const pluginSource = path.join(nativeDirectory, "plugin.c");
    await run(plan.compiler, ["-x", "c", "-O2", "-shared", "-fPIC", "-o", plugin, pluginSource], options);
    await run(plan.compiler, [`-fplugin=${plugin}`, ...args], options);
  } catch {
    await rm(plugin, { force: true });
    await writeFile(source, include);
    await run(plan.compiler, args, options);
  }
}

function toPrecompiledPath(directory: string): string {
  return path.join(directory, "include", "bits", "stdc++.h.gch");
}

/** GCC passes over a precompiled header that does not fit without a word. */
async function verify(directory: string, plan: GccPlan): Promise<void> {
  const probe = path.join(directory, "probe.cpp");
  await writeFile(
    probe,
    "#include <bits/stdc++.h>\nint main() { std::vector<int> v; std::cin >> v.emplace_back(); }\n",
  );
  const include = path.join(directory, "include");
  const args = ["-I", include, ...plan.compileFlags, "-H", "-c", probe, "-o", "/dev/null"];
  const { stderr } = await run(plan.compiler, args, { env: plan.env, timeout: buildMs });
  if (!stderr.includes(`! ${toPrecompiledPath(directory)}`)) throw new Error("the precompiled header is not used");
}

/** Every word of the headers is tried. */
async function writeFunctions(directory: string, plan: GccPlan): Promise<void> {
  const [plugin, words, probe] = ["plugin.so", "words", "functions.cpp"].map((name) => path.join(directory, name));
  const hasPlugin = await access(plugin as string).then(
    () => true,
    () => false,
  );
  if (!hasPlugin) return;
  const options = { env: plan.env, timeout: buildMs, maxBuffer: 256 * 1024 ** 2 };
  const preprocess = [...plan.compileFlags, "-E", "-P", "-x", "c++", "-include", "bits/stdc++.h", "/dev/null"];
  const { stdout } = await run(plan.compiler, preprocess, options);
  await writeFile(words as string, [...new Set(stdout.match(/[A-Za-z_]\w*/g))].join("\n"));
  await writeFile(probe as string, "#include <bits/stdc++.h>\n#pragma grandsmith end\n");
  const report = path.join(directory, "functions");
  const env = { ...plan.env, GRANDSMITH_WORDS: words, GRANDSMITH_REPORT: report };
  const include = path.join(directory, "include");
  const args = [`-fplugin=${plugin}`, "-I", include, ...plan.compileFlags, "-fsyntax-only", probe as string];
  await run(plan.compiler, args, { env, timeout: buildMs });
}

/** Last, since it is how a finished directory is known. */
async function writeStandardHeaders(directory: string, plan: GccPlan): Promise<void> {
  const text = await readFile(await readSystemHeaderPath(plan), "utf8");
  const headers = [...text.matchAll(/^\s*#\s*include\s*<([^>]+)>/gm)].map((found) => found[1] as string);
  await writeFile(path.join(directory, "standard-headers"), [...headers, "bits/stdc++.h"].join("\n"));
}

/** By the compiler, which runs as another user. */
async function makeReadable(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
  await chmod(directory, 0o755);
}

async function removeUnused(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const directory = path.join(parent, name);
    const facts = await stat(directory).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > unusedMs) {
      await rm(directory, { recursive: true, force: true });
    }
  }
}
