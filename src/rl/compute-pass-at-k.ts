import { requireCount, requireInput } from "./require-input.ts";

/**
 * Unbiased pass@k of one problem, 1 − C(n − c, k)/C(n, k): the chance that k of the n samples, drawn without
 * replacement, hold a correct one.
 *
 * Computed as a sum of logarithms over min(c, k) factors: no factorial overflows, and a tiny chance keeps its digits.
 *
 * @param options n = `sampleCount`, c = `correctCount` ≤ n, 1 ≤ k ≤ n
 * @throws RL_INPUT_INVALID for counts outside these ranges; with fewer than k samples no unbiased estimate exists
 * @paper GrandCode 4, docs/paper-map.md#pass-at-k
 */
export function computePassAtK(options: {
  readonly sampleCount: number;
  readonly correctCount: number;
  readonly k: number;
}): number {
  const { sampleCount, correctCount, k } = options;
  requireCount("sampleCount", sampleCount, 1);
  requireCount("correctCount", correctCount, 0);
  requireCount("k", k, 1);
  requireInput(
    correctCount <= sampleCount,
    `correctCount must be at most sampleCount (${sampleCount}), got ${correctCount}; check the counts`,
  );
  requireInput(
    k <= sampleCount,
    `k must be at most sampleCount (${sampleCount}), got ${k}; take more samples or a smaller k`,
  );
  if (correctCount === 0) return 0;
  if (sampleCount - correctCount < k) return 1;
  const factorCount = Math.min(correctCount, k);
  const numerator = Math.max(correctCount, k);
  let logMiss = 0;
  for (let i = 0; i < factorCount; i += 1) logMiss += Math.log1p(-numerator / (sampleCount - i));
  return -Math.expm1(logMiss);
}
