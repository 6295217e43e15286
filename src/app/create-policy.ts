import { join } from "node:path";
import type { Learner } from "../agent/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Budget, ModelRetry, Policy, ScoringPolicy, StaleAnswer } from "../policy/index.ts";
import type { Problem } from "../problem/index.ts";
import { AppError } from "../std/index.ts";
import type { Environment } from "./resolve-config.ts";
import type { Config } from "./settings.ts";

/** A recording's text and where it stands. */
export interface RecordingSource {
  readonly file: string;
  readonly text: string;
}

export interface PolicyContext {
  /** For `--model tiny`, which knows no other problem, and what closes it. Undefined: it is not to be had here. */
  readonly tiny?: { readonly problem: Problem; readonly stack: AsyncDisposableStack };
  readonly config: Config;
  readonly env: Environment;
  readonly recording?: RecordingSource | undefined;
  /** For `--model desk`, when the configuration names none. */
  readonly deskDirectory: () => string;
  readonly onRetry: (retry: ModelRetry) => void;
  readonly onStale: (stale: StaleAnswer) => void;
}

/** A bare policy with what else its backend can do. */
export interface OpenedPolicy {
  readonly policy: Policy;
  /** Undefined where text cannot be scored. */
  readonly scorer?: ScoringPolicy | undefined;
  /** Moves the weights that answer; undefined where that cannot be done, or was not asked for. */
  readonly openLearner?:
    | ((parts: { readonly journal: Journal; readonly budget: Budget }) => Promise<Learner & AsyncDisposable>)
    | undefined;
}

/** The bundled policy, by the name under which it is asked for. */
export const tinyModel = "tiny";

/** The model that a run will ask, as `--model` names it. @throws NO_MODEL */
export function chooseModel(
  config: Config,
  { hasRecording, isLeague }: { readonly hasRecording: boolean; readonly isLeague: boolean },
): string {
  if (config.model !== undefined) return config.model;
  if (isLeague) return tinyModel;
  if (hasRecording) return "recorded";
  throw new AppError({
    code: "NO_MODEL",
    message:
      "no model is chosen and the problem comes without a recording.jsonl; use --model openai/NAME (key in " +
      "OPENAI_API_KEY), anthropic/NAME (ANTHROPIC_API_KEY), google/NAME (GOOGLE_GENERATIVE_AI_API_KEY), " +
      "openai-compatible/NAME with --base-url URL for any server of that kind, --model desk to pass the prompts on by hand, or a league " +
      "problem such as league:2/17, which the bundled policy solves",
  });
}

/** Learning needs weights that can be trained, and rounds that search. @throws LEARNER_UNSUITED */
export function assertCanLearn(model: string, { learn, without }: Config): void {
  if (learn !== true) return;
  const expected =
    model !== tinyModel
      ? `a policy whose weights can be trained here, and ${model} is none; use --model ${tinyModel} on a league problem`
      : without?.includes("search") === true
        ? "rounds of search to learn from, and --without search leaves them out; take search in"
        : undefined;
  if (expected === undefined) return;
  throw new AppError({ code: "LEARNER_UNSUITED", message: `--learn needs ${expected}, or leave --learn out` });
}

/** The bare policy for a model's name. @throws NO_MODEL, RECORDING_MISSING and what the backend throws */
export async function createBasePolicy(model: string, context: PolicyContext): Promise<OpenedPolicy> {
  if (model === tinyModel) return openTinyPolicy(context);
  return { policy: await createTextPolicy(model, context) };
}

async function createTextPolicy(model: string, context: PolicyContext): Promise<Policy> {
  const { config, env, recording } = context;
  if (model === "desk") {
    const { createDeskPolicy } = await import("../policy/index.ts");
    return createDeskPolicy({ directory: context.deskDirectory() });
  }
  if (model === "recorded") {
    if (recording === undefined) {
      throw new AppError({
        code: "RECORDING_MISSING",
        message: "--model recorded needs a recording.jsonl in the problem's folder, and there is none; choose a model",
      });
    }
    const { createRecordedPolicy, parseRecording } = await import("../policy/index.ts");
    return createRecordedPolicy({
      recording: parseRecording(recording.text, recording.file),
      onStale: context.onStale,
    });
  }
  const { createAiSdkPolicy } = await import("../policy/index.ts");
  const { inputPriceUsd, outputPriceUsd } = config;
  return createAiSdkPolicy({
    model,
    baseUrl: config.baseUrl,
    env,
    timeoutMs: config.modelTimeoutMs,
    prices:
      inputPriceUsd === undefined || outputPriceUsd === undefined
        ? undefined
        : { inputUsdPerMTokens: inputPriceUsd, outputUsdPerMTokens: outputPriceUsd },
    onRetry: context.onRetry,
  });
}

const weightsDirectory = join(import.meta.dirname, "..", "..", "weights", "tiny");

/** What learning between the rounds trains: so small that the weights themselves stay as they are. */
const adapter = { rank: 8, seed: "learn", trainUnembed: true } as const;

/** The bundled weights in a process of their own. @throws LEAGUE_STATEMENT_UNREADABLE, TINY_… */
async function openTinyPolicy({ tiny, config }: PolicyContext): Promise<OpenedPolicy> {
  if (tiny === undefined) {
    throw new AppError({
      code: "MODEL_UNSUITED",
      message:
        "--model tiny, the bundled policy, only solves league problems (solve league:2/17); choose another model",
    });
  }
  const { problem, stack } = tiny;
  const { loadTiny } = await import("../policy/index.ts");
  const { createLeagueLearner, createLeaguePolicy } = await import("../train/index.ts");
  const { startTinyWorker } = await loadTiny();
  const source = { kind: "checkpoint", directory: weightsDirectory, withOptimizer: false } as const;
  const isLearning = config.learn === true;
  const worker = stack.use(await startTinyWorker(isLearning ? { source, lora: adapter } : { source }));
  const statement = problem.statements[0]?.markdown ?? "";
  return {
    policy: await createLeaguePolicy(worker, { statement }),
    scorer: worker,
    openLearner: isLearning
      ? async (parts) => stack.use(createLeagueLearner({ trainer: worker, statement, ...parts }))
      : undefined,
  };
}

/** How recorded answers were made, in words. */
export async function describeRecording({ file, text }: RecordingSource): Promise<string> {
  const { parseRecording } = await import("../policy/index.ts");
  const { madeWith, note } = parseRecording(text, file).header;
  return `made with ${madeWith}${note === "" ? "" : `: ${note}`}`;
}

/** Budget, recorder, concurrency and journal around a policy, in that order from the inside. */
export async function wrapPolicy(
  policy: Policy,
  context: { readonly model: string; readonly config: Config; readonly budget: Budget; readonly journal: Journal },
): Promise<Policy> {
  const { createRecorder, withBudget, withConcurrency, withJournal } = await import("../policy/index.ts");
  const { model, config, budget, journal } = context;
  const budgeted = withBudget(policy, budget);
  const recorded = config.record === undefined ? budgeted : await createRecorder(budgeted, { file: config.record });
  const limited = model === "desk" ? recorded : withConcurrency(recorded, config.concurrency);
  return withJournal(limited, { journal, budget });
}
