import os from "node:os";
import path from "node:path";
import type { Journal } from "../journal/index.ts";
import type { Language } from "../problem/index.ts";
import { openInteractiveSandbox, openSandbox, type OpenSandboxOptions, type SandboxSpec } from "../sandbox/index.ts";
import { AppError } from "../std/index.ts";
import { createBuilder } from "./build-program.ts";
import { checkOutputs } from "./check-outputs.ts";
import { compareOutputs } from "./compare-outputs.ts";
import { createCompileCache } from "./compile-cache.ts";
import { createCBatchCompiler } from "./compile/c-batch/c-batch-compiler.ts";
import { createCompileQueue } from "./compile/compile-queue.ts";
import { createHeaderStore } from "./compile/prepared-headers.ts";
import type { Judge, JudgeFacts } from "./contract.ts";
import { executeProgram } from "./execute-program.ts";
import { compileProgram, type JudgeContext } from "./judge-context.ts";
import { judgeProgram } from "./judge-program.ts";
import { findToolchain } from "./languages.ts";
import { createSlotPool } from "./slots.ts";
import type { MissingToolchain, Toolchain } from "./toolchain.ts";

export interface JudgeOptions {
  readonly journal: Journal;
  /** Programs that run at the same time. Undefined: one a core. */
  readonly slots?: number | undefined;
  /** Where compiled programs and the sandbox helper are kept. Undefined: `$XDG_CACHE_HOME/grandsmith`. */
  readonly cacheDirectory?: string | undefined;
  /** Undefined: the strongest that works here. */
  readonly tier?: OpenSandboxOptions["tier"];
  /** Undefined: 1 GiB. */
  readonly compileCacheBytes?: number | undefined;
  /**
   * Whether C and C++ programs get huge pages for their arrays, which makes touching much memory several times cheaper;
   * a run over its memory limit is repeated without before it counts. Undefined: true. Recorded in `facts`.
   */
  readonly usesHugePages?: boolean | undefined;
  /** Each program by a compiler call of its own, from the headers as they are. Undefined: false. */
  readonly compilesPlainly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a judge on this machine. Its first sandbox is opened now, the others when needed.
 *
 * @throws whatever opening a sandbox throws.
 */
export async function createJudge(options: JudgeOptions): Promise<Judge> {
  const cacheDirectory = options.cacheDirectory ?? defaultCacheDirectory();
  const opening: OpenSandboxOptions = { signal: options.signal, tier: options.tier, cacheDirectory };
  const slots = options.slots ?? os.availableParallelism();
  const pool = createSlotPool(
    slots,
    async (spec, slot) => openSandbox(spec, { ...opening, processor: process.pid + slot }),
    async (specs) => openInteractiveSandbox(specs, opening),
  );
  const cache = createCompileCache({
    directory: path.join(cacheDirectory, "compile"),
    maxBytes: options.compileCacheBytes ?? 1024 ** 3,
  });
  const usesHugePages = options.usesHugePages ?? true;
  const opened = await pool.use({ spec: nativeSpec, signal: options.signal }, async (sandbox) => sandbox.facts);
  const facts: JudgeFacts = { ...opened, usesHugePages };
  const { journal } = options;
  const isPlain = options.compilesPlainly === true;
  const headers = isPlain ? undefined : createHeaderStore(cacheDirectory);
  const cBatches = isPlain ? undefined : createCBatchCompiler(pool, cache);
  const queue = createCompileQueue({ pool, headers, cBatches, slots });
  const builder = createBuilder(queue, cache);
  const context: JudgeContext = { journal, pool, builder, facts, findToolchain: createToolchainFinder(usesHugePages) };
  return {
    facts,
    compile: async (program, { signal } = {}) => compileProgram(context, program, signal),
    execute: async (program, job, how = {}) => executeProgram(context, { program, job }, how),
    judge: async (program, job, how = {}) => judgeProgram(context, { program, job }, how),
    checkOutputs: async (checker, outputs, { limits, signal } = {}) =>
      checkOutputs(context, { checker, outputs, limits }, signal),
    compareOutputs: async (checker, outputs, { signal } = {}) => compareOutputs(context, { checker, outputs }, signal),
    readOutput(digest) {
      const bytes = journal.getArtifact(digest);
      if (bytes !== undefined) return { bytes, digest };
      const message = `output ${digest} is not in the journal: expected the stdoutDigest of one of its reports`;
      throw new AppError({ code: "ARTIFACT_MISSING", message, data: { digest } });
    },
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}

/** What a static program needs to see of the machine: nothing. */
const nativeSpec: SandboxSpec = { readOnlyPaths: [], workBytes: 0, allowsProcesses: false };

function defaultCacheDirectory(): string {
  const base = process.env["XDG_CACHE_HOME"];
  return path.join(base === undefined || base === "" ? path.join(os.homedir(), ".cache") : base, "grandsmith");
}

function createToolchainFinder(usesHugePages: boolean): (language: Language) => Promise<Toolchain | MissingToolchain> {
  const adapt = usesHugePages ? keepPages : useSmallPages;
  return async (language) => adapt(await findToolchain(language));
}

function keepPages(toolchain: Toolchain | MissingToolchain): Toolchain | MissingToolchain {
  return toolchain;
}

function useSmallPages(toolchain: Toolchain | MissingToolchain): Toolchain | MissingToolchain {
  if (toolchain.kind === "toolchain-missing") return toolchain;
  return {
    ...toolchain,
    pages: "small",
    createRunPlan(program) {
      const { smallPagesEnv, ...plan } = toolchain.createRunPlan(program);
      return { ...plan, env: smallPagesEnv ?? plan.env };
    },
  };
}
