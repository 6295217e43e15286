import type { Checker } from "../problem/index.ts";
import { unreachable } from "../std/index.ts";
import { createCheckFailure, createPresentationError, createWrongAnswer, type CheckOutcome } from "./check-outcome.ts";
import { toCapped } from "./compile-message.ts";
import { parseDecimal } from "./numbers.ts";

export type CheckerConvention = Extract<Checker, { readonly kind: "program" }>["convention"];

/** How a checker program ended. */
export interface CheckerEnd {
  readonly exitCode: number;
  /** The checker's own; never the judged program's. */
  readonly stderr: string;
  /** Kattis feedback files. */
  readonly judgeMessage?: string | undefined;
  readonly score?: string | undefined;
}

/**
 * What a checker's ending means under its convention. `maximum` is what full marks are where it gives points. An
 * exit code that the convention does not know says nothing about the output: `check-failed`.
 */
export function readCheckerVerdict(convention: CheckerConvention, end: CheckerEnd, maximum: number): CheckOutcome {
  switch (convention) {
    case "testlib":
      return readTestlib(end, maximum);
    case "frontier-cs":
      return readFrontier(end, maximum);
    case "kattis":
      return readKattis(end, maximum);
    default:
      return unreachable(convention);
  }
}

function readTestlib(end: CheckerEnd, maximum: number): CheckOutcome {
  const message = toMessageText(end.stderr);
  switch (end.exitCode) {
    case 0:
      return { kind: "output-accepted", message };
    case 1:
      return createWrongAnswer(message);
    case 2:
    case 4:
    case 8:
      return createPresentationError(message);
    case 7:
      return toScored(parsePoints(end.stderr), maximum, message);
    default:
      return createCheckFailure(`the checker failed with exit code ${end.exitCode}: ${message}`);
  }
}

/** `Ratio:` counts only beside an exit code that gives a score, so that a crash cannot carry one. */
function readFrontier(end: CheckerEnd, maximum: number): CheckOutcome {
  const ratio = /\bRatio:\s*(\S+?)[,;]?(?:\s|$)/.exec(end.stderr)?.[1];
  const isScoring = end.exitCode === 0 || end.exitCode === 7;
  if (!isScoring || ratio === undefined) return readTestlib(end, maximum);
  return toScored(parseDecimal(ratio.replace(/\.$/, "")), 1, toMessageText(end.stderr));
}

function readKattis(end: CheckerEnd, maximum: number): CheckOutcome {
  const message = toMessageText(end.judgeMessage ?? "");
  if (end.exitCode === 43) return createWrongAnswer(message);
  if (end.exitCode !== 42) {
    const words = toMessageText(end.stderr);
    return createCheckFailure(`the checker failed with exit code ${end.exitCode} (expected 42 or 43): ${words}`);
  }
  if (end.score === undefined) return { kind: "output-accepted", message };
  return toScored(parseDecimal(end.score.trim()), maximum, message);
}

/** testlib's `quitp` writes `points 0.42 …`. */
function parsePoints(stderr: string): number | undefined {
  const word = /^\s*points\s+(\S+)/.exec(stderr)?.[1];
  return word === undefined ? undefined : parseDecimal(word);
}

function toScored(points: number | undefined, maximum: number, message: string): CheckOutcome {
  if (points === undefined || !Number.isFinite(points)) {
    return createCheckFailure(`the checker gave points that are not a number: ${message}`);
  }
  const score = points / maximum;
  if (score >= 1) return { kind: "output-accepted", message };
  if (score <= 0) return createWrongAnswer(message);
  return Number.isNaN(score)
    ? createCheckFailure("full marks are 0 points")
    : { kind: "output-partial", score, message };
}

function toMessageText(text: string): string {
  return toCapped(text.replaceAll(/[^\P{Cc}\n]/gu, "").trim(), 512);
}
