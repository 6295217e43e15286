const decimal = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const integer = /^(?:0|-?[1-9][0-9]*)$/;

/** A number in decimal or exponent notation; undefined for anything else, `nan`, `inf` and hexadecimal included. */
export function parseDecimal(text: string): number | undefined {
  return decimal.test(text) ? Number(text) : undefined;
}

const testlibReal = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?$/;

/** A number as testlib reads it, by C's `scanf`: `1e` and `1e+` are 1, `1e400` is infinite. */
export function parseTestlibReal(text: string): number | undefined {
  return testlibReal.test(text) ? Number(text.replace(/[eE][+-]?$/, "")) : undefined;
}

/**
 * testlib's `doubleCompare`: within an absolute or a relative error of `error` + 1e-15, rounded as it rounds; what is
 * beyond 1e300 equals only what is beyond it on the same side.
 */
export function isWithinTestlibError(expected: number, result: number, error: number): boolean {
  const bound = error + 1e-15;
  if (isHuge(expected)) return isHuge(result) && expected > 0 === result > 0;
  if (isHuge(result)) return false;
  if (Math.abs(result - expected) <= bound) return true;
  const low = expected * (1 - bound);
  const high = expected * (1 + bound);
  return result >= Math.min(low, high) && result <= Math.max(low, high);
}

function isHuge(value: number): boolean {
  return Math.abs(value) > 1e300;
}

/** Whether `text` is an integer of `bits` bits in its only spelling: no plus, no leading zeros, no `-0`. */
export function isCanonicalInteger(text: string, bits: 32 | 64): boolean {
  if (text.length > 20 || !integer.test(text)) return false;
  if (text.length < (bits === 32 ? 10 : 19)) return true;
  const value = BigInt(text);
  return BigInt.asIntN(bits, value) === value;
}

/** An integer of any length in its only spelling. */
export function isCanonicalHugeInteger(text: string): boolean {
  return integer.test(text);
}

export interface Tolerance {
  /** 0 or more. */
  readonly absolute?: number | undefined;
  readonly relative?: number | undefined;
}

/** Whether `result` is within one of the tolerances of `expected`. Not-a-number is within none. */
export function isWithinTolerance(expected: number, result: number, tolerance: Tolerance): boolean {
  if (!Number.isFinite(expected)) return expected === result;
  if (!Number.isFinite(result)) return false;
  const error = Math.abs(result - expected);
  if (tolerance.absolute !== undefined && error <= tolerance.absolute) return true;
  return tolerance.relative !== undefined && error <= tolerance.relative * Math.abs(expected);
}
