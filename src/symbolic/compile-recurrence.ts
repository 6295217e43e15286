import type { DivideAndConquer, Evaluator, HalvingRule, LinearRecurrence, PRecursive } from "./expression.ts";
import { evaluateIntegerPolynomial } from "./numbers/polynomial.ts";
import { add, multiply, negate, toRational, zero, type Rational } from "./numbers/rational.ts";

/** No recurrence is followed for more terms than this. */
const maxTerms = 100_000;

export function compileLinearRecurrence({ start, coefficients, initial }: LinearRecurrence): Evaluator {
  return follow({ start, initial }, (known) =>
    coefficients.reduce((sum, c, i) => add(sum, multiply(c, known[known.length - 1 - i] ?? zero)), zero),
  );
}

export function compilePRecursive({ start, polynomials, offset, initial }: PRecursive): Evaluator {
  return follow({ start, initial }, (known, n) => {
    const [leading = 0n, ...others] = polynomials.map((each) => evaluateIntegerPolynomial(each, n));
    if (leading === 0n) return undefined;
    let sum = toRational(evaluateIntegerPolynomial(offset, n));
    for (const [i, factor] of others.entries()) {
      const before = known[known.length - 1 - i];
      if (before === undefined) return undefined;
      sum = add(sum, multiply(toRational(factor), before));
    }
    return multiply(negate(sum), toRational(1n, leading));
  });
}

export function compileDivideAndConquer({ start, even, odd, initial }: DivideAndConquer): Evaluator {
  return follow({ start, initial }, (known, n) => {
    const isEven = n % 2n === 0n;
    const half = isEven ? n / 2n : (n - 1n) / 2n;
    const rule = isEven ? even : odd;
    const near = known[Number(half) - start];
    const next = known[Number(half) - start + (isEven ? -1 : 1)];
    return near === undefined ? undefined : applyHalvingRule(rule, { near, next, half });
  });
}

function applyHalvingRule(
  rule: HalvingRule,
  at: { readonly near: Rational; readonly next: Rational | undefined; readonly half: bigint },
): Rational | undefined {
  if (at.next === undefined && rule.next.numerator !== 0n) return undefined;
  const fromTerms = add(multiply(rule.near, at.near), multiply(rule.next, at.next ?? zero));
  return add(fromTerms, add(multiply(rule.slope, toRational(at.half)), rule.constant));
}

/** Terms in order, each from those before it, remembered. */
function follow(
  { start, initial }: { readonly start: number; readonly initial: readonly Rational[] },
  next: (known: readonly Rational[], n: bigint) => Rational | undefined,
): Evaluator {
  const known = [...initial];
  return (n) => {
    const at = Number(n - BigInt(start));
    if (at < 0 || at > maxTerms) return undefined;
    while (known.length <= at) {
      const term = next(known, BigInt(start + known.length));
      if (term === undefined) return undefined;
      known.push(term);
    }
    return known[at];
  };
}
