import { compareBigInts } from "../adversarial/integers.ts";
import { isNumberToken, parseLines, renderLines, type Lines } from "./lines.ts";
import { listVertexDrafts } from "./counted-vertices.ts";
import { listCountDrafts, listCounts } from "./counted-lines.ts";
import { listRemovals } from "./remove-some.ts";
import type { Candidate, Search } from "./search.ts";
import { listCaseSplits } from "./split-lines.ts";

/** Shrinks a text of which nothing is known but its lines and tokens; `search.best` has the result. */
export async function minimiseText(search: Search): Promise<void> {
  let lines = parseLines(search.best);
  const take = async (drafts: Iterable<Lines>): Promise<boolean> => {
    const found = await search.take(toCandidates(drafts));
    if (found !== undefined) lines = found;
    return found !== undefined;
  };
  await take([lines]);
  for (let before = ""; before !== search.best && !search.isSpent;) {
    before = search.best;
    search.isCut = false;
    search.pass = "cases";
    while (await take(listCaseDrafts(lines))) continue;
    search.pass = "sizes";
    for (let at = 0; at < listCounts(lines).length && !search.isSpent; at++) {
      while (await take(listCountDrafts(lines, listCounts(lines)[at]))) continue;
      while (await take(listVertexDrafts(lines, listCounts(lines)[at]))) continue;
    }
    while (await take(listLineDrafts(lines))) continue;
    search.pass = "values";
    while (await take(listWholeDrafts(lines))) continue;
    const places = lines.flatMap((tokens, line) => tokens.map((_, at) => ({ line, at })));
    for (const place of places.slice(0, 2000)) {
      if (search.isSpent) break;
      while (await take(listTokenDrafts(lines, place))) continue;
    }
    search.pass = "structure";
    while (await take(listSortDrafts(lines))) continue;
  }
}

function* toCandidates(drafts: Iterable<Lines>): Generator<Candidate<Lines>, void> {
  for (const draft of drafts) yield { text: renderLines(draft), item: draft };
}

/** Fewer test cases, where the first number counts them. */
function* listCaseDrafts(lines: Lines): Generator<Lines, void> {
  for (const { head, cases } of listCaseSplits(lines)) {
    for (const kept of listRemovals(cases.length)) {
      const [first = [], ...rest] = head;
      yield [[String(kept.length), ...first.slice(1)], ...rest, ...kept.flatMap((i) => cases[i] ?? [])];
    }
  }
}

/** Fewer lines or tokens as they stand: for inputs whose counts were not recognised, or that have none. */
function* listLineDrafts(lines: Lines): Generator<Lines, void> {
  for (const kept of listRemovals(lines.length)) yield kept.map((i) => lines[i] ?? []);
  for (const [at, tokens] of lines.entries()) {
    if (tokens.length < 2 || tokens.length > 1000) continue;
    for (const kept of listRemovals(tokens.length)) {
      yield lines.with(
        at,
        kept.map((i) => tokens[i] ?? ""),
      );
    }
  }
}

/** All numbers, or all from some line on, made simple at once; then ranks instead of values. */
function* listWholeDrafts(lines: Lines): Generator<Lines, void> {
  for (let from = 0; from < Math.min(lines.length, 4); from++) {
    for (const simple of ["0", "1"]) {
      yield lines.map((tokens, at) => (at < from ? tokens : tokens.map((t) => (isNumberToken(t) ? simple : t))));
    }
    const numbers = lines.slice(from).flatMap((tokens) => tokens.filter(isNumberToken).map(BigInt));
    const ranks = new Map(
      [...new Set(numbers)].toSorted(compareBigInts).map((value, i) => [String(value), String(i + 1)]),
    );
    yield lines.map((tokens, at) => (at < from ? tokens : tokens.map((t) => ranks.get(t) ?? t)));
  }
  for (const [at, tokens] of lines.entries()) {
    for (const simple of ["0", "1"]) {
      if (tokens.length > 1)
        yield lines.with(
          at,
          tokens.map((t) => (isNumberToken(t) ? simple : t)),
        );
    }
  }
}

function* listTokenDrafts(lines: Lines, place: { readonly line: number; readonly at: number }): Generator<Lines, void> {
  const tokens = lines[place.line] ?? [];
  const token = tokens[place.at] ?? "";
  const set = (changed: string): Lines => lines.with(place.line, tokens.with(place.at, changed));
  if (isNumberToken(token)) {
    for (const smaller of listSmallerTexts(token)) {
      yield set(smaller);
      if (lines.length <= 50) yield lines.map((line) => line.map((other) => (other === token ? smaller : other)));
    }
    return;
  }
  for (const kept of listRemovals(token.length, 1)) yield set(kept.map((i) => token[i] ?? "").join(""));
  const letters = [...new Set(token)].toSorted();
  for (const [k, letter] of letters.entries()) {
    for (const simpler of new Set([letters[k - 1], "a", "A"])) {
      if (simpler !== undefined && simpler < letter) yield set(token.replaceAll(letter, simpler));
    }
  }
  for (let i = 0; i < Math.min(token.length, 100); i++) {
    for (const letter of letters) {
      if (letter < (token[i] ?? "")) yield set(token.slice(0, i) + letter + token.slice(i + 1));
    }
  }
}

function* listSortDrafts(lines: Lines): Generator<Lines, void> {
  for (const [at, tokens] of lines.entries()) {
    if (tokens.length > 1 && tokens.every(isNumberToken)) {
      yield lines.with(
        at,
        tokens.toSorted((a, b) => compareBigInts(BigInt(a), BigInt(b))),
      );
    }
  }
}

/** Numbers nearer to 0, nearest first. */
function listSmallerTexts(token: string): readonly string[] {
  const value = BigInt(token);
  const [sign, magnitude] = value < 0n ? [-1n, -value] : [1n, value];
  const parts = new Set<bigint>([0n, 1n, 2n]);
  for (let part = magnitude; part > 0n; part /= 2n) parts.add(magnitude - part);
  const sorted = [...parts].filter((part) => part < magnitude).toSorted(compareBigInts);
  return sorted.flatMap((part) => (sign > 0n ? [String(part)] : [String(part), String(-part)]));
}
