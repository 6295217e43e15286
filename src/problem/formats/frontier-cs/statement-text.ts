/** The text without a code fence around all of it, which some published statements open and few of them close. */
export function dropFence(text: string): string {
  const opened = /^\s*```(?:markdown|md)?[ \t]*\n/i.exec(text);
  if (opened === null) return text;
  const rest = text.slice(opened[0].length);
  const fences = rest.match(/^```/gm)?.length ?? 0;
  return fences % 2 === 1 ? rest.replace(/\n?```[ \t]*\s*$/, "\n") : rest;
}

/** The title that a statement starts with: its first line, unless that is a heading of some section. */
export function findTitle(text: string): string | undefined {
  const first = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const bare = first
    .replace(/^\s*#{1,6}\s*/, "")
    .replace(/^\*\*(.*)\*\*$/, "$1")
    .replace(/^(?:problem(?:\s+name)?|title)\s*(?:[A-Z]\d?)?\s*[:.—-]\s*/i, "")
    .replace(/^Problem [A-Z]\.\s*/, "")
    .trim();
  const isSection =
    /^(?:problem|problem statement|problem description|problem type|story|description|overview|statement)\b\s*:?\s*$/i;
  const isLimit = /^(?:time|memory|language|input|output|this is|you are|given|there)\b/i;
  if (bare === "" || bare.length > 80 || isSection.test(bare) || isLimit.test(bare)) return undefined;
  return bare;
}
