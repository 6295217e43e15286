/** An arithmetic or logical formula over the variables of an input; all values are whole numbers, truth is 1 or 0. */
export type Expression =
  | { readonly kind: "number"; readonly value: bigint }
  /** A variable, or `rows.column`: that column of all rows. */
  | { readonly kind: "name"; readonly name: string; readonly column?: string | undefined }
  | { readonly kind: "call"; readonly function: FunctionName; readonly operands: readonly Expression[] }
  | { readonly kind: "negate"; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** A chain such as `1 <= l < r`: each neighbouring pair must hold. */
  | {
      readonly kind: "compare";
      readonly operands: readonly Expression[];
      readonly operators: readonly CompareOperator[];
    };

export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "^" | "and" | "or";
export type CompareOperator = "<=" | "<" | ">=" | ">" | "==" | "!=";
export type FunctionName = (typeof functionNames)[number];

/** `sum`, `min`, `max`, `len` and `distinct` (how many differ) also take the name of a list. */
export const functionNames = ["sum", "min", "max", "len", "distinct", "abs", "gcd"] as const;

/**
 * Parses a formula: `+ - * / % ^`, comparisons in chains, `and`, `or`, calls; `/` rounds down; numbers may be written
 * `2e5`, `10^9` or `1_000`.
 */
export function parseExpression(
  text: string,
):
  | { readonly kind: "expression"; readonly expression: Expression }
  | { readonly kind: "syntax-error"; readonly message: string } {
  try {
    const parser = new Parser(tokenize(text));
    const expression = parser.parseOr();
    parser.expectEnd();
    return { kind: "expression", expression };
  } catch (thrown) {
    if (thrown instanceof SyntaxFault) return { kind: "syntax-error", message: thrown.message };
    throw thrown;
  }
}

/** The variables that a formula reads. */
export function listNames(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case "number":
      return [];
    case "name":
      return [expression.name];
    case "negate":
      return listNames(expression.operand);
    case "binary":
      return [...listNames(expression.left), ...listNames(expression.right)];
    case "call":
    case "compare":
      return expression.operands.flatMap(listNames);
  }
}

class SyntaxFault extends Error {}

const tokenPattern =
  /\s*(?:(\d+(?:_\d+)*)(?:[eE](\d{1,3}))?(?![A-Za-z_.])|([A-Za-z][A-Za-z0-9_]*)|(<=|>=|==|!=|&&|\|\||\*\*|[-+*/%^(),.<>=]))/y;

function tokenize(text: string): readonly string[] {
  if (text.length > 500) throw new SyntaxFault("a formula of at most 500 characters");
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  const end = text.trimEnd().length;
  while (tokenPattern.lastIndex < end) {
    const start = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (match === null) throw new SyntaxFault(`a formula, but at "${text.slice(start, start + 20)}" it is none`);
    const [, digits, exponent, word, symbol] = match;
    if (digits !== undefined) tokens.push(digits.replaceAll("_", "") + "0".repeat(Number(exponent ?? 0)));
    else tokens.push(synonyms[word ?? symbol ?? ""] ?? word ?? symbol ?? "");
  }
  return tokens;
}

const synonyms: Readonly<Record<string, string>> = { "&&": "and", "||": "or", "**": "^", "=": "==" };

const compareOperators: readonly CompareOperator[] = ["<=", "<", ">=", ">", "==", "!="];

/** Recursive descent; depth is bounded by the length of the text. */
class Parser {
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  expectEnd(): void {
    if (this.#next < this.#tokens.length) this.#fail("the end");
  }

  parseOr(): Expression {
    return this.#parseLeft(["or"], () => this.#parseLeft(["and"], () => this.#parseCompare()));
  }

  #parseCompare(): Expression {
    const operands = [this.#parseSum()];
    const operators: CompareOperator[] = [];
    for (;;) {
      const operator = compareOperators.find((item) => item === this.#tokens[this.#next]);
      if (operator === undefined) break;
      this.#next++;
      operators.push(operator);
      operands.push(this.#parseSum());
    }
    return operators.length === 0 ? (operands[0] as Expression) : { kind: "compare", operands, operators };
  }

  #parseSum(): Expression {
    return this.#parseLeft(["+", "-"], () => this.#parseLeft(["*", "/", "%"], () => this.#parseUnary()));
  }

  #parseLeft(operators: readonly BinaryOperator[], parseOperand: () => Expression): Expression {
    let left = parseOperand();
    for (;;) {
      const operator = operators.find((item) => item === this.#tokens[this.#next]);
      if (operator === undefined) return left;
      this.#next++;
      left = fold({ kind: "binary", operator, left, right: parseOperand() });
    }
  }

  #parseUnary(): Expression {
    if (this.#take("-")) return fold({ kind: "negate", operand: this.#parseUnary() });
    const base = this.#parsePrimary();
    return this.#take("^") ? fold({ kind: "binary", operator: "^", left: base, right: this.#parseUnary() }) : base;
  }

  #parsePrimary(): Expression {
    const token = this.#tokens[this.#next++] ?? "";
    if (/^\d/.test(token)) return { kind: "number", value: BigInt(token) };
    if (token === "(") {
      const inner = this.parseOr();
      this.#expect(")");
      return inner;
    }
    if (!/^[A-Za-z]/.test(token) || token === "and" || token === "or") {
      this.#next--;
      return this.#fail("a number, a variable or (");
    }
    if (this.#take("(")) return this.#parseCall(token);
    if (!this.#take(".")) return { kind: "name", name: token };
    const column = this.#tokens[this.#next++] ?? "";
    if (!/^[A-Za-z]/.test(column)) throw new SyntaxFault(`a column name after "${token}."`);
    return { kind: "name", name: token, column };
  }

  #parseCall(name: string): Expression {
    const known = functionNames.find((item) => item === name);
    if (known === undefined)
      throw new SyntaxFault(`a function that exists (${functionNames.join(", ")}), not "${name}"`);
    const operands = [this.parseOr()];
    while (this.#take(",")) operands.push(this.parseOr());
    this.#expect(")");
    return { kind: "call", function: known, operands };
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#next] !== token) return false;
    this.#next++;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) this.#fail(`"${token}"`);
  }

  #fail(expected: string): never {
    const found = this.#tokens[this.#next];
    throw new SyntaxFault(`a formula with ${expected} where ${found === undefined ? "it ends" : `"${found}" stands`}`);
  }
}

/** Numbers are computed at once, so that constant bounds cost nothing later. */
function fold(expression: Expression): Expression {
  if (expression.kind === "negate" && expression.operand.kind === "number") {
    return { kind: "number", value: -expression.operand.value };
  }
  if (expression.kind === "binary" && expression.left.kind === "number" && expression.right.kind === "number") {
    const value = computeBinary(expression.operator, expression.left.value, expression.right.value);
    if (value === undefined) throw new SyntaxFault("a formula without division by zero or huge powers");
    return { kind: "number", value };
  }
  return expression;
}

/** The result; undefined for division by zero and for powers that are negative or beyond about 1300 digits. */
export function computeBinary(operator: BinaryOperator, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0n ? undefined : computeFloorQuotient(left, right);
    case "%":
      return right === 0n ? undefined : left - right * computeFloorQuotient(left, right);
    case "^":
      return right < 0n || right * BigInt(left.toString(2).length) > 4400n ? undefined : left ** right;
    case "and":
      return left !== 0n && right !== 0n ? 1n : 0n;
    case "or":
      return left !== 0n || right !== 0n ? 1n : 0n;
  }
}

function computeFloorQuotient(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return quotient * right !== left && left < 0n !== right < 0n ? quotient - 1n : quotient;
}
