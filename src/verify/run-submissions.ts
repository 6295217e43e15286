import { findToolchain, type JudgeReport } from "../judge/index.ts";
import type { Limits, Problem, Solution, Verdict } from "../problem/index.ts";
import { checkExpectations, describeExpected, isSettledByIdleness, type Complaint } from "./check-expectations.ts";
import {
  computeMeasuredLimitMs,
  computeTimeLimit,
  findTimeLimitFaults,
  timeZone,
  toSeconds,
  type MeasuredTime,
} from "./compute-time-limit.ts";
import type { Finding, SubmissionReport, TimeLimitReport, VerifyContext } from "./contract.ts";
import { mapConcurrently } from "./map-concurrently.ts";

export interface SubmissionsOptions {
  /** CPU time that accepted solutions may take while the limit is still to be measured. */
  readonly longestTimeMs: number;
  /** Solutions that are judged at the same time. */
  readonly jobs: number;
  /** Judges only those that it accepts. */
  readonly isWanted: (solution: Solution) => boolean;
}

export interface SubmissionsOutcome {
  readonly limits: Limits;
  readonly timeLimit: TimeLimitReport;
  readonly submissions: readonly SubmissionReport[];
  readonly findings: readonly Finding[];
}

/**
 * Judges the package's solutions. Where the package fixes no time limit, those that must be accepted are run first and
 * the limit follows from the slowest.
 */
export async function runSubmissions(
  context: VerifyContext,
  problem: Problem,
  options: SubmissionsOptions,
): Promise<SubmissionsOutcome> {
  const solutions = problem.solutions.filter(options.isWanted);
  const reports = new Map<Solution, JudgeReport | string>();
  const findings: Finding[] = [];
  const rows = new Map<Solution, SubmissionReport>();
  const { limits, source } = await settleLimits(context, problem, { solutions, options, reports, findings });
  const settled = { ...problem, limits };
  const timeMargin = Math.max(1.5, 1.02 * (limits.timeLimitMargin ?? 1.5));
  await mapConcurrently(solutions, options.jobs, async (solution) => {
    const report = reports.get(solution) ?? (await judgeSolution(context, settled, { solution, timeMargin }));
    reports.set(solution, report);
    const row = createRow(settled, solution, report);
    rows.set(solution, row);
    context.onProgress?.({ kind: "submission-judged", submission: row });
  });
  const timeLimit = computeTimeLimit(limits, measure(solutions, rows), source);
  for (const fault of findTimeLimitFaults(timeLimit)) findings.push({ ...fault, subject: "time limit" });
  const submissions = solutions.flatMap((solution) => rows.get(solution) ?? []);
  for (const row of submissions) {
    if (row.status !== "not-run") continue;
    const severity = row.language === "other" ? "warning" : "error";
    findings.push({ severity, code: "submission-not-run", subject: row.name, message: row.complaints[0] ?? "" });
  }
  return { limits, timeLimit, submissions, findings };
}

async function settleLimits(
  context: VerifyContext,
  problem: Problem,
  job: {
    readonly solutions: readonly Solution[];
    readonly options: SubmissionsOptions;
    readonly reports: Map<Solution, JudgeReport | string>;
    readonly findings: Finding[];
  },
): Promise<{ readonly limits: Limits; readonly source: TimeLimitReport["source"] }> {
  const { limits } = problem;
  if (limits.timeLimitFactor === undefined) return { limits, source: "package" };
  const patient = { ...problem, limits: { ...limits, timeLimitMs: job.options.longestTimeMs } };
  const bounding = job.solutions.filter((solution) => toTimeUse(solution) === "lower");
  await mapConcurrently(bounding, job.options.jobs, async (solution) => {
    job.reports.set(solution, await judgeSolution(context, patient, { solution, timeMargin: 1 }));
  });
  const times = bounding.flatMap((solution) => {
    const report = job.reports.get(solution);
    return typeof report === "object" && hasTimes(report) ? [toTimeMs(report)] : [];
  });
  if (times.length === 0) {
    const message = `no accepted solution to measure it by: ${toSeconds(limits.timeLimitMs)} is taken`;
    job.findings.push({ severity: "warning", code: "time-limit-unmeasured", subject: "time limit", message });
    for (const solution of bounding) job.reports.delete(solution);
    return { limits, source: "default" };
  }
  const timeLimitMs = computeMeasuredLimitMs(Math.max(...times), limits);
  for (const solution of bounding) {
    const report = job.reports.get(solution);
    if (typeof report === "object" && report.tests.some((test) => test.verdict === "time-limit-exceeded")) {
      job.reports.delete(solution);
    }
  }
  return { limits: { ...limits, timeLimitMs }, source: "measured" };
}

/** Which side of the time limit a solution bounds. */
export function toTimeUse({ expected }: Pick<Solution, "expected">): "lower" | "upper" | "none" {
  if (expected.timeLimitUse !== undefined) return expected.timeLimitUse;
  const { permitted, required } = expected;
  const isRight = permitted.length > 0 && permitted.every((verdict) => verdict === "accepted" || verdict === "partial");
  if (isRight) return "lower";
  return required.length > 0 && required.every(isTooSlow) ? "upper" : "none";
}

