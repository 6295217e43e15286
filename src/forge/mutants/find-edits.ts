/** What a mutant does to the program. */
export type MutantKind =
  | "operator"
  | "comparison"
  | "off-by-one"
  | "bound"
  | "integer-width"
  | "missing-reset"
  | "dropped-branch"
  | "dropped-statement";

/** Tokens `from` up to before `to` give way to `text`. */
export interface Edit {
  readonly kind: MutantKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const templateNames = new Set(
  "vector map set pair array queue deque stack priority_queue tuple bitset multiset multimap unordered_map unordered_set numeric_limits greater less list function static_cast reinterpret_cast const_cast dynamic_cast get template basic_string optional hash equal_to uniform_int_distribution is_same_v plus".split(
    " ",
  ),
);

const comparisons: Readonly<Record<string, readonly string[]>> = {
  "<": ["<="],
  "<=": ["<"],
  ">": [">="],
  ">=": [">"],
  "==": ["!="],
  "!=": ["=="],
};

const operators: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["+"],
  "/": ["*"],
  "%": ["/"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-=", "="],
  "-=": ["+=", "="],
  "*=": ["="],
  "|=": ["&="],
  "^": ["|"],
  min: ["max"],
  max: ["min"],
  upper_bound: ["lower_bound"],
  lower_bound: ["upper_bound"],
};

const unaryContexts = new Set([
  "(",
  ",",
  "=",
  "return",
  "[",
  "{",
  "?",
  ":",
  "<",
  ">",
  "<=",
  ">=",
  "==",
  "!=",
  "<<",
  "+",
  "-",
  "*",
  "&&",
  "||",
]);

/** Every small change that is worth trying in a sequence of C++ tokens; some will not compile. */
export function findEdits(tokens: readonly string[]): readonly Edit[] {
  const isTemplate = findTemplateBrackets(tokens);
  return tokens.flatMap((token, at) => {
    if (token.startsWith("#") || token.startsWith("%:")) return [];
    const before = tokens[at - 1] ?? "";
    const edit = (kind: MutantKind, text: string, to = at + 1): Edit => ({ kind, from: at, to, text });
    const edits: Edit[] = [];
    if (!isTemplate.has(at)) {
      for (const text of comparisons[token] ?? []) edits.push(edit("comparison", text));
      const isUnary = (token === "-" || token === "+" || token === "*") && unaryContexts.has(before);
      const isName = /^[a-z]/.test(token);
      if (Object.hasOwn(operators, token) && !isUnary && (!isName || tokens[at + 1] === "(")) {
        for (const text of operators[token] ?? []) edits.push(edit("operator", text));
      }
    }
    edits.push(...findNumberEdits(tokens, at), ...findWidthEdits(tokens, at), ...findStatementEdits(tokens, at));
    return edits;
  });
}

function findNumberEdits(tokens: readonly string[], at: number): readonly Edit[] {
  const token = tokens[at] ?? "";
  if (!/^\d{1,18}(?:[uUlL]*)$/.test(token)) return [];
  const digits = token.replace(/[uUlL]+$/, "");
  const suffix = token.slice(digits.length);
  const value = BigInt(digits);
  const isSize = tokens[at - 1] === "[" && value > 100n;
  if (isSize) return [{ kind: "bound", from: at, to: at + 1, text: `${value / 10n}${suffix}` }];
  const shifted = value === 0n ? [1n] : [value + 1n, value - 1n];
  const kind = value > 1000n ? "bound" : "off-by-one";
  return shifted.map((other) => ({ kind, from: at, to: at + 1, text: `${other}${suffix}` }));
}

function findWidthEdits(tokens: readonly string[], at: number): readonly Edit[] {
  const token = tokens[at] ?? "";
  const narrow = (to: number, text: string): readonly Edit[] => [{ kind: "integer-width", from: at, to, text }];
  if (token === "long" && tokens[at + 1] === "long" && tokens[at - 1] !== "unsigned") return narrow(at + 2, "int");
  if (token === "int64_t" || token === "__int128") return narrow(at + 1, token === "int64_t" ? "int" : "long long");
  if (token === "double") return narrow(at + 1, "float");
  if (/^\d+(?:ll|LL)$/.test(token)) return narrow(at + 1, token.slice(0, -2));
  return [];
}

/** Statements and branches that go missing. */
function findStatementEdits(tokens: readonly string[], at: number): readonly Edit[] {
  const token = tokens[at] ?? "";
  if (token === "if" && tokens[at + 1] === "(") {
    const close = findClose(tokens, at + 1);
    const condition = tokens.slice(at + 2, close).join(" ");
    if (close < 0 || condition.includes(";")) return [];
    return [
      { kind: "dropped-branch", from: at + 2, to: close, text: `false && (${condition})` },
      { kind: "dropped-branch", from: at + 2, to: close, text: `true || (${condition})` },
    ];
  }
  const before = tokens[at - 1] ?? "";
  if (!statementStarts.has(before) && before !== ")" && before !== "else") return [];
  if (["continue", "break"].includes(token) && tokens[at + 1] === ";") {
    return [{ kind: "dropped-branch", from: at, to: at + 1, text: "" }];
  }
  if (before === ")" || !/^[A-Za-z_]/.test(token) || keywords.has(token)) return [];
  const end = findStatementEnd(tokens, at);
  const text = tokens.slice(at, end);
  const isExpression = ["=", "+=", "-=", "(", "[", ".", "++", "--", "->", "^=", "|="].includes(text[1] ?? "");
  if (end < 0 || !isExpression || text.includes("cin") || text.includes("scanf")) return [];
  const isReset =
    text.some((part) => ["clear", "memset", "fill", "assign", "resize", "iota"].includes(part)) ||
    (text.includes("=") && ["0", "false", "1", "-1"].includes(text.at(-1) ?? ""));
  return [{ kind: isReset ? "missing-reset" : "dropped-statement", from: at, to: end, text: "" }];
}

const statementStarts = new Set([";", "{", "}"]);
const keywords = new Set(
  "return if else for while do switch case default using typedef struct class const constexpr static int long char bool double float auto void unsigned signed short namespace template std public private goto try throw".split(
    " ",
  ),
);

/** The `;` that ends the statement; -1 where a block comes first. */
function findStatementEnd(tokens: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(tokens.length, from + 60); at++) {
    const token = tokens[at] ?? "";
    if (token === "(" || token === "[") depth++;
    if (token === ")" || token === "]") depth--;
    if (depth < 0 || token === "{" || token === "}") return -1;
    if (token === ";" && depth === 0) return at;
  }
  return -1;
}

function findClose(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === "(") depth++;
    if (tokens[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

/** Where `<` and `>` enclose template arguments. */
function findTemplateBrackets(tokens: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [open, token] of tokens.entries()) {
    if (token !== "<" || !templateNames.has(tokens[open - 1] ?? "")) continue;
    let depth = 0;
    for (let at = open; at < Math.min(tokens.length, open + 80); at++) {
      const inner = tokens[at] ?? "";
      if (inner === ";" || inner === "{") break;
      if (inner === "<") depth++;
      if (inner === ">") depth--;
      if (inner === ">>") depth -= 2;
      if (["<", ">", ">>"].includes(inner)) found.add(at);
      if (depth <= 0) break;
    }
  }
  return found;
}
