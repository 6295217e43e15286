import { checkInputSpec, type ForgeContext } from "../../forge/index.ts";
import type { InputSpec } from "../../problem/index.ts";
import type { RoleContext } from "../role-context.ts";
import { askInputSpec } from "./agent.ts";

export type DerivedInputSpec =
  /** `reason` says what it was checked against. */
  | { readonly kind: "spec-derived"; readonly spec: InputSpec; readonly reason: string; readonly attempts: number }
  | { readonly kind: "spec-missing"; readonly complaints: readonly string[] };

const maxAttempts = 3;

/** Has the model derive the specification, and again with the complaint, until the checks of the forge believe it. */
export async function deriveInputSpec(roles: RoleContext, forge: ForgeContext): Promise<DerivedInputSpec> {
  const complaints: string[] = [];
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = await askInputSpec(roles, { attempt, complaints });
    if (answer.kind === "answer-unusable") {
      complaints.push(answer.reason);
      continue;
    }
    const checked = await checkInputSpec(forge, answer.value);
    if (checked.kind === "tool-believed") {
      return { kind: "spec-derived", spec: answer.value, reason: checked.reason, attempts: attempt + 1 };
    }
    complaints.push(checked.kind === "tool-rejected" ? checked.complaint : checked.reason);
    if (checked.kind === "tool-uncheckable") break;
  }
  return { kind: "spec-missing", complaints };
}
