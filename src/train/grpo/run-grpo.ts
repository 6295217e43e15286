import type { CallOptions, TrainablePolicy } from "../../policy/index.ts";
import { deriveSeed, Rng, type Json } from "../../std/index.ts";
import type { Grader, Task } from "../contract.ts";
import { collectRollouts, type Rollout } from "../evaluate/collect-rollouts.ts";
import { silentProgress, type Progress } from "../run/progress.ts";
import { openRunFolder, type MetricRecord, type RunFolder } from "../run/run-folder.ts";
import { surviveWorkerDeath } from "../run/survive-worker-death.ts";
import { defaultCollapseLimits, findCollapse, type CollapseReason, type GuardReading } from "./collapse-guard.ts";
import type { GrpoSettings } from "./grpo-settings.ts";
import { learnFromGroups, type StepOutcome } from "./learn-from-groups.ts";
import { readGuard } from "./read-guard.ts";
import { createSamplerDesk, type SamplerDesk } from "./sampler-desk.ts";
import { isInstructive, toGroup } from "./to-group-data.ts";

export interface GrpoOptions extends CallOptions {
  /** Learns; opened on the start, with a fresh adapter where only that is to be trained. */
  readonly trainer: TrainablePolicy;
  /** Answers; in a process of its own, so that both can work at the same time. Its weights are replaced. */
  readonly sampler: TrainablePolicy;
  /** Where the run is kept; one that was interrupted goes on. */
  readonly directory: string;
  readonly settings: GrpoSettings;
  readonly grader: Grader;
  /** Tasks to learn from: the same generator state gives the same tasks. */
  readonly drawTasks: (rng: Rng, count: number) => readonly Task[];
  /** For the guard alone; none of those that results are told of. Graded by `guardGrader`, default `grader`. */
  readonly guardTasks: readonly Task[];
  readonly guardGrader?: Grader;
  readonly label?: string;
  readonly progress?: Progress;
}

export interface GrpoResult {
  readonly end: { readonly kind: "steps-done" } | { readonly kind: "collapsed"; readonly reason: CollapseReason };
  /** Steps done; the weights may be those of an earlier one. */
  readonly step: number;
  /** The weights to go on with: the last, or the last good ones after a collapse. */
  readonly checkpoint: string;
  readonly records: readonly MetricRecord[];
}

/** What the loop remembers from step to step, as it stands in the run's state. */
interface Memory {
  readonly bestHeldOut: number;
  readonly rateScale: number;
  readonly rollBacks: number;
  readonly collapse: CollapseReason | null;
  readonly rolloutCount: number;
}

const maxRollBacks = 2;

/**
 * One-stage GRPO (GrandCode 3.2 with a single stage): groups of answers at temperature 1, rewards normalised in their
 * group, the clipped loss against the log-probabilities that were recorded when sampling.
 *
 * Every step ends with a checkpoint, so that a run that is killed, or whose trainer dies, loses that one step; a
 * sampler that dies costs its answers. Going on gives the same numbers as never having stopped, as far as rewards are
 * the same. A guard looks at held-out tasks and stops or rolls back a policy that collapses.
 *
 * @throws AppError TRAIN_RUN_OTHER_SETTINGS, TRAIN_RUN_UNREADABLE, and what policies and grader throw
 */
export async function runGrpo(options: GrpoOptions): Promise<GrpoResult> {
  const { settings, trainer, sampler, progress = silentProgress, signal } = options;
  const folder = await openRunFolder(options.directory, settings as unknown as Json);
  const desk = createSamplerDesk(sampler, { signal, onDeath: (message) => progress.note(message) });
  const run: GrpoRun = { ...options, folder, desk, progress };
  if (folder.state === undefined) await begin(run);
  else await trainer.load({ directory: locate(run, "current") }, { signal });
  const ahead = new RolloutsAhead(run);
  for (;;) {
    const { step } = requireState(folder);
    if (step >= settings.stepCount || readMemory(folder).collapse !== null) break;
    await surviveWorkerDeath(
      async () => runStep(run, { step, ahead }),
      async (error) => {
        progress.note(`${error.message}; step ${step + 1} is done again`);
        await folder.rewind();
        await trainer.load({ directory: locate(run, "current") }, { signal });
      },
    );
  }
  const { collapse } = readMemory(folder);
  return {
    end: collapse === null ? { kind: "steps-done" } : { kind: "collapsed", reason: collapse },
    step: requireState(folder).step,
    checkpoint: locate(run, "current"),
    records: folder.records,
  };
}

