import type { ScoringPolicy } from "../../policy/index.ts";
import { computeDigest } from "../../std/index.ts";
import { emit, type RunState } from "../run-state.ts";
import { scoreFold, type FoldScore } from "./score-fold.ts";
import { splitChunks } from "./split-chunks.ts";

/** Weights of the two terms of a step's score, which the paper leaves open: predicting and rebuilding count alike. */
const weights = { alpha: 1, beta: 1 };

/**
 * Scores every fold of the run by the program that was chosen in the end, and keeps the scores with the folds. Nothing
 * goes by them: they tell a reader how much the summaries kept.
 *
 * @paper GrandCode 3.5, docs/paper-map.md#summary-quality
 */
export async function scoreFolds(
  state: RunState,
  { scorer, chosenId }: { readonly scorer: ScoringPolicy | undefined; readonly chosenId: string | undefined },
): Promise<void> {
  if (scorer === undefined) return;
  const { folds } = state.memory;
  const answer = state.candidates.find(({ id }) => id === chosenId)?.program.source;
  for (const [i, fold] of folds.entries()) {
    const score = await scoreOne(state, { scorer, answer, fold });
    folds[i] = { ...fold, score };
    const data = { about: fold.about, scorer: scorer.info.name };
    if (score.kind === "fold-scored") {
      emit(state, { kind: "summary-scored", data: { ...data, chain: score.chain, steps: score.steps } });
    } else emit(state, { kind: "summary-not-scored", data: { ...data, reason: score.reason } });
  }
}

async function scoreOne(
  state: RunState,
  parts: {
    readonly scorer: ScoringPolicy;
    readonly answer: string | undefined;
    readonly fold: RunState["memory"]["folds"][number];
  },
): Promise<FoldScore> {
  const { scorer, answer, fold } = parts;
  if (answer === undefined) return { kind: "fold-not-scored", reason: "no program was chosen to score it by" };
  const text = new TextDecoder().decode(state.journal.getArtifact(fold.textDigest));
  const chunks = splitChunks(text, state.plan.memory.chunkChars);
  const problemText = state.problem.statements[0]?.markdown ?? "";
  const { outcome } = await state.journal.effect<FoldScore>(
    {
      kind: "score-text",
      label: `summary of ${fold.about}`,
      input: {
        policy: scorer.info.name,
        problem: computeDigest(problemText),
        text: fold.textDigest,
        states: [...fold.states],
        answer: computeDigest(answer),
        ...weights,
      },
    },
    async () =>
      scoreFold(scorer, { problemText, chunks, states: fold.states, answer, ...weights }, { signal: state.signal }),
  );
  return outcome;
}
