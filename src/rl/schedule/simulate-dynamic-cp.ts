import { requireAtLeast, requireCount, requireInput } from "../require-input.ts";
import { simulatePipelinedCp, type MicroBatchTime } from "./simulate-pipelined-cp.ts";

/** What a rank can hold and how long it takes. */
export interface ContextParallelMachine {
  /** A power of two. */
  readonly rankCount: number;
  /** Longest slice of a sequence that fits one rank. */
  readonly tokensPerRank: number;
  readonly deltaNetLayerCount: number;
  /** DeltaNet work of one token in one layer. */
  readonly deltaNetTimePerToken: number;
  /** Softmax work of one pair of tokens. */
  readonly softmaxTimePerTokenPair: number;
  /** Paid once a task whatever its length: launches, and handing the state over. Not counted as work. */
  readonly overheadTime: number;
}

/**
 * Context-parallel size for a sequence: the smallest power of two whose ranks hold it.
 *
 * @throws RL_INPUT_INVALID for a sequence that not even all ranks hold
 * @paper GrandCode 3.7, docs/paper-map.md#dynamic-cp
 */
export function computeContextParallelSize(
  lengthTokens: number,
  { rankCount, tokensPerRank }: Pick<ContextParallelMachine, "rankCount" | "tokensPerRank">,
): number {
  requireCount("lengthTokens", lengthTokens, 1);
  requireAtLeast("tokensPerRank", tokensPerRank, 1);
  requireInput(
    Number.isInteger(Math.log2(rankCount)),
    `rankCount must be a power of two, got ${rankCount}; use fewer ranks`,
  );
  let size = 1;
  while (lengthTokens / size > tokensPerRank) size *= 2;
  requireInput(
    size <= rankCount,
    `a sequence must fit ${rankCount} ranks of ${tokensPerRank} tokens, got ${lengthTokens} tokens; shorten it`,
  );
  return size;
}

/** One run over all sequences. */
export interface ContextParallelRun {
  readonly sizes_M: readonly number[];
  readonly makespan: number;
  /** Work over rank-time; overhead and bubbles are what is missing to 1. */
  readonly utilization: number;
}

/**
 * Runs a batch of sequences of mixed length with a context-parallel size by length, or with one size for all. Sequences
 * of one size share a round: the ranks split into groups of that size, the longest sequence goes to the group with the
 * least work, each group pipelines what it got, and the next round starts when the slowest group is done.
 *
 * @throws RL_INPUT_INVALID for a sequence that does not fit its ranks
 * @paper GrandCode 3.7, docs/paper-map.md#dynamic-cp
 */
export function simulateDynamicCp(options: {
  readonly lengthTokens_M: readonly number[];
  readonly machine: ContextParallelMachine;
  readonly size: "dynamic" | number;
}): ContextParallelRun {
  const { lengthTokens_M, machine, size } = options;
  const sizes_M = lengthTokens_M.map((lengthTokens) => {
    const needed = computeContextParallelSize(lengthTokens, machine);
    if (size === "dynamic") return needed;
    requireInput(
      needed <= size && size <= machine.rankCount && Number.isInteger(Math.log2(size)),
      `a context-parallel size must be a power of two that holds ${lengthTokens} tokens, got ${size}; use at least ${needed}`,
    );
    return size;
  });
  const rounds = Map.groupBy(lengthTokens_M.entries(), ([m]) => sizes_M[m] ?? 1);
  let makespan = 0;
  for (const [groupSize, entries] of rounds) {
    makespan += simulateRound(
      entries.map(([, lengthTokens]) => lengthTokens),
      groupSize,
      machine,
    );
  }
  const work = lengthTokens_M.reduce((sum, lengthTokens) => sum + computeWork(lengthTokens, machine), 0);
  return { sizes_M, makespan, utilization: makespan === 0 ? 1 : work / (machine.rankCount * makespan) };
}

function simulateRound(lengths: readonly number[], groupSize: number, machine: ContextParallelMachine): number {
  const groups = Array.from({ length: machine.rankCount / groupSize }, () => ({
    load: 0,
    microBatches_M: new Array<MicroBatchTime>(),
  }));
  for (const lengthTokens of lengths.toSorted((a, b) => b - a)) {
    const group = groups.reduce((least, other) => (other.load < least.load ? other : least));
    const deltaNetTime = machine.overheadTime + (lengthTokens * machine.deltaNetTimePerToken) / groupSize;
    const softmaxWork = (lengthTokens * lengthTokens * machine.softmaxTimePerTokenPair) / groupSize;
    const softmaxTime = softmaxWork === 0 ? 0 : machine.overheadTime + softmaxWork;
    group.microBatches_M.push({ deltaNetTime, softmaxTime });
    group.load += machine.deltaNetLayerCount * deltaNetTime + softmaxTime;
  }
  const makespans = groups
    .filter(({ microBatches_M }) => microBatches_M.length > 0)
    .map(({ microBatches_M }) => {
      const { deltaNetLayerCount } = machine;
      return simulatePipelinedCp({ rankCount: groupSize, microBatches_M, deltaNetLayerCount }).makespan;
    });
  return Math.max(0, ...makespans);
}

function computeWork(lengthTokens: number, machine: ContextParallelMachine): number {
  return (
    machine.deltaNetLayerCount * lengthTokens * machine.deltaNetTimePerToken +
    lengthTokens * lengthTokens * machine.softmaxTimePerTokenPair
  );
}
