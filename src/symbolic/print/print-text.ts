import type { Expression, HalvingRule } from "../expression.ts";
import { functions } from "../functions/index.ts";
import { clearDenominators } from "../numbers/linear-algebra.ts";
import { formatRational, isZero, one, toRational, type Rational } from "../numbers/rational.ts";

/** A formula for people, over the index n, on one line. */
export function printText(expression: Expression, variable = "n"): string {
  switch (expression.kind) {
    case "polynomial":
      return printPolynomial(expression.coefficients, variable);
    case "rational-function":
      return `(${printIntegers(expression.top, variable)})/(${printIntegers(expression.bottom, variable)})`;
    case "periodic": {
      const { start, preperiod, period } = expression;
      const before = preperiod.length === 0 ? "" : `${printList(preperiod)} then `;
      return `[${before}${printList(period)} repeating, from ${variable} = ${start}]`;
    }
    case "linear-recurrence": {
      const { start, coefficients, initial } = expression;
      const terms = coefficients.map((c, i) => ({ factor: c, name: `b(${variable}−${i + 1})` }));
      return `b(${variable}) where b(${variable}) = ${printTerms(terms)}, ${printInitial(start, initial)}`;
    }
    case "p-recursive": {
      const { start, polynomials, offset, initial } = expression;
      const parts = polynomials.flatMap((row, i) =>
        row.length === 0 ? [] : [`(${printIntegers(row, variable)})·b(${variable}${i === 0 ? "" : `−${i}`})`],
      );
      const rest = offset.length === 0 ? "" : ` + ${printIntegers(offset, variable)}`;
      return `b(${variable}) where ${parts.join(" + ")}${rest} = 0, ${printInitial(start, initial)}`;
    }
    case "divide-and-conquer": {
      const { start, even, odd, initial } = expression;
      const rules = `b(2m) = ${printRule(even, "m−1")}, b(2m+1) = ${printRule(odd, "m+1")}`;
      return `b(${variable}) where ${rules}, ${printInitial(start, initial)}`;
    }
    case "power":
      return `${printBase(expression.base)}^${printTight(expression.exponent, variable)}`;
    case "function": {
      const { name, argument, parameter } = expression;
      const values = [printText(argument, variable), ...(parameter === undefined ? [] : [`${parameter}`])];
      return `${name}(${values.join(", ")})`;
    }
    case "known":
      return `${expression.name}(${printText(expression.argument, variable)})`;
    case "sum":
      return expression.terms
        .map((term) => printLoose(term, variable))
        .join(" + ")
        .replaceAll("+ −", "− ");
    case "product":
      return expression.factors.map((factor) => printTight(factor, variable)).join("·");
    case "scaled":
      return `${printSigned(expression.factor)}·${printTight(expression.of, variable)}`;
    case "quotient":
      return `${printTight(expression.top, variable)}/${printTight(expression.bottom, variable)}`;
    case "partial-sum": {
      const { start, initial, of } = expression;
      const constant = isZero(initial) ? "" : `${printSigned(initial)} + `;
      return `${constant}Σ_{i=${start + 1}..${variable}} ${printTight(of, "i")}`;
    }
    case "partial-product": {
      const { start, initial, of } = expression;
      const constant = formatRational(initial) === "1" ? "" : `${printSigned(initial)}·`;
      return `${constant}Π_{i=${start + 1}..${variable}} ${printTight(of, "i")}`;
    }
    case "difference":
      return `Δ(${printText(expression.of, variable)})`;
    case "interleaving": {
      const { start, parts } = expression;
      const count = parts.length;
      const rows = parts.map((part, i) => `${variable} = ${count}k + ${start + i}: ${printLoose(part, "k")}`);
      return `{${rows.join("; ")}}`;
    }
    case "modulo":
      return `${printTight(expression.of, variable)} mod ${expression.modulus}`;
    case "floor-quotient":
      return `⌊${printTight(expression.of, variable)}/${expression.divisor}⌋`;
    case "bitwise":
      return `${printTight(expression.left, variable)} ${expression.operator} ${printTight(expression.right, variable)}`;
  }
}

