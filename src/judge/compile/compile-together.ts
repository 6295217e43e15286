import type { RunResult, SandboxBlob, SandboxFile, SandboxSpec } from "../../sandbox/index.ts";
import { computeDigest } from "../../std/index.ts";
import type { SlotPool } from "../slots.ts";
import type { CompilePlan, GccPlan } from "../toolchain.ts";
import type { BatchCandidate } from "./batch-candidate.ts";
import { createCompileSpec, createTextFile, emptyBlob, runInSlot, type CompileLimits } from "./compile-sandbox.ts";
import type { PreparedHeaders } from "./prepared-headers.ts";
import { idleFunction, splitObject, type SplitObject } from "./split-object.ts";

export interface TogetherJob {
  readonly plan: CompilePlan & { readonly gcc: GccPlan };
  readonly headers: PreparedHeaders & { readonly pluginPath: string };
  /** With equal includes. */
  readonly candidates: readonly BatchCandidate[];
  readonly limits: CompileLimits;
}

/**
 * Compiles programs in one translation unit and links each by itself, so that what they share, above all instantiated
 * templates, is compiled once. The answer has a program for each candidate, or undefined for one that has to be
 * compiled alone: one with an error, one that declares a name which its headers declare too, one that is not cleanly
 * separate from the others.
 *
 * @throws SANDBOX_FAILED and whatever opening a sandbox throws.
 */
export async function compileTogether(
  pool: SlotPool,
  job: TogetherJob,
  signal?: AbortSignal,
): Promise<readonly (Uint8Array | undefined)[]> {
  const objects: SplitObject[] = job.candidates.map(() => undefined);
  let members = job.candidates.map((candidate, index) => ({ candidate, index }));
  for (let attempt = 0; attempt < maxAttempts && members.length > 1; attempt++) {
    const compiled = await compileUnit(pool, { ...job, candidates: members.map((member) => member.candidate) }, signal);
    if (compiled.kind === "unit-compiled") {
      for (const [i, object] of compiled.objects.entries()) objects[(members[i] as (typeof members)[0]).index] = object;
      break;
    }
    if (compiled.faulty.size === 0) break;
    members = members.filter((_, i) => !compiled.faulty.has(i));
  }
  return linkAll(pool, { ...job, objects }, signal);
}

/** Attempts to compile what is left when programs with errors are taken out. */
const maxAttempts = 3;

type UnitOutcome =
  | { readonly kind: "unit-compiled"; readonly objects: readonly SplitObject[] }
  /** Indices of programs to which errors were traced. */
  | { readonly kind: "unit-failed"; readonly faulty: ReadonlySet<number> };

async function compileUnit(pool: SlotPool, job: TogetherJob, signal?: AbortSignal): Promise<UnitOutcome> {
  const { plan, headers, candidates, limits } = job;
  const { gcc } = plan;
  const isPrecompiled = candidates[0]?.includes.startsWith("#include <bits/stdc++.h>") ?? false;
  const argv = [
    gcc.compiler,
    `-fplugin=${headers.pluginPath}`,
    ...(isPrecompiled ? ["-I", headers.includeDirectory] : []),
    ...gcc.compileFlags,
    ...batchFlags,
    ..."-c -o /work/batch.o /box/batch.cpp".split(" "),
  ];
  const files = [
    createTextFile("batch.cpp", createUnit(candidates)),
    createTextFile("names", candidates.map(createNameLines).join("")),
    ...candidates.map((candidate, i) => createTextFile(`c${i}.cpp`, candidate.text)),
  ];
  const cpuTimeMs = limits.cpuTimeMs + candidates.length * 1000;
  const run = {
    stdin: emptyBlob,
    limits: { ...limits, cpuTimeMs, wallTimeMs: limits.wallTimeMs + 3 * candidates.length * 1000 },
    collect: ["batch.o", "report"],
  };
  const env = { ...plan.env, GRANDSMITH_NAMES: "/box/names", GRANDSMITH_REPORT: "/work/report" };
  const sandboxJob = { argv, env, files, runs: [run] };
  const [result] = await runInSlot(pool, { spec: toSpec(job), job: sandboxJob, signal });
  return result === undefined ? { kind: "unit-failed", faulty: new Set() } : toUnitOutcome(result, candidates.length);
}

