import type { StandardCheckerName } from "../problem/index.ts";
import { checkByCase } from "./case-checkers.ts";
import {
  accepted,
  createCheckFailure,
  createPresentationError,
  createWrongAnswer,
  type CheckOutcome,
} from "./check-outcome.ts";
import { compareTokens, describeDifference } from "./compare-checker.ts";
import { checkByLines } from "./line-checkers.ts";
import {
  isCanonicalHugeInteger,
  isCanonicalInteger,
  isWithinTolerance,
  parseDecimal,
  type Tolerance,
} from "./numbers.ts";
import { TokenCursor, toTokenExcerpt } from "./token-cursor.ts";

/** Decides as testlib's checker of that name does. A malformed answer is `check-failed`, not the output's fault. */
export function checkByStandard(name: StandardCheckerName, output: Uint8Array, answer: Uint8Array): CheckOutcome {
  return standardCheckers[name](output, answer);
}

type StandardChecker = (output: Uint8Array, answer: Uint8Array) => CheckOutcome;

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
};
const hugeInteger: TokenRule = {
  ...word,
  expects: "an integer",
  isValid: (token) => isCanonicalHugeInteger(token.toText()),
};
const yesNo: TokenRule = {
  expects: "YES or NO",
  isValid: (token) => token.length <= 3 && /^(?:yes|no)$/i.test(token.toText()),
  isRight: (output, answer) => answer.equalsIgnoringCase(output),
};

const standardCheckers: Readonly<Record<StandardCheckerName, StandardChecker>> = {
  acmp: one(real({ absolute: 1.5e-6 })),
  caseicmp: (output, answer) => checkByCase("one-integer", output, answer),
  casencmp: (output, answer) => checkByCase("integers", output, answer),
  casewcmp: (output, answer) => checkByCase("tokens", output, answer),
  dcmp: one(real({ absolute: 1e-6, relative: 1e-6 })),
  fcmp: (output, answer) => checkByLines("exact", output, answer),
  hcmp: (output, answer) => checkLoneAnswer(answer) ?? one(hugeInteger)(output, answer),
  icmp: one(int32),
  lcmp: (output, answer) => checkByLines("tokens", output, answer),
  ncmp: sequence(int64),
  nyesno: sequence(yesNo),
  pointscmp: refuse("pointscmp"),
  pointsinfo: refuse("pointsinfo"),
  rcmp: one(real({ absolute: 1.5e-6 })),
  rcmp4: sequence(real({ absolute: 1e-4, relative: 1e-4 })),
  rcmp6: sequence(real({ absolute: 1e-6, relative: 1e-6 })),
  rcmp9: sequence(real({ absolute: 1e-9, relative: 1e-9 })),
  rncmp: sequence(real({ absolute: 1.5e-5 })),
  uncmp: checkUnordered,
  wcmp: sequence(word),
  yesno: one(yesNo),
};

/** What a token must look like, and when an output's stands for the answer's. */
interface TokenRule {
  readonly expects: string;
  readonly isValid: (token: TokenCursor) => boolean;
  readonly isRight: (output: TokenCursor, answer: TokenCursor) => boolean;
}

/** testlib adds 1e-15 to every tolerance. */
function real(tolerance: Tolerance): TokenRule {
  const widened: Tolerance = {
    absolute: tolerance.absolute === undefined ? undefined : tolerance.absolute + 1e-15,
    relative: tolerance.relative === undefined ? undefined : tolerance.relative + 1e-15,
  };
  return {
    expects: "a number",
    isValid: (token) => parseDecimal(token.toText()) !== undefined,
    isRight: (output, answer) => isWithinTolerance(Number(answer.toText()), Number(output.toText()), widened),
  };
}

function sequence(rule: TokenRule): StandardChecker {
  return (output, answer) => {
    let fault: CheckOutcome | undefined;
    const outcome = compareTokens(output, answer, (ours, theirs) => {
      fault = findMalformed(rule, ours, theirs);
      if (fault !== undefined) return "malformed";
      return rule.isRight(ours, theirs) ? undefined : describeDifference(ours, theirs);
    });
    return fault ?? outcome;
  };
}

function one(rule: TokenRule): StandardChecker {
  return (output, answer) => {
    const theirs = new TokenCursor(answer);
    if (!theirs.next()) return createCheckFailure(`answer: expected ${rule.expects}, got the end`);
    const ours = new TokenCursor(output);
    if (!ours.next()) return createPresentationError(`token 1: expected ${rule.expects}, got the end`);
    const fault = findMalformed(rule, ours, theirs);
    if (fault !== undefined) return fault;
    if (!rule.isRight(ours, theirs)) return createWrongAnswer(describeDifference(ours, theirs));
    return ours.next() ? createPresentationError(`token 2: expected the end, got ${toTokenExcerpt(ours)}`) : accepted;
  };
}

/** `hcmp` alone minds what follows the answer's number. */
function checkLoneAnswer(answer: Uint8Array): CheckOutcome | undefined {
  const count = new TokenCursor(answer).countRest();
  return count > 1 ? createCheckFailure(`answer: expected one token, got ${count}`) : undefined;
}

function findMalformed(rule: TokenRule, ours: TokenCursor, theirs: TokenCursor): CheckOutcome | undefined {
  if (!rule.isValid(theirs)) {
    return createCheckFailure(`answer, token ${theirs.index}: expected ${rule.expects}, got ${toTokenExcerpt(theirs)}`);
  }
  if (!rule.isValid(ours)) {
    return createPresentationError(`token ${ours.index}: expected ${rule.expects}, got ${toTokenExcerpt(ours)}`);
  }
  return undefined;
}

function checkUnordered(output: Uint8Array, answer: Uint8Array): CheckOutcome {
  const theirs = readIntegers(answer);
  if ("malformed" in theirs) return createCheckFailure(`answer, ${theirs.malformed}`);
  const ours = readIntegers(output);
  if ("malformed" in ours) return createPresentationError(ours.malformed);
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

function readIntegers(bytes: Uint8Array): { readonly values: BigInt64Array } | { readonly malformed: string } {
  const values = new BigInt64Array(new TokenCursor(bytes).countRest());
  const cursor = new TokenCursor(bytes);
  while (cursor.next()) {
    const text = cursor.toText(32);
    if (cursor.length > 20 || !isCanonicalInteger(text, 64)) {
      return { malformed: `token ${cursor.index}: expected ${int64.expects}, got ${toTokenExcerpt(cursor)}` };
    }
    values[cursor.index - 1] = BigInt(text);
  }
  return { values };
}

function refuse(name: string): StandardChecker {
  return () => createCheckFailure(`the standard checker ${name} is not built in: ship it as a checker program`);
}
