import { createSampler, toStatementParts, type RoleContext, type Sampler } from "../agent/index.ts";
import { computeProblemDigest, type Problem } from "../problem/index.ts";
import { deriveSeed } from "../std/index.ts";
import { assertSupported, findCheckerFault, listWarnings } from "./check-solvable.ts";
import { toCandidateReports } from "./choose.ts";
import { classify } from "./classify.ts";
import {
  optionalStages,
  type SolveDependencies,
  type SolveOptions,
  type SolvePlan,
  type SolveResult,
} from "./contract.ts";
import { decide, type Decision } from "./decide.ts";
import { toHypothesisReports } from "./hypothesis/use-hypotheses.ts";
import { toSampleTests } from "./make-tests.ts";
import { toPlan } from "./plan.ts";
import { runRounds, type RoundsEnd } from "./run-rounds.ts";
import { emit, startStage, type RunState } from "./run-state.ts";
import { toMemoryText } from "./search/memory.ts";
import { chooseAction } from "./submission/choose-action.ts";
import type { SubmissionReport } from "./submission/contract.ts";
import { submitBest } from "./submission/submit.ts";
import { scoreFolds } from "./summary/score-folds.ts";

/**
 * Solves a problem: classify, claim and check, sample candidates and helper programs, make tests, attack, repair from
 * memory, choose, decide, and hand in where that is wanted. GrandCode sections 3.1, 3.3 to 3.5 and 3.8.
 *
 * @throws the signal's reason when aborted
 * @throws PROBLEM_UNSUPPORTED for what cannot be judged yet; PROBLEM_INVALID when the package's checker fails
 */
export async function solve(
  problem: Problem,
  dependencies: SolveDependencies,
  options: SolveOptions,
): Promise<SolveResult> {
  assertSupported(problem);
  const { policy, judge, journal } = dependencies;
  const seed = deriveSeed(options.seed, computeProblemDigest(toSolvedParts(problem)));
  const samplerOptions = { policy, journal, seed, signal: options.signal };
  const forge = { judge, problem, signal: options.signal };
  const checkerFault = await findCheckerFault(forge);
  const warnings = [...listWarnings(problem, policy), ...(checkerFault === undefined ? [] : [checkerFault])];
  for (const message of warnings) emit({ journal }, { kind: "warning-raised", data: { message } });
  const statementParts = toStatementParts(problem, policy.info.canSeeImages);
  const classifierSampler = createSampler({ ...samplerOptions, maxTokens: 2000 });
  const classifierRoles: RoleContext = { sampler: classifierSampler, statementParts, languages: options.languages };
  const level = await classify(problem, { roles: classifierRoles, journal });
  const plan = toPlan(level.value, options.plan, level.confidence);
  const sampler = createSampler({ ...samplerOptions, maxTokens: plan.maxTokensPerSample });
  const roles = { sampler, statementParts, languages: options.languages };
  const state = createState({ problem, dependencies, options, seed, plan, roles, forge, checkerFault, warnings });
  const { route, candidateCount, roundCount } = plan;
  emit(state, { kind: "plan-made", data: { route, candidateCount, roundCount } });
  const { decision, ended, submissions } = await runUntilDecided(state, dependencies.submission);
  const { status, chosenId, reasons } = decision;
  await scoreFolds(state, { scorer: dependencies.scorer, chosenId });
  emit(state, { kind: "decision-made", data: { status, decision: decision.decision, chosenId, reasons } });
  return {
    ...decision,
    warnings: state.warnings,
    level,
    plan,
    candidates: toCandidateReports(state),
    tests: state.tests,
    tools: [...state.tools.values()].toSorted((a, b) => (a.role < b.role ? -1 : 1)),
    rounds: ended.rounds,
    searchEnd: ended.end,
    hypotheses: toHypothesisReports(state),
    memory: { text: toMemoryText(state.memory), folds: state.memory.folds },
    weighings: state.weighings,
    learnings: state.learnings,
    submissions,
    ...sumUsage([classifierSampler, sampler]),
    facts: judge.facts,
  };
}

