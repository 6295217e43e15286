/** What one rank does from `startTime` to `endTime`; times are in units of the caller's choice. */
export interface ScheduleSpan {
  readonly kind: "deltanet" | "all-to-all" | "softmax";
  readonly rank: number;
  readonly microBatch: number;
  readonly block: number;
  /** DeltaNet layer within its block; 0 for the others. */
  readonly layer: number;
  readonly startTime: number;
  readonly endTime: number;
}

/** All spans of a simulated run, from time 0 to `makespan`. */
export interface Schedule {
  readonly rankCount: number;
  readonly spans: readonly ScheduleSpan[];
  readonly makespan: number;
}
