import type { Schedule, ScheduleSpan } from "./schedule.ts";

/** Shares of the rank-time of a schedule; `overall`, `bubble` and `communication` sum to 1. */
export interface Utilization {
  /** Computing, over the whole run. */
  readonly overall: number;
  /** Idle, found as the gaps of each rank. */
  readonly bubble: number;
  /** Standing in an all-to-all. */
  readonly communication: number;
  /** Computing within the DeltaNet phases alone, each from its first start to its last end. */
  readonly deltaNet: number;
}

/**
 * Utilisation of a schedule, measured on its spans.
 *
 * @paper GrandCode 3.7, docs/paper-map.md#pipelined-cp
 */
export function computeUtilization(schedule: Schedule): Utilization {
  const { rankCount, makespan, spans } = schedule;
  const rankTime = rankCount * makespan;
  if (rankTime === 0) return { overall: 1, bubble: 0, communication: 0, deltaNet: 1 };
  const computing = spans.filter(({ kind }) => kind !== "all-to-all");
  const communicating = spans.filter(({ kind }) => kind === "all-to-all");
  return {
    overall: sumTime(computing) / rankTime,
    bubble: findGaps(schedule).reduce((sum, gap) => sum + gap.endTime - gap.startTime, 0) / rankTime,
    communication: sumTime(communicating) / rankTime,
    deltaNet: computeDeltaNetShare(schedule),
  };
}

/** A stretch in which a rank has nothing to do. */
export interface ScheduleGap {
  readonly rank: number;
  readonly startTime: number;
  readonly endTime: number;
}

/** The gaps of every rank between time 0 and the end of the run. */
export function findGaps({ rankCount, spans, makespan }: Schedule): readonly ScheduleGap[] {
  return Array.from({ length: rankCount }, (_, rank) => {
    const gaps: ScheduleGap[] = [];
    let freeSince = 0;
    const own = spans.filter((span) => span.rank === rank).toSorted((a, b) => a.startTime - b.startTime);
    for (const { startTime, endTime } of own) {
      if (startTime > freeSince) gaps.push({ rank, startTime: freeSince, endTime: startTime });
      freeSince = Math.max(freeSince, endTime);
    }
    if (makespan > freeSince) gaps.push({ rank, startTime: freeSince, endTime: makespan });
    return gaps;
  }).flat();
}

function computeDeltaNetShare({ rankCount, spans }: Schedule): number {
  const deltaNet = spans.filter(({ kind }) => kind === "deltanet");
  const phaseTime = [...Map.groupBy(deltaNet, ({ block }) => block).values()].reduce((sum, phase) => {
    const startTime = Math.min(...phase.map((span) => span.startTime));
    const endTime = Math.max(...phase.map((span) => span.endTime));
    return sum + endTime - startTime;
  }, 0);
  return phaseTime === 0 ? 1 : sumTime(deltaNet) / (rankCount * phaseTime);
}

function sumTime(spans: readonly ScheduleSpan[]): number {
  return spans.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
}
