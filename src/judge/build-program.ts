import type { Program } from "../problem/index.ts";
import type { SandboxFile } from "../sandbox/index.ts";
import { computeDigest, computeJsonDigest } from "../std/index.ts";
import type { CompileCache } from "./compile-cache.ts";
import type { CompiledProgram } from "./compile/compile-alone.ts";
import type { CompileQueue } from "./compile/compile-queue.ts";
import { computeProgramDigest } from "./program-digest.ts";
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

/** Creates a builder over a queue of compiles and a cache. */
export function createBuilder(queue: CompileQueue, cache: CompileCache): Builder {
  const known = new Map<string, BuildOutcome>();
  const inFlight = new Map<string, Promise<BuildOutcome>>();
  return {
    async build(program, options) {
      const programDigest = computeProgramDigest(program);
      await inFlight.get(programDigest)?.catch(() => {});
      const remembered = known.get(programDigest);
      if (remembered !== undefined) return remembered;
      const started = buildThroughCache({ queue, cache }, { program, programDigest }, options);
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

/** A batch's worth (src/judge/judge-batch.ts); each takes about a megabyte. */
const rememberedBuilds = 128;

function remember(known: Map<string, BuildOutcome>, digest: string, outcome: BuildOutcome): void {
  known.set(digest, outcome);
  const oldest = known.keys().next().value;
  if (known.size > rememberedBuilds && oldest !== undefined) known.delete(oldest);
}

interface BuildInput {
  readonly program: Program;
  readonly programDigest: string;
}

/** Counts up when programs are built otherwise, so that none of a faulty way of building is found again. */
const builderVersion = 2;

async function buildThroughCache(
  tools: { readonly queue: CompileQueue; readonly cache: CompileCache },
  input: BuildInput,
  options: BuildOptions,
): Promise<BuildOutcome> {
  const { compile, version } = options.toolchain;
  const inputs = { program: input.programDigest, argv: compile.argv, env: compile.env, version };
  const key = computeJsonDigest({ ...inputs, builderVersion });
  const cached = await tools.cache.read(key);
  if (cached !== undefined) return toBuilt(input, options.toolchain, { bytes: cached, wasCached: true });
  const compiled = await tools.queue.compile(input.program, options);
  if (compiled.kind !== "program-compiled") return compiled;
  if (compiled.isCheap !== true) await tools.cache.write(key, compiled.bytes);
  return toBuilt(input, options.toolchain, { ...compiled, wasCached: false });
}

function toBuilt(
  input: BuildInput,
  toolchain: Toolchain,
  product: CompiledProgram & { readonly wasCached: boolean },
): BuildOutcome {
  const plan = toolchain.createRunPlan(input.program);
  const blob = { digest: product.digest ?? computeDigest(product.bytes), bytes: product.bytes };
  const file: SandboxFile = { name: plan.fileName, blob, isExecutable: toolchain.compile.product === "binary" };
  const moreFiles = [...(plan.moreFiles ?? []), ...toSources(input.program, toolchain)];
  const built = { programDigest: input.programDigest, plan, file, moreFiles };
  return { kind: "program-built", built, wasCached: product.wasCached };
}

/** Other sources of a program that runs as it is written. */
function toSources({ resources = [] }: Program, { compile }: Toolchain): readonly SandboxFile[] {
  if (compile.product !== "source") return [];
  return resources.map(({ fileName, source }) => {
    const bytes = new TextEncoder().encode(source);
    return { name: fileName, blob: { bytes, digest: computeDigest(bytes) }, isExecutable: false };
  });
}
