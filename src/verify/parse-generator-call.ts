/** A generator call taken apart. */
export interface GeneratorCall {
  readonly name: string;
  readonly args: readonly string[];
}

/**
 * The words of a generator call as a shell would split them: quotes group, a backslash takes the next character as it
 * is. Undefined where there is no name or a quote stays open.
 */
export function parseGeneratorCall(call: string): GeneratorCall | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < call.length; at++) {
    const letter = call[at] ?? "";
    if (letter === "\\" && quote !== "'" && at + 1 < call.length) word = (word ?? "") + (call[++at] ?? "");
    else if (quote !== undefined) {
      if (letter === quote) quote = undefined;
      else word = (word ?? "") + letter;
    } else if (letter === '"' || letter === "'") [quote, word] = [letter, word ?? ""];
    else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + letter;
  }
  if (quote !== undefined) return undefined;
  if (word !== undefined) words.push(word);
  const [name, ...args] = words;
  return name === undefined || name === "" ? undefined : { name, args };
}
