import type { Program } from "../../problem/index.ts";
import type { RunResult } from "../../sandbox/index.ts";
import { AppError, toMessage } from "../../std/index.ts";
import { normaliseCompileMessage } from "../compile-message.ts";
import type { SlotPool } from "../slots.ts";
import type { Toolchain } from "../toolchain.ts";
import { createCompileSpec, createTextFile, emptyBlob, runInSlot, type CompileLimits } from "./compile-sandbox.ts";
import type { PreparedHeaders } from "./prepared-headers.ts";
import { findTranslationUnits } from "./translation-units.ts";

/** What a compiler made of a program. */
export type CompilerOutcome =
  | ({ readonly kind: "program-compiled" } & CompiledProgram)
  /** The program's own fault. */
  | { readonly kind: "build-error"; readonly message: string }
  /** Ours. */
  | { readonly kind: "build-failed"; readonly message: string };

export interface CompiledProgram {
  readonly bytes: Uint8Array;
  /** Names the bytes, where that is known without reading them all. */
  readonly digest?: string;
  /** As cheap to make again as to keep: it is not written to the compile cache. */
  readonly isCheap?: boolean;
}

export interface CompileOptions {
  readonly toolchain: Toolchain;
  readonly headers?: PreparedHeaders | undefined;
  /** The program is read before it is compiled, which costs a third where there is an error. */
  readonly expectsError?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Compiles one program in a sandbox, from precompiled headers where there are and it begins with including them. */
export async function compileAlone(
  pool: SlotPool,
  program: Program,
  options: CompileOptions,
): Promise<CompilerOutcome> {
  const { compile } = options.toolchain;
  const nameFault = findFileNameFault(program, toSourceName(program, options.toolchain));
  if (nameFault !== undefined) return { kind: "build-error", message: nameFault };
  try {
    const read = options.expectsError === true ? await readForErrors(pool, program, options) : undefined;
    if (read !== undefined) return toCompilerOutcome(read, program, options.toolchain);
    const precompiled = await compileFromHeaders(pool, program, options);
    const first = precompiled ?? (await compileOnce(pool, program, { ...options, argv: compile.argv }));
    const isLinkFault = first.ending.kind === "exited" && first.ending.exitCode !== 0 && isFromLinker(first.stderr);
    const result =
      isLinkFault && compile.fallbackArgv !== undefined
        ? await compileOnce(pool, program, { ...options, argv: compile.fallbackArgv })
        : first;
    return toCompilerOutcome(result, program, options.toolchain);
  } catch (cause) {
    options.signal?.throwIfAborted();
    if (!AppError.is(cause)) throw cause;
    return { kind: "build-failed", message: toMessage(cause) };
  }
}

/** What the compiler says to reading the program; undefined where that is nothing. */
async function readForErrors(
  pool: SlotPool,
  program: Program,
  options: CompileOptions,
): Promise<RunResult | undefined> {
  const argv = [...options.toolchain.compile.argv, "-fsyntax-only"];
  const result = await compileOnce(pool, program, { ...options, argv });
  return result.ending.kind === "exited" && result.ending.exitCode === 1 ? result : undefined;
}

/** Undefined where the precompiled headers are of no use, or fail: nothing may depend on them. */
async function compileFromHeaders(
  pool: SlotPool,
  program: Program,
  options: CompileOptions,
): Promise<RunResult | undefined> {
  const { headers, toolchain } = options;
  if (headers === undefined || !canUsePrecompiled(program)) return undefined;
  const [compiler, ...args] = toolchain.compile.argv;
  const argv = [compiler as string, "-I", headers.includeDirectory, ...args];
  const result = await compileOnce(pool, program, { ...options, argv });
  const isDone = result.ending.kind === "exited" && result.ending.exitCode === 0;
  return isDone || !/internal compiler error|\.gch\b|PCH/.test(Buffer.from(result.stderr).toString("latin1"))
    ? result
    : undefined;
}

/**
 * Whether a program begins with including `bits/stdc++.h`, and leaves the library's own namespace as it is: the headers
 * were precompiled with their own templates instantiated already.
 */
export function canUsePrecompiled(program: Program): boolean {
  const start = /^\uFEFF?(?:\s+|\/\/[^\n]*\n|\/\*[^]*?\*\/)*#[ \t]*include[ \t]*<bits\/stdc\+\+\.h>/.test(
    program.source,
  );
  return start && !/(?<!using\s+)\bnamespace\s+std\b/.test(program.source);
}

