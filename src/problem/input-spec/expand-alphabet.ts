/** The characters that an alphabet such as `a-zA-Z_` stands for, each once; a `-` stands first or last. */
export function expandAlphabet(alphabet: string): readonly string[] {
  const characters = new Set<string>();
  for (let i = 0; i < alphabet.length; i++) {
    const [low, dash, high] = [alphabet[i] ?? "", alphabet[i + 1], alphabet[i + 2]];
    if (dash === "-" && high !== undefined && low !== "-" && low < high) {
      for (let code = low.charCodeAt(0); code <= high.charCodeAt(0); code++) characters.add(String.fromCharCode(code));
      i += 2;
    } else characters.add(low);
  }
  return [...characters];
}
