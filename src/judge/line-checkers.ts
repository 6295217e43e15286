import { accepted, createPresentationError, createWrongAnswer, type CheckOutcome } from "./check-outcome.ts";
import { compareTokens } from "./compare-checker.ts";
import { toExcerpt, TokenCursor } from "./token-cursor.ts";

/**
 * testlib's `fcmp` (`exact`: equal lines) and `lcmp` (`tokens`: equal tokens line by line). CRLF ends a line like LF;
 * a missing line is an empty one; white space after the answer's last line is ignored.
 */
export function checkByLines(mode: "exact" | "tokens", output: Uint8Array, answer: Uint8Array): CheckOutcome {
  const ours = new LineCursor(output);
  const theirs = new LineCursor(answer);
  for (let number = 1; theirs.next(); number++) {
    if (theirs.line.length === 0 && theirs.isAtEnd) break;
    const isThere = ours.next();
    const isRight =
      mode === "exact"
        ? Buffer.compare(ours.line, theirs.line) === 0
        : compareTokens(ours.line, theirs.line, (a, b) => (a.equals(b) ? undefined : "differs")) === accepted;
    if (!isRight) {
      const got = isThere ? describe(ours.line) : "the end";
      return createWrongAnswer(`line ${number}: expected ${describe(theirs.line)}, got ${got}`);
    }
  }
  return new TokenCursor(ours.rest, "testlib").hasNext()
    ? createPresentationError("text after the last expected line")
    : accepted;
}

class LineCursor {
  readonly #bytes: Uint8Array;
  #position = 0;
  /** The first carriage return at `#position` or behind it. */
  #return = -1;
  /** Empty behind the last line. */
  line: Uint8Array = new Uint8Array();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): boolean {
    if (this.isAtEnd) {
      this.line = new Uint8Array();
      return false;
    }
    const newline = this.#bytes.indexOf(10, this.#position);
    const end = newline < 0 ? this.#bytes.length : newline;
    if (this.#return < this.#position) this.#return = toIndex(this.#bytes.indexOf(13, this.#position));
    const isPlain = this.#return >= end;
    const endsByBoth = newline >= 0 && this.#return === end - 1;
    const text = this.#bytes.subarray(this.#position, endsByBoth ? end - 1 : end);
    this.line = isPlain || endsByBoth ? text : readStrayReturns(text, newline >= 0);
    this.#position = newline < 0 ? end : newline + 1;
    return true;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#bytes.length;
  }

  get rest(): Uint8Array {
    return this.#bytes.subarray(this.#position);
  }
}

function toIndex(found: number): number {
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

/** testlib drops a CR that no LF follows and takes the next byte as it is; at the end of the file that is a 255. */
function readStrayReturns(text: Uint8Array, endsByNewline: boolean): Uint8Array {
  const line: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== 13) {
      line.push(text[i] as number);
      continue;
    }
    i++;
    if (i < text.length) line.push(text[i] as number);
    else if (!endsByNewline) line.push(255);
  }
  return Uint8Array.from(line);
}

function describe(line: Uint8Array): string {
  return JSON.stringify(toExcerpt(line.subarray(0, 64)));
}
