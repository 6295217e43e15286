import type { CompareOptions } from "../problem/index.ts";
import { accepted, createWrongAnswer, type CheckOutcome } from "./check-outcome.ts";
import { isWithinTolerance, parseDecimal, type Tolerance } from "./numbers.ts";
import { isSpace, toExcerpt, toLower, TokenCursor, toTokenExcerpt } from "./token-cursor.ts";

/**
 * Compares an output with the answer as the Kattis default validator does: token counts must match, and `nan` and `inf`
 * are words, which never stand for a number.
 */
export function checkByComparison(options: CompareOptions, output: Uint8Array, answer: Uint8Array): CheckOutcome {
  const tolerance = toTolerance(options);
  if (tolerance === undefined && Buffer.compare(output, answer) === 0) return accepted;
  return (
    (options.isSpaceSensitive ? findSpaceDifference(options, output, answer) : undefined) ??
    compareTokens(output, answer, createTokenTest(options, tolerance))
  );
}

/** Why a token of the output does not stand for the answer's; undefined when it does. */
export type TokenTest = (output: TokenCursor, answer: TokenCursor) => string | undefined;

/** Compares token by token; the counts must match. */
export function compareTokens(output: Uint8Array, answer: Uint8Array, test: TokenTest): CheckOutcome {
  const ours = new TokenCursor(output);
  const theirs = new TokenCursor(answer);
  for (;;) {
    const hasOurs = ours.next();
    const hasTheirs = theirs.next();
    if (!hasOurs || !hasTheirs) {
      if (hasOurs === hasTheirs) return accepted;
      const token = toTokenExcerpt(hasOurs ? ours : theirs);
      const index = hasOurs ? ours.index : theirs.index;
      return createWrongAnswer(
        hasOurs ? `token ${index}: expected the end, got ${token}` : `token ${index}: expected ${token}, got the end`,
      );
    }
    const difference = test(ours, theirs);
    if (difference !== undefined) return createWrongAnswer(difference);
  }
}

/** The message for two tokens that differ. */
export function describeDifference(output: TokenCursor, answer: TokenCursor): string {
  return `token ${answer.index}: expected ${toTokenExcerpt(answer)}, got ${toTokenExcerpt(output)}`;
}

function toTolerance(options: CompareOptions): Tolerance | undefined {
  if (options.absoluteTolerance === undefined && options.relativeTolerance === undefined) return undefined;
  return { absolute: options.absoluteTolerance, relative: options.relativeTolerance };
}

function createTokenTest(options: CompareOptions, tolerance: Tolerance | undefined): TokenTest {
  const isEqual = (output: TokenCursor, answer: TokenCursor): boolean =>
    options.isCaseSensitive ? answer.equals(output) : answer.equalsIgnoringCase(output);
  if (tolerance === undefined) {
    return (output, answer) => (isEqual(output, answer) ? undefined : describeDifference(output, answer));
  }
  return (output, answer) => {
    const expected = parseToken(answer);
    const isRight = expected === undefined ? isEqual(output, answer) : isNear(expected, parseToken(output), tolerance);
    return isRight ? undefined : describeDifference(output, answer);
  };
}

/** Longer tokens are words, whatever they look like. */
function parseToken(token: TokenCursor): number | undefined {
  return token.length <= 512 ? parseDecimal(token.toText()) : undefined;
}

function isNear(expected: number, result: number | undefined, tolerance: Tolerance): boolean {
  return result !== undefined && isWithinTolerance(expected, result, tolerance);
}

/** The first place where the white space differs, which the token comparison would not see. */
function findSpaceDifference(
  options: CompareOptions,
  output: Uint8Array,
  answer: Uint8Array,
): CheckOutcome | undefined {
  if (toTolerance(options) !== undefined) return findSeparatorDifference(output, answer);
  const length = Math.min(output.length, answer.length);
  let line = 1;
  for (let i = 0; i < length; i++) {
    const theirs = answer[i] as number;
    const ours = output[i] as number;
    if (ours !== theirs && (options.isCaseSensitive || toLower(ours) !== toLower(theirs))) {
      return createWrongAnswer(describeByteDifference(line, output, answer, i));
    }
    if (theirs === 10) line++;
  }
  return output.length === answer.length
    ? accepted
    : createWrongAnswer(describeByteDifference(line, output, answer, length));
}

/** Tokens may differ within tolerance, the runs of white space between them may not. */
function findSeparatorDifference(output: Uint8Array, answer: Uint8Array): CheckOutcome | undefined {
  const ours = new TokenCursor(output);
  const theirs = new TokenCursor(answer);
  for (;;) {
    const ourStart = ours.end;
    const theirStart = theirs.end;
    const hasOurs = ours.next();
    const hasTheirs = theirs.next();
    const ourSpace = output.subarray(ourStart, ours.start);
    const theirSpace = answer.subarray(theirStart, theirs.start);
    if (Buffer.compare(ourSpace, theirSpace) !== 0) {
      return createWrongAnswer(
        `white space before token ${theirs.index + (hasTheirs ? 0 : 1)}: expected ${describeSpace(theirSpace)}, got ${describeSpace(ourSpace)}`,
      );
    }
    if (!hasOurs || !hasTheirs) return undefined;
  }
}

function describeSpace(bytes: Uint8Array): string {
  return JSON.stringify(Buffer.from(bytes.subarray(0, 32)).toString("latin1"));
}

function describeByteDifference(line: number, output: Uint8Array, answer: Uint8Array, at: number): string {
  const show = (bytes: Uint8Array): string => {
    if (at >= bytes.length) return "the end";
    const rest = bytes.subarray(at, at + 64);
    return isSpace(rest[0] as number) ? JSON.stringify(String.fromCharCode(rest[0] as number)) : toExcerpt(rest);
  };
  return `line ${line}: expected ${show(answer)}, got ${show(output)}`;
}
