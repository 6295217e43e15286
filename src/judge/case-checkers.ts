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
  const theirs = new TokenCursor(answer);
  const fault = findFormFault(content, answer);
  if (fault !== undefined) return createCheckFailure(`answer, ${fault}`);
  const ownFault = findFormFault(content, output);
  if (ownFault !== undefined) return createPresentationError(ownFault);
  const ours = new TokenCursor(output);
  let caseNumber = 0;
  for (;;) {
    const hasTheirs = theirs.next();
    const hasOurs = ours.next();
    if (!hasTheirs && !hasOurs) return accepted;
    if (hasTheirs && isCaseWord(theirs)) caseNumber++;
    if (hasTheirs && hasOurs && ours.equals(theirs)) continue;
    if (!hasTheirs && isCaseWord(ours)) return createPresentationError(`expected ${caseNumber} cases, got more`);
    if (!hasOurs && isCaseWord(theirs)) {
      return createPresentationError(`case ${caseNumber}: expected it, got the end`);
    }
    const isNextCase = hasTheirs && isCaseWord(theirs);
    const place = `case ${isNextCase && caseNumber > 1 ? caseNumber - 1 : caseNumber}`;
    return createWrongAnswer(
      `${place}: expected ${hasTheirs ? toTokenExcerpt(theirs) : "the end"}, got ${hasOurs ? toTokenExcerpt(ours) : "the end"}`,
    );
  }
}

function findFormFault(content: CaseContent, bytes: Uint8Array): string | undefined {
  const cursor = new TokenCursor(bytes);
  let hasToken = cursor.next();
  for (let caseNumber = 1; hasToken; caseNumber++) {
    if (!isCaseWord(cursor)) return `token ${cursor.index}: expected Case, got ${toTokenExcerpt(cursor)}`;
    const hasNumber = cursor.next();
    if (!hasNumber || cursor.toText(32) !== `${caseNumber}:`) {
      return `token ${cursor.index}: expected ${caseNumber}:, got ${hasNumber ? toTokenExcerpt(cursor) : "the end"}`;
    }
    let valueCount = 0;
    for (hasToken = cursor.next(); hasToken && !isCaseWord(cursor); hasToken = cursor.next()) {
      valueCount++;
      if (content !== "tokens" && !(cursor.length <= 20 && isCanonicalInteger(cursor.toText(32), 64))) {
        return `case ${caseNumber}: expected a 64-bit integer, got ${toTokenExcerpt(cursor)}`;
      }
    }
    if (content === "one-integer" && valueCount !== 1)
      return `case ${caseNumber}: expected one integer, got ${valueCount}`;
  }
  return undefined;
}

function isCaseWord(token: TokenCursor): boolean {
  return token.length === 4 && token.toText() === "Case";
}
