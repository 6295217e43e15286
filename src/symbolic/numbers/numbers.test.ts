import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeIntegerRoot, floorDivide, modulo } from "./integer.ts";
import { findNullVector, solveLinear } from "./linear-algebra.ts";
import { evaluatePolynomial, expandNewton, toBinomialBasis } from "./polynomial.ts";
import { computeLinearComplexity, hasDependentColumns, invert, prime, toResidue } from "./prime-field.ts";
import { add, divide, isEqual, multiply, subtract, toRational, zero, type Rational } from "./rational.ts";

const integer = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const rational = fc.tuple(integer, fc.bigInt({ min: 1n, max: 999n })).map(([a, b]) => toRational(a, b));

describe("integers", () => {
  it("divide towards −∞ with a remainder that is never negative", () => {
    fc.assert(
      fc.property(integer, fc.bigInt({ min: 1n, max: 10n ** 6n }), (a, b) => {
        expect(floorDivide(a, b) * b + modulo(a, b)).toBe(a);
        expect(modulo(a, b) >= 0n && modulo(a, b) < b).toBe(true);
      }),
    );
  });

  it("have the root whose square is next below", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (n) => {
        const root = computeIntegerRoot(n);
        expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true);
      }),
    );
  });
});

describe("fractions", () => {
  it("are a field", () => {
    fc.assert(
      fc.property(rational, rational, rational, (a, b, c) => {
        expect(subtract(add(a, b), b)).toEqual(a);
        expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
        expect(b.numerator === 0n ? a : multiply(divide(a, b), b)).toEqual(a);
      }),
    );
  });
});

describe("polynomials", () => {
  it("are the same over powers, over binomials, and through their values", () => {
    fc.assert(
      fc.property(fc.array(rational, { maxLength: 5 }), fc.integer({ min: -5, max: 5 }), (coefficients, start) => {
        const evaluate = (n: number): Rational => evaluatePolynomial(coefficients, BigInt(n));
        const binomials = toBinomialBasis(coefficients);
        const again = expandNewton(binomials, 0);
        for (let n = 0; n < 8; n += 1) expect(isEqual(evaluatePolynomial(again, BigInt(n)), evaluate(n))).toBe(true);
        const shifted = expandNewton([toRational(2), toRational(3)], start);
        expect(evaluatePolynomial(shifted, BigInt(start + 4))).toEqual(toRational(14));
      }),
    );
  });
});

describe("the prime field", () => {
  it("inverts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: prime - 1 }), (a) => {
        expect((a * invert(a)) % prime).toBe(1);
      }),
    );
  });

  it("finds the order of a recurrence, and no order where none is allowed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: prime - 1 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: prime - 1 }), { minLength: 6, maxLength: 6 }),
        (weights, initial) => {
          const order = weights.length;
          const terms = initial.slice(0, order);
          while (terms.length < 30) {
            terms.push(weights.reduce((sum, w, i) => (sum + w * (terms.at(-1 - i) ?? 0)) % prime, 0));
          }
          const found = computeLinearComplexity(terms, 10);
          expect(found).toBeLessThanOrEqual(order);
          // No shorter recurrence: the terms of windows one longer than it would be dependent.
          for (let less = 1; less < (found ?? 0); less += 1) {
            const windows = terms.slice(less).map((_, i) => terms.slice(i, i + less + 1));
            expect(hasDependentColumns(windows, less + 1)).toBe(false);
          }
          expect(found === 0 ? undefined : computeLinearComplexity(terms, (found ?? 0) - 1)).toBeUndefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("gives fractions a residue unless it divides the denominator", () => {
    expect(toResidue(toRational(-1))).toBe(prime - 1);
    expect(toResidue(toRational(1, prime))).toBeUndefined();
    expect(((toResidue(toRational(3, 7)) ?? 0) * 7) % prime).toBe(3);
  });
});

describe("linear systems", () => {
  const row = fc.array(fc.bigInt({ min: -20n, max: 20n }), { minLength: 4, maxLength: 4 });

  it("have a null vector only where columns are dependent, and always where there are too few rows", () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const vector = findNullVector(rows, 4);
        const isDependent = hasDependentColumns(
          rows.map((each) => each.map((value) => toResidue(toRational(value)) ?? 0)),
          4,
        );
        // Columns that depend modulo the prime may be independent over the integers, never the other way round.
        expect(vector === undefined || isDependent).toBe(true);
        expect(vector !== undefined || rows.length >= 4).toBe(true);
        const products = rows.map((each) => each.reduce((sum, x, i) => sum + x * (vector?.[i] ?? 0n), 0n));
        expect(products.every((value) => value === 0n)).toBe(true);
        expect(vector?.every((value) => value === 0n) ?? false).toBe(false);
      }),
    );
  });

  it("are solved exactly, or not at all", () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 4, maxLength: 4 }), row, (rows, solution) => {
        const exact = rows.map((each) => each.map((value) => toRational(value)));
        const right = rows.map((each) => toRational(each.reduce((sum, x, i) => sum + x * (solution[i] ?? 0n), 0n)));
        const found = solveLinear(exact, right);
        const isSingular = findNullVector(rows, 4) !== undefined;
        expect(found).toEqual(isSingular ? undefined : solution.map((value) => toRational(value)));
      }),
    );
    expect(solveLinear([[toRational(1)], [toRational(1)]], [toRational(1), toRational(2)])).toBeUndefined();
    expect(solveLinear([[zero, toRational(1)]], [toRational(1)])).toBeUndefined();
  });
});
