import {
  askRepair,
  askSolution,
  toPromptText,
  type Counterexample,
  type Failure,
  type SolverBackground,
  type SolverReply,
} from "../agent/index.ts";
import type { TestReport } from "../judge/index.ts";
import type { Completion, SampleAddress } from "../policy/index.ts";
import type { CandidateReport, RunTest } from "./contract.ts";
import { toCheckedClaim, toldHypotheses } from "./hypothesis/use-hypotheses.ts";
import { emit, isBroken, listFailures, type Candidate, type RunState } from "./run-state.ts";
import { toMemoryText } from "./search/memory.ts";
import { weighRollouts } from "./search/weigh-rollouts.ts";

interface Draft {
  readonly address: SampleAddress;
  readonly origin: CandidateReport["origin"];
  readonly reply: SolverReply;
  readonly toldHypothesisIds: readonly string[];
}

/** The first round: independent samples with different seeds, in parallel. Programs compile as they arrive. */
export async function sampleFirstCandidates(state: RunState): Promise<void> {
  const indexes = Array.from({ length: state.plan.candidateCount }, (_, index) => index);
  await addDrafts(
    state,
    indexes.map((index) => sampleOne(state, { round: 0, index, counterexamples: [] })),
  );
}

/**
 * A later round: broken programs are repaired, the rest of the round's budget goes to fresh samples that are shown what
 * earlier programs failed on. Both are told what the search remembers.
 */
export async function sampleAgain(state: RunState, round: number): Promise<void> {
  const repaired = chooseRepaired(state, round);
  const repairs = repaired.map((candidate, index) => repairOne(state, { round, index, candidate }));
  const counterexamples = listCounterexamples(state);
  const fresh = Array.from({ length: Math.max(state.plan.candidateCount - repaired.length, 1) }, (_, index) =>
    sampleOne(state, { round, index, counterexamples }),
  );
  await addDrafts(state, [...repairs, ...fresh]);
}

/** By rank weights, so that a good program may be repaired several times; without search the best ones, once each. */
function chooseRepaired(state: RunState, round: number): readonly Candidate[] {
  const repairCount = Math.ceil(state.plan.candidateCount / 2);
  if (state.stages.has("search")) {
    const weights = weighRollouts(state, { round: round - 1, repairCount });
    state.weighings.push(weights);
    return weights.builtOnIds.flatMap((id) => state.candidates.find((candidate) => candidate.id === id) ?? []);
  }
  return state.candidates
    .filter((candidate) => candidate.sameAsId === undefined && isBroken(state, candidate))
    .toSorted((a, b) => countPassed(b) - countPassed(a))
    .slice(0, repairCount);
}

async function sampleOne(
  state: RunState,
  options: { readonly round: number; readonly index: number; readonly counterexamples: readonly Counterexample[] },
): Promise<Draft> {
  const { background, toldHypothesisIds } = toBackground(state, options.index);
  const reply = await askSolution(state.roles, { ...options, background });
  const address = { role: "solver", round: options.round, index: options.index };
  return warmUp(state, { address, origin: { kind: "sampled" }, reply, toldHypothesisIds });
}

async function repairOne(
  state: RunState,
  options: { readonly round: number; readonly index: number; readonly candidate: Candidate },
): Promise<Draft> {
  const { round, index, candidate } = options;
  const failures = describeFailures(state, candidate);
  const { background, toldHypothesisIds } = toBackground(state, index);
  const reply = await askRepair(state.roles, { round, index, program: candidate.program, failures, background });
  const address = { role: "repairer", round, index };
  return warmUp(state, { address, origin: { kind: "repaired", fromId: candidate.id }, reply, toldHypothesisIds });
}

function toBackground(
  state: RunState,
  index: number,
): { readonly background: SolverBackground; readonly toldHypothesisIds: readonly string[] } {
  const told = toldHypotheses(state, index);
  return {
    background: { claims: told.map(toCheckedClaim), memory: toMemoryText(state.memory) },
    toldHypothesisIds: told.map(({ id }) => id),
  };
}

/** Starts compiling while other answers are still on their way; the compile is remembered by the journal. */
async function warmUp(state: RunState, draft: Draft): Promise<Draft> {
  const { answer } = draft.reply;
  if (answer.kind === "answer-usable") {
    await state.forge.judge.compile(answer.value, { signal: state.signal });
  }
  return draft;
}

