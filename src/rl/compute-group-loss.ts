import { computeTokenLoss, type TokenLoss } from "./compute-token-loss.ts";
import { requireAtLeast, requireInput, requireSameLength } from "./require-input.ts";

/**
 * `token-sum` is the formula: −1/K Σ_members Σ_tokens. `token-mean` is the sketch: the mean over all tokens of the
 * present members (over a rectangle without padding the two differ by the factor T).
 */
export type LossReduction = "token-sum" | "token-mean";

/** The tokens of one group; members may differ in length, and an absent member may have none. */
export interface GroupTokens {
  readonly logprobs_G_T: readonly ArrayLike<number>[];
  /** Each token's log-probability under the version of the policy that sampled that token. */
  readonly behaviourLogprobs_G_T: readonly ArrayLike<number>[];
  /** Staleness weights, see `computeStalenessWeights`; default 1. */
  readonly tokenWeights_G_T?: readonly ArrayLike<number>[];
}

/** A group's loss; `gradient_G_T` is its derivative with respect to every log-probability. */
export interface GroupLoss {
  readonly loss: number;
  readonly gradient_G_T: readonly (readonly number[])[];
  /** K of the factor 1/K: the members present. */
  readonly memberCount: number;
  /** Tokens of the members present. */
  readonly tokenCount: number;
  /** Tokens whose gradient the clip cut off. */
  readonly clippedTokenCount: number;
  /** Tokens of weight 0: too old to learn from. */
  readonly staleTokenCount: number;
}

/**
 * The clipped loss L = −1/K Σ_i Σ_u w·min(ρA, clip(ρ, 1 − ε, 1 + ε)A) of one group, with its gradient.
 *
 * Weights multiply terms and change neither K nor the number of tokens in the mean, so that fading a token out is
 * continuous. A group of no members, or of no tokens, has loss 0.
 *
 * @throws RL_INPUT_INVALID for ε outside [0, 1], or arrays that do not match
 * @throws RL_LOSS_NOT_FINITE when a ratio overflows
 * @paper GrandCode 3.2, docs/paper-map.md#clipped-loss
 */
export function computeGroupLoss(
  options: GroupTokens & {
    readonly advantages_G: readonly number[];
    /** Default: all. */
    readonly isPresent_G?: readonly boolean[];
    readonly epsilon: number;
    /** Default `token-sum`. */
    readonly reduction?: LossReduction;
  },
): GroupLoss {
  const { logprobs_G_T, advantages_G, epsilon, reduction = "token-sum" } = options;
  checkShapes(options);
  const isPresent_G = options.isPresent_G ?? advantages_G.map(() => true);
  const memberCount = isPresent_G.filter(Boolean).length;
  const tokenCount = logprobs_G_T.reduce((sum, logprobs_T, g) => sum + (isPresent_G[g] ? logprobs_T.length : 0), 0);
  const divisor = reduction === "token-sum" ? memberCount : tokenCount;
  let staleTokenCount = 0;
  const losses_G: TokenLoss[] = logprobs_G_T.map((logprobs_T, g) => {
    if (!isPresent_G[g] || tokenCount === 0) {
      return { loss: 0, gradient_T: Array.from(logprobs_T, () => 0), clippedTokenCount: 0 };
    }
    const weights_T = options.tokenWeights_G_T?.[g];
    if (weights_T !== undefined) staleTokenCount += Array.from(weights_T).filter((weight) => weight === 0).length;
    return computeTokenLoss(
      { kind: "ppo", clipLowThreshold: 1 - epsilon, clipHighThreshold: 1 + epsilon },
      {
        logprobs_T,
        behaviourLogprobs_T: options.behaviourLogprobs_G_T[g] ?? [],
        advantages_T: Array.from(logprobs_T, () => (advantages_G[g] ?? 0) / divisor),
        ...(weights_T === undefined ? {} : { weights_T }),
      },
    );
  });
  return {
    loss: losses_G.reduce((sum, { loss }) => sum + loss, 0),
    gradient_G_T: losses_G.map(({ gradient_T }) => gradient_T),
    memberCount,
    tokenCount,
    clippedTokenCount: losses_G.reduce((sum, { clippedTokenCount }) => sum + clippedTokenCount, 0),
    staleTokenCount,
  };
}

function checkShapes(options: Parameters<typeof computeGroupLoss>[0]): void {
  const groupSize = options.advantages_G.length;
  requireAtLeast("epsilon", options.epsilon, 0);
  requireInput(options.epsilon <= 1, `epsilon must be at most 1, got ${options.epsilon}; a usual value is 0.2`);
  requireSameLength("logprobs_G_T", options.logprobs_G_T.length, groupSize);
  requireSameLength("behaviourLogprobs_G_T", options.behaviourLogprobs_G_T.length, groupSize);
  if (options.tokenWeights_G_T) requireSameLength("tokenWeights_G_T", options.tokenWeights_G_T.length, groupSize);
  if (options.isPresent_G) requireSameLength("isPresent_G", options.isPresent_G.length, groupSize);
}
