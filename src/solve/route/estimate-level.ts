import { levelTables } from "./level-tables.ts";
import { listFeatures, type LevelFeatures, type RatedProblem } from "./list-features.ts";

/** A fitted softmax over the levels: score_L = bias + Σ weight·(feature − mean)/scale. */
export interface LevelTable {
  /** On what it was fitted, for people. */
  readonly source: string;
  readonly features: readonly {
    readonly name: string;
    readonly mean: number;
    readonly scale: number;
    /** One a level. */
    readonly weights_L: readonly number[];
  }[];
  readonly biases_L: readonly number[];
}

/** What a problem's features say of its level. */
export interface LevelEstimate {
  /** Of levels 1 to 5; sums to 1. */
  readonly probabilities_L: readonly number[];
  /** The likeliest level. */
  readonly level: number;
  /** The features that speak most for it, strongest first. */
  readonly features: readonly string[];
  /** On what the table was fitted. */
  readonly source: string;
}

const shownFeatures = 5;

/**
 * The level by statement and limits alone, with calibrated probabilities: of problems with such features the share that
 * is of each level. League problems have a table of their own, since their levels are on another scale.
 *
 * @paper GrandCode 3.1, docs/paper-map.md#level-confidence
 */
export function estimateLevel(problem: RatedProblem & { readonly isLeague: boolean }): LevelEstimate {
  const table = problem.isLeague ? levelTables.league : levelTables.contest;
  return applyTable(table, listFeatures(problem));
}

/** What a table says of some features. */
export function applyTable(table: LevelTable, features: LevelFeatures): LevelEstimate {
  const standard = table.features.map(({ name, mean, scale }) => ((features[name] ?? 0) - mean) / scale);
  const scores_L = table.biases_L.map((bias, l) =>
    table.features.reduce((sum, { weights_L }, f) => sum + (weights_L[l] ?? 0) * (standard[f] ?? 0), bias),
  );
  const highest = Math.max(...scores_L);
  const exponentials = scores_L.map((score) => Math.exp(score - highest));
  const total = exponentials.reduce((sum, value) => sum + value, 0);
  const best = scores_L.indexOf(highest);
  return {
    probabilities_L: exponentials.map((value) => value / total),
    level: best + 1,
    features: table.features
      .map(({ name, weights_L }, f) => ({ name, pull: (weights_L[best] ?? 0) * (standard[f] ?? 0) }))
      .filter(({ pull }) => pull > 0)
      .toSorted((a, b) => b.pull - a.pull)
      .slice(0, shownFeatures)
      .map(({ name }) => name),
    source: table.source,
  };
}