/** Adds what came in the order it was asked for, whatever the order of arrival. */
async function addDrafts(state: RunState, drafts: readonly Promise<Draft>[]): Promise<void> {
  for (const { address, origin, reply, toldHypothesisIds } of await Promise.all(drafts)) {
    const { answer, messages, outcome, reasoning } = reply;
    if (answer.kind === "answer-unusable") {
      state.failureReasons.push(answer.reason);
      if (outcome.kind === "completion") state.unusableAnswers.push({ address, messages, ...toSampledText(outcome) });
      emit(state, { kind: "candidate-discarded", data: { ...address, reason: answer.reason } });
      continue;
    }
    const program = answer.value;
    const compiled = await state.forge.judge.compile(program, { signal: state.signal });
    if (compiled.kind === "compile-failed") {
      state.failureReasons.push(compiled.message);
      emit(state, { kind: "candidate-discarded", data: { ...address, reason: `not judged: ${compiled.message}` } });
      continue;
    }
    const twin = state.candidates.find((other) => other.programDigest === compiled.programDigest);
    const candidate: Candidate = {
      id: `c${state.candidates.length + 1}`,
      address,
      origin,
      program,
      programDigest: compiled.programDigest,
      sameAsId: twin?.sameAsId ?? twin?.id,
      compileMessage: compiled.kind === "compile-error" ? compiled.message : undefined,
      reports: new Map(),
      toldHypothesisIds,
      messages,
      reasoning,
      ...(outcome.kind === "completion" ? toSampledText(outcome) : { text: "" }),
      outputTokens: outcome.usage.outputTokens,
    };
    state.candidates.push(candidate);
    emit(state, {
      kind: "candidate-added",
      data: {
        id: candidate.id,
        round: address.round,
        origin: origin.kind === "repaired" ? `repaired from ${origin.fromId}` : "sampled",
        language: program.language,
        sameAsId: candidate.sameAsId,
      },
    });
  }
}

function toSampledText({
  text,
  tokens_T,
  logprobs_T,
}: Completion): Pick<Candidate, "text" | "tokens_T" | "logprobs_T"> {
  return { text, tokens_T, logprobs_T };
}

function countPassed(candidate: Candidate): number {
  return [...candidate.reports.values()].filter((report) => report.verdict === "accepted").length;
}

function describeFailures(state: RunState, candidate: Candidate): readonly Failure[] {
  if (candidate.compileMessage !== undefined) {
    return [{ verdict: "compile-error", input: "", message: candidate.compileMessage }];
  }
  const failures = listFailures(state, candidate)
    .slice(0, 3)
    .map(({ test, report }) => toFailure(state, test, report));
  if (failures.length > 0 || candidate.rejection === undefined) return failures;
  return [{ verdict: candidate.rejection, input: "", message: "on a hidden test; no test made here shows it" }];
}

function toFailure(state: RunState, test: RunTest, report: TestReport): Failure {
  const got =
    report.stdoutDigest === undefined
      ? undefined
      : toPromptText(state.forge.judge.readOutput(report.stdoutDigest).bytes, 1000);
  return {
    verdict: report.verdict,
    message: report.verdict === "wrong-answer" ? report.message : undefined,
    input: toPromptText(test.input.bytes, 1500),
    expected: test.answer === undefined ? undefined : toPromptText(test.answer.bytes, 1000),
    boundary: test.boundary,
    got,
  };
}

/** The smallest answered tests that some program failed: up to three. */
function listCounterexamples(state: RunState): readonly Counterexample[] {
  const failed = new Map<string, RunTest>();
  for (const candidate of state.candidates) {
    for (const { test } of listFailures(state, candidate)) {
      if (test.answer !== undefined) failed.set(test.id, test);
    }
  }
  return [...failed.values()]
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length || (a.id < b.id ? -1 : 1))
    .slice(0, 3)
    .map((test) => ({
      input: toPromptText(test.input.bytes, 1500),
      expected: test.answer === undefined ? undefined : toPromptText(test.answer.bytes, 1000),
      boundary: test.boundary,
    }));
}
