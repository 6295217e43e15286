import type { Expression, HalvingRule } from "../expression.ts";
import { functions, functionNames } from "../functions/index.ts";
import { formatRational, isInteger, type Rational } from "../numbers/rational.ts";
import { isRingFormula } from "./is-ring-formula.ts";
import { pythonLibrary } from "./python-library.ts";

/** Python 3 of any version that judges run; exact for any size. */
export function printPython(expression: Expression): string {
  const body = printNode(expression, "n");
  return `${["import sys", "from fractions import Fraction", "from math import gcd, isqrt"].join("\n")}

sys.setrecursionlimit(10000)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
data = sys.stdin.read().split()
MODULUS = int(data[1]) if len(data) > 1 else 0
REDUCE = ${isRingFormula(expression) ? "MODULUS" : "0"}

${listDefinitions(body).join("\n\n")}

def term(n):
    return ${body}

a = term(int(data[0]))
print(a % MODULUS if MODULUS else a)
`;
}

/** The library functions that a text calls, each after those that it needs. */
function listDefinitions(body: string): readonly string[] {
  const done = new Map<string, string>();
  const require = (name: string): void => {
    if (done.has(name)) return;
    const entry = pythonLibrary[name];
    const text = entry?.text ?? printFunction(name);
    if (text === undefined) return;
    done.set(name, "");
    for (const other of [...(entry?.needs ?? []), ...listCalls(text)]) if (other !== name) require(other);
    done.delete(name);
    done.set(name, text);
  };
  for (const name of listCalls(body)) require(name);
  return [...done.values()];
}

function listCalls(text: string): readonly string[] {
  return [...text.matchAll(/\b([a-z_]+)\(/g)].map((match) => match[1] ?? "");
}

function printFunction(name: string): string | undefined {
  const known = functionNames.find((each) => each === name);
  if (known === undefined) return undefined;
  const lines = functions[known].python.split("\n").map((line) => `    ${line}`);
  return `def ${name}(n, k=0):\n${lines.join("\n")}`;
}

function printNode(expression: Expression, n: string): string {
  switch (expression.kind) {
    case "polynomial":
      return printPolynomial(expression.coefficients, n);
    case "rational-function":
      return `quotient(polynomial(${printIntegers(expression.top)}, ${n}), polynomial(${printIntegers(expression.bottom)}, ${n}))`;
    case "periodic":
      return `periodic(${expression.start}, ${printList(expression.preperiod)}, ${printList(expression.period)}, ${n})`;
    case "linear-recurrence":
      return `linear_recurrence(${expression.start}, ${printList(expression.coefficients)}, ${printList(expression.initial)}, ${n})`;
    case "p-recursive": {
      const rows = expression.polynomials.map(printIntegers).join(", ");
      return `p_recursive(${expression.start}, [${rows}], ${printIntegers(expression.offset)}, ${printList(expression.initial)}, ${n})`;
    }
    case "divide-and-conquer": {
      const rules = [expression.even, expression.odd].map(printRule).join(", ");
      return `divide_and_conquer(${expression.start}, ${rules}, ${printList(expression.initial)}, ${n})`;
    }
    case "power":
      return `power(${printNumber(expression.base)}, ${printNode(expression.exponent, n)})`;
    case "function": {
      const parameter = expression.parameter === undefined ? "" : `, ${expression.parameter}`;
      return `${expression.name}(${printNode(expression.argument, n)}${parameter})`;
    }
    case "known":
      return `(lambda m: ${printNode(expression.definition, "m")})(${printNode(expression.argument, n)})`;
    case "sum":
      return `(${expression.terms.map((term) => printNode(term, n)).join(" + ")})`;
    case "product":
      return `(${expression.factors.map((factor) => printNode(factor, n)).join(" * ")})`;
    case "scaled":
      return isInteger(expression.factor)
        ? `(${printNumber(expression.factor)} * ${printNode(expression.of, n)})`
        : `quotient(${expression.factor.numerator} * ${printNode(expression.of, n)}, ${expression.factor.denominator})`;
    case "quotient":
      return `quotient(${printNode(expression.top, n)}, ${printNode(expression.bottom, n)})`;
    case "partial-sum":
    case "partial-product": {
      const name = expression.kind === "partial-sum" ? "partial_sum" : "partial_product";
      return `${name}(${expression.start}, ${printNumber(expression.initial)}, lambda i: ${printNode(expression.of, "i")}, ${n})`;
    }
    case "difference":
      return `(${printNode(expression.of, `(${n} + 1)`)} - ${printNode(expression.of, n)})`;
    case "interleaving": {
      const parts = expression.parts.map((part) => `lambda k: ${printNode(part, "k")}`).join(", ");
      return `interleaving(${expression.start}, [${parts}], ${n})`;
    }
    case "modulo":
      return `(${printNode(expression.of, n)} % ${expression.modulus})`;
    case "floor-quotient":
      return `floor_quotient(${printNode(expression.of, n)}, ${expression.divisor})`;
    case "bitwise": {
      const operator = { xor: "^", and: "&", or: "|" }[expression.operator];
      return `(${printNode(expression.left, n)} ${operator} ${printNode(expression.right, n)})`;
    }
  }
}

function printPolynomial(coefficients: readonly Rational[], n: string): string {
  if (coefficients.every(isInteger)) return `polynomial(${printList(coefficients)}, ${n})`;
  return `quotient(polynomial(${printList(coefficients)}, ${n}), 1)`;
}

function printNumber(value: Rational): string {
  return isInteger(value) ? formatRational(value) : `Fraction(${value.numerator}, ${value.denominator})`;
}

function printList(values: readonly Rational[]): string {
  return `[${values.map(printNumber).join(", ")}]`;
}

function printIntegers(row: readonly bigint[]): string {
  return `[${row.join(", ")}]`;
}

function printRule(rule: HalvingRule): string {
  return `(${[rule.near, rule.next, rule.slope, rule.constant].map(printNumber).join(", ")})`;
}