export interface GrpoRun extends GrpoOptions {
  readonly folder: RunFolder;
  readonly desk: SamplerDesk;
  readonly progress: Progress;
}

async function begin(run: GrpoRun): Promise<void> {
  const { folder, trainer, signal } = run;
  await trainer.save({ directory: folder.locate("step-0"), data: describeData(run, 0) }, { signal });
  const reading = await readGuard(run, { current: folder.locate("step-0"), start: undefined, step: 0 });
  await folder.append({ kind: "guard", step: 0, ...reading });
  const memory: Memory = {
    bestHeldOut: reading.heldOutSampled,
    rateScale: 1,
    rollBacks: 0,
    collapse: null,
    rolloutCount: 0,
  };
  const checkpoints = { start: "step-0", good: "step-0", previous: "step-0", current: "step-0" };
  await folder.commit({ step: 0, checkpoints, memory: { ...memory } });
}

async function runStep(run: GrpoRun, { step, ahead }: { step: number; ahead: RolloutsAhead }): Promise<void> {
  const { folder, settings, progress, signal, trainer, label = "grpo" } = run;
  const memory = readMemory(folder);
  const startMs = performance.now();
  const rollouts = await ahead.take(step);
  const sampledMs = performance.now();
  const groups = rollouts.map((members) => toGroup(members, settings.normalization ?? {}));
  const outcome = await learnOrCollapse(run, { step, groups, rateScale: memory.rateScale });
  const name = `step-${step + 1}`;
  await trainer.save({ directory: folder.locate(name), data: describeData(run, step + 1) }, { signal });
  const all = rollouts.flat();
  const rewards = all.flatMap(({ reward }) => (reward === null ? [] : [reward]));
  const reward = rewards.reduce((sum, value) => sum + value, 0) / Math.max(1, rewards.length);
  const tokenCount = all.reduce((sum, { sampled }) => sum + sampled.tokens.length, 0);
  const { collapse, ...numbers } = outcome;
  await folder.append({
    kind: "grpo-step",
    step: step + 1,
    reward,
    mixedShare: groups.filter(isInstructive).length / groups.length,
    withheldCount: all.length - rewards.length,
    cutOffShare: all.filter(({ attempt }) => !attempt.isEnded).length / all.length,
    meanTokens: tokenCount / all.length,
    ...numbers,
  });
  progress.update({
    label,
    step: step + 1,
    stepCount: settings.stepCount,
    tokenCount,
    figures: { reward, ...(outcome.entropy === null ? {} : { entropy: outcome.entropy }) },
  });
  await folder.appendTiming({
    kind: "grpo-step",
    step: step + 1,
    waitedForAnswersMs: Math.round(sampledMs - startMs),
    learntMs: Math.round(performance.now() - sampledMs),
    sampledTokens: tokenCount,
  });
  await finishStep(run, { step: step + 1, name, collapse, memory, rolloutCount: all.length });
}

async function learnOrCollapse(
  run: GrpoRun,
  input: Parameters<typeof learnFromGroups>[1],
): Promise<StepOutcome & { readonly collapse: CollapseReason | undefined }> {
  const limits = run.settings.guard.limits ?? defaultCollapseLimits;
  const outcome = await learnFromGroups(run, input);
  const isClipped = outcome.clippedShare > limits.maxClippedShare;
  return { ...outcome, collapse: outcome.isFinite ? (isClipped ? "clipped-too-much" : undefined) : "not-finite" };
}

