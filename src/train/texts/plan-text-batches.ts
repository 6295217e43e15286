import type { Rng } from "../../std/index.ts";
import type { EncodedText } from "../contract.ts";
import { countAnswerTargets } from "./to-datum.ts";
import type { TextSource } from "./mix-texts.ts";

/** Texts of similar length that go through the model together. */
export type TextBatch = readonly EncodedText[];

export interface TextBatchOptions {
  readonly source: TextSource;
  readonly seed: Rng;
  /** Lengths up to which texts count as similar, growing; longer texts than the last are drawn again. */
  readonly lengthBounds: readonly number[];
  /** Tokens, padding included, of one batch. */
  readonly tokensPerBatch: number;
  readonly batchesPerStep: number;
}

/** Steps planned at once: enough for few texts to be left over, few enough to be planned in a moment. */
const blockSteps = 16;

/**
 * Bucketed batches: each holds a full number of texts of one length class, so that a model of static shapes sees few
 * of them and little padding. Step s depends on the seed and s alone, so that a run can go on at any step.
 *
 * Texts that fill no batch at the end of a block are left out, by lot rather than by length.
 */
export function createTextBatches(options: TextBatchOptions): (step: number) => readonly TextBatch[] {
  let known: { readonly block: number; readonly batches: readonly TextBatch[] } | undefined;
  return (step) => {
    const block = Math.floor(step / blockSteps);
    if (known?.block !== block) known = { block, batches: planBlock(options, block) };
    const start = (step % blockSteps) * options.batchesPerStep;
    return known.batches.slice(start, start + options.batchesPerStep);
  };
}

function planBlock(options: TextBatchOptions, block: number): readonly TextBatch[] {
  const { source, seed, lengthBounds, tokensPerBatch, batchesPerStep } = options;
  const wanted = blockSteps * batchesPerStep;
  const rng = seed.derive("block", block);
  const waiting = lengthBounds.map((): EncodedText[] => []);
  const batches: TextBatch[] = [];
  while (batches.length < wanted) {
    const text = source(rng);
    const length = text.promptTokens.length + text.answerTokens.length - 1;
    const index = lengthBounds.findIndex((bound) => length <= bound);
    if (index === -1 || countAnswerTargets(text) < 1) continue;
    const bucket = waiting[index] ?? [];
    bucket.push(text);
    if (bucket.length < countRows(lengthBounds[index] ?? 1, tokensPerBatch)) continue;
    batches.push(bucket);
    waiting[index] = [];
  }
  return rng.derive("order").shuffle(batches);
}

/** A power of two, as models of static shapes round up to one. */
function countRows(bound: number, tokensPerBatch: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, tokensPerBatch / bound)));
}