/** What the named functions of a formula mean, one line each. */
export function listMeanings(expression: Expression): readonly string[] {
  const lines = new Set<string>();
  visit(expression, (node) => {
    if (node.kind !== "function") return;
    lines.add(`${node.name}: ${functions[node.name].meaning.replace("#", `${node.parameter ?? ""}`)}`);
  });
  return [...lines];
}

/** Calls back for a node and everything in it. */
function visit(expression: Expression, see: (node: Expression) => void): void {
  see(expression);
  for (const child of listChildren(expression)) visit(child, see);
}

function listChildren(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "power":
      return [expression.exponent];
    case "function":
      return [expression.argument];
    case "known":
      return [expression.definition, expression.argument];
    case "sum":
      return expression.terms;
    case "product":
      return expression.factors;
    case "interleaving":
      return expression.parts;
    case "quotient":
      return [expression.top, expression.bottom];
    case "bitwise":
      return [expression.left, expression.right];
    case "scaled":
    case "partial-sum":
    case "partial-product":
    case "difference":
    case "modulo":
    case "floor-quotient":
      return [expression.of];
    case "polynomial":
    case "rational-function":
    case "periodic":
    case "linear-recurrence":
    case "p-recursive":
    case "divide-and-conquer":
      return [];
  }
}

/** In brackets wherever a neighbour could bind it otherwise. */
function printTight(expression: Expression, variable: string): string {
  const text = printText(expression, variable);
  return /^[\w.]+$/.test(text) || /^\w+\([^()]*\)$/.test(text) || /^[[{⌊]/.test(text) ? text : `(${text})`;
}

/** In brackets where it would run on. */
function printLoose(expression: Expression, variable: string): string {
  const text = printText(expression, variable);
  return text.includes(" where ") || expression.kind === "bitwise" || expression.kind === "modulo" ? `(${text})` : text;
}

function printPolynomial(coefficients: readonly Rational[], variable: string): string {
  const terms = coefficients
    .map((factor, degree) => ({ factor, name: degree === 0 ? "" : degree === 1 ? variable : `${variable}^${degree}` }))
    .toReversed();
  const whole = clearDenominators([one, ...coefficients])[0] ?? 1n;
  if (whole === 1n) return printTerms(terms);
  const scaled = terms.map(({ factor, name }) => ({
    factor: toRational(factor.numerator * whole, factor.denominator),
    name,
  }));
  return `(${printTerms(scaled)})/${whole}`;
}

function printIntegers(row: readonly bigint[], variable: string): string {
  return printPolynomial(
    row.map((value) => toRational(value)),
    variable,
  );
}

function printTerms(terms: readonly { readonly factor: Rational; readonly name: string }[]): string {
  const parts = terms
    .filter(({ factor }) => !isZero(factor))
    .map(({ factor, name }) => {
      const size = formatRational({
        ...factor,
        numerator: factor.numerator < 0n ? -factor.numerator : factor.numerator,
      });
      const text = name === "" ? size : size === "1" ? name : `${size}·${name}`;
      return { sign: factor.numerator < 0n ? "−" : "+", text };
    });
  if (parts.length === 0) return "0";
  return parts.map(({ sign, text }, i) => (i === 0 ? (sign === "−" ? `−${text}` : text) : `${sign} ${text}`)).join(" ");
}

function printSigned(value: Rational): string {
  return formatRational(value).replace("-", "−");
}

function printBase(value: Rational): string {
  return value.numerator < 0n || value.denominator !== 1n ? `(${printSigned(value)})` : formatRational(value);
}

function printList(values: readonly Rational[]): string {
  return values.map(printSigned).join(", ");
}

function printInitial(start: number, initial: readonly Rational[]): string {
  return initial.map((value, i) => `b(${start + i}) = ${printSigned(value)}`).join(", ");
}

function printRule(rule: HalvingRule, neighbour: string): string {
  return printTerms([
    { factor: rule.near, name: "b(m)" },
    { factor: rule.next, name: `b(${neighbour})` },
    { factor: rule.slope, name: "m" },
    { factor: rule.constant, name: "" },
  ]);
}
