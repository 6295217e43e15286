import type { StandardCheckerName } from "../problem/index.ts";
import { checkByCase } from "./case-checkers.ts";
import {
  accepted,
  createCheckFailure,
  createPresentationError,
  createWrongAnswer,
  type CheckOutcome,
} from "./check-outcome.ts";
import { describeDifference } from "./compare-checker.ts";
import { checkByLines } from "./line-checkers.ts";
import { isCanonicalHugeInteger, isCanonicalInteger, isWithinTestlibError, parseTestlibReal } from "./numbers.ts";
import { TokenCursor, toTokenExcerpt } from "./token-cursor.ts";

/**
 * Decides as testlib's checker of that name does. A malformed answer is `check-failed`, not the output's fault.
 *
 * What differs on purpose: no limit of 128 MiB a file and 32 MiB a token, a NUL byte inside a number of `casencmp` is
 * malformed, and `pointsinfo` gives no score, since what it prints is meant for a scorer: `check-failed`.
 *
 * @param maximum - what full marks are where the checker gives points
 */
export function checkByStandard(
  name: StandardCheckerName,
  output: Uint8Array,
  answer: Uint8Array,
  maximum = 1,
): CheckOutcome {
  return standardCheckers[name](skipByteOrderMark(output), answer, maximum);
}

type StandardChecker = (output: Uint8Array, answer: Uint8Array, maximum: number) => CheckOutcome;

const word: TokenRule = {
  expects: "a token",
  isValid: () => true,
  isRight: (output, answer) => answer.equals(output),
};
const int32: TokenRule = {
  ...word,
  expects: "a 32-bit integer",
  isValid: (token) => isCanonicalInteger(token.toText(32), 32),
};
const int64: TokenRule = {
  ...word,
  expects: "a 64-bit integer",
  isValid: (token) => isCanonicalInteger(token.toText(32), 64),
  validatesRest: true,
};
const hugeInteger: TokenRule = {
  ...word,
  expects: "an integer",
  isValid: (token) => isCanonicalHugeInteger(token.toText()),
  readsBothFirst: true,
  answerEndsWithIt: true,
};
const yesNo: TokenRule = {
  expects: "YES or NO",
  isValid: (token) => token.length <= 3 && /^(?:yes|no)$/i.test(token.toText()),
  isRight: (output, answer) => answer.equalsIgnoringCase(output),
  readsBothFirst: true,
};

const anyReal: TokenRule = {
  ...word,
  expects: "a number",
  isValid: (token) => parseTestlibReal(token.toText()) !== undefined,
};

const anyRealPair: TokenRule = { ...anyReal, isRight: () => true };

const standardCheckers: Readonly<Record<StandardCheckerName, StandardChecker>> = {
  acmp: one(near(1.5e-6)),
  caseicmp: (output, answer) => checkByCase("one-integer", output, answer),
  casencmp: (output, answer) => checkByCase("integers", output, answer),
  casewcmp: (output, answer) => checkByCase("tokens", output, answer),
  dcmp: one(real(1e-6)),
  fcmp: (output, answer) => checkByLines("exact", output, answer),
  hcmp: one(hugeInteger),
  icmp: one(int32),
  lcmp: (output, answer) => checkByLines("tokens", output, answer),
  ncmp: counted(int64),
  nyesno: counted(yesNo),
  pointscmp: checkByPoints,
  pointsinfo: checkByPointsInfo,
  rcmp: one(near(1.5e-6)),
  rcmp4: listed(real(1e-4)),
  rcmp6: listed(real(1e-6)),
  rcmp9: listed(real(1e-9)),
  rncmp: listed(near(1.5e-5)),
  uncmp: checkUnordered,
  wcmp: counted(word),
  yesno: one(yesNo),
};

/** What a token must look like, and when an output's stands for the answer's. */
interface TokenRule {
  readonly expects: string;
  readonly isValid: (token: TokenCursor) => boolean;
  readonly isRight: (output: TokenCursor, answer: TokenCursor) => boolean;
  /** A missing token of the output counts before a malformed one of the answer. */
  readonly readsBothFirst?: boolean;
  readonly answerEndsWithIt?: boolean;
  /** What one side has beyond the other must be well-formed too. */
  readonly validatesRest?: boolean;
}

function real(error: number): TokenRule {
  return { ...anyReal, isRight: (output, answer) => isWithinTestlibError(toReal(answer), toReal(output), error) };
}

/** An absolute error only. Two infinite numbers have none that is too large. */
function near(error: number): TokenRule {
  const bound = error + 1e-15;
  return { ...anyReal, isRight: (output, answer) => !(Math.abs(toReal(answer) - toReal(output)) > bound) };
}

function toReal(token: TokenCursor): number {
  return parseTestlibReal(token.toText()) ?? Number.NaN;
}

function createCursor(bytes: Uint8Array): TokenCursor {
  return new TokenCursor(bytes, "testlib");
}

/** One token; the answer may have more. */
function one(rule: TokenRule): StandardChecker {
  return (output, answer) => {
    const ours = createCursor(output);
    const theirs = createCursor(answer);
    return takePair(rule, ours, theirs) ?? findMore(ours) ?? accepted;
  };
}

/** As many tokens as the answer has: a missing one or one more is malformed. */
function listed(rule: TokenRule): StandardChecker {
  return (output, answer) => {
    const ours = createCursor(output);
    const theirs = createCursor(answer);
    while (theirs.hasNext()) {
      const fault = takePair(rule, ours, theirs);
      if (fault !== undefined) return fault;
    }
    return findMore(ours) ?? accepted;
  };
}

