import type { Program, TestCase } from "../problem/index.ts";
import type { ProgramChecker } from "./checker-program.ts";
import type { CompileOutcome, JudgedProblem, JudgeReport, JudgeTestsOptions, TestReport } from "./contract.ts";
import { createEmptyReport } from "./execution-report.ts";
import {
  buildProgram,
  compileProgram,
  judgeVersion,
  toLimitsKey,
  toToolchainKey,
  type JudgeContext,
} from "./judge-context.ts";
import { judgeTests } from "./judge-tests.ts";
import { performJournaled } from "./journaled.ts";
import { computeProgramDigest } from "./program-digest.ts";
import { summariseReports } from "./report-verdict.ts";
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
  options: JudgeTestsOptions,
): Promise<JudgeReport> {
  const { program, job } = question;
  const refusal = findRefusal(job.problem);
  if (refusal !== undefined) {
    const tests = createUniformReports(job.tests, "judge-failed", refusal);
    return createReport(context, question, { programDigest: computeProgramDigest(program), tests });
  }
  const compiled = findCodeFault(question) ?? (await compileProgram(context, program, options.signal));
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
    input: await createKey(context, question, { programDigest, options }),
  };
  return performJournaled<JudgeReport>(context.journal, spec, {
    signal: options.signal,
    perform: async () => {
      const { tests, allowance } = await performJudgement(context, question, options);
      const outcome = createReport(context, question, { programDigest, tests, allowance });
      const failed = tests.find((test) => test.verdict === "judge-failed");
      return { outcome, isFailure: failed !== undefined, reason: failed?.message ?? "" };
    },
  });
}

async function performJudgement(
  context: JudgeContext,
  { program, job }: JudgeQuestion,
  options: JudgeTestsOptions,
): Promise<Pick<JudgeReport, "tests" | "allowance">> {
  const build = await buildProgram(context, program, options.signal);
  if (build.kind !== "program-built") {
    return { tests: createUniformReports(job.tests, "judge-failed", build.message), allowance: noAllowance };
  }
  const { startUpAllowanceMs: timeMs, memoryAllowanceBytes: memoryBytes = 0 } = build.built.plan;
  const tests = await judgeTests(context, { built: build.built, ...job }, options);
  return { tests, allowance: { timeMs, memoryBytes } };
}

/** Why a problem cannot be judged at all. */
function findRefusal(problem: JudgedProblem): string | undefined {
  if (problem.interactor?.kind === "missing") {
    return "the problem is interactive and came without its interactor: there is nothing to judge it with";
  }
  if (problem.isSubmitAnswer === true) {
    return "solutions of this problem are answers, not programs (submit-answer): only programs are judged";
  }
  if (problem.staticValidator !== undefined) {
    return "the problem judges source texts by a static validator: none is run here";
  }
  return undefined;
}

/** A submission that is longer than the problem allows is not compiled. */
function findCodeFault({ program, job }: JudgeQuestion): CompileOutcome | undefined {
  const { codeLimitBytes = Number.POSITIVE_INFINITY } = job.problem.limits;
  const files = [program, ...(program.resources ?? [])];
  const bytes = files.reduce((sum, { source }) => sum + Buffer.byteLength(source), 0);
  if (bytes <= codeLimitBytes) return undefined;
  const message = `error: the source takes ${bytes} bytes, more than the problem's code limit of ${codeLimitBytes}`;
  return { kind: "compile-error", programDigest: computeProgramDigest(program), message };
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
  result: Pick<JudgeReport, "programDigest" | "tests"> & Partial<Pick<JudgeReport, "allowance">>,
): JudgeReport {
  return {
    programDigest: result.programDigest,
    ...summariseReports(job.problem, job.tests, result.tests),
    tests: result.tests,
    maxCpuTimeMs: result.tests.reduce((max, test) => Math.max(max, test.cpuTimeMs), 0),
    maxMemoryBytes: result.tests.reduce((max, test) => Math.max(max, test.peakMemoryBytes), 0),
    allowance: result.allowance ?? noAllowance,
    facts: context.facts,
  };
}

const noAllowance: JudgeReport["allowance"] = { timeMs: 0, memoryBytes: 0 };

async function createKey(
  context: JudgeContext,
  { program, job }: JudgeQuestion,
  decided: { readonly programDigest: string; readonly options: JudgeTestsOptions },
): Promise<Json> {
  const { checker, limits, streams, scoring, groups = [], interactor, passLimit } = job.problem;
  const { options } = decided;
  const toolchain = await context.findToolchain(program.language);
  return {
    judgeVersion,
    program: decided.programDigest,
    toolchain: toolchain.kind === "toolchain-found" ? { ...toToolchainKey(toolchain) } : null,
    tests: job.tests.map((test) => toTestKey(test)),
    checker: checker.kind === "program" ? await createCheckerKey(context, checker) : { ...checker },
    limits: toLimitsKey(limits),
    streams: { ...streams },
    scoring: { ...scoring },
    groups: groups.map((group) => ({ ...group })),
    interactor: interactor?.kind === "program" ? await createCheckerKey(context, interactor) : null,
    passLimit: passLimit ?? null,
    stopsAtFirstFailure: options.stopsAtFirstFailure ?? false,
    stopsAtDecidedGroups: options.stopsAtDecidedGroups ?? false,
    runFirst: options.runFirst ?? [],
    timeMargin: options.timeMargin ?? null,
    ...(options.mostIdleTests === undefined ? {} : { mostIdleTests: options.mostIdleTests }),
    tier: context.facts.tier,
  } as Json;
}

/** What judging reads of a test. */
function toTestKey(test: TestCase): Json {
  return [
    test.id,
    test.input.digest,
    test.answer?.digest ?? null,
    test.points ?? null,
    test.groupId ?? null,
    test.args ?? null,
    (test.files ?? []).map(({ fileName, data }) => [fileName, data.digest]),
    test.checkerFlags ?? null,
  ] as Json;
}

/** What a checker's or interactor's word depends on. */
export async function createCheckerKey(
  context: JudgeContext,
  checker: Pick<ProgramChecker, "program" | "convention" | "flags">,
): Promise<Json> {
  const toolchain = await context.findToolchain(checker.program.language);
  return {
    program: computeProgramDigest(checker.program),
    convention: checker.convention,
    flags: checker.flags,
    toolchain: toolchain.kind === "toolchain-found" ? { ...toToolchainKey(toolchain) } : null,
  };
}
