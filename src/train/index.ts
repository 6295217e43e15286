export type { Attempt, EncodedText, Grader, Task } from "./contract.ts";
export { collectRollouts, type Ask, type Rollout, type RolloutOptions } from "./evaluate/collect-rollouts.ts";
export {
  compareEvaluations,
  computePairedDifference,
  measureAny,
  measureGreedy,
  measureSampled,
  type PairedDifference,
  type TaskMeasure,
} from "./evaluate/compare-evaluations.ts";
export {
  evaluatePolicy,
  isAccepted,
  summarizeResults,
  type Evaluation,
  type EvaluationOptions,
  type EvaluationScores,
  type TaskResult,
} from "./evaluate/evaluate-policy.ts";
export { createCoinFlipGrader } from "./grade/create-coin-flip-grader.ts";
export { evaluateSelection, type SelectionOptions } from "./evaluate/evaluate-selection.ts";
export { createForgetfulJournal } from "./grade/create-forgetful-journal.ts";
export { withRewardCache, type CachedGrader } from "./grade/with-reward-cache.ts";
export type { CollapseLimits, CollapseReason, GuardReading } from "./grpo/collapse-guard.ts";
export type { GrpoSettings, GuardSettings } from "./grpo/grpo-settings.ts";
export { runGrpo, type GrpoOptions, type GrpoResult } from "./grpo/run-grpo.ts";
export { renderLineChart, type ChartSeries, type LineChart } from "./report/render-line-chart.ts";
export { writeRunReport, type ReportTable, type RunReport } from "./report/write-run-report.ts";
export { measureCpu, type CpuUsage } from "./run/measure-cpu.ts";
export { createProgressLine, silentProgress, type Progress, type ProgressUpdate } from "./run/progress.ts";
export type { MetricRecord } from "./run/run-folder.ts";
export { computeLearningRate, type LearningRateSchedule } from "./schedule.ts";
export { runSft, type SftOptions, type SftResult, type SftSettings } from "./sft/run-sft.ts";
export { mixTexts, type TextSource } from "./texts/mix-texts.ts";
export { createLeaguePolicy, type LeaguePolicyOptions } from "./league/create-league-policy.ts";
export { createLeagueLearner } from "./league/create-league-learner.ts";
export { createLeagueGrader, type LeagueGraderOptions } from "./league/create-league-grader.ts";
export {
  createGuardTasks,
  createLeagueTaskSource,
  createProblemFinder,
  toLeagueTask,
  type LeagueTaskOptions,
} from "./league/league-tasks.ts";
export { createLeagueTexts, type LeagueTextKind, type LeagueTextOptions } from "./league/league-texts.ts";
