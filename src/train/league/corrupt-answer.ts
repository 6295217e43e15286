import type { TokenIds, Tokenizer } from "../../policy/index.ts";
import type { Rng } from "../../std/index.ts";

/** Each operator and what it is mistaken for. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">"],
  ">": [">=", "<"],
  "<=": ["<", ">="],
  ">=": [">", "<="],
  "==": ["!="],
  "!=": ["=="],
  "+": ["-"],
  "-": ["+"],
  "*": ["+"],
  "/": ["*"],
  "%": ["/"],
  "&&": ["||"],
  "||": ["&&"],
};

/** An answer in which each operator of its program is, with chance `rate`, one that a careless author takes for it. */
export type Corruption = (answerTokens: TokenIds, rng: Rng) => TokenIds;

export function createCorruption(tokenizer: Pick<Tokenizer, "encode">, rate: number): Corruption {
  const wrongByToken = new Map(
    Object.entries(mistakes).map(([right, wrong]) => [
      toToken(tokenizer, right),
      wrong.map((text) => toToken(tokenizer, text)),
    ]),
  );
  return (answerTokens, rng) =>
    answerTokens.map((token) => {
      const wrong = wrongByToken.get(token) ?? [];
      if (wrong.length === 0 || rng.nextFloat() >= rate) return token;
      return wrong[rng.nextInt(0, wrong.length - 1)] ?? token;
    });
}

function toToken(tokenizer: Pick<Tokenizer, "encode">, piece: string): number {
  const [token = 0] = tokenizer.encode(piece);
  return token;
}
