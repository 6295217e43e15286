import { toPromptText } from "../agent/index.ts";
import { computeProgramDigest } from "../judge/index.ts";
import { listUnbroken, listUnsettled, rankCandidates } from "./choose.ts";
import type { CandidateReport, RunTest, SolveResult, SolveStatus } from "./contract.ts";
import { computeConfidence, type Evidence } from "./submission/compute-confidence.ts";
import type { SubmissionReport } from "./submission/contract.ts";
import { findBelieved, isFailing, listDistinct, listFailures, type RunState } from "./run-state.ts";

export type Decision = Pick<
  SolveResult,
  "status" | "decision" | "reasons" | "chosenId" | "counterexample" | "confidence"
>;
type Judgement = Omit<Decision, "confidence">;

/** Fewer made and answered tests than this are not evidence enough. */
const minAnsweredTests = 10;

/**
 * What to do with the best program, and why. An accepted submission decides by itself; `note` says why nothing was
 * submitted.
 */
export function decide(
  state: RunState,
  outside: { readonly submissions: readonly SubmissionReport[]; readonly note?: string | undefined },
): Decision {
  const { submissions, note } = outside;
  const last = submissions.at(-1);
  if (last?.verdict === "accepted") {
    return {
      status: "solved",
      decision: "submit",
      reasons: [`${last.candidateId} was accepted by ${last.destination} at attempt ${last.attempt}.`],
      chosenId: last.candidateId,
      confidence: 1,
    };
  }
  const best = rankCandidates(state)[0];
  const judgement = best === undefined ? decideWithoutProgram(state) : decideFor(state, best);
  const confidence = best === undefined ? 0 : computeConfidence(toEvidence(state, best));
  const reasons = [...judgement.reasons, ...submissions.map(describeRejection), ...(note === undefined ? [] : [note])];
  return { ...judgement, reasons, confidence };
}

function decideFor(state: RunState, best: CandidateReport): Judgement {
  if (!listUnbroken(state).some((candidate) => candidate.id === best.id)) return decideAgainst(state, best);
  const gaps = listGaps(state, best);
  const status: SolveStatus = gaps.length === 0 ? "solved" : "best-effort";
  const unsettled = listUnsettled(state);
  const isOutvoted = unsettled.length > 0 && best.clusterSize * 2 <= listUnbroken(state).length;
  const hasPassed = best.passedCount > 0;
  const decision = status === "solved" || (hasPassed && !isOutvoted) ? "submit" : "hold";
  return { status, decision, reasons: [describeEvidence(state, best), ...gaps], chosenId: best.id };
}

function toEvidence(state: RunState, best: CandidateReport): Evidence {
  const unbroken = listUnbroken(state);
  const passed = state.tests.filter(({ id }) => best.verdictByTest[id] === "accepted");
  return {
    isUnbroken: unbroken.some(({ id }) => id === best.id),
    answeredCount: best.bruteForceAgreementCount,
    sampleCount: passed.filter(({ size }) => size === "sample").length,
    wasRunAtLargestSize: best.largestCpuTimeMs !== undefined,
    agreeingShare: unbroken.length === 0 ? 1 : best.clusterSize / unbroken.length,
    rejectedCount: state.candidates.filter(({ rejection }) => rejection !== undefined).length,
  };
}

function describeRejection({ candidateId, destination, verdict, explanation }: SubmissionReport): string {
  const why = explanation === undefined ? "" : `; ${explanation.reason}`;
  return `${candidateId} was submitted to ${destination} and got ${verdict}${why}.`;
}

function decideWithoutProgram(state: RunState): Judgement {
  const compileErrors = state.candidates.filter((candidate) => candidate.compileMessage !== undefined).length;
  const why = [...new Set(state.failureReasons)].slice(0, 3);
  return {
    status: state.candidates.length === 0 ? "no-answer" : "held",
    decision: "hold",
    reasons: [
      compileErrors > 0
        ? `None of the ${compileErrors} programs compiles.`
        : "The model gave no program that could be used.",
      ...why.map((reason) => `Reason: ${reason}`),
    ],
  };
}

