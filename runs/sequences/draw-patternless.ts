import { createHash } from "node:crypto";
import type { Rng } from "../../src/std/index.ts";
import { drawPatterned } from "./draw-patterned.ts";
import { drawInt, drawNonZero, heldBackTerms, pick, shownTerms, toTerm, type DrawnSequence } from "./drawn-sequence.ts";

type DrawValues = (rng: Rng, count: number) => { readonly label: string; readonly values: readonly bigint[] };

/** Integers uniform up to a magnitude. */
const drawIntegers: DrawValues = (rng, count) => {
  const most = pick(rng, [1, 2, 3, 5, 9, 20, 99, 1000, 100_000, 1_000_000_000]);
  const low = rng.nextInt(0, 1) === 0 ? 0 : -most;
  return { label: `integers in ${low}..${most}`, values: Array.from({ length: count }, () => drawInt(rng, low, most)) };
};

/** Random steps, both ways or upwards only. */
const drawWalk: DrawValues = (rng, count) => {
  const step = pick(rng, [1, 1, 2, 5, 10, 100]);
  const low = rng.nextInt(0, 1) === 0 ? 0 : -step;
  let at = drawInt(rng, 0, 10);
  const values = Array.from({ length: count }, () => (at += drawInt(rng, low, step)));
  return { label: `walk by ${low}..${step}`, values };
};

/** Random steps of the steps. */
const drawSmoothWalk: DrawValues = (rng, count) => {
  let [at, step] = [drawInt(rng, 0, 10), drawInt(rng, -3, 3)];
  const values = Array.from({ length: count }, () => {
    step += drawInt(rng, -1, 1);
    return (at += step);
  });
  return { label: "smooth walk", values };
};

/** Each term a random multiple of the one before. */
const drawGrowth: DrawValues = (rng, count) => {
  const most = pick(rng, [2, 3, 6]);
  let at = drawInt(rng, 1, 9);
  const values = Array.from({ length: count }, () => (at = at * drawInt(rng, 1, most) + drawInt(rng, 0, 3)));
  return { label: `growth by 1..${most}`, values };
};

const drawShuffle: DrawValues = (rng, count) => {
  const first = rng.nextInt(0, 1);
  return { label: "permutation", values: rng.shuffle(Array.from({ length: count }, (_, i) => BigInt(first + i))) };
};

/** The terms of a pattern in random order. */
const drawShuffledPattern: DrawValues = (rng, count) => {
  const { label, shown, heldBack } = drawPatterned(rng);
  const integers = [...shown, ...heldBack].map(({ numerator }) => numerator);
  const values = Array.from({ length: count }, (_, i) => integers[i % integers.length] ?? 0n);
  return { label: `shuffled ${label}`, values: rng.shuffle(values) };
};

/** SHA-256 of the index, reduced. */
const drawHash: DrawValues = (rng, count) => {
  const modulus = pick(rng, [2, 3, 10, 100, 65_536]);
  const values = Array.from({ length: count }, (_, n) => {
    const digest = createHash("sha256").update(`${rng.seed} ${n}`).digest();
    return BigInt(digest.readUInt32BE(0) % modulus);
  });
  return { label: `hash mod ${modulus}`, values };
};

/** A polynomial with noise on every term. */
const drawNoise: DrawValues = (rng, count) => {
  const [a, b, size] = [drawInt(rng, 0, 3), drawInt(rng, -5, 9), rng.nextInt(1, 3)];
  const values = Array.from({ length: count }, (_, i) => {
    const n = BigInt(i);
    return a * n * n + b * n + drawInt(rng, -size, size);
  });
  return { label: `${a}n²+${b}n ± ${size}`, values };
};

const draws: Readonly<Record<string, DrawValues>> = {
  integers: drawIntegers,
  walk: drawWalk,
  "smooth walk": drawSmoothWalk,
  growth: drawGrowth,
  permutation: drawShuffle,
  "shuffled pattern": drawShuffledPattern,
  hash: drawHash,
  noise: drawNoise,
};

/** Draws a sequence without a pattern, or one with a pattern of which one term is off (one in five). */
export function drawPatternless(rng: Rng): DrawnSequence {
  if (rng.nextInt(1, 5) === 1) return drawCorrupted(rng);
  const kind = pick(rng, Object.keys(draws));
  const count = rng.nextInt(shownTerms.fewest, shownTerms.most);
  const { label, values } = (draws[kind] ?? drawIntegers)(rng, count + heldBackTerms);
  const terms = values.map((value) => toTerm(value));
  return { kind, label, firstIndex: rng.nextInt(0, 1), shown: terms.slice(0, count), heldBack: terms.slice(count) };
}

/** One term, anywhere among those shown, is off by up to 3; those held back are right. */
function drawCorrupted(rng: Rng): DrawnSequence {
  const drawn = drawPatterned(rng);
  const at = rng.nextInt(0, drawn.shown.length - 1);
  const off = drawNonZero(rng, -3, 3);
  return {
    ...drawn,
    kind: "one term off",
    label: `${drawn.label}, term ${at} off by ${off}`,
    shown: drawn.shown.map((term, i) =>
      i === at ? toTerm(term.numerator + off * term.denominator, term.denominator) : term,
    ),
  };
}