/** Generous for a contest program, hopeless for a template bomb. */
export const compileLimits: CompileLimits = {
  cpuTimeMs: 30_000,
  wallTimeMs: 180_000,
  memoryBytes: 2 * 1024 ** 3,
  stackBytes: 256 * 1024 ** 2,
  outputBytes: 1024 ** 2,
  processCount: 64,
};

async function compileOnce(
  pool: SlotPool,
  program: Program,
  options: CompileOptions & { readonly argv: readonly string[] },
): Promise<RunResult> {
  const { compile } = options.toolchain;
  const sources = [
    { fileName: toSourceName(program, options.toolchain), source: program.source },
    ...(program.resources ?? []),
  ];
  const files = [...sources.map((file) => createTextFile(file.fileName, file.source)), ...(compile.files ?? [])];
  const limits = { ...compileLimits, reservesAddressSpace: compile.reservesAddressSpace ?? false };
  const run = { stdin: emptyBlob, limits, collect: compile.product === "binary" ? ["program"] : [] };
  const units = findTranslationUnits(program).map((name) => `/box/${name}`);
  const main = `/box/${toSourceName(program, options.toolchain)}`;
  const argv = options.argv.flatMap((word) => (word === main ? [word, ...units] : [word]));
  const job = { argv, env: compile.env, files, runs: [run] };
  const spec = createCompileSpec(compile, options.headers);
  const [result] = await runInSlot(pool, { spec, job, signal: options.signal });
  if (result !== undefined) return result;
  throw new AppError({ code: "SANDBOX_FAILED", message: "the sandbox gave no result for a compile" });
}

function toSourceName(program: Program, { sourceFileName, toSourceFileName }: Toolchain): string {
  return toSourceFileName?.(program) ?? sourceFileName;
}

function toCompilerOutcome(result: RunResult, program: Program, toolchain: Toolchain): CompilerOutcome {
  const { ending } = result;
  if (ending.kind === "not-started") return { kind: "build-failed", message: `compiler not started: ${ending.reason}` };
  if (ending.kind === "killed") return toKilledOutcome(ending.by);
  if (ending.kind === "exited" && ending.exitCode === 0) {
    if (toolchain.compile.product === "source") {
      return { kind: "program-compiled", bytes: new TextEncoder().encode(program.source) };
    }
    const product = result.collected.find((file) => file.name === "program");
    if (product !== undefined) return { kind: "program-compiled", bytes: product.bytes };
    return { kind: "build-failed", message: "the compiler ended well but left no program" };
  }
  const stderr = Buffer.from(result.stderr).toString("latin1");
  if (/Killed signal terminated program|cc1(?:plus)?: out of memory/.test(stderr)) return toKilledOutcome("memory");
  if (/File size limit exceeded signal|No space left on device/.test(stderr)) return toKilledOutcome("disk");
  const own = /^(?!\/box\/).*(?:cannot find -l\S*|cannot execute\b.*|cannot find \S+\.[ao]\b.*)/m.exec(stderr)?.[0];
  if (own !== undefined) {
    const message = `${toolchain.version} cannot link static programs here (${own}): install its static libraries`;
    return { kind: "build-failed", message };
  }
  const isOwnEnding = toolchain.compile.product === "source" && !(ending.kind === "exited" && ending.exitCode === 1);
  const message = normaliseCompileMessage(result.stderr);
  return { kind: isOwnEnding ? "build-failed" : "build-error", message };
}

function toKilledOutcome(by: string): CompilerOutcome {
  const limits: Readonly<Record<string, string>> = {
    "cpu-time": "compiling took more than 30 s of CPU time",
    memory: "compiling took more than 2 GiB of memory",
    disk: "the compiled program takes more than 512 MiB",
    output: "the compiler wrote more than 1 MiB",
  };
  const message = limits[by];
  if (message !== undefined) return { kind: "build-error", message: `error: ${message}` };
  return { kind: "build-failed", message: `the compiler was stopped: ${by}` };
}

function findFileNameFault(program: Program, sourceFileName: string): string | undefined {
  const names = (program.resources ?? []).map((resource) => resource.fileName);
  const bad = names.find((name) => !/^[\w.-]+$/.test(name) || name.startsWith(".") || name === sourceFileName);
  return bad === undefined
    ? undefined
    : `error: resource ${JSON.stringify(bad)}: expected a plain file name other than ${sourceFileName}`;
}

function isFromLinker(stderr: Uint8Array): boolean {
  return /^collect2: /m.test(Buffer.from(stderr).toString("latin1"));
}
