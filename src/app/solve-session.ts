import { join, resolve } from "node:path";
import type { Journal, JournalEvent } from "../journal/index.ts";
import type { Budget } from "../policy/index.ts";
import { computeProblemDigest, type Problem } from "../problem/index.ts";
import type { SandboxFacts } from "../sandbox/index.ts";
import type { GivenTools, SolveDependencies, SolveResult } from "../solve/index.ts";
import { AppError } from "../std/index.ts";
import { openStore, type EffectCounts, type OwnedRun, type RunEnding, type Store } from "../store/index.ts";
import {
  assertCanLearn,
  chooseModel,
  createBasePolicy,
  describeRecording,
  tinyModel,
  wrapPolicy,
  type RecordingSource,
} from "./create-policy.ts";
import { readPackage } from "./read-package.ts";
import { readRecording } from "./read-recording.ts";
import { assertCanLookUp, createSequenceSources } from "./create-sequence-sources.ts";
import { parseFlags, resolveConfig, type Environment, type Flags } from "./resolve-config.ts";
import type { SessionEvent } from "./session-event.ts";
import { configSchema, settings, type Config } from "./settings.ts";
import { toStateDirectory } from "./state-directory.ts";
import { readToolVersion } from "./tool-version.ts";

export interface SolveRequest {
  /** A new run of this problem, or the run to go on with. */
  readonly target:
    | { readonly kind: "new-run"; readonly problemPath: string }
    | { readonly kind: "resumed-run"; readonly runId: string };
  readonly flags: Flags;
  readonly configPath?: string | undefined;
  readonly env: Environment;
  readonly cwd: string;
  /** For a run that cannot even start. */
  readonly toExitCode: (error: unknown) => number;
  readonly signal?: AbortSignal | undefined;
}

/** Everything around one solve: owned by this process until it is disposed. */
export interface SolveSession extends AsyncDisposable {
  readonly runId: string;
  readonly problem: Problem;
  readonly config: Config;
  /** As the user names it. */
  readonly policyName: string;
  /** How recorded answers were made; undefined for other policies. */
  readonly recordingSource: string | undefined;
  readonly facts: SandboxFacts;
  readonly budget: Budget;
  /** Absolute. */
  readonly outDirectory: string;
  subscribe(listener: (event: JournalEvent) => void): () => void;
  /** Runs the pipeline. @throws the signal's reason; PROBLEM_UNSUPPORTED */
  solve(options: { readonly signal?: AbortSignal | undefined }): Promise<SolveResult>;
  readCounts(): EffectCounts;
  readArtifact(digest: string): Uint8Array | undefined;
  end(ending: RunEnding): void;
}

/** What a run starts from; kept in the store, so that a resumed run does not depend on files. */
interface Origin {
  readonly problem: Problem;
  readonly recording?: RecordingSource | undefined;
  /** The league gives the literal reading of each of its problems, and says what inputs there are. */
  readonly given?: GivenTools | undefined;
  readonly cwd: string;
}

/**
 * Builds everything that a solve needs and takes the run.
 *
 * @throws PROBLEM_…, CONFIG_…, NO_MODEL, MODEL_…, RUN_…, STORE_…, SANDBOX_…, RESUME_OPTION_FIXED
 */
