import type { SolvePlan } from "./contract.ts";

interface Effort {
  readonly candidateCount: number;
  readonly roundCount: number;
  readonly maxTokens: number;
  readonly hypothesisCount: number;
  readonly revisionCount: number;
}

/** Effort by level (our decision; the paper gives the routing, not the numbers). GrandCode section 3.1. */
const efforts: readonly [Effort, Effort, Effort, Effort, Effort] = [
  { candidateCount: 3, roundCount: 2, maxTokens: 8_000, hypothesisCount: 1, revisionCount: 2 },
  { candidateCount: 4, roundCount: 3, maxTokens: 16_000, hypothesisCount: 1, revisionCount: 2 },
  { candidateCount: 6, roundCount: 4, maxTokens: 24_000, hypothesisCount: 2, revisionCount: 3 },
  { candidateCount: 8, roundCount: 5, maxTokens: 32_000, hypothesisCount: 2, revisionCount: 3 },
  { candidateCount: 10, roundCount: 6, maxTokens: 32_000, hypothesisCount: 3, revisionCount: 4 },
];

/** From this level on, claims come before programs. */
const searchLevel = 4;

/** Below this confidence in the level, search gets one round more to make progress. Our decision. */
const unsureConfidence = 0.2;

/** The plan for a level (1 to 5), with the user's wishes over it. */
export function toPlan(level: number, wishes: Partial<SolvePlan> = {}, confidence = 1): SolvePlan {
  const wholeLevel = Math.min(Math.max(Math.round(level), 1), 5);
  const effort = efforts[wholeLevel - 1] ?? efforts[2];
  const { maxTokens, ...counts } = effort;
  const defaults: SolvePlan = {
    level: wholeLevel,
    route: wholeLevel >= searchLevel ? "search" : "direct",
    ...counts,
    testCounts: { tiny: 60, small: 40, edge: 16, large: 4 },
    maxTokensPerSample: maxTokens,
    lengthBudget: { baseTokens: 2000, growth: 2 },
    stagnationRounds: confidence < unsureConfidence ? 4 : 3,
    memory: { thresholdChars: 6000, chunkChars: 4000, summaryWords: 400 },
  };
  const given = Object.entries(wishes).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}
