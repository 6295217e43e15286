import type { RunResult } from "../../../sandbox/index.ts";
import type { SlotPool } from "../../slots.ts";
import type { CompilePlan, GccPlan } from "../../toolchain.ts";
import { compileLimits } from "../compile-alone.ts";
import { createCompileSpec, createTextFile, emptyBlob, runInSlot } from "../compile-sandbox.ts";
import { parseElfObject, type ElfObject } from "../elf-object.ts";
import type { CCandidate } from "./c-candidate.ts";
import type { ImageStore } from "./image-store.ts";
import { findPart, placePart, type ObjectPart, type PlacedProgram } from "./place-object.ts";

export interface CTogetherJob {
  readonly plan: CompilePlan & { readonly gcc: GccPlan };
  readonly version: string;
  readonly candidates: readonly CCandidate[];
}

/** What became of one of many programs. */
export type CBatchOutcome =
  | { readonly kind: "program-placed"; readonly program: PlacedProgram }
  /** The compiler traced an error to it: it most likely has one by itself. */
  | { readonly kind: "error-found" }
  /** It has to be compiled alone. */
  | { readonly kind: "left-alone" };

/**
 * Compiles C programs of whatever problems in one translation unit, each with names of its own, and makes a program of
 * each by placing its part of the object in a copy of the linked C library: one compiler and no linker for all.
 *
 * @throws SANDBOX_FAILED and whatever opening a sandbox throws.
 */
export async function compileCTogether(
  tools: { readonly pool: SlotPool; readonly images: ImageStore },
  job: CTogetherJob,
  signal?: AbortSignal,
): Promise<readonly CBatchOutcome[]> {
  const outcomes: CBatchOutcome[] = job.candidates.map(() => ({ kind: "left-alone" }));
  let members = job.candidates.map((candidate, index) => ({ candidate, index }));
  for (let attempt = 0; attempt < maxAttempts && members.length > 1; attempt++) {
    const unit = await compileUnit(
      tools.pool,
      { ...job, candidates: members.map(({ candidate }) => candidate) },
      signal,
    );
    if (unit.kind === "unit-compiled") {
      for (const [i, { index }] of members.entries()) {
        const part = findPart(unit.object, toPrefix(i));
        const program = part === undefined ? undefined : await place(tools.images, { ...job, unit, part }, signal);
        if (program !== undefined) outcomes[index] = { kind: "program-placed", program };
      }
      break;
    }
    if (unit.faulty.size === 0) break;
    for (const i of unit.faulty) outcomes[(members[i] as Member).index] = { kind: "error-found" };
    members = members.filter((_, i) => !unit.faulty.has(i));
  }
  return outcomes;
}

interface Member {
  readonly candidate: CCandidate;
  readonly index: number;
}

/** Attempts to compile what is left when programs with errors are taken out. */
const maxAttempts = 3;
/** Of each kind of content that a program may have: little for nearly all, much for those with tables. */
const roomSizes = [16 * 1024, 256 * 1024];

async function place(
  images: ImageStore,
  job: Pick<CTogetherJob, "plan" | "version"> & {
    readonly unit: { readonly object: ElfObject };
    readonly part: ObjectPart;
  },
  signal?: AbortSignal,
): Promise<PlacedProgram | undefined> {
  const { plan, version, unit, part } = job;
  for (const roomBytes of roomSizes) {
    const image = await images.find({ plan, version, symbols: part.symbols, roomBytes }, signal);
    if (image === undefined) return undefined;
    const program = placePart(image, unit.object, part);
    if (program !== undefined) return program;
  }
  return undefined;
}

type UnitOutcome =
  | { readonly kind: "unit-compiled"; readonly object: ElfObject }
  /** Indices of programs to which errors were traced. */
  | { readonly kind: "unit-failed"; readonly faulty: ReadonlySet<number> };

async function compileUnit(pool: SlotPool, job: CTogetherJob, signal?: AbortSignal): Promise<UnitOutcome> {
  const { plan, candidates } = job;
  const { compiler, compileFlags } = plan.gcc;
  const argv = [compiler, ...compileFlags, ...unitFlags, ..."-c -o /work/batch.o /box/batch.c".split(" ")];
  const cpuTimeMs = compileLimits.cpuTimeMs + candidates.length * 1000;
  const limits = { ...compileLimits, cpuTimeMs, wallTimeMs: compileLimits.wallTimeMs + 3 * candidates.length * 1000 };
  const run = { stdin: emptyBlob, limits, collect: ["batch.o"] };
  const sandboxJob = { argv, env: plan.env, files: [createTextFile("batch.c", createUnit(candidates))], runs: [run] };
  const [result] = await runInSlot(pool, { spec: createCompileSpec(plan), job: sandboxJob, signal });
  return result === undefined ? { kind: "unit-failed", faulty: new Set() } : toUnitOutcome(result);
}

/**
 * Functions and variables apart, in the order that each program alone has them; and limits of inlining that count in a
 * whole translation unit out of reach, as they are for a small program alone.
 */
const unitFlags = [
  "-ffunction-sections -fdata-sections -fno-ipa-icf -fmax-errors=0",
  "--param=large-unit-insns=100000000 --param=ipa-cp-large-unit-insns=100000000 --param=ggc-min-heapsize=4000000",
].flatMap((line) => line.split(" "));

function toPrefix(index: number): string {
  return `gsc${index}_`;
}

/** What ends each program keeps it from being completed by the next, and is where its last error is then seen. */
function createUnit(candidates: readonly CCandidate[]): string {
  const headers = [...new Set(candidates.flatMap((candidate) => candidate.headers))].toSorted();
  const parts = candidates.map(
    (candidate, i) => `#line 1 "/box/c${i}.c"\n${candidate.rename(toPrefix(i))}\n_Static_assert(1, "");\n`,
  );
  return `${headers.map((name) => `#include <${name}>\n`).join("")}${parts.join("")}`;
}

function toUnitOutcome(result: RunResult): UnitOutcome {
  const bytes = result.collected.find(({ name }) => name === "batch.o")?.bytes;
  const isDone = result.ending.kind === "exited" && result.ending.exitCode === 0;
  if (!isDone || bytes === undefined) {
    const named = [
      ...Buffer.from(result.stderr)
        .toString("latin1")
        .matchAll(/\/box\/c(\d+)\.c:/g),
    ];
    const isTraced = result.ending.kind === "exited";
    return { kind: "unit-failed", faulty: new Set(isTraced ? named.map((found) => Number(found[1])) : []) };
  }
  const object = parseElfObject(bytes);
  return object === undefined ? { kind: "unit-failed", faulty: new Set() } : { kind: "unit-compiled", object };
}
