import { add, multiply, subtract, toRational, zero, type Rational } from "./rational.ts";

/** Σ cᵢnⁱ, coefficients from the constant up. */
export function evaluateIntegerPolynomial(coefficients: readonly bigint[], n: bigint): bigint {
  return coefficients.reduceRight((sum, coefficient) => sum * n + coefficient, 0n);
}

export function evaluatePolynomial(coefficients: readonly Rational[], n: bigint): Rational {
  const at = toRational(n);
  return coefficients.reduceRight((sum, coefficient) => add(multiply(sum, at), coefficient), zero);
}

/**
 * Coefficients of the same polynomial over the binomials C(n, 0), C(n, 1), C(n, 2), …: its differences at 0, which are
 * integers whenever its values are.
 */
export function toBinomialBasis(coefficients: readonly Rational[]): Rational[] {
  const values = coefficients.map((_, n) => evaluatePolynomial(coefficients, BigInt(n)));
  return computeLeadingDifferences(values);
}

/** The first entry of each row of the difference table: Δ⁰, Δ¹, Δ², … */
export function computeLeadingDifferences(values: readonly Rational[]): Rational[] {
  const leading: Rational[] = [];
  for (let row = [...values]; row.length > 0; row = toDifferences(row)) leading.push(row[0] ?? zero);
  return leading;
}

export function toDifferences(values: readonly Rational[]): Rational[] {
  return values.slice(1).map((value, i) => subtract(value, values[i] ?? zero));
}

/** Σ leading[k]·C(n − start, k) as coefficients of powers of n, from the constant up. */
export function expandNewton(leading: readonly Rational[], start: number): Rational[] {
  let coefficients: Rational[] = [];
  for (let k = leading.length - 1; k >= 0; k -= 1) {
    // C(n − start, k + 1) = C(n − start, k)·(n − start − k)/(k + 1), by Horner's scheme
    coefficients = addConstant(
      multiplyByLinear(coefficients, { shift: toRational(-start - k), divisor: k + 1 }),
      leading[k] ?? zero,
    );
  }
  return coefficients;
}

/** p(n)·(n + shift)/divisor. */
function multiplyByLinear(
  coefficients: readonly Rational[],
  { shift, divisor }: { readonly shift: Rational; readonly divisor: number },
): Rational[] {
  if (coefficients.length === 0) return [];
  const scale = toRational(1, divisor);
  return Array.from({ length: coefficients.length + 1 }, (_, i) =>
    multiply(scale, add(coefficients[i - 1] ?? zero, multiply(shift, coefficients[i] ?? zero))),
  );
}

function addConstant(coefficients: readonly Rational[], constant: Rational): Rational[] {
  return [add(coefficients[0] ?? zero, constant), ...coefficients.slice(1)];
}