/** As many tokens as the answer has: other counts are wrong. */
function counted(rule: TokenRule): StandardChecker {
  return (output, answer) => {
    const ours = createCursor(output);
    const theirs = createCursor(answer);
    while (theirs.hasNext() && ours.hasNext()) {
      const fault = takePair(rule, ours, theirs);
      if (fault !== undefined) return fault;
    }
    const isMissing = theirs.next();
    const isMore = !isMissing && ours.next();
    if (!isMissing && !isMore) return accepted;
    const token = toTokenExcerpt(isMore ? ours : theirs);
    const message = isMore
      ? `token ${ours.index}: expected the end, got ${token}`
      : `token ${theirs.index}: expected ${token}, got the end`;
    return findMalformedRest(rule, isMore ? ours : theirs, isMore) ?? createWrongAnswer(message);
  };
}

function findMalformedRest(rule: TokenRule, cursor: TokenCursor, isOutput: boolean): CheckOutcome | undefined {
  if (rule.validatesRest !== true) return undefined;
  do {
    if (!rule.isValid(cursor)) return createMalformed(rule, cursor, isOutput);
  } while (cursor.next());
  return undefined;
}

/** Moves both to their next tokens; undefined when the output's is right. */
function takePair(rule: TokenRule, ours: TokenCursor, theirs: TokenCursor): CheckOutcome | undefined {
  if (!theirs.next()) return createCheckFailure(`answer: expected ${rule.expects}, got the end`);
  const isMalformed = !rule.isValid(theirs);
  if (isMalformed && rule.readsBothFirst !== true) return createMalformed(rule, theirs, false);
  if (!ours.next()) {
    return createPresentationError(`token ${ours.index + 1}: expected ${rule.expects}, got the end`);
  }
  if (isMalformed) return createMalformed(rule, theirs, false);
  if (rule.answerEndsWithIt === true && theirs.hasNext())
    return createCheckFailure("answer: expected one token, got more");
  if (!rule.isValid(ours)) return createMalformed(rule, ours, true);
  return rule.isRight(ours, theirs) ? undefined : createWrongAnswer(describeDifference(ours, theirs));
}

function createMalformed(rule: TokenRule, cursor: TokenCursor, isOutput: boolean): CheckOutcome {
  const message = `token ${cursor.index}: expected ${rule.expects}, got ${toTokenExcerpt(cursor)}`;
  return isOutput ? createPresentationError(message) : createCheckFailure(`answer, ${message}`);
}

function findMore(cursor: TokenCursor): CheckOutcome | undefined {
  if (!cursor.next()) return undefined;
  return createPresentationError(`token ${cursor.index}: expected the end, got ${toTokenExcerpt(cursor)}`);
}

function skipByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The points are the distance between the two numbers, as testlib's example has it. */
function checkByPoints(output: Uint8Array, answer: Uint8Array, maximum: number): CheckOutcome {
  const ours = createCursor(output);
  const theirs = createCursor(answer);
  const fault = takePair(anyRealPair, ours, theirs);
  if (fault !== undefined) return fault;
  const distance = Math.abs(toReal(theirs) - toReal(ours));
  if (!(distance <= 1e6 + 1e-8)) return createCheckFailure(`expected 0 to 1000000 points, got ${distance}`);
  const more = findMore(ours);
  if (more !== undefined) return more;
  const points = Number(Math.min(distance, 1e6).toFixed(10));
  const score = points / maximum;
  if (score >= 1) return { kind: "output-accepted", message: `${points} points` };
  return score > 0 ? { kind: "output-partial", score, message: `${points} points` } : createWrongAnswer("0 points");
}

function checkByPointsInfo(output: Uint8Array, answer: Uint8Array): CheckOutcome {
  const ours = createCursor(output);
  const theirs = createCursor(answer);
  if (!ours.next()) return createPresentationError("token 1: expected a number, got the end");
  if (!anyReal.isValid(ours)) return createMalformed(anyReal, ours, true);
  if (!theirs.next()) return createCheckFailure("answer: expected a number, got the end");
  if (!anyReal.isValid(theirs)) return createMalformed(anyReal, theirs, false);
  const info = `points_info=pa=${toReal(ours)},ja=${toReal(theirs)}`;
  return findMore(ours) ?? createCheckFailure(`${info}: only a scorer can turn that into points`);
}

function checkUnordered(output: Uint8Array, answer: Uint8Array): CheckOutcome {
  const theirs = readIntegers(answer);
  if ("malformed" in theirs) return createMalformed(int64, theirs.malformed, false);
  const ours = readIntegers(output);
  if ("malformed" in ours) return createMalformed(int64, ours.malformed, true);
  if (ours.values.length !== theirs.values.length) {
    return createWrongAnswer(`expected ${theirs.values.length} numbers, got ${ours.values.length}`);
  }
  ours.values.sort();
  theirs.values.sort();
  const at = ours.values.findIndex((value, i) => value !== theirs.values[i]);
  return at < 0
    ? accepted
    : createWrongAnswer(`number ${at + 1} in increasing order: expected ${theirs.values[at]}, got ${ours.values[at]}`);
}

function readIntegers(bytes: Uint8Array): { readonly values: BigInt64Array } | { readonly malformed: TokenCursor } {
  const values = new BigInt64Array(createCursor(bytes).countRest());
  const cursor = createCursor(bytes);
  while (cursor.next()) {
    if (!int64.isValid(cursor)) return { malformed: cursor };
    values[cursor.index - 1] = BigInt(cursor.toText());
  }
  return { values };
}
