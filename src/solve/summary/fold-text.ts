import { askSummary } from "../../agent/index.ts";
import { emit, type RunState } from "../run-state.ts";
import type { FoldScore } from "./score-fold.ts";
import { splitChunks } from "./split-chunks.ts";

/** What folding a text gave. The text itself stays in the journal, as the artifact `textDigest`. */
export interface FoldReport {
  /** What was folded, e.g. `round 0`. */
  readonly about: string;
  readonly textDigest: string;
  readonly textChars: number;
  /** s_1, s_2, … after each chunk. */
  readonly states: readonly string[];
  readonly chunkCount: number;
  /** Why a chunk could not be folded; the state then lacks it. */
  readonly failures: readonly string[];
  /** How good the states are, where the policy can score text. */
  readonly score?: FoldScore | undefined;
}

/**
 * Folds a text chunk by chunk into a state: s_k from s_(k−1) and chunk k, from the state given. A chunk that the
 * summariser fails on is left out and named. GrandCode section 3.5.
 */
export async function foldText(
  state: RunState,
  options: {
    readonly about: string;
    readonly text: string;
    readonly initialState?: string | undefined;
    readonly round: number;
  },
): Promise<FoldReport> {
  const { about, text, initialState, round } = options;
  const { chunkChars, summaryWords } = state.plan.memory;
  const textDigest = state.journal.putArtifact(new TextEncoder().encode(text));
  const chunks = splitChunks(text, chunkChars);
  const states: string[] = [];
  const failures: string[] = [];
  let current = initialState;
  for (const [index, chunk] of chunks.entries()) {
    const step = { state: current, chunk, part: index + 1, partCount: chunks.length, maxWords: summaryWords };
    const answer = await askSummary(state.roles, { ...step, round, index });
    if (answer.kind === "answer-unusable") failures.push(`part ${index + 1}: ${answer.reason}`);
    else current = answer.value;
    if (current !== undefined) states.push(current);
  }
  const report = { about, textDigest, textChars: text.length, states, chunkCount: chunks.length, failures };
  emit(state, {
    kind: "summary-folded",
    data: {
      about,
      textDigest,
      textChars: text.length,
      chunkCount: chunks.length,
      stateChars: current?.length ?? 0,
      failedCount: failures.length,
    },
  });
  return report;
}