/** Looks at the guard where it is time, and commits the step or what a collapse asks for. */
async function finishStep(
  run: GrpoRun,
  reached: {
    readonly step: number;
    readonly name: string;
    readonly collapse: CollapseReason | undefined;
    readonly memory: Memory;
    readonly rolloutCount: number;
  },
): Promise<void> {
  const { folder, settings, progress, trainer, signal } = run;
  const { step, name, memory } = reached;
  const { checkpoints } = requireState(folder);
  const isTime = step % settings.guard.everySteps === 0 || step === settings.stepCount;
  const reading = isTime && reached.collapse === undefined ? await look(run, { step, name }) : undefined;
  const limits = settings.guard.limits ?? defaultCollapseLimits;
  const collapse =
    reached.collapse ?? (reading && findCollapse(reading, { best: memory.bestHeldOut, limits })) ?? undefined;
  const rolloutCount = memory.rolloutCount + reached.rolloutCount;
  const start = checkpoints["start"] ?? "step-0";
  const good = checkpoints["good"] ?? start;
  if (collapse === undefined) {
    const bestHeldOut = Math.max(memory.bestHeldOut, reading?.heldOutSampled ?? 0);
    await folder.commit({
      step,
      checkpoints: {
        start,
        good: reading === undefined ? good : name,
        previous: checkpoints["current"] ?? start,
        current: name,
      },
      memory: { ...memory, bestHeldOut, rolloutCount },
    });
    return;
  }
  const canGoOn = settings.guard.onCollapse === "roll-back" && memory.rollBacks < maxRollBacks;
  await folder.append({ kind: "collapse", step, reason: collapse, backTo: good, goesOn: canGoOn });
  progress.note(
    `collapsed at step ${step} (${collapse}): back to ${good}${canGoOn ? " at half the rate" : ", stopped"}`,
  );
  await trainer.load({ directory: folder.locate(good) }, { signal });
  await folder.commit({
    step,
    checkpoints: { start, good, previous: good, current: good },
    memory: {
      ...memory,
      rolloutCount,
      collapse: canGoOn ? null : collapse,
      rateScale: memory.rateScale / 2,
      rollBacks: memory.rollBacks + 1,
    },
  });
}

async function look(
  run: GrpoRun,
  { step, name }: { readonly step: number; readonly name: string },
): Promise<GuardReading> {
  const { folder } = run;
  const reading = await readGuard(run, { current: folder.locate(name), start: locate(run, "start"), step });
  await folder.append({ kind: "guard", step, ...reading });
  run.progress.note(
    `step ${step}: held-out sampled ${reading.heldOutSampled.toFixed(3)}, KL to the start ${reading.klToStart.toFixed(4)}`,
  );
  return reading;
}

/** Answers for the step that comes, and, where the settings say so, already those for the one after. */
class RolloutsAhead {
  readonly #run: GrpoRun;
  #next: { readonly key: string; readonly rollouts: Promise<readonly (readonly Rollout[])[]> } | undefined;

  constructor(run: GrpoRun) {
    this.#run = run;
  }

  async take(step: number): Promise<readonly (readonly Rollout[])[]> {
    const { samplesAhead = 0, stepCount } = this.#run.settings;
    const { checkpoints } = requireState(this.#run.folder);
    const rollouts = await this.#start(step, checkpoints[samplesAhead === 0 ? "current" : "previous"] ?? "step-0");
    const isLast = step + 1 >= stepCount;
    if (samplesAhead === 1 && !isLast) {
      this.#start(step + 1, checkpoints["current"] ?? "step-0").catch(() => {
        this.#next = undefined;
      });
    }
    return rollouts;
  }

  /** A step that is done again finds its answers here where they were sampled already. */
  #start(step: number, checkpoint: string): Promise<readonly (readonly Rollout[])[]> {
    const key = `${step}:${checkpoint}`;
    if (this.#next?.key !== key) this.#next = { key, rollouts: sampleStep(this.#run, step, checkpoint) };
    return this.#next.rollouts;
  }
}

async function sampleStep(run: GrpoRun, step: number, checkpoint: string): Promise<readonly (readonly Rollout[])[]> {
  const { settings, desk, folder, grader, signal, drawTasks } = run;
  const { seed, tasksPerStep, groupSize, maxTokens } = settings;
  const tasks = drawTasks(new Rng(deriveSeed(seed, "tasks", step)), tasksPerStep);
  return desk.use(folder.locate(checkpoint), async (policy) =>
    collectRollouts({
      policy,
      grader,
      asks: tasks.map((task) => ({ task, count: groupSize, temperature: 1 })),
      maxTokens,
      seed: `${seed}/step-${step}`,
      signal,
    }),
  );
}

function describeData(
  { settings, trainer }: GrpoRun,
  step: number,
): Readonly<Record<string, string | number | boolean>> {
  return { ...settings.data, stage: "grpo", seed: settings.seed, steps: step, version: trainer.version };
}

function readMemory(folder: RunFolder): Memory {
  return requireState(folder).memory as unknown as Memory;
}

function requireState(folder: RunFolder): NonNullable<RunFolder["state"]> {
  if (folder.state === undefined) throw new TypeError("a run has a state once it began");
  return folder.state;
}

function locate({ folder }: GrpoRun, role: "start" | "good" | "current"): string {
  return folder.locate(requireState(folder).checkpoints[role] ?? "step-0");
}
