/**
 * Where a sample looks cut off, as judges do with long tests; undefined where it looks whole. Rows of dots are common in
 * grids, so three dots count only at the very end, with no other dot in the text, after a digit or in a long text.
 */
export function findTruncation(text: string): string | undefined {
  const trimmed = text.trimEnd();
  const end = trimmed.slice(-20).replace(/\s+/g, " ");
  if (trimmed.includes("…")) return JSON.stringify("…");
  const body = trimmed.slice(0, -3);
  if (!trimmed.endsWith("...") || body.includes(".")) return undefined;
  return /\d\s*$/.test(body) || body.length >= 200 ? JSON.stringify(end) : undefined;
}

/** The first piece of a web page's markup in a sample; tags that problems about HTML use in samples are let pass. */
export function findMarkup(text: string): string | undefined {
  const match =
    /<\/?(?:div|span|br|pre|p|sub|sup|strong|code)(?:\s[^<>]{0,200})?\/?>|<[a-z]+\s[^<>]{0,200}(?:class|style|id)\s?=\s?["'][^<>]{0,200}>|&(?:nbsp|lt|gt|amp|quot|#\d{1,6});/i.exec(
      text,
    );
  return match === null ? undefined : JSON.stringify(match[0].slice(0, 60));
}
