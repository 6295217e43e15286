import type { Rng } from "../../std/index.ts";
import { listBoundaries } from "../adversarial/integers.ts";
import { listCountDrafts, listCounts, type Count } from "../minimise/counted-lines.ts";
import { isNumberToken, parseLines, renderLines, type Lines } from "../minimise/lines.ts";

/**
 * A text that is like an input of which nothing is known but its lines and tokens, with one to three changes; numbers
 * that count what was dropped or doubled are repaired. It may be invalid: ask a validator. Equal seeds, equal mutants.
 *
 * @param options.others texts to take tokens from
 */
export function mutateText(
  text: string,
  options: { readonly rng: Rng; readonly others?: readonly string[] | undefined },
): string {
  const { rng } = options;
  let lines = parseLines(text);
  for (let changes = rng.nextInt(1, 3); changes > 0; changes--) lines = changeOnce(lines, rng, options.others ?? []);
  return renderLines(lines);
}

function changeOnce(lines: Lines, rng: Rng, others: readonly string[]): Lines {
  switch (rng.nextInt(0, 7)) {
    case 0:
    case 1:
    case 2:
      return changeToken(lines, rng, others);
    case 3:
      return swapTokens(lines, rng);
    case 4:
      return dropCounted(lines, rng);
    case 5:
      return doubleCounted(lines, rng);
    case 6:
      return reorderLine(lines, rng);
    default:
      return swapLines(lines, rng);
  }
}

function changeToken(lines: Lines, rng: Rng, others: readonly string[]): Lines {
  const place = pickPlace(lines, rng);
  if (place === undefined) return lines;
  const tokens = lines[place.line] ?? [];
  const token = tokens[place.at] ?? "";
  const set = (changed: string): Lines => lines.with(place.line, tokens.with(place.at, changed));
  if (isNumberToken(token)) {
    const value = BigInt(token);
    const pool = [...lines.flat(), ...others.flatMap((other) => other.split(/\s+/))].filter(isNumberToken);
    const boundaries = listBoundaries(0n, value < 2n ? 10n : value * 10n);
    const options = [
      value + 1n,
      value - 1n,
      value * 2n,
      value / 2n,
      -value,
      boundaries[rng.nextInt(0, boundaries.length - 1)],
    ];
    const choice = rng.nextInt(0, options.length);
    return set(String(options[choice] ?? pool[rng.nextInt(0, Math.max(0, pool.length - 1))] ?? value));
  }
  if (token === "") return lines;
  const [a, b] = [rng.nextInt(0, token.length - 1), rng.nextInt(0, token.length - 1)];
  const choice = rng.nextInt(0, 4);
  if (choice === 0) return set(token.slice(0, a) + (token[b] ?? "") + token.slice(a + 1));
  if (choice === 1) return set(token.slice(0, a) + (token[a] ?? "") + token.slice(a));
  if (choice === 2 && token.length > 1) return set(token.slice(0, a) + token.slice(a + 1));
  if (choice === 3) {
    const near = String.fromCharCode(token.charCodeAt(a) + (rng.nextInt(0, 1) === 0 ? 1 : -1));
    return set(token.slice(0, a) + (/[A-Za-z0-9]/.test(near) ? near : (token[a] ?? "")) + token.slice(a + 1));
  }
  const letters = lines
    .flat()
    .filter((other) => !isNumberToken(other))
    .join("");
  return set(token.slice(0, a) + (letters[rng.nextInt(0, letters.length - 1)] ?? "") + token.slice(a + 1));
}

function swapTokens(lines: Lines, rng: Rng): Lines {
  const [a, b] = [pickPlace(lines, rng), pickPlace(lines, rng)];
  if (a === undefined || b === undefined) return lines;
  const [first, second] = [lines[a.line]?.[a.at] ?? "", lines[b.line]?.[b.at] ?? ""];
  const half = lines.with(a.line, (lines[a.line] ?? []).with(a.at, second));
  return half.with(b.line, (half[b.line] ?? []).with(b.at, first));
}

function dropCounted(lines: Lines, rng: Rng): Lines {
  const count = pickCount(lines, rng);
  const drafts = count === undefined ? [] : take(listCountDrafts(lines, count), 60);
  return drafts[rng.nextInt(0, Math.max(0, drafts.length - 1))] ?? lines;
}

/** One counted line, or one counted token of every line as long as the count, twice. */
function doubleCounted(lines: Lines, rng: Rng): Lines {
  const count = pickCount(lines, rng);
  if (count === undefined) return lines;
  const at = rng.nextInt(0, count.value - 1);
  const raised = lines.with(count.line, (lines[count.line] ?? []).with(count.at, String(count.value + 1)));
  const isWide = lines.some((tokens, i) => i > count.line && tokens.length === count.value && count.value > 1);
  if (isWide) {
    return raised.map((tokens, i) =>
      i > count.line && tokens.length === count.value ? tokens.toSpliced(at, 0, tokens[at] ?? "") : tokens,
    );
  }
  const below = count.line + 1 + at;
  return below < lines.length ? raised.toSpliced(below, 0, lines[below] ?? []) : raised;
}

function reorderLine(lines: Lines, rng: Rng): Lines {
  const longest = lines.findIndex((tokens) => tokens.length > 1);
  const line = rng.nextInt(0, lines.length - 1);
  const at = (lines[line]?.length ?? 0) > 1 ? line : longest;
  const tokens = lines[at];
  if (tokens === undefined) return lines;
  const choice = rng.nextInt(0, 2);
  const [first = ""] = tokens;
  const changed = choice === 0 ? rng.shuffle(tokens) : choice === 1 ? tokens.toReversed() : tokens.map(() => first);
  return lines.with(at, changed);
}

function swapLines(lines: Lines, rng: Rng): Lines {
  const [a, b] = [rng.nextInt(0, lines.length - 1), rng.nextInt(0, lines.length - 1)];
  return lines.with(a, lines[b] ?? []).with(b, lines[a] ?? []);
}

function pickPlace(lines: Lines, rng: Rng): { readonly line: number; readonly at: number } | undefined {
  const filled = lines.flatMap((tokens, line) => (tokens.length > 0 ? [line] : []));
  const line = filled[rng.nextInt(0, Math.max(0, filled.length - 1))];
  return line === undefined ? undefined : { line, at: rng.nextInt(0, (lines[line]?.length ?? 1) - 1) };
}

function pickCount(lines: Lines, rng: Rng): Count | undefined {
  const counts = listCounts(lines);
  return counts[rng.nextInt(0, Math.max(0, counts.length - 1))];
}

function take<T>(items: Iterable<T>, most: number): readonly T[] {
  const taken: T[] = [];
  for (const item of items) if (taken.push(item) >= most) break;
  return taken;
}
