const decimal = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const integer = /^(?:0|-?[1-9][0-9]*)$/;

/** A number in decimal or exponent notation; undefined for anything else, `nan`, `inf` and hexadecimal included. */
export function parseDecimal(text: string): number | undefined {
  return decimal.test(text) ? Number(text) : undefined;
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
