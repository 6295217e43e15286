/** A bound that a statement gives for a variable, as a simple reading finds it. */
export interface StatementBound {
  readonly name: string;
  readonly low: bigint;
  readonly high: bigint;
}

/** Bounds like `1 ≤ n, m ≤ 2·10^5` in Markdown or TeX; bounds that depend on variables are left out. */
export function findBounds(markdown: string): readonly StatementBound[] {
  const text = toPlainMath(markdown);
  const number = String.raw`-?\d[\d^*]{0,40}`;
  const pattern = new RegExp(
    `(${number}) ?(<=|<) ?([^<>0-9\\n][^<>\\n]{0,80}(?:<=[^<>\\n]{1,40}){0,3}?) ?(<=|<) ?(${number})`,
    "g",
  );
  const found: StatementBound[] = [];
  for (const match of text.matchAll(pattern)) {
    const [low, high] = [toBigInt(match[1] ?? ""), toBigInt(match[5] ?? "")];
    if (low === undefined || high === undefined) continue;
    const range = { low: match[2] === "<" ? low + 1n : low, high: match[4] === "<" ? high - 1n : high };
    for (const name of (match[3] ?? "").split(/<=|,|\band\b/)) {
      const cleaned = name.trim();
      if (/^[A-Za-z]\w{0,20}$/.test(cleaned)) found.push({ name: cleaned, ...range });
    }
  }
  return found;
}

/** The variables of the input's first line where the statement lists them in a sentence about it. */
export function findFirstLine(markdown: string): readonly string[] {
  const text = toPlainMath(markdown.replaceAll(/\$([^$\n]{1,200})\$/g, (_, inner: string) => `«${inner}»`));
  const sentence = /\b(?:first|single|only) line[^.\n]{0,40}?\bcontains?\b([^.\n]{1,300})/i.exec(text)?.[1] ?? "";
  const listed = sentence.replaceAll(/\([^()]{0,300}\)/g, " ");
  const names = [...listed.matchAll(/«([^«»]{1,100})»/g)].flatMap((match) => (match[1] ?? "").split(","));
  const cleaned = names.map((name) => name.trim());
  return cleaned.every((name) => /^[A-Za-z]\w{0,20}$/.test(name)) ? cleaned : [];
}

function toPlainMath(text: string): string {
  return text
    .replaceAll(/\\(?:leqslant|leq|le)(?![a-zA-Z])|≤|&le;/g, "<=")
    .replaceAll(/\\(?:lt)(?![a-zA-Z])|&lt;/g, "<")
    .replaceAll(/\\(?:cdot|times)(?![a-zA-Z])|·|×|⋅/g, "*")
    .replaceAll(/\\(?:[,;: ]|text\w*|mathit|mathrm)|\{,\}|\$/g, "")
    .replaceAll(/−/g, "-")
    .replaceAll(/[{}]/g, "")
    .replaceAll(/(\d)[ \u00A0\u2009\u202F](?=\d{3}(?!\d))/g, "$1")
    .replaceAll(/(\d),(?=\d{3}(?!\d))/g, "$1")
    .replaceAll(/ ?([*^]) ?/g, "$1");
}

function toBigInt(text: string): bigint | undefined {
  const isNegative = text.startsWith("-");
  let product = 1n;
  for (const factor of text.replace("-", "").split("*")) {
    const match = /^(\d{1,30})(?:\^(\d{1,3}))?$/.exec(factor);
    if (match === null) return undefined;
    const power = BigInt(match[2] ?? 1);
    if (power > 100n) return undefined;
    product *= BigInt(match[1] ?? 1) ** power;
  }
  return isNegative ? -product : product;
}
