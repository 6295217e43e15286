import type { ExecutionReport } from "../judge/index.ts";

/** What counts as a speed-up; all of it our decision but the score of a time-out. */
export interface SpeedUpRules {
  /** A brute force that takes less, net of start-up, measures nothing. */
  readonly minBruteForceMs: number;
  /** A candidate is taken for no faster than this, net of start-up: below it only noise is measured. */
  readonly minCandidateMs: number;
  /** Larger speed-ups count as this, so that one test does not outweigh all others. */
  readonly maxSpeedUp: number;
  /** Speed-ups are rounded down to powers of this, so that noise seldom changes them. */
  readonly bucketBase: number;
  /** Of a candidate that times out (GrandCode, appendix B). One that comes to its end never counts less. */
  readonly timeOutScore: number;
}

export const defaultSpeedUpRules: SpeedUpRules = {
  minBruteForceMs: 50,
  minCandidateMs: 1,
  maxSpeedUp: 64,
  bucketBase: 2,
  timeOutScore: 0.1,
};

/** One efficiency test: how many times faster than the brute force the candidate is. */
export type SpeedUp =
  | { readonly kind: "speed-up-measured"; readonly score: number }
  /** The test says nothing about the candidate. */
  | { readonly kind: "speed-up-unmeasured"; readonly reason: "brute-force-too-fast" | "brute-force-failed" };

type Timed = Pick<ExecutionReport, "verdict" | "cpuTimeMs">;

/**
 * Compares CPU times net of start-up. Where the brute force timed out its time is taken for what it had used by then,
 * so that the speed-up is a lower bound; where the candidate did, the score is that of a time-out whatever the brute
 * force took.
 *
 * @paper GrandCode appendix B, docs/paper-map.md#layered-reward
 */
export function computeSpeedUp(
  test: {
    readonly candidate: Timed;
    readonly bruteForce: Timed;
    readonly startUpMs: { readonly candidate: number; readonly bruteForce: number };
  },
  rules: SpeedUpRules = defaultSpeedUpRules,
): SpeedUp {
  const { candidate, bruteForce, startUpMs } = test;
  if (bruteForce.verdict !== "accepted" && bruteForce.verdict !== "time-limit-exceeded") {
    return { kind: "speed-up-unmeasured", reason: "brute-force-failed" };
  }
  const bruteForceMs = bruteForce.cpuTimeMs - startUpMs.bruteForce;
  if (bruteForceMs < rules.minBruteForceMs) return { kind: "speed-up-unmeasured", reason: "brute-force-too-fast" };
  if (candidate.verdict !== "accepted") return { kind: "speed-up-measured", score: rules.timeOutScore };
  const candidateMs = Math.max(rules.minCandidateMs, candidate.cpuTimeMs - startUpMs.candidate);
  const score = toBucket(Math.min(rules.maxSpeedUp, bruteForceMs / candidateMs), rules.bucketBase);
  return { kind: "speed-up-measured", score: Math.max(rules.timeOutScore, score) };
}

/** Exact where the ratio is a power of the base, whatever logarithms say. */
function toBucket(ratio: number, base: number): number {
  const power = Math.round(Math.log(ratio) / Math.log(base));
  const nearest = base ** power;
  return nearest <= ratio * (1 + 1e-9) ? nearest : base ** (power - 1);
}
