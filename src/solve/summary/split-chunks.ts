/** Splits a text into chunks of at most `maxChars` characters, at paragraphs, else at lines, else anywhere. */
export function splitChunks(text: string, maxChars: number): readonly string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > maxChars) {
    const end = findEnd(rest, maxChars);
    chunks.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  if (rest.trim() !== "") chunks.push(rest);
  return chunks;
}

/** A cut before the middle would make too many chunks. A pair of surrogates stays together. */
function findEnd(text: string, maxChars: number): number {
  for (const separator of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(separator, maxChars - separator.length);
    if (at >= maxChars / 2) return at + separator.length;
  }
  return /[\uD800-\uDBFF]/.test(text[maxChars - 1] ?? "") && maxChars > 1 ? maxChars - 1 : maxChars;
}
