import type { Expression, HalvingRule } from "../expression.ts";
import { functionNames, functions } from "../functions/index.ts";
import { toRational, type Rational } from "../numbers/rational.ts";
import { cppLibrary, cppPrelude } from "./cpp-library.ts";
import { isRingFormula } from "./is-ring-formula.ts";

/** C++20 on 128-bit integers; exits with 3 where they are not enough. */
export function printCpp(expression: Expression): string {
  const body = printNode(expression, "n");
  return `${cppPrelude}

${listDefinitions(body).join("\n\n")}

static Q term(Z n) {
  return ${body};
}

int main() {
  std::string n, modulus;
  std::cin >> n >> modulus;
  Z m = modulus.empty() ? 0 : parse(modulus);
  M = ${isRingFormula(expression) ? "m" : "0"};
  Q a = term(parse(n));
  if (m != 0) std::cout << show((whole(a) % m + m) % m) << "\\n";
  else std::cout << show(a.n) << (a.d == 1 ? "" : "/" + show(a.d)) << "\\n";
}
`;
}

/** The library functions that a text calls, each after those that it needs. */
function listDefinitions(body: string): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const require = (name: string): void => {
    const text = cppLibrary[name] === undefined ? printFunction(name) : `[[maybe_unused]] static ${cppLibrary[name]}`;
    if (text === undefined || done.has(name)) return;
    done.add(name);
    for (const other of listCalls(text)) require(other);
    found.push(text);
  };
  for (const name of listCalls(body)) require(name);
  return found;
}

function listCalls(text: string): readonly string[] {
  return [...text.matchAll(/\b([a-z_]+)\(/g)].map((match) => match[1] ?? "");
}

function printFunction(name: string): string | undefined {
  const known = functionNames.find((each) => each === name);
  if (known === undefined) return undefined;
  return `static Q ${name}(Z n, [[maybe_unused]] Z k = 0) {\n  ${functions[known].cpp}\n}`;
}

function printNode(expression: Expression, n: string): string {
  switch (expression.kind) {
    case "polynomial":
      return `polynomial(${printRow(expression.coefficients)}, ${n})`;
    case "rational-function":
      return `(polynomial(${printIntegers(expression.top)}, ${n}) / polynomial(${printIntegers(expression.bottom)}, ${n}))`;
    case "periodic":
      return `periodic(${expression.start}, ${printRow(expression.preperiod)}, ${printRow(expression.period)}, ${n})`;
    case "linear-recurrence":
      return `linear_recurrence(${expression.start}, ${printRow(expression.coefficients)}, ${printRow(expression.initial)}, ${n})`;
    case "p-recursive": {
      const rows = expression.polynomials.map(printIntegers).join(", ");
      return `p_recursive(${expression.start}, std::vector<Row>{${rows}}, ${printIntegers(expression.offset)}, ${printRow(expression.initial)}, ${n})`;
    }
    case "divide-and-conquer": {
      const rules = [expression.even, expression.odd].map(printRule).join(", ");
      return `divide_and_conquer(${expression.start}, ${rules}, ${printRow(expression.initial)}, ${n})`;
    }
    case "power":
      return `power(${printNumber(expression.base)}, ${printExact(expression.exponent, n)})`;
    case "function": {
      const parameter = expression.parameter === undefined ? "" : `, ${printInteger(expression.parameter)}`;
      return `${expression.name}(${printExact(expression.argument, n)}${parameter})`;
    }
    case "known":
      return `[&](Z m) { return ${printNode(expression.definition, "m")}; }(${printExact(expression.argument, n)})`;
    case "sum":
      return `(${expression.terms.map((term) => printNode(term, n)).join(" + ")})`;
    case "product":
      return `(${expression.factors.map((factor) => printNode(factor, n)).join(" * ")})`;
    case "scaled":
      return `(${printNumber(expression.factor)} * ${printNode(expression.of, n)})`;
    case "quotient":
      return `(${printNode(expression.top, n)} / ${printNode(expression.bottom, n)})`;
    case "partial-sum":
    case "partial-product": {
      const name = expression.kind === "partial-sum" ? "partial_sum" : "partial_product";
      return `${name}(${expression.start}, ${printNumber(expression.initial)}, [&](Z i) { return ${printNode(expression.of, "i")}; }, ${n})`;
    }
    case "difference":
      return `(${printNode(expression.of, `(${n} + 1)`)} - ${printNode(expression.of, n)})`;
    case "interleaving": {
      const parts = expression.parts.map((part) => `[&](Z k) { return ${printNode(part, "k")}; }`).join(", ");
      return `interleaving(${expression.start}, std::vector<Term>{${parts}}, ${n})`;
    }
    case "modulo":
      return `modulo(${printNode(expression.of, n)}, ${printInteger(expression.modulus)})`;
    case "floor-quotient":
      return `floor_quotient(${printNode(expression.of, n)}, ${printInteger(expression.divisor)})`;
    case "bitwise": {
      const operator = { xor: "^", and: "&", or: "|" }[expression.operator];
      return `Q(${printExact(expression.left, n)} ${operator} ${printExact(expression.right, n)})`;
    }
  }
}

/** An index: worked out in full, whatever the modulus. */
function printExact(expression: Expression, n: string): string {
  return `exact([&] { return ${printNode(expression, n)}; })`;
}

function printInteger(value: bigint): string {
  const isShort = value > -(10n ** 18n) && value < 10n ** 18n;
  return isShort ? `Z(${value}LL)` : `parse("${value}")`;
}

function printNumber({ numerator, denominator }: Rational): string {
  return denominator === 1n
    ? `Q(${printInteger(numerator)})`
    : `Q(${printInteger(numerator)}, ${printInteger(denominator)})`;
}

function printRow(values: readonly Rational[]): string {
  return `Row{${values.map(printNumber).join(", ")}}`;
}

function printIntegers(row: readonly bigint[]): string {
  return printRow(row.map((value) => toRational(value)));
}

function printRule(rule: HalvingRule): string {
  return printRow([rule.near, rule.next, rule.slope, rule.constant]);
}
