import type { ExecutionReport, TestReport } from "../judge/index.ts";
import type { RewardedReport } from "./compute-reward.ts";
import { computeSpeedUp, defaultSpeedUpRules, type SpeedUp, type SpeedUpRules } from "./compute-speed-up.ts";

/** Who said what is right on the correctness tests: the problem's own answers in training, a brute force at test time. */
export type Oracle = "gold-answers" | "brute-force";

/** What a candidate and the brute force took on the same efficiency tests, in the same order. */
export interface EfficiencyReports {
  /** Outputs are checked where the brute force came to an end. */
  readonly candidate: RewardedReport;
  readonly bruteForce: readonly Pick<ExecutionReport, "verdict" | "cpuTimeMs" | "message">[];
  /** CPU time that a program in its language takes to do nothing. */
  readonly startUpMs: { readonly candidate: number; readonly bruteForce: number };
}

export interface LayeredRewardInput {
  /** On the correctness tests. */
  readonly correctness: RewardedReport;
  readonly oracle: Oracle;
  readonly efficiency: EfficiencyReports;
}

/** A reward, with what it rests on; or the reason why there is none. A fault of the judge is never 0. */
export type LayeredReward =
  | {
      readonly kind: "reward-given";
      /** 0, or the mean speed-up: at most the rules' cap. */
      readonly value: number;
      /** The layer that decided: the first that failed, or the last. */
      readonly layer: "executability" | "correctness" | "efficiency";
      readonly oracle: Oracle;
      /** By efficiency test; empty where an earlier layer failed. */
      readonly speedUps: readonly SpeedUp[];
    }
  | { readonly kind: "reward-withheld"; readonly reason: string };

/**
 * The reward of a program in three layers (GrandCode 3.6 and appendix B): 0 for one that does not compile or does not
 * run to its end, 0 for one that is wrong, else its mean speed-up over the brute force on the efficiency tests, where a
 * time-out counts 0.1. Pure: times are read from reports, which a journal gives back, so a replay gets the same number.
 *
 * Our decisions, as the paper says no more:
 * - a time-out on a correctness test is a failure to run; one on an efficiency test is not. There, any other failure is
 *   judged as on correctness tests.
 * - what counts as a speed-up is in `SpeedUpRules`; efficiency tests on which the brute force is too fast, or fails
 *   otherwise than by time, measure nothing and are left out of the mean.
 * - where no test measures anything the value is 1, the speed-up of a program that is as fast as the brute force.
 *
 * @paper GrandCode 3.6, docs/paper-map.md#layered-reward
 */
export function computeLayeredReward(
  input: LayeredRewardInput,
  rules: SpeedUpRules = defaultSpeedUpRules,
): LayeredReward {
  const { correctness, oracle, efficiency } = input;
  const fault = findFault(correctness) ?? findFault(efficiency.candidate) ?? findBruteForceFault(efficiency);
  if (fault !== undefined) return { kind: "reward-withheld", reason: fault };
  const failed = findFailedLayer(correctness, isFailure) ?? findFailedLayer(efficiency.candidate, isFailureButLate);
  if (failed !== undefined) return { kind: "reward-given", value: 0, layer: failed, oracle, speedUps: [] };
  const speedUps = efficiency.candidate.tests.map((test, i): SpeedUp => {
    const { candidate, bruteForce } = efficiency.startUpMs;
    return computeSpeedUp(
      {
        candidate: test,
        bruteForce: efficiency.bruteForce[i] as ExecutionReport,
        startUpMs: { candidate, bruteForce },
      },
      rules,
    );
  });
  const scores = speedUps.flatMap((one) => (one.kind === "speed-up-measured" ? [one.score] : []));
  const value = scores.length === 0 ? 1 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { kind: "reward-given", value, layer: "efficiency", oracle, speedUps };
}

function findFault(report: RewardedReport): string | undefined {
  if (report.verdict === "compile-error") return undefined;
  const failed = report.tests.find((test) => test.verdict === "judge-failed");
  if (failed !== undefined) return `test ${failed.testId}: ${failed.message}`;
  return report.verdict === "judge-failed" ? (report.message ?? "the judge failed") : undefined;
}

function findBruteForceFault({ candidate, bruteForce }: EfficiencyReports): string | undefined {
  if (bruteForce.length !== candidate.tests.length && candidate.verdict !== "compile-error") {
    return `expected the brute force on ${candidate.tests.length} efficiency tests, got ${bruteForce.length}`;
  }
  const failed = bruteForce.find((report) => report.verdict === "judge-failed");
  return failed === undefined ? undefined : `the brute force: ${failed.message}`;
}

function findFailedLayer(
  report: RewardedReport,
  fails: (test: TestReport) => boolean,
): "executability" | "correctness" | undefined {
  if (report.verdict === "compile-error") return "executability";
  const failed = report.tests.filter(fails);
  if (failed.length === 0) return undefined;
  return failed.some((test) => !isWrong(test)) ? "executability" : "correctness";
}

/** A skipped test was skipped for another's failure. */
function isFailure({ verdict }: TestReport): boolean {
  return verdict !== "accepted" && verdict !== "skipped";
}

function isFailureButLate(test: TestReport): boolean {
  return isFailure(test) && !isLate(test);
}

/** Killed for its time, be it asleep. */
function isLate({ verdict }: TestReport): boolean {
  return verdict === "time-limit-exceeded" || verdict === "idleness-limit-exceeded";
}

function isWrong({ verdict }: TestReport): boolean {
  return verdict === "wrong-answer" || verdict === "presentation-error" || verdict === "partial";
}
