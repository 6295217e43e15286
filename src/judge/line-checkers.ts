import { accepted, createPresentationError, createWrongAnswer, type CheckOutcome } from "./check-outcome.ts";
import { compareTokens } from "./compare-checker.ts";
import { toExcerpt, TokenCursor } from "./token-cursor.ts";

/**
 * testlib's `fcmp` (`exact`: equal lines) and `lcmp` (`tokens`: equal tokens line by line). CRLF ends a line like LF;
 * white space after the answer's last line is ignored.
 */
export function checkByLines(mode: "exact" | "tokens", output: Uint8Array, answer: Uint8Array): CheckOutcome {
  const ours = new LineCursor(output);
  const theirs = new LineCursor(answer);
  for (let number = 1; theirs.next(); number++) {
    if (theirs.line.length === 0 && theirs.isAtEnd) break;
    if (!ours.next()) {
      return createPresentationError(`line ${number}: expected ${describe(theirs.line)}, got the end`);
    }
    const isRight =
      mode === "exact"
        ? Buffer.compare(ours.line, theirs.line) === 0
        : compareTokens(ours.line, theirs.line, (a, b) => (a.equals(b) ? undefined : "differs")) === accepted;
    if (!isRight) {
      return createWrongAnswer(`line ${number}: expected ${describe(theirs.line)}, got ${describe(ours.line)}`);
    }
  }
  const rest = new TokenCursor(ours.rest);
  return rest.next() ? createPresentationError("text after the last expected line") : accepted;
}

class LineCursor {
  readonly #bytes: Uint8Array;
  #position = 0;
  line: Uint8Array = new Uint8Array();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): boolean {
    if (this.isAtEnd) return false;
    const newline = this.#bytes.indexOf(10, this.#position);
    const end = newline < 0 ? this.#bytes.length : newline;
    const hasReturn = end > this.#position && this.#bytes[end - 1] === 13;
    this.line = this.#bytes.subarray(this.#position, hasReturn ? end - 1 : end);
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

function describe(line: Uint8Array): string {
  return JSON.stringify(toExcerpt(line.subarray(0, 64)));
}
