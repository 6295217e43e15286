import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Cuts text without colour codes to at most `width` columns; an ellipsis marks the cut. */
export function fitWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  if (width < 1) return "";
  let kept = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = stringWidth(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return `${kept}…`;
}

/** Fills up with spaces to `width` columns; colour codes count as nothing. */
export function padWidth(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

/** Breaks text without colour codes into lines of at most `width` columns, at spaces where it can. */
export function wrapWidth(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (stringWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWord(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of segmenter.segment(word)) {
    if (piece !== "" && stringWidth(piece + segment) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}
