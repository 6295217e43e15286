import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { index, toPolynomial, toSum } from "../build-expression.ts";
import type { Expression } from "../expression.ts";
import { toRational } from "../numbers/rational.ts";
import { Rng } from "../../std/index.ts";
import { countDataBits } from "./count-data-bits.ts";
import { countFormulaBits, kindBits } from "./count-formula-bits.ts";
import { countFreeParameters } from "./count-free-parameters.ts";
import { countCountBits, countIntegerBits, countNaturalBits, log2 } from "./integer-code.ts";

describe("the codes", () => {
  it("are prefix-free: Σ 2^−bits is at most 1", () => {
    expect(sumWeights(Object.values(kindBits))).toBeLessThanOrEqual(1);
    const numbers = Array.from({ length: 1 << 16 }, (_, i) => i + 1);
    expect(sumWeights(numbers.map(countNaturalBits))).toBeLessThanOrEqual(1);
    expect(sumWeights(numbers.map(countCountBits))).toBeLessThanOrEqual(1);
    expect(sumWeights(numbers.map((n) => countIntegerBits(BigInt(n - 32_768))))).toBeLessThanOrEqual(1);
  });

  it("take about log2 for large integers", () => {
    expect(log2(1n << 200n)).toBe(200);
    expect(countNaturalBits(10n ** 30n)).toBeLessThan(1.2 * log2(10n ** 30n));
  });
});

describe("countDataBits", () => {
  it("is no less than what random terms of a source carry", () => {
    const rng = new Rng("data bits");
    for (let i = 0; i < 50; i += 1) {
      const part = rng.derive(i);
      const bits = Array.from({ length: 20 }, () => part.nextInt(0, 1));
      expect(countDataBits(toTerms(bits))).toBeGreaterThanOrEqual(20);
      const digits = Array.from({ length: 20 }, () => part.nextInt(0, 999));
      expect(countDataBits(toTerms(digits))).toBeGreaterThan(20 * Math.log2(900));
    }
  });

  it("is small for small steps, whatever the size of the terms", () => {
    const walk = [1000, 1001, 1000, 1001, 1002, 1003, 1002, 1001, 1000, 999, 1000, 1001];
    expect(countDataBits(toTerms(walk))).toBeLessThan(50);
  });

  it("takes a single outlier out of the range", () => {
    const flat = [3, 4, 3, 3, 4, 4, 3, 4, 3, 3, 4, 3, 4, 4, 3, 4];
    const spiked = flat.with(7, 4000);
    expect(countDataBits(toTerms(spiked))).toBeLessThan(countDataBits(toTerms(flat)) + 45);
  });
});

describe("a formula's length", () => {
  it("grows with its numbers and its parts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_000_000 }), (value) => {
        const short = toPolynomial([1, 1]);
        const long = toPolynomial([value, 1]);
        expect(countFormulaBits(long)).toBeGreaterThan(countFormulaBits(short));
        const call: Expression = { kind: "function", name: "divisor_count", argument: index };
        expect(countFormulaBits(toSum([call, long]))).toBeGreaterThan(countFormulaBits(long));
      }),
    );
  });

  it("counts the numbers that were free", () => {
    expect(countFreeParameters(toPolynomial([1, 0, 3]))).toBe(3);
    expect(countFreeParameters({ kind: "function", name: "gcd_with", argument: index, parameter: 6n })).toBe(1);
    expect(countFreeParameters({ kind: "function", name: "totient", argument: toPolynomial([2, 1]) })).toBe(1);
    expect(
      countFreeParameters({
        kind: "linear-recurrence",
        start: 0,
        coefficients: [toRational(1), toRational(1)],
        initial: [toRational(0), toRational(1)],
      }),
    ).toBe(4);
  });
});

/** Σ 2^−bits. */
function sumWeights(bits: readonly number[]): number {
  return bits.reduce((total, each) => total + 2 ** -each, 0);
}

function toTerms(values: readonly number[]) {
  return values.map((value) => toRational(value));
}
