import type { Checker } from "../problem/index.ts";
import { unreachable } from "../std/index.ts";
import { createCheckFailure, createPresentationError, createWrongAnswer, type CheckOutcome } from "./check-outcome.ts";
import { toCapped } from "./compile-message.ts";
import { parseDecimal } from "./numbers.ts";

export type CheckerConvention = Extract<Checker, { readonly kind: "program" }>["convention"];

/**
 * What points are measured against: what full marks are, nothing (points count as they are), or no points at all, since
 * the problem or the test gives none.
 */
export type ScoreScale = number | "unbounded" | "ignored";

/** How a checker program ended. */
export interface CheckerEnd {
  readonly exitCode: number;
  /** The checker's own; never the judged program's. */
  readonly stderr: string;
  /** Kattis feedback files. */
  readonly judgeMessage?: string | undefined;
  readonly score?: string | undefined;
  readonly scoreMultiplier?: string | undefined;
}

/**
 * What a checker's ending means under its convention. An exit code that the convention does not know says nothing about
 * the output: `check-failed`.
 */
export function readCheckerVerdict(convention: CheckerConvention, end: CheckerEnd, scale: ScoreScale): CheckOutcome {
  const maximum = typeof scale === "number" ? scale : 1;
  switch (convention) {
    case "testlib":
      return readTestlib(end, maximum);
    case "frontier-cs":
      return readFrontier(end, maximum);
    case "kattis":
      return readKattis(end, scale);
    default:
      return unreachable(convention);
  }
}

/** A score of `_pc(k)` is `k` per cent, whatever the exit code that carries it: `k` itself, or 50 more. */
function readTestlib(end: CheckerEnd, maximum: number): CheckOutcome {
  const message = toMessageText(end.stderr);
  const percent = /^\s*partially correct \((\d+)\)/.exec(end.stderr)?.[1];
  if (percent !== undefined && [Number(percent), Number(percent) + 50].includes(end.exitCode)) {
    return Number(percent) > 100
      ? createCheckFailure(`the checker gave more than 100 per cent: ${message}`)
      : toScored(Number(percent), 100, message);
  }
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
  const ratio = readNumber(end.stderr, /\bRatio:\s*(\S+)/);
  const isScoring = end.exitCode === 0 || end.exitCode === 7;
  if (!isScoring || ratio === undefined) return readTestlib(end, maximum);
  const scored = toScored(ratio, 1, toMessageText(end.stderr));
  const unboundedScore = readNumber(end.stderr, /\bRatioUnbounded:\s*(\S+)/) ?? ratio;
  const isGiven = scored.kind === "output-accepted" || scored.kind === "output-partial";
  return isGiven && Number.isFinite(unboundedScore) ? { ...scored, unboundedScore } : scored;
}

/** The number after a word; not-a-number where something else stands there, undefined where the word is missing. */
function readNumber(text: string, pattern: RegExp): number | undefined {
  const word = pattern.exec(text)?.[1];
  return word === undefined ? undefined : (parseDecimal(word.replace(/[.,;]$/, "")) ?? Number.NaN);
}

function readKattis(end: CheckerEnd, scale: ScoreScale): CheckOutcome {
  const message = toMessageText(end.judgeMessage ?? "");
  if (end.exitCode === 43) return createWrongAnswer(message);
  if (end.exitCode !== 42) {
    const words = toMessageText(end.stderr);
    return createCheckFailure(`the checker failed with exit code ${end.exitCode} (expected 42 or 43): ${words}`);
  }
  const isScored = end.score !== undefined || end.scoreMultiplier !== undefined;
  if (scale === "ignored" || !isScored) return { kind: "output-accepted", message };
  if (end.score !== undefined && end.scoreMultiplier !== undefined) {
    return createCheckFailure("the checker wrote both score.txt and score_multiplier.txt");
  }
  const value = parseDecimal((end.score ?? end.scoreMultiplier ?? "").trim());
  const name = end.score === undefined ? "score_multiplier.txt" : "score.txt";
  if (value === undefined || !Number.isFinite(value)) return createCheckFailure(`${name} holds no number: ${message}`);
  if (scale === "unbounded") {
    if (end.score !== undefined) return { kind: "output-accepted", givenPoints: value, message };
    return createCheckFailure("score_multiplier.txt where nothing says what full marks are");
  }
  const maximum = end.score === undefined ? 1 : scale;
  if (value < 0 || value > maximum + 1e-9) {
    return createCheckFailure(`${name} holds ${value}, expected 0 to ${maximum}: ${message}`);
  }
  if (value >= maximum) return { kind: "output-accepted", message };
  return { kind: "output-partial", score: value / maximum, message };
}

/** testlib's `quitp` writes `points 0.42 …`, its `quitpi` `points points_info=…`, which may be a number as well. */
function parsePoints(stderr: string): number | undefined {
  const word = /^\s*points\s+(?:points_info=)?(\S+)/.exec(stderr)?.[1];
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
