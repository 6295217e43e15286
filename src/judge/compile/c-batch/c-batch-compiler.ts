import type { Program } from "../../../problem/index.ts";
import type { CompileCache } from "../../compile-cache.ts";
import type { SlotPool } from "../../slots.ts";
import type { Toolchain } from "../../toolchain.ts";
import { readIncludes, toCCandidate, type CCandidate } from "./c-candidate.ts";
import { compileCTogether, type CBatchOutcome } from "./compile-c-together.ts";
import { createHeaderReader } from "./header-words.ts";
import { createImageStore } from "./image-store.ts";

/** Compiles many C programs with one call of the compiler and none of the linker. */
export interface CBatchCompiler {
  /** What becomes of each; `left-alone` is one that may mean something else among others. */
  compile(
    programs: readonly Program[],
    options: { readonly toolchain: Toolchain; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly CBatchOutcome[]>;
}

/** Creates one that links the C library through a pool and keeps it in a cache. */
export function createCBatchCompiler(pool: SlotPool, cache: CompileCache): CBatchCompiler {
  const images = createImageStore(pool, cache);
  const readers = new Map<Toolchain, ReturnType<typeof createHeaderReader>>();
  return {
    async compile(programs, { toolchain, signal }) {
      const answer = programs.map((): CBatchOutcome => ({ kind: "left-alone" }));
      const { gcc } = toolchain.compile;
      if (gcc === undefined || process.arch !== "x64") return answer;
      const reader = readers.get(toolchain) ?? createHeaderReader(gcc);
      readers.set(toolchain, reader);
      const read = await Promise.all(programs.map(async (program) => toCandidate(program, reader)));
      const members = read.flatMap((candidate, index) => (candidate === undefined ? [] : [{ candidate, index }]));
      const candidates = members.map(({ candidate }) => candidate);
      const job = { plan: { ...toolchain.compile, gcc }, version: toolchain.version, candidates };
      const built = await compileCTogether({ pool, images }, job, signal);
      for (const [i, { index }] of members.entries()) answer[index] = built[i] as CBatchOutcome;
      return answer;
    },
  };
}

async function toCandidate(
  program: Program,
  readHeaders: ReturnType<typeof createHeaderReader>,
): Promise<CCandidate | undefined> {
  const source = readIncludes(program);
  return source === undefined ? undefined : toCCandidate(source, await readHeaders(source.headers));
}
