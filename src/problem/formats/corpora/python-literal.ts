/** What a literal can hold: tuples and sets become lists, `None` becomes null. */
export type LiteralValue = null | boolean | number | string | LiteralValue[] | { [key: string]: LiteralValue };

export type ParsedLiteral =
  | { readonly kind: "literal"; readonly value: LiteralValue }
  | { readonly kind: "not-literal"; readonly offset: number; readonly expected: string };

/**
 * A Python literal of lists, tuples, sets, dictionaries, texts, numbers, `True`, `False` and `None`, as `repr` prints
 * it. Nothing is ever evaluated: names, calls, operators, byte texts and formatted texts are refused.
 */
export function parsePythonLiteral(text: string): ParsedLiteral {
  const reader = new LiteralReader(text);
  try {
    return { kind: "literal", value: reader.readWhole() };
  } catch (error) {
    if (error instanceof LiteralError) return { kind: "not-literal", offset: error.offset, expected: error.message };
    throw error;
  }
}

const depthCap = 64;

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\n": "",
};

class LiteralError extends Error {
  readonly offset: number;

  constructor(expected: string, offset: number) {
    super(expected);
    this.offset = offset;
  }
}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): LiteralValue {
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#fail("the end of the text");
    return value;
  }

  #readValue(depth: number): LiteralValue {
    if (depth > depthCap) throw this.#fail(`at most ${depthCap} levels`);
    this.#skipSpace();
    const next = this.#text[this.#at];
    if (next === "[") return this.#readSequence("]", depth);
    if (next === "(") return this.#readSequence(")", depth);
    if (next === "{") return this.#readBraces(depth);
    const quote = this.#match(/[uU]?(['"])/y);
    if (quote?.[1] !== undefined) return this.#readText(quote[1], false);
    const rawQuote = this.#match(/[rR](['"])/y);
    if (rawQuote?.[1] !== undefined) return this.#readText(rawQuote[1], true);
    const number = this.#match(/[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y);
    if (number !== null) return this.#toNumber(number[0]);
    const word = this.#match(/(?:True|False|None|set\(\))(?!\w)/y)?.[0];
    if (word !== undefined) return { True: true, False: false, None: null }[word] ?? (word === "None" ? null : []);
    throw this.#fail("a list, a text, a number, True, False or None");
  }

  #readSequence(close: string, depth: number): LiteralValue[] {
    this.#at += 1;
    const items: LiteralValue[] = [];
    for (;;) {
      if (this.#take(close)) return items;
      items.push(this.#readValue(depth + 1));
      if (this.#take(close)) return items;
      if (!this.#take(",")) throw this.#fail(`, or ${close}`);
    }
  }

  #readBraces(depth: number): LiteralValue {
    this.#at += 1;
    const pairs: [string, LiteralValue][] = [];
    const items: LiteralValue[] = [];
    for (;;) {
      if (this.#take("}")) break;
      const first = this.#readValue(depth + 1);
      if (this.#take(":")) {
        if (typeof first === "object") throw this.#fail("a text or a number as key");
        pairs.push([String(first), this.#readValue(depth + 1)]);
      } else items.push(first);
      if (pairs.length > 0 && items.length > 0) throw this.#fail("a dictionary or a set, not both");
      if (this.#take("}")) break;
      if (!this.#take(",")) throw this.#fail(", or }");
    }
    return items.length > 0 ? items : Object.fromEntries(pairs);
  }

  #readText(quote: string, isRaw: boolean): string {
    let text = "";
    const end = new RegExp(`[^\\\\${quote}\\n]+`, "y");
    for (;;) {
      text += this.#match(end)?.[0] ?? "";
      const next = this.#text[this.#at];
      if (next === quote) {
        this.#at += 1;
        return text;
      }
      if (next !== "\\") throw this.#fail(`the closing ${quote}`);
      text += isRaw ? this.#readRawEscape() : this.#readEscape();
    }
  }

  #readRawEscape(): string {
    const pair = this.#text.slice(this.#at, this.#at + 2);
    this.#at += 2;
    return pair;
  }

  #readEscape(): string {
    const hex = this.#match(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y);
    if (hex !== null) {
      const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? "", 16);
      if (code > 0x10ffff) throw this.#fail("a character up to U+10FFFF");
      return String.fromCodePoint(code);
    }
    const octal = this.#match(/\\([0-7]{1,3})/y);
    if (octal?.[1] !== undefined) return String.fromCodePoint(Number.parseInt(octal[1], 8));
    const letter = this.#text[this.#at + 1] ?? "";
    if (/[xuUN]/.test(letter)) throw this.#fail("a whole escape");
    this.#at += 2;
    return escapes[letter] ?? `\\${letter}`;
  }

  #toNumber(text: string): number {
    const value = Number(text.replaceAll("_", ""));
    const isExact = Number.isFinite(value) && (/[.eE]/.test(text) || Number.isSafeInteger(value));
    if (!isExact) throw this.#fail("a number within 2^53");
    return value;
  }

  #take(token: string): boolean {
    this.#skipSpace();
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #skipSpace(): void {
    this.#match(/[ \t\r\n\f]+/y);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  #fail(expected: string): LiteralError {
    return new LiteralError(expected, this.#at);
  }
}
