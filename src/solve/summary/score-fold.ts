import type { ScoringPolicy } from "../../policy/index.ts";
import { computeSummaryChainScore, computeSummaryStepScore } from "../../rl/index.ts";
import { AppError } from "../../std/index.ts";

/** How good a chain of summaries is, in nats per token; or why the policy cannot tell. */
export type FoldScore =
  | { readonly kind: "fold-scored"; readonly steps: readonly number[]; readonly chain: number }
  | { readonly kind: "fold-not-scored"; readonly reason: string };

/**
 * Scores a chain of summaries with a policy that can score text: each state by how well it predicts what follows and
 * rebuilds its chunk, and the last one by how well it predicts the answer alone. What the policy refuses (a letter that
 * its vocabulary lacks, a text beyond its context) is a reason, not a score.
 *
 * @paper GrandCode 3.5, docs/paper-map.md#summary-quality
 */
export async function scoreFold(
  policy: ScoringPolicy,
  fold: {
    /** x: the problem. */
    readonly problemText: string;
    /** c^(1) … c^(n). */
    readonly chunks: readonly string[];
    /** s_1 … s_n. */
    readonly states: readonly string[];
    /** y: e.g. the program that was chosen in the end. */
    readonly answer: string;
    readonly alpha: number;
    readonly beta: number;
  },
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<FoldScore> {
  const { problemText, chunks, states, answer, alpha, beta } = fold;
  if (states.length !== chunks.length || states.length === 0) {
    return { kind: "fold-not-scored", reason: `${states.length} states for ${chunks.length} chunks` };
  }
  const requests = states.flatMap((state, k) => [
    { prompt: state + problemText, target: [...chunks.slice(k + 1), answer].join("") },
    { prompt: state, target: chunks[k] ?? "" },
  ]);
  const { tokenizer } = policy;
  try {
    const scored = await policy.score(
      [...requests, { prompt: states.at(-1) ?? "", target: answer }].map(({ prompt, target }) => ({
        promptTokens: tokenizer.encode(prompt),
        targetTokens: tokenizer.encode(target),
      })),
      options,
    );
    const logprobsAt = (i: number): readonly number[] => scored[i]?.logprobs_T ?? [];
    const steps = states.map((_, k) =>
      computeSummaryStepScore({
        futureLogprobs_T: logprobsAt(2 * k),
        chunkLogprobs_T: logprobsAt(2 * k + 1),
        alpha,
        beta,
      }),
    );
    return { kind: "fold-scored", steps, chain: computeSummaryChainScore(logprobsAt(requests.length)) };
  } catch (thrown) {
    if (!AppError.is(thrown)) throw thrown;
    return { kind: "fold-not-scored", reason: thrown.message };
  }
}
