export type {
  Demonstration,
  LeagueAddress,
  LeagueHypothesis,
  LeagueLevel,
  LeagueProblem,
  LeagueSplit,
  LeagueTask,
  ParsedCompletion,
  PromptKind,
  PromptRequest,
  TrainingText,
  VocabularyData,
} from "./contract.ts";
export { createLargeTests, createLeagueProblem, createLeagueTask, readLeagueProblem } from "./create-league-problem.ts";
export { formatLeagueId, isLeagueId, leagueLevels, parseLeagueId } from "./league-id.ts";
export {
  createBenchmark,
  createHeldOutSet,
  trainingProblems,
  trainingTasks,
  type TrainingOptions,
} from "./league-sets.ts";
export { programHeader } from "./program/program-text.ts";
export { listTrainingTexts, parseCompletion, renderPrompt } from "./text/prompt.ts";
export { createVocabulary } from "./text/vocabulary.ts";
