import type { Journal } from "../journal/index.ts";
import type { Language, Limits, Program } from "../problem/index.ts";
import type { Builder, BuildOptions, BuildOutcome } from "./build-program.ts";
import type { CompileOutcome, JudgeFacts } from "./contract.ts";
import { performJournaled } from "./journaled.ts";
import { computeProgramDigest, computeSourceDigest } from "./program-digest.ts";
import type { SlotPool } from "./slots.ts";
import { addTestlib, widenTestlib } from "./testlib-resources.ts";
import type { MissingToolchain, Toolchain } from "./toolchain.ts";

/** What every question to the judge is answered with. */
export interface JudgeContext {
  readonly journal: Journal;
  readonly pool: SlotPool;
  readonly builder: Builder;
  readonly facts: JudgeFacts;
  readonly findToolchain: (language: Language) => Promise<Toolchain | MissingToolchain>;
}

/** Counts up when what a recorded outcome means changes, so that old recordings are not taken for new ones. */
export const judgeVersion = 2;

export const defaultStackBytes = 256 * 1024 ** 2;
export const defaultOutputBytes = 64 * 1024 ** 2;

/** What a result depends on besides programs and tests. */
export function toLimitsKey(limits: Limits): Readonly<Record<string, number>> {
  return {
    timeLimitMs: limits.timeLimitMs,
    memoryLimitBytes: limits.memoryLimitBytes,
    outputLimitBytes: limits.outputLimitBytes ?? defaultOutputBytes,
    stackLimitBytes: limits.stackLimitBytes ?? defaultStackBytes,
    ...(limits.validationTimeMs === undefined ? {} : { validationTimeMs: limits.validationTimeMs }),
    ...(limits.validationMemoryBytes === undefined ? {} : { validationMemoryBytes: limits.validationMemoryBytes }),
  };
}

/** Compiles through the journal. The message belongs to the source as it is spelled, so that is the key. */
export async function compileProgram(
  context: JudgeContext,
  program: Program,
  signal?: AbortSignal,
): Promise<CompileOutcome> {
  const programDigest = computeProgramDigest(program);
  const toolchain = await context.findToolchain(program.language);
  if (toolchain.kind === "toolchain-missing") {
    return { kind: "compile-failed", programDigest, message: toolchain.message };
  }
  const spec = {
    kind: "compile" as const,
    label: `compile ${program.fileName} ${programDigest.slice(0, 8)}`,
    input: {
      judgeVersion,
      source: computeSourceDigest(program),
      toolchain: toToolchainKey(toolchain),
      tier: context.facts.tier,
    },
  };
  return performJournaled<CompileOutcome>(context.journal, spec, {
    signal,
    perform: async () => {
      const outcome = toCompileOutcome(programDigest, await build(context, program, { toolchain, signal }));
      const isFailure = outcome.kind === "compile-failed";
      return { outcome, isFailure, ...(isFailure ? { reason: outcome.message } : {}) };
    },
  });
}

/** The tool and how it is called: part of every key. */
export function toToolchainKey({ version, compile, pages }: Toolchain): {
  readonly version: string;
  readonly argv: readonly string[];
  readonly pages?: "small";
} {
  return { version, argv: compile.argv, ...(pages === undefined ? {} : { pages }) };
}

/** The built program behind a compile that went well; `build-failed` where its tool has gone since. */
export async function buildProgram(
  context: JudgeContext,
  program: Program,
  signal?: AbortSignal,
): Promise<BuildOutcome> {
  const toolchain = await context.findToolchain(program.language);
  if (toolchain.kind === "toolchain-missing") return { kind: "build-failed", message: toolchain.message };
  return build(context, program, { toolchain, signal });
}

/** Programs, by digest, that our `testlib.h` is too lean for, known after a first try. */
const wideDigests = new Set<string>();

async function build(context: JudgeContext, program: Program, options: BuildOptions): Promise<BuildOutcome> {
  const digest = computeProgramDigest(program);
  const widened = widenTestlib(program);
  if (widened === undefined || !wideDigests.has(digest)) {
    const outcome = await context.builder.build(addTestlib(program), options);
    if (widened === undefined || outcome.kind !== "build-error") return outcome;
  }
  const outcome = await context.builder.build(widened, options);
  if (outcome.kind === "program-built") wideDigests.add(digest);
  return outcome;
}

function toCompileOutcome(programDigest: string, built: BuildOutcome): CompileOutcome {
  switch (built.kind) {
    case "program-built":
      return { kind: "compile-ok", programDigest, wasCached: built.wasCached };
    case "build-error":
      return { kind: "compile-error", programDigest, message: built.message };
    case "build-failed":
      return { kind: "compile-failed", programDigest, message: built.message };
  }
}
