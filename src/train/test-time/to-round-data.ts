import type { LearnedRollout } from "../../agent/index.ts";
import type { TokenIds, Tokenizer, TrainingDatum } from "../../policy/index.ts";
import { AppError } from "../../std/index.ts";

/** The texts of a round that move the weights, and what was left out. */
export interface RoundData {
  readonly data: readonly TrainingDatum[];
  /** Tokens of one pass over the data, prompts included. */
  readonly tokenCount: number;
  /** Rollouts whose tokens the policy did not give or no longer knows. */
  readonly unknownCount: number;
}

/**
 * The rollouts of a round as data whose summed loss has the gradient of the rank objective: −Σ_i credit_i Σ_u log π(u)
 * where sampler and trainer agree. Prompts are masked, and rollouts without reward or credit left out.
 *
 * @throws AppError where a prompt cannot be made or encoded
 * @paper GrandCode 3.8, docs/paper-map.md#rank-gradient
 */
export function toRoundData(
  rollouts: readonly LearnedRollout[],
  options: {
    readonly tokenizer: Tokenizer;
    /** What the policy read for a rollout. */
    readonly toPrompt: (rollout: LearnedRollout) => string;
  },
): RoundData {
  const { tokenizer, toPrompt } = options;
  const credited = rollouts.filter(({ reward, credit }) => reward !== null && credit !== 0);
  const data = credited.flatMap((rollout) => {
    const tokens = toTokens(rollout, tokenizer);
    if (tokens === undefined) return [];
    return [toDatum(rollout, { prompt: tokenizer.encode(toPrompt(rollout)), tokens })];
  });
  return {
    data,
    tokenCount: data.reduce((sum, { inputTokens }) => sum + inputTokens.length, 0),
    unknownCount: credited.length - data.length,
  };
}

/** The ids of the sampled tokens: each one's text is a piece of the vocabulary, or empty for the one that ends. */
function toTokens({ tokens_T, logprobs_T }: LearnedRollout, tokenizer: Tokenizer): TokenIds | undefined {
  if (tokens_T === undefined || tokens_T.length === 0 || logprobs_T?.length !== tokens_T.length) return undefined;
  const tokens: number[] = [];
  for (const text of tokens_T) {
    const ids = text === "" ? [tokenizer.endToken] : encodePiece(text, tokenizer);
    const [id] = ids;
    if (ids.length !== 1 || id === undefined) return undefined;
    tokens.push(id);
  }
  return tokens;
}

function encodePiece(text: string, tokenizer: Tokenizer): TokenIds {
  try {
    return tokenizer.encode(text);
  } catch (thrown) {
    if (AppError.is(thrown)) return [];
    throw thrown;
  }
}

function toDatum(
  { credit, logprobs_T = [] }: LearnedRollout,
  { prompt, tokens }: { readonly prompt: TokenIds; readonly tokens: TokenIds },
): TrainingDatum {
  const all = [...prompt, ...tokens];
  const masked = prompt.slice(1).map(() => 0);
  return {
    inputTokens: all.slice(0, -1),
    targetTokens: all.slice(1),
    weights_T: [...masked, ...tokens.map(() => 1)],
    advantages_T: [...masked, ...tokens.map(() => credit)],
    behaviourLogprobs_T: [...masked, ...logprobs_T],
  };
}
