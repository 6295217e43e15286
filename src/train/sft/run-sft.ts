import type { SavedWeights, TrainablePolicy } from "../../policy/index.ts";
import { Rng, type Json } from "../../std/index.ts";
import type { Evaluation } from "../evaluate/evaluate-policy.ts";
import { toEvaluationRecord } from "../evaluate/evaluation-record.ts";
import { silentProgress, type Progress } from "../run/progress.ts";
import { openRunFolder, type MetricRecord, type RunFolder } from "../run/run-folder.ts";
import { surviveWorkerDeath } from "../run/survive-worker-death.ts";
import { computeLearningRate, type LearningRateSchedule } from "../schedule.ts";
import type { TextSource } from "../texts/mix-texts.ts";
import { createTextBatches, type TextBatch } from "../texts/plan-text-batches.ts";
import { countAnswerTargets, toDatum } from "../texts/to-datum.ts";

/** Plain numbers, kept in the run's folder: a run goes on only with those that it was started with. */
export interface SftSettings {
  readonly seed: string;
  readonly stepCount: number;
  readonly learningRate: LearningRateSchedule;
  /** Tokens, padding included, of one pass; default 2048. */
  readonly tokensPerBatch?: number;
  /** Passes whose gradients add up to one step; default 2. */
  readonly batchesPerStep?: number;
  /** Classes of similar length; default 32, 48, 64, 96, 128, 192, 256. Longer texts are drawn again. */
  readonly lengthBounds?: readonly number[];
  /** How much a token of the prompt counts beside one of the answer; default 0. */
  readonly promptWeight?: number;
  /** Default 1. */
  readonly gradClipNorm?: number;
  /** Default 0. */
  readonly weightDecay?: number;
  /** Default 0.95. */
  readonly beta2?: number;
  /** Steps between two checkpoints; default 100. */
  readonly checkpointSteps?: number;
  /** Steps between two evaluations, 0 for none; default 0. The last step is followed by one. */
  readonly evaluationSteps?: number;
  /** What the texts are, for the manifest and for telling runs apart. */
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

export interface SftOptions {
  readonly policy: TrainablePolicy;
  /** Where the run is kept; one that was interrupted goes on. */
  readonly directory: string;
  readonly settings: SftSettings;
  readonly source: TextSource;
  readonly evaluate?: (policy: TrainablePolicy, step: number) => Promise<Evaluation>;
  /** Ends the run after an evaluation, e.g. as soon as it is good enough. */
  readonly shouldStop?: (evaluation: MetricRecord) => boolean;
  readonly label?: string;
  readonly progress?: Progress;
  readonly signal?: AbortSignal | undefined;
}

export interface SftResult {
  readonly end: "steps-done" | "stopped-early";
  readonly step: number;
  /** The last checkpoint, optimiser included. */
  readonly checkpoint: string;
  readonly records: readonly MetricRecord[];
}

/**
 * Learns texts by heart, the mean cross-entropy of the answers' tokens over each step.
 *
 * A run that was interrupted and goes on gives the same numbers as one that was not. Where the policy's process dies,
 * the steps since the last checkpoint are done again.
 *
 * @throws AppError TRAIN_RUN_OTHER_SETTINGS, TRAIN_RUN_UNREADABLE, and what the policy throws
 */
export async function runSft(options: SftOptions): Promise<SftResult> {
  const { policy, settings, signal } = options;
  const folder = await openRunFolder(options.directory, settings as unknown as Json);
  const run: SftRun = { ...options, folder, createBatches: createBatchPlan(options) };
  if (folder.state === undefined) {
    await surviveWorkerDeath(
      async () => commit(run, { step: 0, evaluation: await evaluate(run, 0), tokens: { answer: 0, slots: 0 } }),
      async () => undefined,
    );
  } else await policy.load({ directory: locateLast(folder) }, { signal });
  for (;;) {
    const step = folder.state?.step ?? 0;
    if (folder.state?.memory["isStopped"] === true || step >= settings.stepCount) break;
    await surviveWorkerDeath(
      async () => runSpan(run, step),
      async (error) => {
        options.progress?.note(`${error.message}; going back to step ${step}`);
        await folder.rewind();
        await policy.load({ directory: locateLast(folder) }, { signal });
      },
    );
  }
  const isStopped = folder.state?.memory["isStopped"] === true;
  return {
    end: isStopped ? "stopped-early" : "steps-done",
    step: folder.state?.step ?? 0,
    checkpoint: locateLast(folder),
    records: folder.records,
  };
}

interface SftRun extends SftOptions {
  readonly folder: RunFolder;
  readonly createBatches: (step: number) => readonly TextBatch[];
}

interface TokenCounts {
  readonly answer: number;
  readonly slots: number;
}

const defaults = { tokensPerBatch: 2048, batchesPerStep: 2, lengthBounds: [32, 48, 64, 96, 128, 192, 256] };

function createBatchPlan({ settings, source }: SftOptions): SftRun["createBatches"] {
  return createTextBatches({
    source,
    seed: new Rng(settings.seed).derive("texts"),
    tokensPerBatch: settings.tokensPerBatch ?? defaults.tokensPerBatch,
    batchesPerStep: settings.batchesPerStep ?? defaults.batchesPerStep,
    lengthBounds: settings.lengthBounds ?? defaults.lengthBounds,
  });
}

/** From one commit to the next. */
async function runSpan(run: SftRun, start: number): Promise<void> {
  const { settings, folder, progress = silentProgress, label = "sft" } = run;
  const { stepCount, checkpointSteps = 100, evaluationSteps = 0 } = settings;
  const counts = folder.state?.memory["tokens"] as TokenCounts | undefined;
  const tokens = { answer: counts?.answer ?? 0, slots: counts?.slots ?? 0 };
  const startMs = performance.now();
  const startSlots = tokens.slots;
  for (let step = start; step < stepCount;) {
    const done = await runStep(run, step);
    step += 1;
    tokens.answer += done.answerTokens;
    tokens.slots += done.slots;
    const { loss, gradNorm, learningRate } = done;
    await folder.append({ kind: "sft-step", step, loss, gradNorm, learningRate, answerTokens: tokens.answer });
    progress.update({ label, step, stepCount, tokenCount: done.slots, figures: { loss } });
    const isLast = step === stepCount;
    const isEvaluated = isLast || (evaluationSteps > 0 && step % evaluationSteps === 0);
    if (!isEvaluated && step % checkpointSteps !== 0) continue;
    const learntMs = Math.round(performance.now() - startMs);
    await folder.appendTiming({
      kind: "sft-steps",
      step,
      count: step - start,
      learntMs,
      tokens: tokens.slots - startSlots,
    });
    const evaluation = isEvaluated ? await evaluate(run, step) : undefined;
    await commit(run, { step, evaluation, tokens });
    return;
  }
}

async function runStep(
  run: SftRun,
  step: number,
): Promise<{
  readonly loss: number;
  readonly gradNorm: number;
  readonly learningRate: number;
  readonly answerTokens: number;
  readonly slots: number;
}> {
  const { policy, settings, signal } = run;
  const batches = run.createBatches(step);
  const answerTokens = batches.flat().reduce((sum, text) => sum + countAnswerTargets(text), 0);
  const answerWeight = 1 / answerTokens;
  const promptWeight = answerWeight * (settings.promptWeight ?? 0);
  let loss = 0;
  let slots = 0;
  for (const batch of batches) {
    const data = batch.map((text) => toDatum(text, { answerWeight, promptWeight }));
    const result = await policy.forwardBackward({ data, loss: { kind: "cross-entropy" } }, { signal });
    for (const [index, { logprobs_T }] of result.outputs.entries()) {
      const promptTargets = Math.max(0, (batch[index]?.promptTokens.length ?? 0) - 1);
      for (const logprob of logprobs_T.slice(promptTargets)) loss -= logprob * answerWeight;
    }
    slots += data.reduce((sum, { inputTokens }) => sum + inputTokens.length, 0);
  }
  const learningRate = computeLearningRate(settings.learningRate, { step, stepCount: settings.stepCount });
  const { gradClipNorm = 1, weightDecay = 0, beta2 = 0.95 } = settings;
  const { gradNorm } = await policy.optimStep({ learningRate, gradClipNorm, weightDecay, beta2 }, { signal });
  return { loss, gradNorm, learningRate, answerTokens, slots };
}

async function evaluate(run: SftRun, step: number): Promise<MetricRecord | undefined> {
  if (run.evaluate === undefined) return undefined;
  const record = toEvaluationRecord(await run.evaluate(run.policy, step), step);
  await run.folder.append(record);
  return record;
}

async function commit(
  run: SftRun,
  reached: { readonly step: number; readonly evaluation: MetricRecord | undefined; readonly tokens: TokenCounts },
): Promise<void> {
  const { folder, settings, shouldStop } = run;
  const { step, evaluation, tokens } = reached;
  const isStopped = evaluation !== undefined && shouldStop?.(evaluation) === true;
  const name = `step-${step}`;
  await save(run, { name, step, tokens });
  await folder.commit({
    step,
    checkpoints: { last: name },
    memory: { tokens: { ...tokens }, isStopped, stepCount: settings.stepCount },
  });
}

async function save(
  { policy, folder, settings, signal }: SftRun,
  { name, step, tokens }: { readonly name: string; readonly step: number; readonly tokens: TokenCounts },
): Promise<SavedWeights> {
  const data = { ...settings.data, stage: "sft", seed: settings.seed, steps: step, answerTokens: tokens.answer };
  return policy.save({ directory: folder.locate(name), data }, { signal });
}

function locateLast(folder: RunFolder): string {
  return folder.locate(folder.state?.checkpoints["last"] ?? "step-0");
}
