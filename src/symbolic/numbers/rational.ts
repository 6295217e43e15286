import { computeGcd, floorDivide } from "./integer.ts";

/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const zero: Rational = { numerator: 0n, denominator: 1n };
export const one: Rational = { numerator: 1n, denominator: 1n };

/** The fraction numerator/denominator in lowest terms. The denominator must not be 0. */
export function toRational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const [top, bottom] = [BigInt(numerator), BigInt(denominator)];
  if (bottom === 1n) return { numerator: top, denominator: 1n };
  if (bottom === 0n) throw new RangeError("a fraction needs a denominator other than 0");
  const divisor = computeGcd(top, bottom) * (bottom < 0n ? -1n : 1n);
  return { numerator: top / divisor, denominator: bottom / divisor };
}

export function add(a: Rational, b: Rational): Rational {
  if (a.denominator === 1n && b.denominator === 1n) {
    return { numerator: a.numerator + b.numerator, denominator: 1n };
  }
  return toRational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function negate(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  if (a.denominator === 1n && b.denominator === 1n) {
    return { numerator: a.numerator * b.numerator, denominator: 1n };
  }
  return toRational(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** a/b; b must not be 0. */
export function divide(a: Rational, b: Rational): Rational {
  return toRational(a.numerator * b.denominator, a.denominator * b.numerator);
}

export function isEqual(a: Rational, b: Rational): boolean {
  return a.numerator === b.numerator && a.denominator === b.denominator;
}

export function isZero(a: Rational): boolean {
  return a.numerator === 0n;
}

export function isInteger(a: Rational): boolean {
  return a.denominator === 1n;
}

export function floor(a: Rational): bigint {
  return floorDivide(a.numerator, a.denominator);
}

/** base^exponent for any integer exponent; undefined for 0 to a negative power. */
export function power(base: Rational, exponent: bigint): Rational | undefined {
  if (exponent < 0n) return isZero(base) ? undefined : power(divide(one, base), -exponent);
  return { numerator: base.numerator ** exponent, denominator: base.denominator ** exponent };
}

export function formatRational(a: Rational): string {
  return isInteger(a) ? `${a.numerator}` : `${a.numerator}/${a.denominator}`;
}
