import { askClassification, type RoleContext } from "../agent/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Problem } from "../problem/index.ts";
import type { SolveResult } from "./contract.ts";
import { emit, startStage } from "./run-state.ts";

/** The problem's level, 1 to 5: as the package says, else as the model rates it. GrandCode section 3.1. */
export async function classify(
  problem: Problem,
  context: { readonly roles: RoleContext; readonly journal: Journal },
): Promise<SolveResult["level"]> {
  startStage(context, "classify", 0);
  const level = await findLevel(problem, context.roles);
  const { value, source, reason, features } = level;
  emit(context, { kind: "level-classified", data: { level: value, source, reason, features } });
  return level;
}

async function findLevel(problem: Problem, roles: RoleContext): Promise<SolveResult["level"]> {
  const { level, tags } = problem.provenance;
  if (level !== undefined) {
    return { value: level, source: "package", reason: "stated by the package", features: tags };
  }
  const answer = await askClassification(roles);
  if (answer.kind === "answer-unusable") {
    return { value: 3, source: "default", reason: `no usable classification: ${answer.reason}`, features: [] };
  }
  const { value } = answer;
  return { value: value.level, source: "model", reason: value.reason, features: value.techniques };
}
