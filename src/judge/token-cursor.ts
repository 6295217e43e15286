/** Walks over the white-space separated tokens of a byte sequence without copying them. */
export class TokenCursor {
  readonly bytes: Uint8Array;
  readonly #isSpace: Uint8Array;
  /** The current token is `bytes[start, end)`. */
  start = 0;
  end = 0;
  /** From 1; 0 before the first token. */
  index = 0;

  /** `testlib` takes only space, tab, line feed and carriage return for white space. */
  constructor(bytes: Uint8Array, whiteSpace: "any" | "testlib" = "any") {
    this.bytes = bytes;
    this.#isSpace = whiteSpace === "any" ? anySpace : testlibSpace;
  }

  /** Moves to the next token; false when there is none. */
  next(): boolean {
    const bytes = this.bytes;
    const isSpaceByte = this.#isSpace;
    const length = bytes.length;
    let i = this.end;
    while (i < length && isSpaceByte[bytes[i] as number] === 1) i++;
    this.start = i;
    while (i < length && isSpaceByte[bytes[i] as number] === 0) i++;
    this.end = i;
    if (this.start === i) return false;
    this.index++;
    return true;
  }

  /** Whether another token follows. */
  hasNext(): boolean {
    const bytes = this.bytes;
    let i = this.end;
    while (i < bytes.length && this.#isSpace[bytes[i] as number] === 1) i++;
    return i < bytes.length;
  }

  /** How many tokens are left; the cursor ends behind the last. */
  countRest(): number {
    const before = this.index;
    while (this.next());
    return this.index - before;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** The token as text, at most `maxBytes` of it. */
  toText(maxBytes = Number.POSITIVE_INFINITY): string {
    const end = Math.min(this.end, this.start + maxBytes);
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.start, end - this.start).toString("latin1");
  }

  equals(other: TokenCursor): boolean {
    const length = this.end - this.start;
    if (length !== other.end - other.start) return false;
    for (let i = 0; i < length; i++) {
      if (this.bytes[this.start + i] !== other.bytes[other.start + i]) return false;
    }
    return true;
  }

  /** As `equals`, with ASCII letters of either case alike. */
  equalsIgnoringCase(other: TokenCursor): boolean {
    const length = this.end - this.start;
    if (length !== other.end - other.start) return false;
    for (let i = 0; i < length; i++) {
      if (toLower(this.bytes[this.start + i] as number) !== toLower(other.bytes[other.start + i] as number)) {
        return false;
      }
    }
    return true;
  }
}

const anySpace = createTable([9, 10, 11, 12, 13, 32]);
const testlibSpace = createTable([9, 10, 13, 32]);

function createTable(bytes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of bytes) table[byte] = 1;
  return table;
}

/** Space, tab, line feed, vertical tab, form feed, carriage return. */
export function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/** ASCII only. */
export function toLower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Part of an output for a message: printable, at most 32 characters. */
export function toExcerpt(bytes: Uint8Array): string {
  const isCut = bytes.length > 32;
  const text = Buffer.from(bytes.subarray(0, isCut ? 29 : 32)).toString("utf8");
  const printable = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
  return isCut ? `${printable}...` : printable;
}

/** The current token of a cursor for a message. */
export function toTokenExcerpt(cursor: TokenCursor): string {
  return toExcerpt(cursor.bytes.subarray(cursor.start, Math.min(cursor.end, cursor.start + 64)));
}
