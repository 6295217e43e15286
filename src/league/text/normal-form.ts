/** Words, whole numbers and single marks. */
const tokenPattern = /[a-z]+|\d+|[^\sa-z\d]/g;

export const punctuation = [".", ",", ":"];

/** The pieces of a text, lower case: words, numbers, and each other mark by itself. */
export function splitText(text: string): readonly string[] {
  return text.toLowerCase().match(tokenPattern) ?? [];
}

/** The normal form of a text: a space before each word and number, none before punctuation. */
export function toNormalText(text: string): string {
  return splitText(text)
    .map((token) => (punctuation.includes(token) ? token : ` ${token}`))
    .join("");
}

/** Phrases as people write them: sentences with capitals. */
export function toProse(phrases: string): string {
  const text = toNormalText(phrases).trim();
  return text.replaceAll(/(^|\. )([a-z])/g, (_, start: string, letter: string) => `${start}${letter.toUpperCase()}`);
}
