import type { TestReport } from "../judge/index.ts";
import type { TestCase } from "../problem/index.ts";
import { groupOutputs } from "../forge/index.ts";
import type { RunTest } from "./contract.ts";
import { emit, isFailing, listDistinct, type Candidate, type RunState } from "./run-state.ts";

/** Runs every distinct candidate on every test that it has not run, then finds where they differ. */
export async function judgeCandidates(state: RunState): Promise<void> {
  await Promise.all(listDistinct(state).map((candidate) => judgeOne(state, candidate)));
  await groupUnanswered(state);
  markSeparating(state);
}

/**
 * Samples first: a program that fails one is not run further. Then growing batches; a batch with a resource
 * failure (time, memory, output, idleness) ends the program's run, since each such test is costly.
 */
async function judgeOne(state: RunState, candidate: Candidate): Promise<void> {
  const pending = state.tests.filter((test) => !candidate.reports.has(test.id));
  const samples = pending.filter((test) => test.size === "sample");
  const made = pending.filter((test) => test.size !== "sample");
  const sampleIds = new Set(state.tests.filter((test) => test.size === "sample").map((test) => test.id));
  for (const batch of [...toBatches(samples), ...toBatches(made)]) {
    if (isOut(candidate, sampleIds)) break;
    for (const report of await runBatch(state, candidate, batch)) candidate.reports.set(report.testId, report);
  }
  if (pending.length > 0) emitJudged(state, candidate);
}

/** So often may the judge itself fail on one program, each time perhaps after a checker's whole limit. */
const maxJudgeFailures = 4;

function isOut(candidate: Candidate, sampleIds: ReadonlySet<string>): boolean {
  const reports = [...candidate.reports.values()];
  if (reports.filter((report) => report.verdict === "judge-failed").length >= maxJudgeFailures) return true;
  return reports.some(
    (report) => resourceVerdicts.has(report.verdict) || (sampleIds.has(report.testId) && isFailing(report.verdict)),
  );
}

const resourceVerdicts: ReadonlySet<string> = new Set([
  "time-limit-exceeded",
  "memory-limit-exceeded",
  "output-limit-exceeded",
  "idleness-limit-exceeded",
]);

function toBatches(tests: readonly RunTest[]): readonly (readonly RunTest[])[] {
  const batches: (readonly RunTest[])[] = [];
  for (let start = 0, size = 4; start < tests.length; start += size, size *= 4) {
    batches.push(tests.slice(start, start + size));
  }
  return batches;
}

async function runBatch(
  state: RunState,
  candidate: Candidate,
  batch: readonly RunTest[],
): Promise<readonly TestReport[]> {
  const tests: TestCase[] = batch.map((test) => ({
    id: test.id,
    isSample: test.size === "sample",
    input: test.input,
    answer: test.answer,
  }));
  const report = await state.forge.judge.judge(
    candidate.program,
    { problem: state.problem, tests },
    { signal: state.signal },
  );
  return report.tests;
}

function emitJudged(state: RunState, candidate: Candidate): void {
  const reports = state.tests.flatMap((test) => candidate.reports.get(test.id) ?? []);
  emit(state, {
    kind: "candidate-judged",
    data: {
      id: candidate.id,
      verdicts: reports.map((report) => ({ testId: report.testId, verdict: report.verdict })),
      maxCpuTimeMs: Math.max(0, ...reports.map((report) => report.cpuTimeMs)),
      maxMemoryBytes: Math.max(0, ...reports.map((report) => report.peakMemoryBytes)),
    },
  });
}

/** Where nobody says what is right, outputs are sorted into classes that agree under the checker. */
async function groupUnanswered(state: RunState): Promise<void> {
  for (const test of state.tests) {
    if (test.answer !== undefined) continue;
    const ran = listDistinct(state).flatMap((candidate) => {
      const digest = candidate.reports.get(test.id)?.stdoutDigest;
      const isGood = candidate.reports.get(test.id)?.verdict === "accepted";
      return isGood && digest !== undefined ? [{ candidate, output: state.forge.judge.readOutput(digest) }] : [];
    });
    const classes = await groupOutputs(
      state.forge,
      test.input,
      ran.map((item) => item.output),
    );
    state.outputClasses.set(test.id, new Map(ran.map((item, i) => [item.candidate.id, classes[i] ?? 0])));
  }
}

function markSeparating(state: RunState): void {
  for (const [i, test] of state.tests.entries()) {
    if (test.isSeparating) continue;
    const summary = describeDifference(state, test);
    if (summary === undefined) continue;
    state.tests[i] = { ...test, isSeparating: true };
    emit(state, { kind: "test-separates", data: { testId: test.id, summary, answeredBy: test.answeredBy } });
  }
}

/** How the candidates differ on a test, or undefined where they do not. */
export function describeDifference(state: RunState, test: RunTest): string | undefined {
  const verdicts = listDistinct(state).flatMap((candidate) => candidate.reports.get(test.id)?.verdict ?? []);
  const passed = verdicts.filter((verdict) => verdict === "accepted").length;
  const failed = verdicts.filter(isFailing).length;
  const classes = state.outputClasses.get(test.id);
  const classCount = classes === undefined ? 1 : new Set(classes.values()).size;
  if (failed > 0 && passed > 0) {
    return test.answer === undefined
      ? `${failed} of ${passed + failed} programs failed to finish within the limits or crashed`
      : `${failed} of ${passed + failed} programs were wrong`;
  }
  if (classCount > 1) return `the ${passed} programs gave ${classCount} different outputs`;
  return undefined;
}
