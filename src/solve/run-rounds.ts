import { arbitrateBruteForce } from "./arbitrate.ts";
import { attackCandidates } from "./attack.ts";
import { makeHypotheses } from "./hypothesis/make-hypotheses.ts";
import { recheckHypotheses } from "./hypothesis/use-hypotheses.ts";
import { judgeCandidates } from "./judge-candidates.ts";
import { makeGeneratedTests } from "./make-tests.ts";
import { emit, startStage, type RunState } from "./run-state.ts";
import { sampleAgain, sampleFirstCandidates } from "./sample-candidates.ts";
import { findEnd, type SearchEnd } from "./search/find-end.ts";
import { rememberRound } from "./search/memory.ts";
import { computeRoundLambda, toLearnedRollouts } from "./search/weigh-rollouts.ts";
import { writeTools } from "./write-tools.ts";

/** Where the rounds stand. */
export interface RoundsEnd {
  /** Rounds done so far. */
  readonly rounds: number;
  readonly end: SearchEnd;
}

/**
 * Rounds from `firstRound` on until one of the ends. Every round but the first starts from what the one before has
 * taught: memory, claims, and the learner where there is one. GrandCode sections 3.1 and 3.8.
 */
export async function runRounds(state: RunState, firstRound: number): Promise<RoundsEnd> {
  const bestRewards: number[] = [];
  for (let round = firstRound; ; round++) {
    const answeredBefore = countAnswered(state);
    if (round === 0) await startFirst(state);
    else await startAgain(state, round);
    startStage(state, "judge", round);
    await judgeCandidates(state);
    await arbitrateBruteForce(state);
    if (state.stages.has("attack")) {
      startStage(state, "attack", round);
      await attackCandidates(state, round);
    }
    const answeredCount = countAnswered(state) - answeredBefore;
    const end = findEnd(state, { round, answeredCount, bestRewards });
    if (end === undefined) continue;
    emit(state, { kind: "search-ended", data: { round, reason: end } });
    return { rounds: round + 1, end };
  }
}

/** Direct generation asks for programs and helpers at once; on the search route claims are checked first. */
async function startFirst(state: RunState): Promise<void> {
  if (state.plan.route === "direct") {
    startStage(state, "sample", 0);
    await Promise.all([sampleFirstCandidates(state), writeTools(state)]);
    startStage(state, "make-tests", 0);
    await makeGeneratedTests(state);
    return;
  }
  startStage(state, "check-tools", 0);
  await writeTools(state);
  startStage(state, "make-tests", 0);
  await makeGeneratedTests(state);
  await hypothesise(state, 0);
  startStage(state, "sample", 0);
  await sampleFirstCandidates(state);
}

/** Where no program stood: claims if there are none yet, then repairs and new programs that know what was tried. */
async function startAgain(state: RunState, round: number): Promise<void> {
  if (state.hypotheses.length > 0) await recheckHypotheses(state);
  else await hypothesise(state, round);
  if (state.stages.has("search")) {
    startStage(state, "remember", round);
    await rememberRound(state, round - 1);
    await learnRound(state, round - 1);
  }
  startStage(state, "repair", round);
  await sampleAgain(state, round);
}

async function hypothesise(state: RunState, round: number): Promise<void> {
  if (!state.stages.has("hypothesis") || state.plan.hypothesisCount === 0) return;
  startStage(state, "hypothesise", round);
  await makeHypotheses(state, round);
}

async function learnRound(state: RunState, round: number): Promise<void> {
  if (state.learner === undefined) return;
  const lambda = computeRoundLambda(state, round);
  const { objective, rollouts } = toLearnedRollouts(state, { round, lambda });
  const problemId = state.problem.id;
  startStage(state, "learn", round + 1);
  const report = await state.learner.learn({ problemId, round, lambda, objective, rollouts }, { signal: state.signal });
  state.learnings.push(report);
  if (report.kind === "round-skipped") {
    emit(state, { kind: "learning-skipped", data: { round, reason: report.reason } });
    return;
  }
  const { rolloutCount, tokenCount, updateCount, version } = report;
  emit(state, {
    kind: "policy-learned",
    data: { round, lambda, objective, rolloutCount, tokenCount, updateCount, version },
  });
}

function countAnswered(state: RunState): number {
  const { calls, failedCalls } = state.roles.sampler.readUsage();
  return calls - failedCalls;
}
