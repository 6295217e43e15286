import { requireAt, requireInput } from "./require-input.ts";

/**
 * Length-normalised log-likelihood log p(text | context)/|text| in nats per token: the mean over the text's tokens.
 *
 * @throws RL_INPUT_INVALID for an empty text or a log-probability that is not finite
 * @paper GrandCode 3.5, docs/paper-map.md#mean-logprob
 */
export function computeMeanLogprob(logprobs_T: ArrayLike<number>): number {
  const length = logprobs_T.length;
  requireInput(length > 0, "a text must have at least 1 token to be scored, got 0; leave the term out");
  let sum = 0;
  for (let t = 0; t < length; t += 1) sum += requireAt("logprobs_T", logprobs_T, t);
  return sum / length;
}
