import { AppError } from "../std/index.ts";
import type { CallOptions, ForwardResult, TrainablePolicy, TrainingDatum } from "./trainable-contract.ts";

/**
 * Learns from any loss whose derivative by the log-probabilities is known, on every backend: a forward pass gives the
 * current log-probabilities, `computeLoss` the loss and its gradient, and an importance-sampling step against those very
 * log-probabilities with the negated gradient as advantages makes the same step. One forward pass more than a loss
 * that the backend knows by name.
 *
 * @param options `computeLoss` gets the log-probabilities of each datum, e.g. for a group loss of `rl`
 * @throws AppError GRADIENT_SHAPE_INVALID
 */
export async function forwardBackwardCustom(
  policy: Pick<TrainablePolicy, "forward" | "forwardBackward">,
  options: {
    readonly data: readonly Pick<TrainingDatum, "inputTokens" | "targetTokens">[];
    readonly computeLoss: (logprobs_G_T: readonly (readonly number[])[]) => {
      readonly loss: number;
      readonly gradient_G_T: readonly (readonly number[])[];
    };
  },
  call: CallOptions = {},
): Promise<ForwardResult> {
  const { data, computeLoss } = options;
  const { outputs } = await policy.forward({ data, loss: { kind: "cross-entropy" } }, call);
  const { loss, gradient_G_T } = computeLoss(outputs.map(({ logprobs_T }) => logprobs_T));
  const weighted = data.map(({ inputTokens, targetTokens }, index): TrainingDatum => {
    const gradient_T = gradient_G_T[index];
    if (gradient_T?.length !== targetTokens.length) {
      throw new AppError({
        code: "GRADIENT_SHAPE_INVALID",
        message: `the gradient of text ${index} must have ${targetTokens.length} entries, one a target token, got ${gradient_T?.length}; return gradient_G_T in the order of the data`,
      });
    }
    return {
      inputTokens,
      targetTokens,
      behaviourLogprobs_T: outputs[index]?.logprobs_T ?? [],
      advantages_T: gradient_T.map((slope) => -slope),
    };
  });
  const result = await policy.forwardBackward({ data: weighted, loss: { kind: "importance-sampling" } }, call);
  return { ...result, loss };
}
