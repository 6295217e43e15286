import { ViolationFault } from "./violation.ts";

/** Where a token stood. */
export interface TokenPlace {
  readonly line: number;
  readonly token: number;
}

/**
 * Reads tokens, spaces and line ends. Strict: single spaces, LF, a line end after the last line and nothing after it.
 * Otherwise any white space between tokens will do, and CRLF.
 */
export class InputReader {
  readonly #text: string;
  readonly #isStrict: boolean;
  #offset = 0;
  #line = 1;
  #token = 0;

  constructor(text: string, isStrict: boolean) {
    this.#text = text;
    this.#isStrict = isStrict;
  }

  /** Where the next token is due. */
  get place(): TokenPlace {
    return { line: this.#line, token: this.#token + 1 };
  }

  readToken(variable: string, expected: string): string {
    if (!this.#isStrict) this.#skipWhite();
    const start = this.#offset;
    while (this.#offset < this.#text.length && this.#text.charCodeAt(this.#offset) > 32) this.#offset++;
    if (this.#offset === start) this.fail(this.place, variable, expected);
    this.#token++;
    return this.#text.slice(start, this.#offset);
  }

  /** The rest of the line. */
  readLine(): string {
    const end = this.#text.indexOf("\n", this.#offset);
    const line = this.#text.slice(this.#offset, end < 0 ? undefined : end);
    this.#offset += line.length;
    this.#token++;
    return this.#isStrict ? line : line.replace(/\r$/, "");
  }

  isAtLineEnd(): boolean {
    if (!this.#isStrict) while (/[ \t\r]/.test(this.#text[this.#offset] ?? "")) this.#offset++;
    return this.#offset >= this.#text.length || this.#text[this.#offset] === "\n";
  }

  expectSpace(variable: string): void {
    if (!this.#isStrict) return;
    if (this.#text[this.#offset] !== " ") this.fail(this.place, variable, "a space and another token");
    this.#offset++;
  }

  expectLineEnd(): void {
    if (!this.#isStrict) {
      if (this.isAtLineEnd() && this.#offset < this.#text.length) this.#advanceLine();
      return;
    }
    if (this.#text[this.#offset] !== "\n") this.fail(this.place, "", "the end of the line (LF)");
    this.#advanceLine();
  }

  expectEnd(): void {
    if (!this.#isStrict) this.#skipWhite();
    if (this.#offset < this.#text.length) this.fail(this.place, "", "the end of the input");
  }

  fail(place: TokenPlace, variable: string, expected: string, actual = this.#describeNext()): never {
    throw new ViolationFault({ ...place, variable, expected, actual });
  }

  #skipWhite(): void {
    while (this.#offset < this.#text.length && this.#text.charCodeAt(this.#offset) <= 32) {
      if (this.#text[this.#offset] === "\n") this.#advanceLine();
      else this.#offset++;
    }
  }

  #advanceLine(): void {
    this.#offset++;
    this.#line++;
    this.#token = 0;
  }

  #describeNext(): string {
    const next = this.#text[this.#offset];
    if (next === undefined) return "the end of the input";
    if (next === "\n") return "the end of the line";
    if (next === "\r") return "a carriage return (CR)";
    const word = /^\S+/.exec(this.#text.slice(this.#offset, this.#offset + 40));
    return word === null ? JSON.stringify(next) : JSON.stringify(word[0]);
  }
}
