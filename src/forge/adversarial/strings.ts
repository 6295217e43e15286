import type { Rng } from "../../std/index.ts";

export const stringShapes = [
  "one-letter",
  "last-differs",
  "first-differs",
  "middle-differs",
  "alternating",
  "periodic",
  "nearly-periodic",
  "thue-morse",
  "fibonacci",
  "de-bruijn",
  "palindrome",
  "two-letters",
  "blocks",
  "sorted-letters",
] as const;

export type StringShape = (typeof stringShapes)[number];

/** A string in a shape that naive matching, hashing with a fixed modulus, or suffix structures mind. */
export function createString(
  shape: StringShape,
  { length, alphabet }: { readonly length: number; readonly alphabet: readonly string[] },
  rng: Rng,
): string {
  const at = (i: number): string => alphabet[i % alphabet.length] ?? "";
  const start = rng.nextInt(0, alphabet.length - 1);
  const [a, b] = [at(start), at(start + 1)];
  const random = (): string => at(rng.nextInt(0, alphabet.length - 1));
  const fill = (next: (i: number) => string): string => Array.from({ length }, (_, i) => next(i)).join("");
  switch (shape) {
    case "one-letter":
      return a.repeat(length);
    case "last-differs":
      return fill((i) => (i === length - 1 ? b : a));
    case "first-differs":
      return fill((i) => (i === 0 ? b : a));
    case "middle-differs":
      return fill((i) => (i === length >> 1 ? b : a));
    case "alternating":
      return fill((i) => (i % 2 === 0 ? a : b));
    case "periodic":
    case "nearly-periodic": {
      const period = Array.from({ length: rng.nextInt(1, Math.max(1, Math.min(7, length >> 1))) }, random);
      const spoilt = shape === "nearly-periodic" ? rng.nextInt(0, Math.max(0, length - 1)) : -1;
      return fill((i) => (i === spoilt ? random() : (period[i % period.length] ?? "")));
    }
    case "thue-morse":
      return fill((i) => (countBits(i) % 2 === 0 ? a : b));
    case "fibonacci":
      return createFibonacci(a, b, length);
    case "de-bruijn":
      return createDeBruijn(alphabet.slice(0, 4), length);
    case "palindrome": {
      const half = Array.from({ length: Math.ceil(length / 2) }, random);
      return fill((i) => half[Math.min(i, length - 1 - i)] ?? "");
    }
    case "two-letters":
      return fill(() => (rng.nextInt(0, 1) === 0 ? a : b));
    case "blocks": {
      const size = Math.max(1, Math.floor(Math.sqrt(length)));
      return fill((i) => at(start + Math.floor(i / size)));
    }
    case "sorted-letters":
      return Array.from({ length }, random).toSorted().join("");
  }
}

function createFibonacci(a: string, b: string, length: number): string {
  let [shorter, longer] = [b, a];
  while (longer.length < length) [shorter, longer] = [longer, longer + shorter];
  return longer.slice(0, length);
}

/** A prefix of a de Bruijn sequence long enough to have no repetition longer than it must. */
function createDeBruijn(alphabet: readonly string[], length: number): string {
  const k = alphabet.length;
  if (k <= 1) return (alphabet[0] ?? "").repeat(length);
  let order = 1;
  while (k ** order < length) order++;
  const word: number[] = Array.from({ length: order + 1 }, () => 0);
  const sequence: number[] = [];
  const visit = (t: number, p: number): void => {
    if (sequence.length >= length) return;
    if (t > order) {
      if (order % p === 0) sequence.push(...word.slice(1, p + 1));
      return;
    }
    word[t] = word[t - p] ?? 0;
    visit(t + 1, p);
    for (let letter = (word[t - p] ?? 0) + 1; letter < k; letter++) {
      word[t] = letter;
      visit(t + 1, t);
    }
  };
  visit(1, 1);
  return Array.from({ length }, (_, i) => alphabet[sequence[i % sequence.length] ?? 0] ?? "").join("");
}

function countBits(value: number): number {
  let bits = 0;
  for (let rest = value; rest > 0; rest &= rest - 1) bits++;
  return bits;
}
