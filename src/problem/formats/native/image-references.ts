/**
 * The relative paths that a Markdown text shows as images, in order of first reference; code and web addresses are left
 * out. Lengths in the patterns are bounded, so that no text takes more than linear time.
 */
export function findImageReferences(markdown: string): readonly string[] {
  const text = blankCode(markdown);
  const definitions = findDefinitions(text);
  const found: { readonly at: number; readonly reference: string }[] = [];
  for (const match of text.matchAll(/!\[[^\]\n]{0,999}\]\([ \t]{0,99}(?:<([^<>\n]{0,999})>|([^\s()<>]{1,999}))/g)) {
    found.push({ at: match.index, reference: match[1] ?? match[2] ?? "" });
  }
  for (const match of text.matchAll(/!\[([^\]\n]{0,999})\](?:\[([^\]\n]{0,999})\])?(?!\()/g)) {
    const reference = definitions.get(toLabel(match[2] || match[1] || ""));
    if (reference !== undefined) found.push({ at: match.index, reference });
  }
  for (const match of text.matchAll(
    /<img\b[^>]{0,999}?\bsrc[ ]?=[ ]?(?:"([^"\n]{0,999})"|'([^'\n]{0,999})'|([^\s"'>]{1,999}))/gi,
  )) {
    found.push({ at: match.index, reference: match[1] ?? match[2] ?? match[3] ?? "" });
  }
  const ordered = found.toSorted((a, b) => a.at - b.at).map((item) => item.reference);
  return [...new Set(ordered)].filter(
    (reference) => reference !== "" && !/^(?:[a-z][a-z0-9+.-]+:|\/\/|#)/i.test(reference),
  );
}

/** The file that a reference means: percent-escapes decoded, a leading `./` dropped. */
export function toImagePath(reference: string): string {
  const path = reference.replace(/^(?:\.\/)+/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The same text with fenced and inline code replaced by spaces, so that positions stay. */
function blankCode(markdown: string): string {
  return blankFences(markdown).replace(/(?<!`)(`{1,9})(?!`)[^\n]{0,999}?(?<!`)\1(?!`)/g, blank);
}

/** Line by line: a pattern that looks for both ends of a fence goes back and forth in a long row of marks. */
function blankFences(markdown: string): string {
  let fence: string | undefined;
  const blanked = markdown.split("\n").map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isInside = fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && /^[`~]+$/.test(line.trim())) fence = undefined;
    return isInside || mark !== undefined ? blank(line) : line;
  });
  return blanked.join("\n");
}

function findDefinitions(text: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const match of text.matchAll(/^ {0,3}\[([^\]\n]{1,999})\]:[ \t]{0,99}(?:<([^<>\n]{0,999})>|(\S{1,999}))/gm)) {
    const label = toLabel(match[1] ?? "");
    if (!definitions.has(label)) definitions.set(label, match[2] ?? match[3] ?? "");
  }
  return definitions;
}

function toLabel(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, " ");
}