function decideAgainst(state: RunState, best: CandidateReport): Judgement {
  const candidate = state.candidates.find((item) => item.id === best.id);
  const failure = candidate === undefined ? undefined : listFailures(state, candidate)[0];
  if (failure === undefined) {
    return {
      status: "held",
      decision: "hold",
      reasons: [
        candidate?.rejection === undefined
          ? `The best program, ${best.id}, could not be judged on any test.`
          : `Nothing here speaks against the best program, ${best.id}, but it was rejected where it was submitted.`,
      ],
    };
  }
  const { test, report } = failure;
  const got = report.stdoutDigest === undefined ? undefined : state.forge.judge.readOutput(report.stdoutDigest);
  return {
    status: "held",
    decision: "hold",
    reasons: [
      `Every program fails some test; the best, ${best.id}, gets ${report.verdict} on ${test.id}.`,
      `It passes ${best.passedCount} tests and fails ${best.failedCount}.`,
      ...describeRefusedSample(state, test),
    ],
    counterexample: {
      testId: test.id,
      candidateId: best.id,
      verdict: report.verdict,
      expected: test.answer === undefined ? undefined : toPromptText(test.answer.bytes),
      got: got === undefined ? undefined : toPromptText(got.bytes),
    },
  };
}

/** A sample that nothing passes: perhaps the package is wrong, not the programs. */
function describeRefusedSample(state: RunState, test: RunTest): readonly string[] {
  if (test.size !== "sample" || findBelieved(state, "brute-force") !== undefined) return [];
  const verdicts = listDistinct(state).flatMap((candidate) => candidate.reports.get(test.id)?.verdict ?? []);
  if (verdicts.length < 2 || !verdicts.every(isFailing)) return [];
  return [
    `All ${verdicts.length} programs fail ${test.id}, and no brute force passes the samples: ` +
      "look whether the statement, the sample or the checker of the package is as it should be.",
  ];
}

function describeEvidence(state: RunState, best: CandidateReport): string {
  const failing = new Set(
    state.candidates.filter((candidate) => listFailures(state, candidate).length > 0).map((candidate) => candidate.id),
  ).size;
  const broken = failing === 0 ? "" : `, on which ${failing} other programs fail`;
  return `${best.id} passes all ${best.passedCount} tests it was run on, ${best.bruteForceAgreementCount} of them answered by the brute force${broken}.`;
}

/** What is missing for the word "solved"; one sentence each. */
function listGaps(state: RunState, best: CandidateReport): readonly string[] {
  const gaps: string[] = [];
  if (state.checkerFault !== undefined) gaps.push(`Best effort: ${state.checkerFault}`);
  if (best.judgeFailedCount > 0) {
    gaps.push(
      `Best effort: the judge itself failed on ${best.judgeFailedCount} tests${describeJudgeFailure(state, best)}.`,
    );
  }
  for (const role of ["brute-force", "validator", "generator"] as const) {
    const tool = state.tools.get(role);
    if (tool?.status !== "believed")
      gaps.push(`Best effort: there is no believed ${role} (${tool?.reason ?? "none was written"}).`);
  }
  if (gaps.length === 0 && best.bruteForceAgreementCount < minAnsweredTests) {
    gaps.push(`Best effort: the brute force answered only ${best.bruteForceAgreementCount} made tests.`);
  }
  if (gaps.length === 0 && best.largestCpuTimeMs === undefined) {
    gaps.push("Best effort: no valid input of the largest size was made, so the running time there is not known.");
  }
  const unsettled = listUnsettled(state);
  if (unsettled.length > 0) {
    gaps.push(
      `Best effort: unbroken programs differ on ${unsettled.slice(0, 3).join(", ")} and nobody knows the answer.`,
    );
  }
  const bruteForce = findBelieved(state, "brute-force");
  const isOwn = state.given.bruteForce === undefined;
  if (isOwn && bruteForce !== undefined && computeProgramDigest(bruteForce) === best.programDigest) {
    gaps.push("Best effort: the brute force is the same program, so that they agree says nothing.");
  }
  return gaps;
}

function describeJudgeFailure(state: RunState, best: CandidateReport): string {
  const reports = state.candidates.find((candidate) => candidate.id === best.id)?.reports.values() ?? [];
  const message = [...reports].find((report) => report.verdict === "judge-failed")?.message ?? "";
  return message === "" ? "" : `: ${message.slice(0, 300)}`;
}
