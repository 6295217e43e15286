import { z } from "zod";
import { AppError } from "../../../std/index.ts";
import type { Tokenizer } from "../../trainable-contract.ts";

/**
 * A vocabulary as it stands in a checkpoint: at each place the longest piece that fits is taken. Special tokens are
 * never found in text.
 */
export const tokenizerDataSchema = z
  .strictObject({
    kind: z.literal("longest-match"),
    /** Entry i is the text of token i; a special token's is its name. */
    vocabulary: z.array(z.string().min(1)).min(2).max(65_536),
    specialTokens: z.array(z.int().min(0)).min(1),
    endToken: z.int().min(0),
  })
  .refine(({ vocabulary }) => new Set(vocabulary).size === vocabulary.length, { message: "pieces must differ" })
  .refine(({ vocabulary, specialTokens }) => specialTokens.every((token) => token < vocabulary.length), {
    message: "special tokens must be in the vocabulary",
  })
  .refine(({ specialTokens, endToken }) => specialTokens.includes(endToken), {
    message: "endToken must be a special token",
  });

export type TokenizerData = z.infer<typeof tokenizerDataSchema>;

/** @throws AppError TINY_TOKENIZER_INVALID; `encode` throws TINY_TEXT_UNENCODABLE */
export function createTokenizer(data: unknown): Tokenizer & { readonly data: TokenizerData } {
  const parsed = tokenizerDataSchema.safeParse(data);
  if (!parsed.success) {
    throw new AppError({
      code: "TINY_TOKENIZER_INVALID",
      message: `expected a vocabulary with special tokens, got: ${z.prettifyError(parsed.error)}; make the tokenizer again`,
    });
  }
  const { vocabulary, specialTokens, endToken } = parsed.data;
  const special = new Set(specialTokens);
  const byFirst = indexPieces(vocabulary, special);
  return {
    data: parsed.data,
    vocabularySize: vocabulary.length,
    endToken,
    encode: (text) => encode(text, byFirst),
    decode: (tokens) => tokens.map((token) => (special.has(token) ? "" : (vocabulary[token] ?? ""))).join(""),
  };
}

interface Piece {
  readonly text: string;
  readonly token: number;
}

function indexPieces(
  vocabulary: readonly string[],
  special: ReadonlySet<number>,
): ReadonlyMap<string, readonly Piece[]> {
  const pieces = vocabulary.map((text, token) => ({ text, token })).filter(({ token }) => !special.has(token));
  const longestFirst = pieces.toSorted((a, b) => b.text.length - a.text.length);
  return Map.groupBy(longestFirst, ({ text }) => text.charAt(0));
}

function encode(text: string, byFirst: ReadonlyMap<string, readonly Piece[]>): number[] {
  const tokens: number[] = [];
  let at = 0;
  while (at < text.length) {
    const piece = byFirst.get(text.charAt(at))?.find((candidate) => text.startsWith(candidate.text, at));
    if (piece === undefined) {
      throw new AppError({
        code: "TINY_TEXT_UNENCODABLE",
        message: `the vocabulary has no piece for ${JSON.stringify(text.slice(at, at + 12))} at character ${at}; this small policy reads only text of the kind that it was trained on`,
      });
    }
    tokens.push(piece.token);
    at += piece.text.length;
  }
  return tokens;
}
