import { invariant } from "../../std/index.ts";
import { requireAtLeast, requireCount } from "../require-input.ts";
import type { Schedule, ScheduleSpan } from "./schedule.ts";

/** Time that one rank spends on its slice of one micro-batch. */
export interface MicroBatchTime {
  /** In each DeltaNet layer. */
  readonly deltaNetTime: number;
  /** In the softmax layer that ends a block; 0 leaves the layer out. */
  readonly softmaxTime: number;
}

/** Work for pipelined context parallelism: blocks of DeltaNet layers, each followed by a softmax attention layer. */
export interface PipelinedCpWorkload {
  readonly rankCount: number;
  readonly microBatches_M: readonly MicroBatchTime[];
  readonly deltaNetLayerCount: number;
  /** Default 1. */
  readonly blockCount?: number;
  /** Exposed time of the all-to-all before each softmax layer, in which every rank stands still. Default 0: overlapped. */
  readonly allToAllTime?: number;
  /**
   * `chained`: a rank goes on to the next layer as soon as it is free. `drained`: every layer waits until all ranks have
   * finished the one before. Default `chained`.
   */
  readonly layering?: "chained" | "drained";
}

interface Task extends Omit<ScheduleSpan, "startTime" | "endTime"> {
  readonly duration: number;
  readonly waitsFor: readonly string[];
}

/**
 * Simulates pipelined context parallelism: each rank holds a slice of the sequence and works through its program in
 * order. A DeltaNet task waits for the recurrent state that the rank before hands over, so micro-batches stagger through
 * the ranks; an all-to-all starts on all ranks at once, when the last one is ready.
 *
 * @throws RL_INPUT_INVALID for counts below 1 or negative times
 * @paper GrandCode 3.7, docs/paper-map.md#pipelined-cp
 */
export function simulatePipelinedCp(workload: PipelinedCpWorkload): Schedule {
  checkWorkload(workload);
  const { rankCount } = workload;
  const programs = Array.from({ length: rankCount }, (_, rank) => createProgram(workload, rank));
  const taskCount = programs.reduce((sum, program) => sum + program.length, 0);
  const endTimes = new Map<string, number>();
  const cursors = programs.map(() => 0);
  const freeTimes = programs.map(() => 0);
  const spans: ScheduleSpan[] = [];

  const toReadyTime = (task: Task): number | undefined => {
    let time = freeTimes[task.rank] ?? 0;
    for (const id of task.waitsFor) {
      const endTime = endTimes.get(id);
      if (endTime === undefined) return undefined;
      time = Math.max(time, endTime);
    }
    return time;
  };
  const start = (task: Task, startTime: number): void => {
    const { duration, waitsFor: _, ...rest } = task;
    const endTime = startTime + duration;
    spans.push({ ...rest, startTime, endTime });
    endTimes.set(toId(task), endTime);
    freeTimes[task.rank] = endTime;
    cursors[task.rank] = (cursors[task.rank] ?? 0) + 1;
  };

  while (spans.length < taskCount) {
    const startedBefore = spans.length;
    for (const [rank, program] of programs.entries()) {
      for (let task = program[cursors[rank] ?? 0]; task; task = program[cursors[rank] ?? 0]) {
        const readyTime = task.kind === "all-to-all" ? undefined : toReadyTime(task);
        if (readyTime === undefined) break;
        start(task, readyTime);
      }
    }
    const heads = programs.map((program, rank) => program[cursors[rank] ?? 0]);
    if (heads.every((task) => task?.kind === "all-to-all")) {
      const gang = heads.filter((task) => task !== undefined);
      const readyTimes = gang.map(toReadyTime).filter((time) => time !== undefined);
      if (readyTimes.length === rankCount) for (const task of gang) start(task, Math.max(...readyTimes));
    }
    invariant(spans.length > startedBefore, "every sweep of the schedule starts a task");
  }
  return { rankCount, spans, makespan: Math.max(...freeTimes) };
}

function createProgram(workload: PipelinedCpWorkload, rank: number): readonly Task[] {
  const { microBatches_M, deltaNetLayerCount, blockCount = 1 } = workload;
  const program: Task[] = [];
  for (let block = 0; block < blockCount; block += 1) {
    for (let layer = 0; layer < deltaNetLayerCount; layer += 1) {
      for (const [microBatch, { deltaNetTime }] of microBatches_M.entries()) {
        const place = { kind: "deltanet", rank, microBatch, block, layer } as const;
        program.push({ ...place, duration: deltaNetTime, waitsFor: listDependencies(workload, place) });
      }
    }
    for (const [microBatch, { softmaxTime }] of microBatches_M.entries()) {
      if (softmaxTime === 0) continue;
      const place = { rank, microBatch, block, layer: 0 };
      program.push({ ...place, kind: "all-to-all", duration: workload.allToAllTime ?? 0, waitsFor: [] });
      program.push({ ...place, kind: "softmax", duration: softmaxTime, waitsFor: [] });
    }
  }
  return program;
}

function listDependencies(workload: PipelinedCpWorkload, place: Omit<Task, "duration" | "waitsFor">): string[] {
  const { rank, microBatch, layer } = place;
  const dependencies = rank > 0 ? [toId({ ...place, rank: rank - 1 })] : [];
  if (workload.layering === "drained" && layer > 0 && microBatch === 0) {
    const last = workload.microBatches_M.length - 1;
    for (let other = 0; other < workload.rankCount; other += 1) {
      dependencies.push(toId({ ...place, rank: other, layer: layer - 1, microBatch: last }));
    }
  }
  return dependencies;
}

function toId({ kind, rank, microBatch, block, layer }: Omit<Task, "duration" | "waitsFor">): string {
  return `${kind}/${rank}/${block}/${layer}/${microBatch}`;
}

function checkWorkload(workload: PipelinedCpWorkload): void {
  requireCount("rankCount", workload.rankCount, 1);
  requireCount("deltaNetLayerCount", workload.deltaNetLayerCount, 1);
  requireCount("blockCount", workload.blockCount ?? 1, 1);
  requireCount("the number of micro-batches", workload.microBatches_M.length, 1);
  requireAtLeast("allToAllTime", workload.allToAllTime ?? 0, 0);
  for (const { deltaNetTime, softmaxTime } of workload.microBatches_M) {
    requireAtLeast("deltaNetTime", deltaNetTime, 0);
    requireAtLeast("softmaxTime", softmaxTime, 0);
  }
}
