import { countBits } from "../numbers/integer.ts";
import type { FunctionDefinition } from "./function-definition.ts";

/** Functions of the binary and other digits of n ≥ 0. */
export const digitFunctions = {
  bit_count: {
    meaning: "ones in binary",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : BigInt(countOnes(n))),
    python: "return bin(n).count('1')",
    cpp: "int c = 0; for (; n > 0; n >>= 1) c += int(n & 1); return Q(c);",
  },
  bit_parity: {
    meaning: "parity of the ones in binary (Thue and Morse)",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : BigInt(countOnes(n) % 2)),
    python: "return bin(n).count('1') % 2",
    cpp: "int c = 0; for (; n > 0; n >>= 1) c ^= int(n & 1); return Q(c);",
  },
  binary_length: {
    meaning: "binary digits",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : BigInt(countBits(n))),
    python: "return n.bit_length()",
    cpp: "int c = 0; for (; n > 0; n >>= 1) c++; return Q(c);",
  },
  gray_code: {
    meaning: "Gray code, n xor ⌊n/2⌋",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : n ^ (n >> 1n)),
    python: "return n ^ (n >> 1)",
    cpp: "return Q(n ^ (n >> 1));",
  },
  bit_reversal: {
    meaning: "binary digits reversed",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : reverseDigits(n, 2n)),
    python: "return int(bin(n)[:1:-1], 2)",
    cpp: "Z r = 0; for (; n > 0; n >>= 1) r = 2 * r + (n & 1); return Q(r);",
  },
  rudin_shapiro: {
    meaning: "(−1) to the number of 11 in binary (Rudin and Shapiro)",
    isArithmetic: true,
    evaluate: (n) => (n < 0n ? undefined : countOnes(n & (n >> 1n)) % 2 === 0 ? 1n : -1n),
    python: "return -1 if bin(n & (n >> 1)).count('1') % 2 else 1",
    cpp: "int c = 0; for (Z m = n & (n >> 1); m > 0; m >>= 1) c ^= int(m & 1); return Q(c ? -1 : 1);",
  },
  digit_sum: {
    meaning: "sum of the digits in base #",
    isArithmetic: true,
    evaluate: (n, k) => (n < 0n ? undefined : toDigits(n, k).reduce((sum, digit) => sum + digit, 0n)),
    python: "s = 0\nwhile n:\n    s += n % k\n    n //= k\nreturn s",
    cpp: "Z s = 0; for (; n > 0; n /= k) s += n % k; return Q(s);",
  },
  digit_count: {
    meaning: "number of digits in base # (none for 0)",
    isArithmetic: true,
    evaluate: (n, k) => (n < 0n ? undefined : BigInt(toDigits(n, k).length)),
    python: "s = 0\nwhile n:\n    s += 1\n    n //= k\nreturn s",
    cpp: "Z s = 0; for (; n > 0; n /= k) s++; return Q(s);",
  },
  digit_reversal: {
    meaning: "digits reversed in base #",
    isArithmetic: true,
    evaluate: (n, k) => (n < 0n ? undefined : reverseDigits(n, k)),
    python: "s = 0\nwhile n:\n    s = s * k + n % k\n    n //= k\nreturn s",
    cpp: "Z s = 0; for (; n > 0; n /= k) s = s * k + n % k; return Q(s);",
  },
  digit_product: {
    meaning: "product of the digits in base # (1 for none)",
    isArithmetic: true,
    evaluate: (n, k) => (n < 0n ? undefined : toDigits(n, k).reduce((product, digit) => product * digit, 1n)),
    python: "s = 1\nwhile n:\n    s *= n % k\n    n //= k\nreturn s",
    cpp: "Z s = 1; for (; n > 0; n /= k) s *= n % k; return Q(s);",
  },
} as const satisfies Readonly<Record<string, FunctionDefinition>>;

function countOnes(n: bigint): number {
  let count = 0;
  for (let rest = n; rest > 0n; rest >>= 1n) count += Number(rest & 1n);
  return count;
}

/** From the lowest up; none for 0. */
function toDigits(n: bigint, base: bigint): readonly bigint[] {
  const digits: bigint[] = [];
  for (let rest = n; rest > 0n; rest /= base) digits.push(rest % base);
  return digits;
}

function reverseDigits(n: bigint, base: bigint): bigint {
  return toDigits(n, base).reduce((value, digit) => value * base + digit, 0n);
}
