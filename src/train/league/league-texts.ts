import { createLeagueTask, listTrainingTexts, type LeagueLevel, type PromptKind } from "../../league/index.ts";
import type { TokenIds, Tokenizer } from "../../policy/index.ts";
import { invariant, type Rng } from "../../std/index.ts";
import type { EncodedText } from "../contract.ts";
import type { TextSource } from "../texts/mix-texts.ts";
import { createCorruption } from "./corrupt-answer.ts";

/** Kinds of text: the league's, and programs by themselves. */
export type LeagueTextKind = PromptKind | "program-alone";

export interface LeagueTextOptions {
  readonly tokenizer: Pick<Tokenizer, "encode" | "endToken">;
  /** How often each kind is drawn, beside the others that the task gives. */
  readonly kinds: Readonly<Partial<Record<LeagueTextKind, number>>>;
  /** How often each level is drawn. */
  readonly levels: Readonly<Partial<Record<LeagueLevel, number>>>;
  /** Chance that an operator of a demonstration's program is replaced by a wrong one; default 0. */
  readonly corruption?: number;
}

/** What a policy learns by heart from the league's endless training problems. */
export function createLeagueTexts(options: LeagueTextOptions): TextSource {
  const { tokenizer, kinds, corruption = 0 } = options;
  const levels = toEntries(options.levels);
  const corrupt = createCorruption(tokenizer, corruption);
  return (rng) => {
    const level = drawByWeight(rng, levels);
    const task = createLeagueTask({ level, seed: drawSeed(rng), split: "training" });
    const texts = [
      ...listTrainingTexts(task),
      { kind: "program-alone" as const, prompt: "", completion: task.demonstration.program },
    ];
    const text = drawByWeight(
      rng,
      texts.map((candidate) => [candidate, kinds[candidate.kind] ?? 0] as const),
    );
    const encoded = encodeText(tokenizer, text);
    return corruption > 0 ? { ...encoded, answerTokens: corrupt(encoded.answerTokens, rng) } : encoded;
  };
}

/** Seeds from here on are never drawn. */
export const firstGuardSeed = 2 ** 50;

/** A seed of the league. */
export function drawSeed(rng: Rng): number {
  return rng.nextInt(0, firstGuardSeed - 1);
}

function encodeText(
  tokenizer: Pick<Tokenizer, "encode" | "endToken">,
  text: { readonly kind: string; readonly prompt: string; readonly completion: string },
): EncodedText {
  const answerTokens: TokenIds = [...tokenizer.encode(text.completion), tokenizer.endToken];
  return { kind: text.kind, promptTokens: tokenizer.encode(text.prompt), answerTokens };
}

/** Levels with their weights. */
export function toEntries(
  levels: Readonly<Partial<Record<LeagueLevel, number>>>,
): readonly (readonly [LeagueLevel, number])[] {
  return Object.entries(levels).map(([level, weight]) => [Number(level) as LeagueLevel, weight]);
}

/** One of the items, each as often as its weight says. */
export function drawByWeight<T>(rng: Rng, items: readonly (readonly [item: T, weight: number])[]): T {
  const total = items.reduce((sum, [, weight]) => sum + weight, 0);
  invariant(total > 0 && Number.isFinite(total), "something may be drawn");
  let rest = rng.nextFloat() * total;
  for (const [item, weight] of items) {
    rest -= weight;
    if (rest < 0) return item;
  }
  const last = items.findLast(([, weight]) => weight > 0);
  invariant(last !== undefined, "an item has weight");
  return last[0];
}
