import { join } from "node:path";
import type { LeagueLevel } from "../../src/league/index.ts";
import { loadTiny, type TinyOptions, type TinyWorker, type TrainablePolicy } from "../../src/policy/index.ts";
import {
  createCoinFlipGrader,
  createGuardTasks,
  createLeagueTaskSource,
  createLeagueTexts,
  evaluatePolicy,
  evaluateSelection,
  runGrpo,
  runSft,
  type Evaluation,
  type Grader,
  type GrpoSettings,
  type MetricRecord,
  type Progress,
  type Task,
} from "../../src/train/index.ts";
import { keepResult } from "./keep-result.ts";
import { startMeter, type StageCost } from "./measure-stage.ts";
import type { LeagueWorld } from "./open-world.ts";
import { lengthBounds, maxAnswerTokens, tinyModel, type GrpoPlan } from "./settings.ts";

/** What the policy is asked for: the program at once. */
export const request = { kind: "program" } as const;

export const rowNames = [
  "start",
  "grpo-lora",
  "random-reward",
  "equal-samples",
  "corrupted-start",
  "corrupted-grpo-lora",
] as const;

export type RowName = (typeof rowNames)[number];

/** One row of one seed. */
export interface SeedRow {
  readonly name: RowName;
  /** The row whose weights it started from. */
  readonly startsFrom: RowName | null;
  readonly evaluation: Evaluation;
  readonly checkpoint: string;
  /** Answers sampled to learn from, or to choose among. */
  readonly rollouts: number;
  readonly end: string;
  readonly cost: StageCost;
  readonly records: readonly MetricRecord[];
}

export interface SeedOptions {
  readonly seed: number;
  readonly folder: string;
  readonly plan: GrpoPlan;
  readonly world: LeagueWorld;
  /** The held-out problems. */
  readonly tasks: readonly Task[];
  readonly progress: Progress;
}

/** All rows of one seed; those that are there already are not made again. */
export async function runSeed(options: SeedOptions): Promise<void> {
  const { plan, seed } = options;
  const start = await learnTexts(options, { name: "start", corruption: 0, samples: plan.evaluationSamples });
  const { rollouts } = await learnFromRewards(options, {
    name: "grpo-lora",
    start,
    stepCount: plan.grpo.stepCount,
    samples: plan.evaluationSamples,
  });
  const rate = start.evaluation.overall.sampled;
  await learnFromRewards(options, {
    name: "random-reward",
    start,
    stepCount: plan.randomSteps,
    samples: plan.controlSamples,
    grader: createCoinFlipGrader({ rate, seed: `seed-${seed}` }),
  });
  await chooseAmongSamples(options, { start, rollouts });
  const corrupted = await learnTexts(options, {
    name: "corrupted-start",
    corruption: plan.corruption,
    samples: plan.controlSamples,
  });
  await learnFromRewards(options, {
    name: "corrupted-grpo-lora",
    start: corrupted,
    stepCount: plan.corruptedSteps,
    samples: plan.controlSamples,
  });
}

export function locateRow(folder: string, seed: number, name: RowName): string {
  return join(folder, `seed-${seed}`, `${name}.json`);
}

async function learnTexts(
  options: SeedOptions,
  row: { readonly name: RowName; readonly corruption: number; readonly samples: number },
): Promise<SeedRow> {
  const { seed, folder, plan, world, progress } = options;
  const { name, corruption, samples } = row;
  return keepResult(locateRow(folder, seed, name), async () => {
    const { startTinyWorker } = await loadTiny();
    const source: TinyOptions["source"] = {
      kind: "new",
      config: tinyModel,
      tokenizer: world.vocabulary,
      seed: `seed-${seed}`,
    };
    await using policy = await startTinyWorker({ source });
    const meter = await startMeter({ trainer: policy.pid });
    const { records, checkpoint, end } = await runSft({
      policy,
      directory: join(folder, `seed-${seed}`, name),
      label: `seed ${seed} ${name}`,
      progress,
      source: createLeagueTexts({ tokenizer: world.tokenizer, kinds: plan.kinds, levels: toWeights(plan), corruption }),
      evaluate: async (trained) => lookAtTraining(options, trained),
      shouldStop: ({ sampled }) => typeof sampled === "number" && sampled >= plan.startRate,
      settings: {
        ...plan.sft,
        seed: `seed-${seed}`,
        lengthBounds,
        data: { source: "league training texts", corruption, vocabulary: world.vocabularyDigest },
      },
    });
    const evaluation = await evaluate(options, policy, samples);
    return { name, startsFrom: null, evaluation, checkpoint, rollouts: 0, end, cost: await meter.stop(), records };
  });
}

