import { invariant, type Rng } from "../../std/index.ts";
import type { EncodedText } from "../contract.ts";

/** An endless source of texts: one draw, one text. The same generator state gives the same text. */
export type TextSource = (rng: Rng) => EncodedText;

/** A source that draws from others, each as often as its weight says. */
export function mixTexts(parts: readonly { readonly source: TextSource; readonly weight: number }[]): TextSource {
  const drawn = parts.filter(({ weight }) => weight > 0);
  const total = drawn.reduce((sum, { weight }) => sum + weight, 0);
  invariant(drawn.length > 0 && Number.isFinite(total), "a mixture has a part of positive weight");
  return (rng) => {
    let rest = rng.nextFloat() * total;
    const part = drawn.find(({ weight }) => (rest -= weight) < 0) ?? drawn.at(-1);
    invariant(part !== undefined, "one part is chosen");
    return part.source(rng);
  };
}
