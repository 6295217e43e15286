/** Exact arithmetic on bigint that the language does not have. */
export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The greatest common divisor, never negative; gcd(0, 0) = 0. */
export function computeGcd(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Rounds towards −∞, unlike `/`. The divisor is positive. */
export function floorDivide(value: bigint, divisor: bigint): bigint {
  return (value - modulo(value, divisor)) / divisor;
}

/** The remainder in [0, modulus). The modulus is positive. */
export function modulo(value: bigint, modulus: bigint): bigint {
  const remainder = value % modulus;
  return remainder < 0n ? remainder + modulus : remainder;
}

/** How many binary digits |value| has; 0 has none. */
export function countBits(value: bigint): number {
  return value === 0n ? 0 : absolute(value).toString(2).length;
}

/** ⌊√value⌋ for value ≥ 0, by Newton's iteration. */
export function computeIntegerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((countBits(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