/**
 * Functions and variables apart, so that the linker can choose; equal functions of two programs stay two; and limits of
 * inlining that count in a whole translation unit are out of reach, as they are for a program alone.
 */
const batchFlags = [
  "-ffunction-sections -fdata-sections -fno-ipa-icf -fmax-errors=0",
  "--param=large-unit-insns=100000000 --param=ipa-cp-large-unit-insns=100000000 --param=ggc-min-heapsize=4000000",
].flatMap((line) => line.split(" "));

function toSpec({ plan, headers }: Pick<TogetherJob, "plan" | "headers">): SandboxSpec {
  return createCompileSpec(plan, headers);
}

function createUnit(candidates: readonly BatchCandidate[]): string {
  const parts = candidates.map(({ joins, macros }, i) => {
    const pragmas = (action: string): string => macros.map((name) => `#pragma ${action}_macro("${name}")\n`).join("");
    const program = `namespace gsc${i}_ {\n#line 1 "/box/c${i}.cpp"\n${joins}\n#include "c${i}.cpp"\n}\n`;
    return `${pragmas("push")}${program}${pragmas("pop")}#pragma grandsmith end\n`;
  });
  const idle = `extern "C" void ${idleFunction}() {}\n`;
  return `${candidates[0]?.includes ?? ""}#pragma grandsmith end\n${idle}${parts.join("")}`;
}

function createNameLines({ words }: BatchCandidate, index: number): string {
  return words.map((word) => `${index} ${word}\n`).join("");
}

function toUnitOutcome(result: RunResult, count: number): UnitOutcome {
  const collected = new Map(result.collected.map((file) => [file.name, file.bytes]));
  const object = collected.get("batch.o");
  const isDone = result.ending.kind === "exited" && result.ending.exitCode === 0;
  if (!isDone || object === undefined) {
    const stderr = Buffer.from(result.stderr).toString("latin1");
    const named = [...stderr.matchAll(/\/box\/c(\d+)\.cpp:/g)].map((found) => Number(found[1]));
    return { kind: "unit-failed", faulty: result.ending.kind === "exited" ? new Set(named) : new Set() };
  }
  const report = Buffer.from(collected.get("report") ?? []).toString("latin1");
  if (!report.endsWith("done\n")) return { kind: "unit-failed", faulty: new Set() };
  const clashing = new Set([...report.matchAll(/^met (\d+) /gm)].map((found) => Number(found[1])));
  const starts = [...report.matchAll(/^start (\d+) (\d+)$/gm)];
  const startOwners = new Map(starts.map((found) => [Number(found[1]), Number(found[2])]));
  const objects = splitObject(object, { count, startOwners }).map((part, i) => (clashing.has(i) ? undefined : part));
  return { kind: "unit-compiled", objects };
}

/** Each by itself, one after another in one sandbox: nothing of one's is there when another is linked. */
async function linkAll(
  pool: SlotPool,
  job: TogetherJob & { readonly objects: readonly SplitObject[] },
  signal?: AbortSignal,
): Promise<readonly (Uint8Array | undefined)[]> {
  const programs: (Uint8Array | undefined)[] = job.objects.map(() => undefined);
  const linked = job.objects.flatMap((object, index) => (object === undefined ? [] : [{ object, index }]));
  if (linked.length === 0) return programs;
  const { plan, limits } = job;
  const { compiler, linkFlags } = plan.gcc;
  const direct = job.headers.linkCommand;
  const runs = linked.map(({ object }) => {
    const blob: SandboxBlob = { bytes: object, digest: computeDigest(object) };
    const files: readonly SandboxFile[] = [{ name: "candidate.o", blob, isExecutable: false }];
    return { stdin: emptyBlob, limits, collect: ["program"], files };
  });
  const argv = direct ?? [compiler, "-Wl,--gc-sections", "/box/candidate.o", ...linkFlags];
  const sandboxJob = { argv, env: plan.env, files: plan.files ?? [], runs };
  const results = await runInSlot(pool, { spec: toSpec(job), job: sandboxJob, signal });
  for (const [i, result] of results.entries()) {
    const isDone = result.ending.kind === "exited" && result.ending.exitCode === 0;
    const index = linked[i]?.index;
    if (isDone && index !== undefined) programs[index] = result.collected.find(({ name }) => name === "program")?.bytes;
  }
  return programs;
}
