import type { SolvePlan } from "./contract.ts";

/** Effort by level (our decision; the paper gives the routing, not the numbers). GrandCode section 3.1. */
const efforts: readonly { readonly candidateCount: number; readonly roundCount: number; readonly maxTokens: number }[] =
  [
    { candidateCount: 3, roundCount: 2, maxTokens: 8_000 },
    { candidateCount: 4, roundCount: 3, maxTokens: 16_000 },
    { candidateCount: 6, roundCount: 4, maxTokens: 24_000 },
    { candidateCount: 8, roundCount: 5, maxTokens: 32_000 },
    { candidateCount: 10, roundCount: 6, maxTokens: 32_000 },
  ];

/** The plan for a level (1 to 5), with the user's wishes over it. */
export function toPlan(level: number, wishes: Partial<SolvePlan> = {}): SolvePlan {
  const effort = efforts[Math.min(Math.max(Math.round(level), 1), 5) - 1] ?? {
    candidateCount: 6,
    roundCount: 4,
    maxTokens: 24_000,
  };
  return {
    candidateCount: wishes.candidateCount ?? effort.candidateCount,
    roundCount: wishes.roundCount ?? effort.roundCount,
    testCounts: wishes.testCounts ?? { tiny: 60, small: 40, edge: 16, large: 4 },
    maxTokensPerSample: wishes.maxTokensPerSample ?? effort.maxTokens,
  };
}
