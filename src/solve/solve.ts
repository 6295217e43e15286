import { askClassification, createSampler, toStatementParts, type RoleContext, type Sampler } from "../agent/index.ts";
import { isCheckerSound, type ForgeContext, type ForgeFault } from "../forge/index.ts";
import { computeProblemDigest, type Problem } from "../problem/index.ts";
import { AppError, deriveSeed } from "../std/index.ts";
import { arbitrateBruteForce } from "./arbitrate.ts";
import { attackCandidates } from "./attack.ts";
import { listUnbroken, listUnsettled, toCandidateReports } from "./choose.ts";
import type { SolveDependencies, SolveOptions, SolveResult, SolveStage } from "./contract.ts";
import { decide } from "./decide.ts";
import { judgeCandidates } from "./judge-candidates.ts";
import { makeGeneratedTests, toSampleTests } from "./make-tests.ts";
import { toPlan } from "./plan.ts";
import { emit, type RunState } from "./run-state.ts";
import { sampleAgain, sampleFirstCandidates } from "./sample-candidates.ts";
import { writeTools } from "./write-tools.ts";

/**
 * Solves a problem: classify, sample candidates and helper programs, make tests, attack, repair, choose, decide.
 * GrandCode sections 3.1, 3.3 and 3.4, first version: without hypotheses, memory and learning.
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
  const plan = toPlan(level.value, options.plan);
  const sampler = createSampler({ ...samplerOptions, maxTokens: plan.maxTokensPerSample });
  const state: RunState = {
    problem,
    seed,
    plan,
    roles: { sampler, statementParts, languages: options.languages },
    forge,
    checkerFault,
    journal,
    signal: options.signal,
    candidates: [],
    tests: toSampleTests({ problem }),
    tools: new Map(),
    outputClasses: new Map(),
    failureReasons: [],
  };
  emit(state, { kind: "plan-made", data: { candidateCount: plan.candidateCount, roundCount: plan.roundCount } });
  const rounds = await runRounds(state);
  startStage(state, "choose", rounds - 1);
  const decision = decide(state);
  const { status, chosenId, reasons } = decision;
  emit(state, { kind: "decision-made", data: { status, decision: decision.decision, chosenId, reasons } });
  return {
    ...decision,
    warnings,
    level,
    plan,
    candidates: toCandidateReports(state),
    tests: state.tests,
    tools: [...state.tools.values()].toSorted((a, b) => (a.role < b.role ? -1 : 1)),
    rounds,
    ...sumUsage([classifierSampler, sampler]),
    facts: judge.facts,
  };
}

/**
 * Rounds until some program stands unbroken and nothing is unsettled, the plan is used up, or no call of a round was
 * answered any more (model down, budget used up). Returns how many.
 */
async function runRounds(state: RunState): Promise<number> {
  for (let round = 0; ; round++) {
    const answered = countAnswered(state);
    startStage(state, round === 0 ? "sample" : "repair", round);
    if (round === 0) {
      await Promise.all([sampleFirstCandidates(state), writeTools(state)]);
      startStage(state, "make-tests", round);
      await makeGeneratedTests(state);
    } else {
      await sampleAgain(state, round);
    }
    startStage(state, "judge", round);
    await judgeCandidates(state);
    await arbitrateBruteForce(state);
    startStage(state, "attack", round);
    await attackCandidates(state, round);
    const isDone = listUnbroken(state).length > 0 && listUnsettled(state).length === 0;
    const isModelGone = countAnswered(state) === answered;
    if (isDone || isModelGone || round + 1 >= state.plan.roundCount) return round + 1;
  }
}

function countAnswered(state: RunState): number {
  const { calls, failedCalls } = state.roles.sampler.readUsage();
  return calls - failedCalls;
}

async function classify(
  problem: Problem,
  context: { readonly roles: RoleContext; readonly journal: SolveDependencies["journal"] },
): Promise<SolveResult["level"]> {
  startStage(context, "classify", 0);
  const level = await findLevel(problem, context.roles);
  emit(context, {
    kind: "level-classified",
    data: { level: level.value, source: level.source, reason: level.reason },
  });
  return level;
}

async function findLevel(problem: Problem, roles: RoleContext): Promise<SolveResult["level"]> {
  if (problem.provenance.level !== undefined) {
    return { value: problem.provenance.level, source: "package", reason: "stated by the package" };
  }
  const answer = await askClassification(roles);
  if (answer.kind === "answer-usable")
    return { value: answer.value.level, source: "model", reason: answer.value.reason };
  return { value: 3, source: "default", reason: `no usable classification: ${answer.reason}` };
}

function startStage(state: Pick<RunState, "journal">, stage: SolveStage, round: number): void {
  emit(state, { kind: "stage-started", data: { stage, round } });
}

function listWarnings(problem: Problem, policy: SolveDependencies["policy"]): readonly string[] {
  const statement = problem.statements[0];
  const warnings: string[] = [];
  if (statement.isPlaceholder === true) {
    warnings.push("The package has no statement text: the model sees only the title and the samples.");
  }
  if (statement.images.length > 0 && !policy.info.canSeeImages) {
    warnings.push(
      `The statement has ${statement.images.length} image(s) and ${policy.info.name} cannot see images: it is told where they stand, not what they show.`,
    );
  }
  return warnings;
}

/**
 * A checker that accepts anything, or nothing, makes every verdict worthless: found out before the model is asked.
 *
 * @throws PROBLEM_INVALID when it cannot check at all
 */
async function findCheckerFault(forge: ForgeContext): Promise<string | undefined> {
  const faults: ForgeFault[] = [];
  const samples = forge.problem.tests.filter((test) => test.isSample);
  await isCheckerSound({ ...forge, faults: { add: (fault) => faults.push(fault) } }, samples);
  const [fault] = faults;
  if (fault?.kind === "checker-fails") {
    throw new AppError({
      code: "PROBLEM_INVALID",
      message: `"${forge.problem.title}" cannot be judged: its checker ${fault.who} fails on a sample: ${fault.message.slice(0, 500)}`,
    });
  }
  return fault === undefined ? undefined : `The package's checker cannot be relied on: ${fault.message.slice(0, 500)}.`;
}

function assertSupported(problem: Problem): void {
  const unsupported =
    problem.interactor !== undefined
      ? "it is interactive"
      : problem.scoring.kind === "open-ended"
        ? "it is open-ended (no answer is right or wrong)"
        : problem.streams.input.kind !== "stdin" || problem.streams.output.kind !== "stdout"
          ? "it reads or writes named files instead of standard input and output"
          : problem.functionCall !== undefined
            ? "it asks for a function, not for a program"
            : undefined;
  if (unsupported !== undefined) {
    throw new AppError({
      code: "PROBLEM_UNSUPPORTED",
      message: `"${problem.title}" cannot be solved yet: ${unsupported}. Supported: problems with right and wrong answers on standard streams.`,
    });
  }
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
