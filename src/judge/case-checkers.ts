import {
  accepted,
  createCheckFailure,
  createPresentationError,
  createWrongAnswer,
  type CheckOutcome,
} from "./check-outcome.ts";
import { isCanonicalInteger } from "./numbers.ts";
import { TokenCursor, toTokenExcerpt } from "./token-cursor.ts";

/** What stands behind `Case k:` in testlib's `caseicmp`, `casencmp` and `casewcmp`. */
export type CaseContent = "one-integer" | "integers" | "tokens";

/** Compares outputs of the form `Case 1: …`, `Case 2: …`, which must be numbered from 1 without gaps. */
export function checkByCase(content: CaseContent, output: Uint8Array, answer: Uint8Array): CheckOutcome {
  const theirs = new CaseCursor(content, answer);
  const ours = new CaseCursor(content, output);
  return content === "one-integer" ? checkWholly(ours, theirs) : checkOneByOne(ours, theirs);
}

/** Both must be well-formed from end to end before anything is compared. */
function checkWholly(ours: CaseCursor, theirs: CaseCursor): CheckOutcome {
  const expected = readAll(theirs);
  if ("fault" in expected) return createCheckFailure(`answer, ${expected.fault}`);
  const got = readAll(ours);
  if ("fault" in got) return createPresentationError(got.fault);
  const at = expected.values.findIndex((value, i) => i < got.values.length && value !== got.values[i]);
  if (at >= 0) return createWrongAnswer(`case ${at + 1}: expected ${expected.values[at]}, got ${got.values[at]}`);
  if (expected.values.length === got.values.length) return accepted;
  return createPresentationError(`expected ${expected.values.length} cases, got ${got.values.length}`);
}

function readAll(cursor: CaseCursor): { readonly values: readonly string[] } | { readonly fault: string } {
  const values: string[] = [];
  while (cursor.hasNext()) {
    const fault = cursor.next();
    if (fault !== undefined) return { fault };
    values.push(Buffer.from(cursor.content).toString("latin1"));
  }
  return { values };
}

function checkOneByOne(ours: CaseCursor, theirs: CaseCursor): CheckOutcome {
  while (theirs.hasNext()) {
    const theirFault = theirs.next();
    if (theirFault !== undefined) return createCheckFailure(`answer, ${theirFault}`);
    const ourFault = ours.next();
    if (ourFault !== undefined) return createPresentationError(ourFault);
    const difference = findDifference(ours.content, theirs.content);
    if (difference !== undefined) return createWrongAnswer(`case ${theirs.caseNumber}: ${difference}`);
  }
  return ours.hasNext() ? createPresentationError(`expected ${theirs.caseNumber} cases, got more`) : accepted;
}

function findDifference(output: Uint8Array, answer: Uint8Array): string | undefined {
  const ours = new TokenCursor(output, "testlib");
  const theirs = new TokenCursor(answer, "testlib");
  for (;;) {
    const hasTheirs = theirs.next();
    const hasOurs = ours.next();
    if (!hasTheirs && !hasOurs) return undefined;
    if (hasTheirs && hasOurs && ours.equals(theirs)) continue;
    return `expected ${hasTheirs ? toTokenExcerpt(theirs) : "the end"}, got ${hasOurs ? toTokenExcerpt(ours) : "the end"}`;
  }
}

/** Walks over the cases. */
class CaseCursor {
  readonly #cursor: TokenCursor;
  readonly #kind: CaseContent;
  /** Once the word of a following case has ended one, it is not looked for again. */
  #hasTakenWord = false;
  caseNumber = 0;
  /** The tokens of the current case, as they lie. */
  content: Uint8Array = new Uint8Array();

  constructor(kind: CaseContent, bytes: Uint8Array) {
    this.#kind = kind;
    this.#cursor = new TokenCursor(bytes, "testlib");
  }

  hasNext(): boolean {
    return this.#cursor.hasNext();
  }

  /** Moves to the next case; what is malformed about it. */
  next(): string | undefined {
    const cursor = this.#cursor;
    this.caseNumber++;
    if (!this.#hasTakenWord && !(cursor.next() && isCaseWord(cursor))) {
      return describeFault(cursor, "Case");
    }
    if (!cursor.next() || cursor.toText(32) !== `${this.caseNumber}:`) {
      return describeFault(cursor, `${this.caseNumber}:`);
    }
    return this.#kind === "one-integer" ? this.#takeOne() : this.#takeMany();
  }

  #takeOne(): string | undefined {
    const cursor = this.#cursor;
    if (!cursor.next() || !isInteger(cursor)) return describeFault(cursor, "a 64-bit integer");
    this.content = cursor.bytes.subarray(cursor.start, cursor.end);
    return undefined;
  }

  #takeMany(): string | undefined {
    const cursor = this.#cursor;
    const start = cursor.end;
    let end = start;
    while (cursor.next()) {
      if (isCaseWord(cursor)) {
        this.#hasTakenWord = true;
        break;
      }
      if (this.#kind === "integers" && !isInteger(cursor)) return describeFault(cursor, "a 64-bit integer");
      end = cursor.end;
    }
    this.content = cursor.bytes.subarray(start, end);
    return undefined;
  }
}

function isInteger(token: TokenCursor): boolean {
  return token.length <= 20 && isCanonicalInteger(token.toText(32), 64);
}

function isCaseWord(token: TokenCursor): boolean {
  return token.length === 4 && token.toText() === "Case";
}

function describeFault(cursor: TokenCursor, expected: string): string {
  return cursor.length === 0
    ? `token ${cursor.index + 1}: expected ${expected}, got the end`
    : `token ${cursor.index}: expected ${expected}, got ${toTokenExcerpt(cursor)}`;
}
