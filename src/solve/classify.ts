import { askClassification, type RoleContext } from "../agent/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Problem } from "../problem/index.ts";
import type { SolveResult } from "./contract.ts";
import { estimateLevel } from "./route/estimate-level.ts";
import { emit, startStage } from "./run-state.ts";

/**
 * The problem's level, 1 to 5: as the package says, else as the model rates it, else by features of the statement; with
 * a calibrated confidence. GrandCode section 3.1.
 */
export async function classify(
  problem: Problem,
  context: { readonly roles: RoleContext; readonly journal: Journal },
): Promise<SolveResult["level"]> {
  startStage(context, "classify", 0);
  const level = await findLevel(problem, context.roles);
  const { value, source, confidence, reason, features } = level;
  emit(context, { kind: "level-classified", data: { level: value, source, confidence, reason, features } });
  return level;
}

async function findLevel(problem: Problem, roles: RoleContext): Promise<SolveResult["level"]> {
  const { level, tags, source } = problem.provenance;
  if (level !== undefined) {
    return { value: level, source: "package", confidence: 1, reason: "stated by the package", features: tags };
  }
  const { statements, limits } = problem;
  const { markdown } = statements[0];
  const estimate = estimateLevel({ markdown, timeLimitMs: limits.timeLimitMs, isLeague: source === "league" });
  const calibratedOn = estimate.source;
  const toConfidence = (value: number): number => Number((estimate.probabilities_L[value - 1] ?? 0).toFixed(3));
  const answer = await askClassification(roles);
  if (answer.kind === "answer-unusable") {
    return {
      value: estimate.level,
      source: "features",
      confidence: toConfidence(estimate.level),
      calibratedOn,
      reason: `no usable classification by the model: ${answer.reason}`,
      features: estimate.features,
    };
  }
  const { level: value, reason, techniques } = answer.value;
  return { value, source: "model", confidence: toConfidence(value), calibratedOn, reason, features: techniques };
}
