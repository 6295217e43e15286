export { computeContextScore, type ScoredText } from "./compute-context-score.ts";
export { computeCorrectionLoss, computeCorrectionRewards, type CorrectionLoss } from "./compute-correction-loss.ts";
export { computeGroupAdvantages, type GroupAdvantages, type GroupNormalization } from "./compute-group-advantages.ts";
export { computeGroupLoss, type GroupLoss, type GroupTokens, type LossReduction } from "./compute-group-loss.ts";
export { computeGrpoLoss } from "./compute-grpo-loss.ts";
export { computeHypothesisReward, computeVerificationRate } from "./compute-hypothesis-reward.ts";
export { computeImmediateLoss, type AdvantageLoss } from "./compute-immediate-loss.ts";
export { computeLengthPenalty } from "./compute-length-penalty.ts";
export { computeMeanLogprob } from "./compute-mean-logprob.ts";
export { computePassAtK } from "./compute-pass-at-k.ts";
export { computeRankLambda, type RankLambdaSchedule } from "./compute-rank-lambda.ts";
export {
  computeRankLoss,
  computeRankObjective,
  type RankBaseline,
  type RankObjective,
} from "./compute-rank-objective.ts";
export { computeRankWeights } from "./compute-rank-weights.ts";
export {
  computeStalenessWeight,
  computeStalenessWeights,
  type StalenessSchedule,
  type StalenessWeights,
} from "./compute-staleness-weights.ts";
export { computeSummaryChainScore, computeSummaryStepScore } from "./compute-summary-scores.ts";
export { computeTokenLoss, type SequenceTokens, type TokenLoss, type TokenLossSpec } from "./compute-token-loss.ts";
export { computeWeightedScore, type LevelResult } from "./compute-weighted-score.ts";
export { computeUtilization, findGaps, type ScheduleGap, type Utilization } from "./schedule/compute-utilization.ts";
export { renderScheduleSvg } from "./schedule/render-schedule-svg.ts";
export type { Schedule, ScheduleSpan } from "./schedule/schedule.ts";
export {
  computeContextParallelSize,
  simulateDynamicCp,
  type ContextParallelMachine,
  type ContextParallelRun,
} from "./schedule/simulate-dynamic-cp.ts";
export {
  simulatePipelinedCp,
  type MicroBatchTime,
  type PipelinedCpWorkload,
} from "./schedule/simulate-pipelined-cp.ts";
