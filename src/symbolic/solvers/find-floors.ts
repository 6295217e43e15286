import { index, toPolynomial, toScaled, toSum } from "../build-expression.ts";
import { compileExpression } from "../compile-expression.ts";
import { countIntegerBits, countNaturalBits } from "../evidence/integer-code.ts";
import type { Expression } from "../expression.ts";
import { absolute, computeGcd, floorDivide } from "../numbers/integer.ts";
import { isInteger, toRational } from "../numbers/rational.ts";
import type { Series } from "../series.ts";

/** What is multiplied and divided. */
const bases: readonly Expression[] = [
  index,
  toPolynomial([0, 0, 1]),
  toPolynomial([0, 0, 0, 1]),
  { kind: "power", base: toRational(2), exponent: index },
  { kind: "power", base: toRational(3), exponent: index },
];

const maxDivisor = 16n;

/** ⌊(p·f(n) + r)/q⌋ for small q, e.g. ⌊3n/7⌋: every term bounds r from both sides. */
export function findFloors(series: Series): readonly Expression[] {
  const { integers, start } = series;
  if (integers === undefined) return [];
  return bases.flatMap((base) => {
    const evaluate = compileExpression(base);
    const values = integers.map((_, i) => evaluate(BigInt(start + i)));
    const whole = values.flatMap((value) => (value !== undefined && isInteger(value) ? [value.numerator] : []));
    return whole.length < integers.length ? [] : fitFloor(integers, { base, values: whole });
  });
}

function fitFloor(
  terms: readonly bigint[],
  { base, values }: { readonly base: Expression; readonly values: readonly bigint[] },
): readonly Expression[] {
  const rise = (values.at(-1) ?? 0n) - (values[0] ?? 0n);
  const gain = (terms.at(-1) ?? 0n) - (terms[0] ?? 0n);
  if (rise <= 0n) return [];
  let best: { readonly expression: Expression; readonly bits: number } | undefined;
  for (let q = 2n; q <= maxDivisor; q += 1n) {
    for (let p = floorDivide(q * (gain - 1n), rise); p <= floorDivide(q * (gain + 1n), rise) + 1n; p += 1n) {
      if (p === 0n || computeGcd(p, q) !== 1n) continue;
      const r = findOffset(terms, { values, p, q });
      if (r === undefined) continue;
      const bits = countIntegerBits(p) + countNaturalBits(q) + countIntegerBits(r);
      if (best !== undefined && best.bits <= bits) continue;
      const of = toSum([toScaled(toRational(p), base), toPolynomial([toRational(r)])]);
      best = { expression: { kind: "floor-quotient", of, divisor: q }, bits };
    }
  }
  return best === undefined ? [] : [best.expression];
}

/** The r nearest to 0 with q·a ≤ p·f + r < q·a + q for all terms. */
function findOffset(
  terms: readonly bigint[],
  { values, p, q }: { readonly values: readonly bigint[]; readonly p: bigint; readonly q: bigint },
): bigint | undefined {
  let low: bigint | undefined;
  let high: bigint | undefined;
  for (const [i, term] of terms.entries()) {
    const least = q * term - p * (values[i] ?? 0n);
    if (low === undefined || least > low) low = least;
    if (high === undefined || least + q - 1n < high) high = least + q - 1n;
    if (low > high) return undefined;
  }
  if (low === undefined || high === undefined) return undefined;
  if (low <= 0n && high >= 0n) return 0n;
  return absolute(low) < absolute(high) ? low : high;
}
