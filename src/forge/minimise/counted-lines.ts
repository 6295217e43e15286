import { isNumberToken, type Lines } from "./lines.ts";
import { listRemovals } from "./remove-some.ts";

/** A number that may count something after it. */
export interface Count {
  readonly line: number;
  readonly at: number;
  readonly value: number;
}

const mostCounts = 200;
const mostCounted = 100_000;

/** Every number that is as large as something that follows it is long. */
export function listCounts(lines: Lines): readonly Count[] {
  const counts: Count[] = [];
  for (const [line, tokens] of lines.entries()) {
    for (const [at, token] of tokens.entries()) {
      if (counts.length >= mostCounts) return counts;
      const value = isNumberToken(token) ? Number(token) : 0;
      if (value < 1 || value > mostCounted) continue;
      if (listReadings(lines, { line, at, value }).length > 0) counts.push({ line, at, value });
    }
  }
  return counts;
}

/** Drafts with less of what a number counts, and the number repaired; numbers up to it may be brought down with it. */
export function* listCountDrafts(lines: Lines, count: Count | undefined): Generator<Lines, void> {
  if (count === undefined) return;
  const readings = listReadings(lines, count);
  for (const kept of listRemovals(count.value)) {
    for (const cut of readings) {
      const draft = setCount(cut(kept), count, kept.length);
      yield draft;
      yield clampAfter(draft, count, kept.length);
    }
  }
}

function pickTokens(tokens: readonly string[], kept: readonly number[]): readonly string[] {
  return kept.map((i) => tokens[i] ?? "");
}

type Cut = (kept: readonly number[]) => Lines;

/** The ways in which a number may be a count: of lines below, of tokens in lines below or after it, of characters. */
function listReadings(lines: Lines, { line, at, value }: Count): readonly Cut[] {
  const readings: Cut[] = [];
  const cutTokens = (from: number, to: number, kept: readonly number[]): Lines =>
    lines.map((tokens, i) => (i > from && i < to && tokens.length === value ? pickTokens(tokens, kept) : tokens));
  const wide = lines.findIndex((tokens, i) => i > line && tokens.length === value);
  const lineCuts = listRuns(lines, line, value);
  const own = lines[line] ?? [];
  if (own.length === at + 1 + value && value > 0) {
    readings.push((kept) => lines.with(line, [...own.slice(0, at + 1), ...pickTokens(own.slice(at + 1), kept)]));
  }
  if (wide > 0 && value > 1) {
    readings.push(
      (kept) => cutTokens(wide - 1, wide + 1, kept),
      (kept) => cutTokens(line, lines.length, kept),
    );
  }
  const single = lines.findIndex((tokens, i) => i > line && i <= line + 2 && tokens.length === 1);
  const next = lines[wide > 0 && value === 1 ? wide : single] ?? [];
  if (single > 0 && next.length === 1 && value === 1) readings.push(() => lines.toSpliced(single, 1));
  const words = lines.flatMap((tokens, i) =>
    i > line && i <= line + value + 3 && tokens.length === 1 && tokens[0]?.length === value && value > 0 ? [i] : [],
  );
  const cutWords = (which: readonly number[], kept: readonly number[]): Lines =>
    lines.map((tokens, i) => (which.includes(i) ? [kept.map((k) => tokens[0]?.[k] ?? "").join("")] : tokens));
  if (words.length > 0)
    readings.push(
      (kept) => cutWords(words.slice(0, 1), kept),
      (kept) => cutWords(words, kept),
    );
  for (const { start, length } of lineCuts) {
    const cutRun = (source: Lines, kept: readonly number[]): Lines => {
      const stays = new Set(kept);
      return source.filter((_, i) => i < start || i >= start + length || stays.has(i - start));
    };
    readings.push((kept) => cutRun(lines, kept));
    if (wide > 0 && value > 1) readings.push((kept) => cutRun(cutTokens(line, lines.length, kept), kept));
    if (words.length > 0) readings.push((kept) => cutRun(cutWords(words, kept), kept));
  }
  return readings;
}

/** Runs of as many lines as the number says, or one fewer (edges of a tree), directly below it or a line further. */
function listRuns(
  lines: Lines,
  line: number,
  value: number,
): readonly { readonly start: number; readonly length: number }[] {
  const runs: { readonly start: number; readonly length: number }[] = [];
  for (const length of value > 1 ? [value, value - 1] : [value]) {
    for (const start of [line + 1, line + 2, line + 3]) {
      const run = lines.slice(start, start + length);
      const width = run[0]?.length;
      if (run.length === length && run.every((tokens) => tokens.length === width)) runs.push({ start, length });
    }
  }
  return runs;
}

/** The count moves with the lines above it only, so its place stays. */
function setCount(lines: Lines, { line, at }: Count, value: number): Lines {
  return lines.with(line, (lines[line] ?? []).with(at, String(value)));
}

function clampAfter(lines: Lines, { line, value }: Count, most: number): Lines {
  return lines.map((tokens, i) =>
    i <= line
      ? tokens
      : tokens.map((token) => {
          const number = isNumberToken(token) ? Number(token) : 0;
          return number > most && number <= value ? String(Math.max(1, most)) : token;
        }),
  );
}