async function learnFromRewards(
  options: SeedOptions,
  row: {
    readonly name: RowName;
    readonly start: SeedRow;
    readonly stepCount: number;
    readonly samples: number;
    readonly grader?: Grader;
  },
): Promise<SeedRow> {
  const { seed, folder, plan, world, progress } = options;
  const { name, start, stepCount, samples, grader = world.grader } = row;
  return keepResult(locateRow(folder, seed, name), async () => {
    const { startTinyWorker } = await loadTiny();
    const source: TinyOptions["source"] = { kind: "checkpoint", directory: start.checkpoint, withOptimizer: false };
    const lora = { ...plan.lora, seed: `seed-${seed}` };
    await using trainer = await startTinyWorker({ source, lora });
    await using sampler = await startTinyWorker({ source });
    const meter = await startMeter({ trainer: trainer.pid, sampler: sampler.pid });
    const { tokenizer } = world;
    const settings: GrpoSettings = {
      ...plan.grpo,
      stepCount,
      seed: `seed-${seed}`,
      maxTokens: maxAnswerTokens,
      data: { source: "league training problems", reward: grader.name, ...plan.lora },
    };
    const { records, checkpoint, end, step } = await runGrpo({
      trainer,
      sampler,
      directory: join(folder, `seed-${seed}`, name),
      label: `seed ${seed} ${name}`,
      progress,
      settings: grader === world.grader ? settings : withoutGuard(settings),
      grader,
      guardGrader: world.grader,
      drawTasks: createLeagueTaskSource({ tokenizer, request, levels: toWeights(plan) }),
      guardTasks: createGuardTasks({ tokenizer, request, levels: plan.levels, count: plan.guardCount }),
    });
    await sampler.load({ directory: checkpoint, withOptimizer: false });
    const evaluation = await evaluate(options, sampler, samples);
    return {
      name,
      startsFrom: start.name,
      evaluation,
      checkpoint,
      rollouts: step * settings.tasksPerStep * settings.groupSize,
      end: end.kind === "collapsed" ? `collapsed: ${end.reason}` : end.kind,
      cost: await meter.stop(),
      records,
    };
  });
}

function toWeights({ levels }: GrpoPlan): Readonly<Partial<Record<LeagueLevel, number>>> {
  return Object.fromEntries(levels.map((level) => [level, 1]));
}

/** A control is left to do what it does. */
function withoutGuard(settings: GrpoSettings): GrpoSettings {
  const limits = { maxHeldOutDrop: 1, maxKlToStart: Number.MAX_VALUE, maxClippedShare: 1 };
  return { ...settings, guard: { ...settings.guard, limits } };
}

async function chooseAmongSamples(
  options: SeedOptions,
  { start, rollouts }: { readonly start: SeedRow; readonly rollouts: number },
): Promise<SeedRow> {
  const { seed, folder, plan, world, tasks } = options;
  const name = "equal-samples";
  return keepResult(locateRow(folder, seed, name), async () => {
    const { startTinyWorker } = await loadTiny();
    await using policy = await startTinyWorker({
      source: { kind: "checkpoint", directory: start.checkpoint, withOptimizer: false },
    });
    const meter = await startMeter({ sampler: policy.pid });
    const samplesPerTask = Math.min(plan.selectionSamples, Math.max(1, Math.round(rollouts / tasks.length)));
    const evaluation = await evaluateSelection({
      policy,
      tasks,
      samplesPerTask,
      publicGrader: world.publicGrader,
      grader: world.grader,
      toProgram: ({ tokens }) => world.tokenizer.decode(tokens),
      maxTokens: maxAnswerTokens,
      seed: `seed-${seed}/selection`,
    });
    return {
      name,
      startsFrom: start.name,
      evaluation,
      checkpoint: start.checkpoint,
      rollouts: samplesPerTask * tasks.length,
      end: `best of ${samplesPerTask} by the statement's samples`,
      cost: await meter.stop(),
      records: [],
    };
  });
}

/** On training problems that no run draws; the held-out ones decide nothing. */
async function lookAtTraining({ plan, seed, world }: SeedOptions, policy: TrainablePolicy): Promise<Evaluation> {
  const { tokenizer, grader } = world;
  return evaluatePolicy({
    policy,
    grader,
    tasks: createGuardTasks({ tokenizer, request, levels: plan.levels, count: plan.guardCount }),
    samplesPerTask: 4,
    withGreedy: false,
    maxTokens: maxAnswerTokens,
    seed: `seed-${seed}/start`,
  });
}

async function evaluate(
  { seed, world, tasks }: SeedOptions,
  policy: TinyWorker,
  samplesPerTask: number,
): Promise<Evaluation> {
  return evaluatePolicy({
    policy,
    grader: world.grader,
    tasks,
    samplesPerTask,
    maxTokens: maxAnswerTokens,
    seed: `seed-${seed}/held-out`,
  });
}
