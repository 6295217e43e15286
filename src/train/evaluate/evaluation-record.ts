import type { Json } from "../../std/index.ts";
import type { MetricRecord } from "../run/run-folder.ts";
import type { Evaluation, EvaluationScores } from "./evaluate-policy.ts";

/** An evaluation as a line of a run's metrics, without the single tasks. */
export function toEvaluationRecord(evaluation: Evaluation, step: number): MetricRecord {
  const { overall, byLevel, withheldCount, tokenCount } = evaluation;
  return {
    kind: "evaluation",
    step,
    ...toJson(overall),
    byLevel: Object.fromEntries(Object.entries(byLevel).map(([level, scores]) => [level, toJson(scores)])),
    withheldCount,
    tokenCount,
  };
}

function toJson({ taskCount, sampled, greedy, passAtK, mixedShare }: EvaluationScores): { [name: string]: Json } {
  return { taskCount, sampled, greedy, passAtK: { ...passAtK }, mixedShare };
}
