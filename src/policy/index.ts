import type { AiSdkPolicyOptions } from "./ai-sdk/ai-sdk-policy.ts";
import type { Policy } from "./contract.ts";
import type * as tiny from "./tiny/index.ts";

export type { AiSdkPolicyOptions, ModelRetry } from "./ai-sdk/ai-sdk-policy.ts";
export { parseModelName, providerNames, type ModelName, type ProviderName } from "./ai-sdk/model-name.ts";
export {
  createBudget,
  type Budget,
  type BudgetLimits,
  type BudgetShortfall,
  type BudgetState,
  type Reservation,
} from "./budget.ts";
export type {
  Completion,
  Message,
  MessagePart,
  Policy,
  PolicyInfo,
  SampleAddress,
  SampleFailure,
  SampleOutcome,
  SampleRequest,
  StopReason,
  TokenPrices,
  Usage,
} from "./contract.ts";
export { forwardBackwardCustom } from "./forward-backward-custom.ts";
export { createDeskPolicy, type DeskPolicyOptions } from "./desk/desk-policy.ts";
export {
  createRecordedPolicy,
  type RecordedPolicy,
  type RecordedPolicyOptions,
  type StaleAnswer,
} from "./recorded/recorded-policy.ts";
export { createRecorder, type RecorderOptions } from "./recorded/recorder.ts";
export { parseRecording, type RecordedSample, type Recording, type RecordingHeader } from "./recorded/recording.ts";
export { computeRequestDigest } from "./request-digest.ts";
export type { Manifest as TinyManifest } from "./tiny/checkpoint/manifest.ts";
export type { TokenizerData } from "./tiny/checkpoint/tokenizer.ts";
export type { LoraConfig, ModelConfig } from "./tiny/model/model-config.ts";
export type { TinyOptions } from "./tiny/tiny-engine.ts";
export type { TinyWorker } from "./tiny/worker/start-tiny-worker.ts";
export type {
  CallOptions,
  ForwardRequest,
  ForwardResult,
  OptimStepRequest,
  OptimStepResult,
  SampledTokens,
  SavedWeights,
  SaveRequest,
  SamplingPolicy,
  ScoredTokens,
  ScoreRequest,
  ScoringPolicy,
  TokenIds,
  Tokenizer,
  TokenSampleRequest,
  TrainablePolicy,
  TrainingDatum,
  TrainingOptions,
} from "./trainable-contract.ts";
export { withBudget } from "./with-budget.ts";
export { withConcurrency } from "./with-concurrency.ts";
export { withJournal, type WithJournalOptions } from "./with-journal.ts";

/**
 * A policy over a hosted model or any server that speaks the OpenAI protocol; loads the SDK on the first call.
 *
 * @throws AppError MODEL_NAME_INVALID, MODEL_KEY_MISSING, MODEL_BASE_URL_MISSING, MODEL_BASE_URL_INVALID, PRICE_INVALID
 */
export async function createAiSdkPolicy(options: AiSdkPolicyOptions): Promise<Policy> {
  const backend = await import("./ai-sdk/ai-sdk-policy.ts");
  return backend.createAiSdkPolicy(options);
}

/** The embedded policy that trains; a separate entry, so that no command loads it without need. */
export async function loadTiny(): Promise<typeof tiny> {
  return import("./tiny/index.ts");
}
