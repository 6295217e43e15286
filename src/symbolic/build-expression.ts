import type { Expression, Polynomial } from "./expression.ts";
import { add, isEqual, isZero, multiply, one, toRational, zero, type Rational } from "./numbers/rational.ts";

/** A polynomial by coefficients from the constant up; leading zeros go. */
export function toPolynomial(coefficients: readonly (Rational | number)[]): Polynomial {
  const exact = coefficients.map((value) => (typeof value === "number" ? toRational(value) : value));
  while (exact.length > 0 && isZero(exact.at(-1) ?? zero)) exact.pop();
  return { kind: "polynomial", coefficients: exact };
}

/** The index n itself. */
export const index: Polynomial = toPolynomial([0, 1]);

/** Σ of expressions; zeros go, nested sums are opened and polynomials among the terms become one. */
export function toSum(terms: readonly Expression[]): Expression {
  const flat = terms.flatMap((term) => (term.kind === "sum" ? term.terms : [term]));
  const others = flat.filter((term) => term.kind !== "polynomial");
  const polynomial = toPolynomial(
    addCoefficients(flat.flatMap((term) => (term.kind === "polynomial" ? [term.coefficients] : []))),
  );
  const kept = polynomial.coefficients.length === 0 ? others : [...others, polynomial];
  if (kept.length === 0) return polynomial;
  return kept.length === 1 && kept[0] !== undefined ? kept[0] : { kind: "sum", terms: kept };
}

/** factor · expression, folded where that is shorter. */
export function toScaled(factor: Rational, of: Expression): Expression {
  if (isZero(factor)) return toPolynomial([]);
  if (isEqual(factor, one)) return of;
  if (of.kind === "polynomial") return toPolynomial(of.coefficients.map((value) => multiply(value, factor)));
  if (of.kind === "scaled") return toScaled(multiply(factor, of.factor), of.of);
  return { kind: "scaled", factor, of };
}

/** Π of expressions; nested products are opened and constants become a factor in front. */
export function toProduct(factors: readonly Expression[]): Expression {
  let constant = one;
  const kept: Expression[] = [];
  for (const factor of factors.flatMap((each) => (each.kind === "product" ? each.factors : [each]))) {
    const [value, ...rest] = factor.kind === "polynomial" ? factor.coefficients : [];
    if (factor.kind === "polynomial" && rest.length === 0) constant = multiply(constant, value ?? zero);
    else kept.push(factor);
  }
  const [only] = kept;
  if (only === undefined) return toPolynomial([constant]);
  return toScaled(constant, kept.length === 1 ? only : { kind: "product", factors: kept });
}

function addCoefficients(rows: readonly (readonly Rational[])[]): Rational[] {
  const length = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length }, (_, degree) => rows.reduce((sum, row) => add(sum, row[degree] ?? zero), zero));
}