function isTooSlow(verdict: Verdict): boolean {
  return verdict === "time-limit-exceeded" || verdict === "idleness-limit-exceeded";
}

/** Whether a report's times say how long a right solution takes. */
function hasTimes(report: JudgeReport): boolean {
  return (
    report.tests.length > 0 &&
    !report.tests.some(
      (test) => isTooSlow(test.verdict) || test.verdict === "compile-error" || test.verdict === "judge-failed",
    )
  );
}

/** A report, or why the solution is not run. */
async function judgeSolution(
  context: VerifyContext,
  problem: Problem,
  { solution, timeMargin }: { readonly solution: Solution; readonly timeMargin: number },
): Promise<JudgeReport | string> {
  const { program } = solution;
  if (program.language === "other") return `${program.fileName} is in a language that is not run here`;
  const toolchain = await findToolchain(program.language);
  if (toolchain.kind === "toolchain-missing") return toolchain.message;
  const mostIdleTests = isSettledByIdleness(problem, solution) ? idleTestsToBelieve : undefined;
  const how = { signal: context.signal, timeMargin, mostIdleTests };
  return context.judge.judge(program, { problem, tests: problem.tests }, how);
}

/** Each costs seconds of waiting; what a solution does on one test says little of the others. */
const idleTestsToBelieve = 3;

function createRow(problem: Problem, solution: Solution, report: JudgeReport | string): SubmissionReport {
  const head = {
    name: solution.name,
    language: solution.program.language,
    expected: describeExpected(solution.expected),
  };
  if (typeof report === "string") {
    const nothing = {
      maxCpuTimeMs: 0,
      maxMemoryBytes: 0,
      allowance: { timeMs: 0, memoryBytes: 0 },
      groups: [],
      tests: [],
    };
    return { ...head, ...nothing, status: "not-run", verdict: "skipped", complaints: [report] };
  }
  const failed = report.tests.find((test) => test.verdict === "judge-failed");
  const fault = failed === undefined ? report.message : `${failed.testId}: ${failed.message}`;
  const complaints = checkExpectations(problem, solution, report);
  const isClose = fault === undefined && complaints.length > 0 && isByTimeAlone(problem, report, complaints);
  const isBad = fault !== undefined || complaints.length > 0;
  return {
    ...head,
    status: !isBad ? "as-expected" : isClose ? "close" : "unexpected",
    verdict: report.verdict,
    points: report.points,
    maximumPoints: report.maximumPoints,
    unboundedPoints: report.unboundedPoints,
    maxCpuTimeMs: report.maxCpuTimeMs,
    maxMemoryBytes: report.maxMemoryBytes,
    allowance: report.allowance,
    complaints: [
      ...(fault === undefined ? [] : [`the judge failed: ${fault}`]),
      ...complaints.map((item) => item.message),
    ],
    compileMessage: report.compileMessage,
    groups: report.groups,
    tests: report.tests,
  };
}

/** Whether a slightly other time limit would have made all that is surprising right. */
function isByTimeAlone(problem: Problem, report: JudgeReport, complaints: readonly Complaint[]): boolean {
  const limitMs = problem.limits.timeLimitMs;
  const toOwnMs = (cpuTimeMs: number): number => cpuTimeMs - report.allowance.timeMs;
  const byId = new Map(report.tests.map((test) => [test.testId, test]));
  const verdictComplaints = complaints.filter((complaint) => complaint.wanted.length > 0);
  return (
    verdictComplaints.length > 0 &&
    verdictComplaints.every(({ testIds, wanted }) => {
      if (testIds.length === 0) {
        return wanted.every(isTooSlow) && toOwnMs(report.maxCpuTimeMs) >= limitMs / timeZone;
      }
      return testIds.every((id) => {
        const test = byId.get(id);
        return test?.verdict === "time-limit-exceeded" && toOwnMs(test.cpuTimeMs) <= limitMs * timeZone;
      });
    })
  );
}

function measure(
  solutions: readonly Solution[],
  rows: ReadonlyMap<Solution, SubmissionReport>,
): { readonly accepted: readonly MeasuredTime[]; readonly tooSlow: readonly MeasuredTime[] } {
  const [accepted, tooSlow]: [MeasuredTime[], MeasuredTime[]] = [[], []];
  for (const solution of solutions) {
    const row = rows.get(solution);
    const use = toTimeUse(solution);
    if (row === undefined || row.status === "not-run" || row.tests.length === 0 || use === "none") continue;
    if (row.verdict === "compile-error" || row.verdict === "judge-failed") continue;
    const time = { name: row.name, timeMs: toTimeMs(row) };
    (use === "lower" ? accepted : tooSlow).push(time);
  }
  return { accepted, tooSlow };
}

/** The longest run without the start-up allowance; waiting counts as the time that was waited. */
function toTimeMs(report: Pick<JudgeReport, "tests" | "allowance">): number {
  return report.tests.reduce((most, test) => {
    const isIdle = test.verdict === "idleness-limit-exceeded";
    return Math.max(most, (isIdle ? test.wallTimeMs : test.cpuTimeMs) - report.allowance.timeMs);
  }, 0);
}
