import type { Judge } from "../judge/index.ts";
import type { Problem } from "../problem/index.ts";

export interface ForgeContext {
  readonly judge: Judge;
  readonly problem: Problem;
  readonly signal?: AbortSignal | undefined;
}

/** Whether a helper program may be relied on; a complaint is written for whoever wrote it. */
export type ToolCheck =
  | { readonly kind: "tool-believed"; readonly reason: string }
  | { readonly kind: "tool-rejected"; readonly complaint: string }
  /** Nothing is there to check it with, whoever writes it. */
  | { readonly kind: "tool-uncheckable"; readonly reason: string };
