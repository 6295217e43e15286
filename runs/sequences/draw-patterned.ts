import type { Rng } from "../../src/std/index.ts";
import {
  drawBitwise,
  drawDigits,
  drawDivisors,
  drawFloor,
  drawGeometric,
  drawHalving,
  drawKnown,
  drawLinearRecurrence,
  drawPeriodic,
  drawPolynomial,
  drawPolynomialRecurrence,
  drawQuasiPolynomial,
  type DrawRule,
  type Rule,
} from "./base-rules.ts";
import { drawInt, drawNonZero, heldBackTerms, pick, shownTerms, toTerm, type DrawnSequence } from "./drawn-sequence.ts";

const kinds: Readonly<Record<string, DrawRule>> = {
  polynomial: drawPolynomial,
  "quasi-polynomial": drawQuasiPolynomial,
  "linear recurrence": drawLinearRecurrence,
  "polynomial recurrence": drawPolynomialRecurrence,
  periodic: drawPeriodic,
  digits: drawDigits,
  divisors: drawDivisors,
  floor: drawFloor,
  geometric: drawGeometric,
  known: drawKnown,
  halving: drawHalving,
  "bits and residues": drawBitwise,
};

/** What a composition may be made of. */
const partKinds = ["polynomial", "linear recurrence", "periodic", "digits", "divisors", "floor", "geometric", "known"];

/** Draws a sequence with a pattern: one in four a composition of two rules, one in thirteen of the rest fractions. */
export function drawPatterned(rng: Rng): DrawnSequence {
  const first = rng.nextInt(0, 1);
  const names = [...Object.keys(kinds), "rational function"];
  if (rng.nextInt(1, 4) === 1) return toDrawn(rng, { kind: "composition", first, rule: drawComposition(rng, first) });
  const kind = pick(rng, names);
  const draw = kinds[kind];
  return draw === undefined ? drawRationalFunction(rng, first) : toDrawn(rng, { kind, first, rule: draw(rng, first) });
}

function toDrawn(
  rng: Rng,
  { kind, first, rule }: { readonly kind: string; readonly first: number; readonly rule: Rule },
): DrawnSequence {
  const count = rng.nextInt(shownTerms.fewest, shownTerms.most);
  const terms = Array.from({ length: count + heldBackTerms }, (_, i) => toTerm(rule.at(first + i)));
  return { kind, label: rule.label, firstIndex: first, shown: terms.slice(0, count), heldBack: terms.slice(count) };
}

/** A rule of a kind that compositions are made of. */
function drawPart(rng: Rng, first: number): Rule {
  const draw = kinds[pick(rng, partKinds)] ?? drawPolynomial;
  return draw(rng, first);
}

function drawComposition(rng: Rng, first: number): Rule {
  const [f, g] = [drawPart(rng, first), drawPart(rng, first)];
  const labels = `[${f.label}] [${g.label}]`;
  return pick(rng, [
    { label: `sum ${labels}`, at: (n) => f.at(n) + g.at(n) },
    { label: `difference ${labels}`, at: (n) => f.at(n) - g.at(n) },
    { label: `product ${labels}`, at: (n) => f.at(n) * g.at(n) },
    {
      label: `running sum [${f.label}]`,
      at: (n) => Array.from({ length: n - first + 1 }, (_, i) => f.at(first + i)).reduce((a, b) => a + b, 0n),
    },
    {
      label: `in turn ${labels}`,
      at: (n) => ((n - first) % 2 === 0 ? f : g).at(first + Math.floor((n - first) / 2)),
    },
  ] satisfies Rule[]);
}

function drawRationalFunction(rng: Rng, first: number): DrawnSequence {
  const count = rng.nextInt(shownTerms.fewest, shownTerms.most);
  const [a, b, c] = [drawNonZero(rng, -5, 5), drawInt(rng, -5, 5), rng.nextInt(0, 1) === 0 ? 0n : drawInt(rng, -3, 3)];
  const [d, e] = [drawNonZero(rng, 1, 4), drawNonZero(rng, 1, 7)];
  const terms = Array.from({ length: count + heldBackTerms }, (_, i) => {
    const n = BigInt(first + i);
    return toTerm(a * n + b + c * n * n, d * n + e);
  });
  return {
    kind: "rational function",
    label: `(${c}n²+${a}n+${b})/(${d}n+${e})`,
    firstIndex: first,
    shown: terms.slice(0, count),
    heldBack: terms.slice(count),
  };
}
