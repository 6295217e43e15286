/**
 * Whether an id (of a test, group or solution) or a folder above it is meant by a pattern of Kattis packages: `*` stands
 * for anything but `/`, `{a,b}` for one of several (spaces around them are left out, as BAPCtools does). Undefined for a
 * pattern with unbalanced braces or too many choices.
 */
export function createIdMatcher(pattern: string): ((id: string) => boolean) | undefined {
  const words = expandBraces(pattern.replace(/\/$/, ""));
  if (words === undefined) return undefined;
  const matchers = words.map((word) => word.split("/"));
  return (id) => {
    const parts = id.split("/");
    return matchers.some(
      (matcher) =>
        matcher.length <= parts.length && matcher.every((word, index) => matchesName(word, parts[index] ?? "")),
    );
  };
}

const choiceCap = 1000;

function expandBraces(pattern: string): readonly string[] | undefined {
  let done: readonly string[] = [""];
  let rest = pattern;
  while (rest !== "") {
    const open = rest.indexOf("{");
    const literal = open < 0 ? rest : rest.slice(0, open);
    if (literal.includes("}")) return undefined;
    const close = open < 0 ? -1 : findClose(rest, open);
    if (open >= 0 && close < 0) return undefined;
    const choices = open < 0 ? [""] : splitChoices(rest.slice(open + 1, close));
    if (choices === undefined || done.length * choices.length > choiceCap) return undefined;
    done = done.flatMap((head) => choices.map((choice) => head + literal + choice));
    rest = open < 0 ? "" : rest.slice(close + 1);
  }
  return done;
}

function findClose(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) return index;
  }
  return -1;
}

function splitChoices(text: string): readonly string[] | undefined {
  const parts: string[] = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "{" && ++depth > 20) return undefined;
    if (letter === "}") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  const expanded: string[] = [];
  for (const part of parts) {
    const words = expandBraces(part.trim());
    if (words === undefined || expanded.length + words.length > choiceCap) return undefined;
    expanded.push(...words);
  }
  return expanded;
}

/** Linear in both: after the last `*` that matched, only the rest is tried again. */
function matchesName(pattern: string, name: string): boolean {
  let [at, star, resume, from] = [0, -1, 0, 0];
  while (from < name.length) {
    if (at < pattern.length && pattern[at] === "*") {
      star = at++;
      resume = from;
    } else if (at < pattern.length && pattern[at] === name[from]) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++resume;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
