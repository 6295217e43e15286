import type { Limits, Program } from "../problem/index.ts";
import type { ExecutionOptions, ExecutionReport, ProgramInput } from "./contract.ts";
import { executeRuns } from "./execute-runs.ts";
import { createEmptyReport, createExecutionReport } from "./execution-report.ts";
import {
  buildProgram,
  compileProgram,
  defaultOutputBytes,
  defaultStackBytes,
  judgeVersion,
  toLimitsKey,
  toToolchainKey,
  type JudgeContext,
} from "./judge-context.ts";
import { performJournaled } from "./journaled.ts";

/** What `Judge.execute` is asked. */
export interface ExecutionJob {
  readonly inputs: readonly ProgramInput[];
  readonly limits: Limits;
}

/** Runs a program on inputs, nothing checked but how it ends; see `Judge.execute`. */
export async function executeProgram(
  context: JudgeContext,
  question: { readonly program: Program; readonly job: ExecutionJob },
  options: ExecutionOptions,
): Promise<readonly ExecutionReport[]> {
  const { program, job } = question;
  const compiled = await compileProgram(context, program, options.signal);
  if (compiled.kind !== "compile-ok") {
    const verdict = compiled.kind === "compile-error" ? "compile-error" : "judge-failed";
    return job.inputs.map(() => createEmptyReport(verdict, compiled.message));
  }
  const toolchain = await context.findToolchain(program.language);
  const spec = {
    kind: "run-programs" as const,
    label: `run ${program.fileName} ${compiled.programDigest.slice(0, 8)} on ${job.inputs.length} inputs`,
    input: {
      judgeVersion,
      program: compiled.programDigest,
      toolchain: toolchain.kind === "toolchain-found" ? toToolchainKey(toolchain) : null,
      inputs: job.inputs.map((input) => [input.stdin.digest, ...(input.args ?? [])]),
      files: job.inputs.map((input) => (input.files ?? []).map(({ fileName, data }) => [fileName, data.digest])),
      limits: toLimitsKey(job.limits),
      stopsAtFirstFailure: options.stopsAtFirstFailure ?? false,
      tier: context.facts.tier,
    },
  };
  return performJournaled<readonly ExecutionReport[]>(context.journal, spec, {
    signal: options.signal,
    perform: async () => {
      const outcome = await performExecution(context, question, options);
      const failed = outcome.find((report) => report.verdict === "judge-failed");
      return { outcome, isFailure: failed !== undefined, reason: failed?.message ?? "" };
    },
  });
}

async function performExecution(
  context: JudgeContext,
  { program, job }: { readonly program: Program; readonly job: ExecutionJob },
  options: ExecutionOptions,
): Promise<readonly ExecutionReport[]> {
  const build = await buildProgram(context, program, options.signal);
  if (build.kind !== "program-built") {
    return job.inputs.map(() => createEmptyReport("judge-failed", build.message));
  }
  const outputBytes = job.limits.outputLimitBytes ?? defaultOutputBytes;
  const stops = options.stopsAtFirstFailure ?? false;
  const reports: ExecutionReport[] = job.inputs.map(() => createEmptyReport("skipped", ""));
  const programJob = {
    built: build.built,
    runs: job.inputs.map((input) => ({
      args: input.args ?? [],
      stdin: input.stdin,
      files: (input.files ?? []).map(({ fileName, data }) => ({ name: fileName, blob: data, isExecutable: false })),
      outputBytes,
    })),
    limits: {
      timeLimitMs: job.limits.timeLimitMs,
      memoryBytes: job.limits.memoryLimitBytes,
      stackBytes: job.limits.stackLimitBytes ?? defaultStackBytes,
    },
    workBytes: 0,
  };
  await executeRuns(context, programJob, {
    signal: options.signal,
    isOrdered: stops,
    onOutcome: (index, outcome) => {
      reports[index] = createExecutionReport(context.journal, outcome);
      return stops && outcome.verdict !== "accepted" ? "stop" : "continue";
    },
  });
  return reports;
}
