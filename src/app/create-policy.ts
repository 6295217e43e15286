import type { Budget, Policy, StaleAnswer, ModelRetry } from "../policy/index.ts";
import type { Journal } from "../journal/index.ts";
import { AppError } from "../std/index.ts";
import type { Environment } from "./resolve-config.ts";
import type { Config } from "./settings.ts";

/** A recording's text and where it stands. */
export interface RecordingSource {
  readonly file: string;
  readonly text: string;
}

export interface PolicyContext {
  readonly config: Config;
  readonly env: Environment;
  readonly recording?: RecordingSource | undefined;
  /** For `--model desk`, when the configuration names none. */
  readonly deskDirectory: () => string;
  readonly onRetry: (retry: ModelRetry) => void;
  readonly onStale: (stale: StaleAnswer) => void;
}

/** The model that a run will ask, as `--model` names it. @throws NO_MODEL */
export function chooseModel(config: Config, hasRecording: boolean): string {
  if (config.model !== undefined) return config.model;
  if (hasRecording) return "recorded";
  throw new AppError({
    code: "NO_MODEL",
    message:
      "no model is chosen and the problem comes without a recording.jsonl; use --model openai/NAME (key in " +
      "OPENAI_API_KEY), anthropic/NAME (ANTHROPIC_API_KEY), google/NAME (GOOGLE_GENERATIVE_AI_API_KEY), " +
      "openai-compatible/NAME with --base-url URL for any server of that kind, or --model desk to pass the prompts on by hand",
  });
}

/** The bare policy for a model's name. @throws NO_MODEL, RECORDING_MISSING and what the backend throws */
export async function createBasePolicy(model: string, context: PolicyContext): Promise<Policy> {
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