export async function openSolveSession(request: SolveRequest): Promise<SolveSession> {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(openStore(toStateDirectory(request.env)));
  const { origin, config, model, run, isResumed } = await takeRun(store, request);
  try {
    const { journal } = run;
    const outDirectory = config.out ?? join(origin.cwd, "grandsmith-out", run.id);
    const deskDirectory = config.deskDirectory ?? join(outDirectory, "desk");
    const { createBudget } = await import("../policy/index.ts");
    const budget = createBudget({ maxTokens: config.maxTokens, maxCostUsd: config.maxCostUsd });
    const opened = await createBasePolicy(model, {
      tiny: { problem: origin.problem, stack },
      config,
      env: request.env,
      recording: origin.recording,
      deskDirectory: () => deskDirectory,
      onRetry: ({ address, attempt, maxAttempts, delayMs, message }) =>
        emit(journal, {
          kind: "model-retried",
          data: { role: address.role, attempt, maxAttempts, delayMs, message },
        }),
      onStale: ({ address }) => emit(journal, { kind: "recording-stale", data: { ...address } }),
    });
    const base = opened.policy;
    const policy = await wrapPolicy(base, { model, config, budget, journal });
    const learner = await opened.openLearner?.({ journal, budget });
    const sequenceSources = await createSequenceSources(config.lookUp ?? [], { env: request.env, journal });
    const { createJudge } = await import("../judge/index.ts");
    const judge = stack.use(
      await createJudge({ journal, slots: config.jobs, tier: config.sandbox, signal: request.signal }),
    );
    const recordingSource =
      model === "recorded" && origin.recording !== undefined ? await describeRecording(origin.recording) : undefined;
    const owned = stack.move();
    return {
      runId: run.id,
      problem: origin.problem,
      config,
      policyName: base.info.name,
      recordingSource,
      facts: judge.facts,
      budget,
      outDirectory,
      subscribe: (listener) => journal.subscribe(listener),
      solve: async ({ signal }) => {
        const data = {
          ...toStartData(origin.problem, run),
          policy: base.info.name,
          recordingSource,
          seed: config.seed,
        };
        const { tier, shortfalls } = judge.facts;
        emit(journal, { kind: "run-started", data: { ...data, tier, shortfalls, outDirectory } });
        if (isResumed) emitResumed(journal, run);
        if (model === "desk") emit(journal, { kind: "desk-opened", data: { directory: deskDirectory } });
        const dependencies = { policy, judge, journal, learner, scorer: opened.scorer, sequenceSources };
        return runPipeline({ origin, dependencies, config, signal });
      },
      readCounts: () => run.readCounts(),
      readArtifact: (digest) => journal.getArtifact(digest),
      end: (ending) => run.end(ending),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  } catch (cause) {
    run.end(toFailedEnding(cause, request.toExitCode(cause)));
    throw cause;
  }
}

/** What a run that ended with a thrown error is recorded as. */
export function toFailedEnding(cause: unknown, exitCode: number): RunEnding {
  const error = AppError.is(cause)
    ? { code: cause.code, message: cause.message }
    : { code: "INTERNAL", message: cause instanceof Error ? cause.message : String(cause) };
  return { status: "failed", exitCode, error };
}

interface TakenRun {
  readonly origin: Origin;
  readonly config: Config;
  readonly model: string;
  readonly run: OwnedRun;
  readonly isResumed: boolean;
}

async function takeRun(store: Store, request: SolveRequest): Promise<TakenRun> {
  const { target, cwd } = request;
  const toolVersion = readToolVersion();
  if (target.kind === "resumed-run") {
    const record = store.readRun(target.runId);
    const config = changeConfig(configSchema.parse(record.config), request, record.id);
    const run = store.resumeRun(record.id, { toolVersion });
    const origin = store.readSnapshot(record.snapshotDigest) as Origin;
    return { origin, config, model: record.policyName, run, isResumed: true };
  }
  const { problem } = await readPackage(target.problemPath, { cwd, signal: request.signal });
  const isLeague = problem.provenance.source === "league";
  const problemPath = isLeague ? target.problemPath : resolve(cwd, target.problemPath);
  const wanted = resolveConfig(request);
  const recording = isLeague ? undefined : await readRecording(problemPath);
  const model = chooseModel(wanted, { hasRecording: recording !== undefined, isLeague });
  const config = model === tinyModel ? { ...wanted, ...tinyConfig(wanted) } : wanted;
  assertCanLearn(model, config);
  assertCanLookUp(config.lookUp ?? [], request.env);
  const origin: Origin = { problem, recording, given: isLeague ? findGivenTools(problem) : undefined, cwd };
  const run = store.createRun({
    problemId: problem.id,
    problemPath,
    problemDigest: computeProblemDigest(problem),
    policyName: model,
    toolVersion,
    config,
    snapshot: origin,
  });
  return { origin, config, model, run, isResumed: false };
}

/** What the bundled policy can do, and how much it is asked: its answers cost milliseconds. */
function tinyConfig({
  candidates = 32,
  without = ["attack", "summary"],
}: Config): Pick<Config, "languages" | "candidates" | "concurrency" | "without"> {
  return { languages: ["c"], candidates, concurrency: candidates, without };
}

function findGivenTools({ solutions }: Problem): GivenTools {
  return { bruteForce: solutions.find(({ name }) => name === "brute-force")?.program, usesInputSpec: true };
}

/** The stored configuration with the flags that may change. @throws RESUME_OPTION_FIXED */
function changeConfig(stored: Config, request: SolveRequest, runId: string): Config {
  const changes = parseFlags(request.flags, request.cwd);
  for (const { key, flag, canChangeOnResume } of settings) {
    const wanted = changes[key];
    if (canChangeOnResume || wanted === undefined || JSON.stringify(wanted) === JSON.stringify(stored[key])) continue;
    throw new AppError({
      code: "RESUME_OPTION_FIXED",
      message: `--${flag} was fixed when run ${runId} started (${JSON.stringify(stored[key]) ?? "not given"}); leave it out, or start a new run`,
      data: { field: `--${flag}` },
    });
  }
  return { ...stored, ...changes };
}

/** Of what a right attempt is worth; most contests take about so much off for one. */
const defaultWrongAttemptCost = 0.1;

async function runPipeline(parts: {
  readonly origin: Origin;
  readonly dependencies: Omit<SolveDependencies, "submission">;
  readonly config: Config;
  readonly signal: AbortSignal | undefined;
}): Promise<SolveResult> {
  const { dependencies, config, signal } = parts;
  const { problem, given } = parts.origin;
  const { createLocalSubmitter, solve } = await import("../solve/index.ts");
  const plan = {
    ...(config.candidates === undefined ? {} : { candidateCount: config.candidates }),
    ...(config.rounds === undefined ? {} : { roundCount: config.rounds }),
  };
  const submission =
    config.attempts === undefined || config.attempts === 0
      ? undefined
      : {
          submitter: createLocalSubmitter(dependencies.judge, problem),
          maxAttempts: config.attempts,
          wrongAttemptCost: config.wrongAttemptCost ?? defaultWrongAttemptCost,
        };
  const { seed, languages, without } = config;
  return solve(problem, { ...dependencies, submission }, { seed, plan, languages, without, given, signal });
}

function toStartData(problem: Problem, run: OwnedRun) {
  return { runId: run.id, problemId: problem.id, title: problem.title, session: run.session };
}

function emitResumed(journal: Journal, run: OwnedRun): void {
  const { performed, inFlightAtKill } = run.readCounts();
  emit(journal, { kind: "run-resumed", data: { knownOutcomes: performed, inFlightAtKill } });
}

function emit(journal: Journal, event: SessionEvent): void {
  journal.event(event);
}
