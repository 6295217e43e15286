import { emit, type RunState } from "../run-state.ts";
import type { ClaimCheck } from "./contract.ts";

/** Tells what checking one version of a claim gave. */
export function emitChecked(
  state: Pick<RunState, "journal">,
  { id, version, check }: { readonly id: string; readonly version: number; readonly check: ClaimCheck },
): void {
  const { claim, status, reason, checkedCount, agreedCount } = check;
  emit(state, { kind: "hypothesis-checked", data: { id, version, claim, status, reason, checkedCount, agreedCount } });
}
