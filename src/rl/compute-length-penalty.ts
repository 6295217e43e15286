import { requireAtLeast, requireCount, requireInput } from "./require-input.ts";

/**
 * Length penalty max(0, (l − Bα^(d−1))/(Bα^(d−1))): 0 within the budget of the difficulty level, then the excess as a
 * share of that budget.
 *
 * @param options `lengthTokens` l ≥ 0, `level` d from 1, `baseTokens` B > 0 the budget at level 1, `growth` α > 0 from
 *   level to level
 * @throws RL_INPUT_INVALID for values outside these ranges
 * @paper GrandCode length penalty, docs/paper-map.md#length-penalty
 */
export function computeLengthPenalty(options: {
  readonly lengthTokens: number;
  readonly level: number;
  readonly baseTokens: number;
  readonly growth: number;
}): number {
  const { lengthTokens, level, baseTokens, growth } = options;
  requireAtLeast("lengthTokens", lengthTokens, 0);
  requireCount("level", level, 1);
  requireInput(
    baseTokens > 0 && growth > 0,
    `baseTokens and growth must be above 0, got ${baseTokens} and ${growth}; check the configuration`,
  );
  const budgetTokens = baseTokens * growth ** (level - 1);
  requireInput(
    Number.isFinite(budgetTokens) && budgetTokens > 0,
    `the budget of level ${level} must be a finite number of tokens, got ${budgetTokens}; lower growth`,
  );
  return Math.max(0, (lengthTokens - budgetTokens) / budgetTokens);
}