/** Rounds, decision and, where programs are handed in, attempts: a rejected one leads back to the rounds. */
async function runUntilDecided(
  state: RunState,
  submission: SolveDependencies["submission"],
): Promise<{
  readonly decision: Decision;
  readonly ended: RoundsEnd;
  readonly submissions: readonly SubmissionReport[];
}> {
  const submissions: SubmissionReport[] = [];
  let ended = await runRounds(state, 0);
  let note: string | undefined;
  for (;;) {
    startStage(state, "choose", ended.rounds - 1);
    const decision = decide(state, { submissions, note });
    if (submission === undefined || note !== undefined) return { decision, ended, submissions };
    const canGoOn = ended.end === "ready" && ended.rounds < state.plan.roundCount;
    const candidate =
      decision.decision === "submit" ? state.candidates.find(({ id }) => id === decision.chosenId) : undefined;
    const { confidence } = decision;
    const { wrongAttemptCost } = submission;
    const action = candidate === undefined ? "go-on" : chooseAction({ confidence, wrongAttemptCost, canGoOn });
    if (candidate !== undefined && action !== "go-on") {
      startStage(state, "submit", ended.rounds - 1);
      const step = await submitBest(state, { submission, candidate, confidence, submissions });
      if (step.kind === "accepted") return { decision: decide(state, { submissions }), ended, submissions };
      if (step.kind === "not-submitted") note = `Not submitted: ${step.reason}.`;
      continue;
    }
    if (!canGoOn) return { decision, ended, submissions };
    ended = await runRounds(state, ended.rounds);
  }
}

function createState(parts: {
  readonly problem: Problem;
  readonly dependencies: SolveDependencies;
  readonly options: SolveOptions;
  readonly seed: string;
  readonly plan: SolvePlan;
  readonly roles: RoleContext;
  readonly forge: RunState["forge"];
  readonly checkerFault: string | undefined;
  readonly warnings: readonly string[];
}): RunState {
  const { problem, dependencies, options, seed, plan, roles, forge, checkerFault, warnings } = parts;
  return {
    problem,
    seed,
    plan,
    roles,
    forge,
    checkerFault,
    journal: dependencies.journal,
    learner: dependencies.learner,
    sequenceSources: dependencies.sequenceSources ?? [],
    warnings: [...warnings],
    signal: options.signal,
    given: options.given ?? {},
    stages: new Set(optionalStages.filter((stage) => options.without?.includes(stage) !== true)),
    candidates: [],
    unusableAnswers: [],
    tests: toSampleTests({ problem }),
    tools: new Map(),
    outputClasses: new Map(),
    failureReasons: [],
    hypotheses: [],
    memory: { pending: [], folds: [] },
    weighings: [],
    learnings: [],
  };
}

function sumUsage(samplers: readonly Sampler[]): Pick<SolveResult, "usage" | "usageByRole"> {
  const usages = samplers.map((sampler) => sampler.readUsage());
  const sum = (pick: (usage: (typeof usages)[number]) => number) =>
    usages.reduce((total, usage) => total + pick(usage), 0);
  const isPriced = usages.every((usage) => usage.costUsd !== undefined);
  return {
    usage: {
      calls: sum((usage) => usage.calls),
      failedCalls: sum((usage) => usage.failedCalls),
      inputTokens: sum((usage) => usage.inputTokens),
      outputTokens: sum((usage) => usage.outputTokens),
      costUsd: isPriced ? sum((usage) => usage.costUsd ?? 0) : undefined,
    },
    usageByRole: Object.fromEntries(usages.flatMap((usage) => Object.entries(usage.byRole))),
  };
}

/** What solving goes by: an input specification is for the forge, and answers recorded without it stay good. */
function toSolvedParts(problem: Problem): Problem {
  return { ...problem, inputSpec: undefined };
}
