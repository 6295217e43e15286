import type { Program } from "../problem/index.ts";
import type { RunResult, SandboxFile } from "../sandbox/index.ts";
import { AppError, computeDigest, computeJsonDigest, toMessage } from "../std/index.ts";
import type { CompileCache } from "./compile-cache.ts";
import { normaliseCompileMessage } from "./compile-message.ts";
import { computeProgramDigest } from "./program-digest.ts";
import type { SlotPool } from "./slots.ts";
import type { RunPlan, Toolchain } from "./toolchain.ts";

/** A program that is ready to run in a sandbox. */
export interface BuiltProgram {
  readonly programDigest: string;
  readonly plan: RunPlan;
  readonly file: SandboxFile;
  /** What lies beside it in every run. */
  readonly moreFiles?: readonly SandboxFile[];
}

export type BuildOutcome =
  | { readonly kind: "program-built"; readonly built: BuiltProgram; readonly wasCached: boolean }
  /** The program's own fault. */
  | { readonly kind: "build-error"; readonly message: string }
  /** Ours. */
  | { readonly kind: "build-failed"; readonly message: string };

export interface BuildOptions {
  readonly toolchain: Toolchain;
  readonly signal?: AbortSignal | undefined;
}

/** Builds programs in sandboxes of their own, each once: in memory, then on disk, then by the compiler. */
export interface Builder {
  build(program: Program, options: BuildOptions): Promise<BuildOutcome>;
}

/** Creates a builder over a pool and a cache. */
export function createBuilder(pool: SlotPool, cache: CompileCache): Builder {
  const known = new Map<string, BuildOutcome>();
  const inFlight = new Map<string, Promise<BuildOutcome>>();
  return {
    async build(program, options) {
      const programDigest = computeProgramDigest(program);
      await inFlight.get(programDigest)?.catch(() => {});
      const remembered = known.get(programDigest);
      if (remembered !== undefined) return remembered;
      const started = buildThroughCache({ pool, cache }, { program, programDigest }, options);
      inFlight.set(programDigest, started);
      try {
        const outcome = await started;
        if (outcome.kind === "program-built") remember(known, programDigest, { ...outcome, wasCached: true });
        return outcome;
      } finally {
        if (inFlight.get(programDigest) === started) inFlight.delete(programDigest);
      }
    },
  };
}

const rememberedBuilds = 64;

function remember(known: Map<string, BuildOutcome>, digest: string, outcome: BuildOutcome): void {
  known.set(digest, outcome);
  const oldest = known.keys().next().value;
  if (known.size > rememberedBuilds && oldest !== undefined) known.delete(oldest);
}

interface BuildInput {
  readonly program: Program;
  readonly programDigest: string;
}

async function buildThroughCache(
  tools: { readonly pool: SlotPool; readonly cache: CompileCache },
  input: BuildInput,
  options: BuildOptions,
): Promise<BuildOutcome> {
  const { compile, version } = options.toolchain;
  const key = computeJsonDigest({ program: input.programDigest, argv: compile.argv, env: compile.env, version });
  const cached = await tools.cache.read(key);
  if (cached !== undefined) return toBuilt(input, options.toolchain, { bytes: cached, wasCached: true });
  const compiled = await runCompiler(tools.pool, input.program, options);
  if (compiled.kind !== "program-compiled") return compiled;
  await tools.cache.write(key, compiled.bytes);
  return toBuilt(input, options.toolchain, { bytes: compiled.bytes, wasCached: false });
}

function toBuilt(
  input: BuildInput,
  toolchain: Toolchain,
  product: { readonly bytes: Uint8Array; readonly wasCached: boolean },
): BuildOutcome {
  const plan = toolchain.createRunPlan(input.program);
  const blob = { digest: computeDigest(product.bytes), bytes: product.bytes };
  const file: SandboxFile = { name: plan.fileName, blob, isExecutable: toolchain.compile.product === "binary" };
  const built = { programDigest: input.programDigest, plan, file };
  return { kind: "program-built", built, wasCached: product.wasCached };
}

type CompilerOutcome =
  | { readonly kind: "program-compiled"; readonly bytes: Uint8Array }
  | Exclude<BuildOutcome, { readonly kind: "program-built" }>;

async function runCompiler(pool: SlotPool, program: Program, options: BuildOptions): Promise<CompilerOutcome> {
  const { compile } = options.toolchain;
  const nameFault = findFileNameFault(program, options.toolchain.sourceFileName);
  if (nameFault !== undefined) return { kind: "build-error", message: nameFault };
  try {
    const first = await compileOnce(pool, program, { ...options, argv: compile.argv });
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

/** Generous for a contest program, hopeless for a template bomb. */
const compileLimits = {
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
  options: BuildOptions & { readonly argv: readonly string[] },
): Promise<RunResult> {
  const { compile, sourceFileName } = options.toolchain;
  const isBinary = compile.product === "binary";
  const spec = {
    readOnlyPaths: compile.readOnlyPaths,
    workBytes: isBinary ? 512 * 1024 ** 2 : 0,
    allowsProcesses: isBinary,
  };
  const sources = [{ fileName: sourceFileName, source: program.source }, ...(program.resources ?? [])];
  const run = { stdin: emptyBlob, limits: compileLimits, collect: isBinary ? ["program"] : [] };
  const job = { argv: options.argv, env: compile.env, files: sources.map(toSandboxFile), runs: [run] };
  for (let attempt = 0; ; attempt++) {
    try {
      const [result] = await pool.use({ spec, signal: options.signal }, async (sandbox) =>
        sandbox.run(job, { signal: options.signal }),
      );
      if (result !== undefined) return result;
      throw new AppError({ code: "SANDBOX_FAILED", message: "the sandbox gave no result for a compile" });
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (!(AppError.is(cause) && cause.code === "SANDBOX_FAILED") || attempt > 0) throw cause;
    }
  }
}

const emptyBlob = { bytes: new Uint8Array(), digest: computeDigest("") };

function toSandboxFile(file: { readonly fileName: string; readonly source: string }): SandboxFile {
  const bytes = new TextEncoder().encode(file.source);
  return { name: file.fileName, blob: { bytes, digest: computeDigest(bytes) }, isExecutable: false };
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
