import { toDataBlock } from "../data-block.ts";

/** One step of folding: the state so far and the next chunk of the text. */
export interface SummaryStep {
  /** Undefined before the first chunk. */
  readonly state?: string | undefined;
  readonly chunk: string;
  /** From 1. */
  readonly part: number;
  readonly partCount: number;
  readonly maxWords: number;
}

export function toSummaryPrompt({ state, chunk, part, partCount, maxWords }: SummaryStep) {
  const before = state === undefined ? "" : `${toDataBlock("SUMMARY SO FAR", state)}\n\n`;
  return {
    system:
      "You keep the working memory of a system that solves competitive-programming problems: you shorten long reasoning " +
      "so that work can go on from your summary alone.",
    task: `A record of work on the problem above is read in ${partCount} parts; this is part ${part}. ${state === undefined ? "Summarise it." : "Fold it into the summary so far: what stands there stays unless this part corrects it."}

${before}${toDataBlock(`PART ${part}`, chunk)}

Keep what later work needs: facts that were established and how, ideas that were tried with their outcome and why they failed, inputs that refuted them, what is still open. Leave out what leads nowhere. Do not add anything of your own and do not solve the problem.

Answer with the new summary and nothing else, in at most ${maxWords} words.`,
  };
}
