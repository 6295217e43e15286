/** The tokens of each line. */
export type Lines = readonly (readonly string[])[];

/** Line ends and repeated spaces are not kept; empty lines are. */
export function parseLines(text: string): Lines {
  const lines = text.replace(/\r/g, "").replace(/\n+$/, "").split("\n");
  return lines.map((line) => line.split(" ").filter((token) => token !== ""));
}

export function renderLines(lines: Lines): string {
  return lines.map((tokens) => `${tokens.join(" ")}\n`).join("");
}

/** Whether a token is a whole number as it would be written. */
export function isNumberToken(token: string): boolean {
  return token.length <= 40 && /^(?:0|-?[1-9]\d*)$/.test(token);
}
