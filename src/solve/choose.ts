import type { CandidateReport } from "./contract.ts";
import { isFailing, listDistinct, type Candidate, type RunState } from "./run-state.ts";

/** All candidates as reports, in order of birth. */
export function toCandidateReports(state: RunState): readonly CandidateReport[] {
  return state.candidates.map((candidate) => toCandidateReport(state, candidate));
}

/**
 * The distinct candidates, best evidence first: no failure, then tests passed, agreement with the brute force,
 * agreement among candidates, speed at the largest size (by CPU time), order of birth.
 */
export function rankCandidates(state: RunState): readonly CandidateReport[] {
  return listDistinct(state)
    .map((candidate) => toCandidateReport(state, candidate))
    .toSorted(
      (a, b) =>
        Number(a.rejection !== undefined) - Number(b.rejection !== undefined) ||
        Number(a.failedCount > 0) - Number(b.failedCount > 0) ||
        b.passedCount - a.passedCount ||
        b.bruteForceAgreementCount - a.bruteForceAgreementCount ||
        b.clusterSize - a.clusterSize ||
        (a.largestCpuTimeMs ?? a.maxCpuTimeMs) - (b.largestCpuTimeMs ?? b.maxCpuTimeMs),
    );
}

function toCandidateReport(state: RunState, candidate: Candidate): CandidateReport {
  const source = state.candidates.find((other) => other.id === candidate.sameAsId) ?? candidate;
  const reports = state.tests.flatMap((test) => {
    const report = source.reports.get(test.id);
    return report === undefined ? [] : [{ test, report }];
  });
  const large = reports.filter(({ test }) => test.size === "large").map(({ report }) => report.cpuTimeMs);
  const passed = reports.filter(({ report }) => report.verdict === "accepted");
  return {
    id: candidate.id,
    address: candidate.address,
    origin: candidate.origin,
    program: candidate.program,
    programDigest: candidate.programDigest,
    sameAsId: candidate.sameAsId,
    compileMessage: candidate.compileMessage,
    verdictByTest: Object.fromEntries(reports.map(({ test, report }) => [test.id, report.verdict])),
    outputDigestByTest: Object.fromEntries(
      reports.flatMap(({ test, report }) =>
        report.stdoutDigest === undefined ? [] : [[test.id, report.stdoutDigest]],
      ),
    ),
    passedCount: passed.length,
    failedCount: reports.filter(({ report }) => isFailing(report.verdict)).length,
    bruteForceAgreementCount: passed.filter(({ test }) => test.answeredBy === "brute-force").length,
    clusterSize: computeClusterSize(state, source),
    judgeFailedCount: reports.filter(({ report }) => report.verdict === "judge-failed").length,
    largestCpuTimeMs: large.length === 0 ? undefined : Math.max(...large),
    maxCpuTimeMs: Math.max(0, ...reports.map(({ report }) => report.cpuTimeMs)),
    maxMemoryBytes: Math.max(0, ...reports.map(({ report }) => report.peakMemoryBytes)),
    toldHypothesisIds: candidate.toldHypothesisIds,
    rejection: source.rejection,
  };
}

/** How many candidates without a failure agree with this one wherever no answer is known, itself included. */
function computeClusterSize(state: RunState, candidate: Candidate): number {
  return listUnbroken(state).filter((other) => other.id === candidate.id || doAgreeEverywhere(state, candidate, other))
    .length;
}

function doAgreeEverywhere(state: RunState, a: Candidate, b: Candidate): boolean {
  return [...state.outputClasses.values()].every((classes) => {
    const classA = classes.get(a.id);
    const classB = classes.get(b.id);
    return classA === undefined || classB === undefined || classA === classB;
  });
}

/** Distinct candidates that were run and that nothing speaks against. */
export function listUnbroken(state: RunState): readonly Candidate[] {
  return listDistinct(state).filter(
    (candidate) =>
      candidate.rejection === undefined &&
      candidate.reports.size > 0 &&
      ![...candidate.reports.values()].some((report) => isFailing(report.verdict)),
  );
}

/** Tests on which unbroken candidates give outputs that differ, and nobody knows the answer. */
export function listUnsettled(state: RunState): readonly string[] {
  const unbroken = new Set(listUnbroken(state).map((candidate) => candidate.id));
  return state.tests.flatMap((test) => {
    const classes = state.outputClasses.get(test.id);
    if (classes === undefined) return [];
    const seen = new Set([...classes].filter(([id]) => unbroken.has(id)).map(([, number]) => number));
    return seen.size > 1 ? [test.id] : [];
  });
}
