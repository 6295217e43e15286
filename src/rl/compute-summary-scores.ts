import { computeMeanLogprob } from "./compute-mean-logprob.ts";

/**
 * Stage-1 score of the k-th summary state: α·log p(c^(k+1..n), y | s_k, x)/(|c^(k+1..n)| + |y|) +
 * β·log p(c^(k) | s_k)/|c^(k)|, in nats per token.
 *
 * The notes give k = 1. For k > 1 each step keeps the form: what follows is to be predicted from the state s_k alone,
 * and the chunk to be rebuilt is the one just read. After the last chunk the future is the answer.
 *
 * @throws RL_INPUT_INVALID for an empty text or a log-probability that is not finite
 * @paper GrandCode 3.5, docs/paper-map.md#summary-stage-1
 */
export function computeSummaryStepScore(options: {
  /** Tokens of the chunks after the k-th, then of the answer y, given s_k and the problem x. */
  readonly futureLogprobs_T: ArrayLike<number>;
  /** Tokens of the k-th chunk, given s_k. */
  readonly chunkLogprobs_T: ArrayLike<number>;
  readonly alpha: number;
  readonly beta: number;
}): number {
  const { futureLogprobs_T, chunkLogprobs_T, alpha, beta } = options;
  return alpha * computeMeanLogprob(futureLogprobs_T) + beta * computeMeanLogprob(chunkLogprobs_T);
}

/**
 * Stage-2 terminal reward of a whole chain of summaries: the normalised log p(y | s_n), in nats per token.
 *
 * @param answerLogprobs_T tokens of the answer y, given the last state s_n
 * @throws RL_INPUT_INVALID for an empty answer or a log-probability that is not finite
 * @paper GrandCode 3.5, docs/paper-map.md#summary-stage-2
 */
export function computeSummaryChainScore(answerLogprobs_T: ArrayLike<number>): number {
  return computeMeanLogprob(answerLogprobs_T);
}
