import { createTestData, type TestData } from "../../problem/index.ts";
import type { Rng } from "../../std/index.ts";
import { listCounts, type Count } from "../minimise/counted-lines.ts";
import { isNumberToken, parseLines, renderLines, type Lines } from "../minimise/lines.ts";
import type { DrawnInput, InputArm } from "./contract.ts";

/**
 * Inputs in the likeness of the samples, for problems of which nothing is written down but a validator: counts that the
 * samples show take other values, what they count grows or shrinks with them, and numbers are drawn anew at growing
 * magnitudes. Most are invalid; the validator says which.
 */
export function createTemplateArms(samples: readonly TestData[], rng: Rng): readonly InputArm[] {
  const templates = samples
    .filter((sample) => sample.bytes.length <= 20_000)
    .map((sample) => parseLines(new TextDecoder("latin1").decode(sample.bytes)));
  if (templates.length === 0) return [];
  return [0.05, 0.2, 0.5, 0.9].map((size) => {
    const own = rng.derive(size);
    let number = 0;
    return {
      name: `likeness ${size}`,
      size,
      isValid: false,
      async draw({ count }) {
        return Array.from({ length: count }, (): DrawnInput => {
          const draw = own.derive(number++);
          const template = templates[draw.nextInt(0, templates.length - 1)] ?? [];
          return { input: createTestData(Buffer.from(renderLines(regrow(template, size, draw)), "latin1")) };
        });
      },
    };
  });
}

const magnitudes: readonly bigint[] = [2n, 3n, 5n, 10n, 20n, 100n, 1000n, 10_000n, 100_000n, 10n ** 6n, 10n ** 9n];
const largeMagnitudes: readonly bigint[] = [10n ** 12n, 10n ** 18n];
const maxCount = 200_000;

function regrow(template: Lines, size: number, rng: Rng): Lines {
  let lines = template;
  const counts = listCounts(lines).filter(({ value }) => value > 0);
  const count = counts[rng.nextInt(0, Math.max(0, counts.length - 1))];
  let total = count?.value ?? 0;
  if (count !== undefined && rng.nextInt(0, 4) > 0) {
    total = pickCountValue(size, rng);
    lines = resize(lines, count, { total, rng });
  }
  const known = [...magnitudes, ...(size > 0.4 ? largeMagnitudes : [])];
  const most = Math.max(1, Math.ceil(known.length * Math.min(1, size + 0.25)));
  const magnitude = known[rng.nextInt(0, most - 1)] ?? 10n;
  const sign = rng.nextInt(0, 3) === 0 ? -magnitude : BigInt(rng.nextInt(0, 1));
  const style = rng.nextInt(0, 3);
  const isIndex = (value: bigint): boolean => count !== undefined && value >= 0n && value <= BigInt(count.value);
  const isOrdered = rng.nextInt(0, 1) === 1;
  const orders = template.map(isAscending);
  const drawn = lines.map((tokens, line) =>
    tokens.map((token, at) => {
      if (!isNumberToken(token) || (line === count?.line && at === count.at)) return token;
      const value = BigInt(token);
      if (style === 0 || (style === 1 && rng.nextInt(0, 3) > 0)) return token;
      if (style === 2 && isIndex(value)) return String(rng.nextInt(1, Math.max(1, total)));
      return String(pick(sign, magnitude, rng));
    }),
  );
  // What ascends in the sample often must; `resize` keeps the lines up to the count's own and those that it counts.
  return drawn.map((tokens, line) =>
    isOrdered && line !== count?.line && orders[line] === true ? toAscending(tokens) : tokens,
  );
}

function isAscending(tokens: readonly string[]): boolean {
  const isNumeric = tokens.length > 1 && tokens.every(isNumberToken);
  return isNumeric && tokens.every((token, i) => i === 0 || BigInt(tokens[i - 1] ?? "0") < BigInt(token));
}

/** Sorted, equal neighbours moved apart. */
function toAscending(tokens: readonly string[]): readonly string[] {
  if (!tokens.every(isNumberToken)) return tokens;
  const values = tokens.map(BigInt).toSorted((a, b) => Number(a > b) - Number(a < b));
  let last: bigint | undefined;
  return values.map((value) => {
    last = last !== undefined && value <= last ? last + 1n : value;
    return String(last);
  });
}

/** Log-uniform, or a round number of its size, or one beside it. */
function pickCountValue(size: number, rng: Rng): number {
  const most = Math.min(maxCount, Math.ceil(4 * 10 ** (5 * size)));
  const value = Math.floor(Math.exp(rng.nextFloat() * Math.log(most + 1)));
  if (rng.nextInt(0, 2) > 0) return Math.max(1, value);
  const round = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return Math.max(1, Math.min(maxCount, round * (rng.nextInt(0, 2) === 0 ? 2 : 1) - rng.nextInt(0, 1)));
}

function resize(lines: Lines, count: Count, { total, rng }: { readonly total: number; readonly rng: Rng }): Lines {
  const head = lines.with(count.line, (lines[count.line] ?? []).with(count.at, String(total)));
  const isWide = lines.some((tokens, i) => i > count.line && tokens.length === count.value);
  const rows = lines.slice(count.line + 1, count.line + 1 + count.value);
  const isTall =
    rows.length === count.value &&
    (!isWide || count.value === 1 || rows.every((row) => row.length === rows[0]?.length));
  if (isWide && !(isTall && count.value > 1)) {
    return head.map((tokens, i) =>
      i > count.line && tokens.length === count.value ? repeat(tokens, total, rng) : tokens,
    );
  }
  if (!isTall) return head;
  return [...head.slice(0, count.line + 1), ...repeat(rows, total, rng), ...head.slice(count.line + 1 + count.value)];
}

function repeat<T>(items: readonly T[], total: number, rng: Rng): readonly T[] {
  return Array.from({ length: total }, (_, i) => items[i] ?? (items[rng.nextInt(0, items.length - 1)] as T));
}

function pick(low: bigint, high: bigint, rng: Rng): bigint {
  if (rng.nextInt(0, 7) === 0) return rng.nextInt(0, 1) === 0 ? low : high;
  const span = high - low + 1n;
  return low + (((BigInt(rng.nextUint32()) << 32n) | BigInt(rng.nextUint32())) % span);
}
