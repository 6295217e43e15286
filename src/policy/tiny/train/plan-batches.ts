import { toTimeBucket } from "../model/text-batch.ts";

/** Rows that go through one graph of static shape. */
export interface PlannedBatch {
  /** Indices into the data. */
  readonly rows: readonly number[];
  readonly shape: readonly [batch: number, time: number];
}

/**
 * Sorts texts into batches of few shapes: length rounded up to a bucket, rows a power of two, at most about
 * `tokensPerBatch` tokens in one. Depends on the lengths alone.
 */
export function planBatches(
  lengths: readonly number[],
  options: { readonly contextLength: number; readonly tokensPerBatch: number },
): readonly PlannedBatch[] {
  const { contextLength, tokensPerBatch } = options;
  const byTime = new Map<number, number[]>();
  for (const [index, length] of lengths.entries()) {
    const time = toTimeBucket(length, contextLength);
    const known = byTime.get(time);
    if (known === undefined) byTime.set(time, [index]);
    else known.push(index);
  }
  const batches: PlannedBatch[] = [];
  for (const [time, indices] of [...byTime].toSorted(([a], [b]) => a - b)) {
    const most = 2 ** Math.floor(Math.log2(Math.max(1, tokensPerBatch / time)));
    for (let start = 0; start < indices.length; start += most) {
      const rows = indices.slice(start, start + most);
      batches.push({ rows, shape: [2 ** Math.ceil(Math.log2(rows.length)), time] });
    }
  }
  return batches;
}
