import type { Program, TestCase } from "../problem/index.ts";
import type { ProgramChecker } from "./checker-program.ts";
import type { ExecutionOptions, JudgeReport, TestReport } from "./contract.ts";
import { createEmptyReport } from "./execution-report.ts";
import {
  buildProgram,
  compileProgram,
  judgeVersion,
  toLimitsKey,
  toToolchainKey,
  type JudgeContext,
} from "./judge-context.ts";
import { judgeTests, type JudgedProblem } from "./judge-tests.ts";
import { performJournaled } from "./journaled.ts";
import { computeProgramDigest } from "./program-digest.ts";
import { computeReportVerdict } from "./report-verdict.ts";
import type { Json } from "../std/index.ts";

/** What `Judge.judge` is asked. */
export interface JudgeQuestion {
  readonly program: Program;
  readonly job: { readonly problem: JudgedProblem; readonly tests: readonly TestCase[] };
}

/** Compiles, runs and checks; see `Judge.judge`. Equal programs share one judgement, compile messages stay their own. */
export async function judgeProgram(
  context: JudgeContext,
  question: JudgeQuestion,
  options: ExecutionOptions,
): Promise<JudgeReport> {
  const { program, job } = question;
  const compiled = await compileProgram(context, program, options.signal);
  if (compiled.kind !== "compile-ok") {
    const isError = compiled.kind === "compile-error";
    const tests = createUniformReports(job.tests, isError ? "compile-error" : "judge-failed", compiled.message);
    const report = createReport(context, question, { programDigest: compiled.programDigest, tests });
    return isError ? { ...report, compileMessage: compiled.message } : report;
  }
  const { programDigest } = compiled;
  const spec = {
    kind: "judge" as const,
    label: `judge ${program.fileName} ${programDigest.slice(0, 8)} on ${job.tests.length} tests`,
    input: await createKey(context, question, { programDigest, stops: options.stopsAtFirstFailure ?? false }),
  };
  return performJournaled<JudgeReport>(context.journal, spec, {
    signal: options.signal,
    perform: async () => {
      const tests = await performJudgement(context, question, options);
      const outcome = createReport(context, question, { programDigest, tests });
      const failed = tests.find((test) => test.verdict === "judge-failed");
      return { outcome, isFailure: failed !== undefined, reason: failed?.message ?? "" };
    },
  });
}

async function performJudgement(
  context: JudgeContext,
  { program, job }: JudgeQuestion,
  options: ExecutionOptions,
): Promise<readonly TestReport[]> {
  const { streams } = job.problem;
  if (streams.input.kind !== "stdin" || streams.output.kind !== "stdout") {
    const message = "problems that read or write files are not judged yet: only standard input and output are";
    return createUniformReports(job.tests, "judge-failed", message);
  }
  const build = await buildProgram(context, program, options.signal);
  if (build.kind !== "program-built") return createUniformReports(job.tests, "judge-failed", build.message);
  return judgeTests(context, { built: build.built, ...job }, options);
}

function createUniformReports(
  tests: readonly TestCase[],
  verdict: "compile-error" | "judge-failed",
  message: string,
): readonly TestReport[] {
  const score = verdict === "compile-error" ? 0 : undefined;
  return tests.map((test) => ({ ...createEmptyReport(verdict, message), testId: test.id, score }));
}

function createReport(
  context: JudgeContext,
  { job }: JudgeQuestion,
  result: { readonly programDigest: string; readonly tests: readonly TestReport[] },
): JudgeReport {
  return {
    programDigest: result.programDigest,
    verdict: computeReportVerdict(result.tests, job.problem.scoring),
    tests: result.tests,
    maxCpuTimeMs: result.tests.reduce((max, test) => Math.max(max, test.cpuTimeMs), 0),
    maxMemoryBytes: result.tests.reduce((max, test) => Math.max(max, test.peakMemoryBytes), 0),
    facts: context.facts,
  };
}

async function createKey(
  context: JudgeContext,
  { program, job }: JudgeQuestion,
  decided: { readonly programDigest: string; readonly stops: boolean },
): Promise<Json> {
  const { checker, limits, streams, scoring } = job.problem;
  const toolchain = await context.findToolchain(program.language);
  return {
    judgeVersion,
    program: decided.programDigest,
    toolchain: toolchain.kind === "toolchain-found" ? { ...toToolchainKey(toolchain) } : null,
    tests: job.tests.map((test) => [test.id, test.input.digest, test.answer?.digest ?? null, test.points ?? null]),
    checker: checker.kind === "program" ? await createCheckerKey(context, checker) : { ...checker },
    limits: toLimitsKey(limits),
    streams: { ...streams },
    scoring: { ...scoring },
    stopsAtFirstFailure: decided.stops,
    tier: context.facts.tier,
  } as Json;
}

/** What a checker program's word depends on. */
export async function createCheckerKey(context: JudgeContext, checker: ProgramChecker): Promise<Json> {
  const toolchain = await context.findToolchain(checker.program.language);
  return {
    program: computeProgramDigest(checker.program),
    convention: checker.convention,
    flags: checker.flags,
    toolchain: toolchain.kind === "toolchain-found" ? { ...toToolchainKey(toolchain) } : null,
  };
}
