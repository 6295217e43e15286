/** What a C or C++ source is made of, or why its tokens do not stand for it. */
export type CppTokens =
  | { readonly kind: "tokens-read"; readonly tokens: readonly string[] }
  /** The source sees its own spelling or cannot be cut safely: only its bytes stand for it. */
  | { readonly kind: "tokens-unsafe"; readonly reason: string };

/**
 * Cuts C or C++ into preprocessing tokens, without comments and white space: literals are kept as they are spelled and
 * a directive is one token, kept exactly. Two sources with equal tokens compile to the same program; where that is in
 * doubt (`__LINE__`, stringification, unterminated literals, …) the answer is `tokens-unsafe`.
 */
export function parseCppTokens(source: string): CppTokens {
  const located = locateCppTokens(source);
  return located.kind === "tokens-located" ? { kind: "tokens-read", tokens: located.tokens } : located;
}

/** Tokens with where they are. */
export type LocatedCppTokens =
  | {
      readonly kind: "tokens-located";
      /** The source without carriage returns and line continuations. */
      readonly text: string;
      readonly tokens: readonly string[];
      /** Offsets of the tokens in `text`. */
      readonly starts: readonly number[];
    }
  | Extract<CppTokens, { readonly kind: "tokens-unsafe" }>;

/** Cuts C or C++ as `parseCppTokens` does, and says where each token stands. */
export function locateCppTokens(source: string): LocatedCppTokens {
  const text = source.replaceAll("\r\n", "\n").replaceAll(lineContinuation, "");
  const reason = findUnsafeSpelling(source, text);
  if (reason !== undefined) return { kind: "tokens-unsafe", reason };
  const tokens: string[] = [];
  const starts: number[] = [];
  let position = 0;
  let isLineStart = true;
  while (position < text.length) {
    const space = skipSpace(text, position);
    if (space === undefined) return { kind: "tokens-unsafe", reason: "unterminated comment" };
    if (space.end > position) {
      isLineStart ||= space.hasNewline;
      position = space.end;
      continue;
    }
    const isDirective = isLineStart && (text[position] === "#" || text.startsWith("%:", position));
    const end = isDirective ? findDirectiveEnd(text, position) : findTokenEnd(text, position);
    if (end === undefined) return { kind: "tokens-unsafe", reason: isDirective ? "directive" : "unterminated literal" };
    tokens.push(text.slice(position, end));
    starts.push(position);
    position = end;
    isLineStart = false;
  }
  return { kind: "tokens-located", text, tokens, starts };
}

const lineContinuation = /\\[ \t\v\f]*\n/g;

const unsafeSpellings: readonly (readonly [RegExp, string])[] = [
  [/__LINE__|source_location|stacktrace|__builtin_LINE|__builtin_COLUMN/, "the program can see its own line numbers"],
  [/(?:#|%:)[ \t\v\f]*define[^\n]*[^#:\n](?:#|%:)(?!#|%:)/, "a macro turns source into text"],
  [/\r|\0/, "control characters"],
];

function findUnsafeSpelling(source: string, joined: string): string | undefined {
  if (/\\[ \t\v\f]*\r?\n/.test(source) && source.includes('R"')) return "line continuation beside a raw string";
  return unsafeSpellings.find(([pattern]) => pattern.test(joined))?.[1];
}

/** White space and comments from `start`; undefined for a comment that does not end. */
function skipSpace(text: string, start: number): { readonly end: number; readonly hasNewline: boolean } | undefined {
  const c = text[start];
  if (c === "\n") return { end: start + 1, hasNewline: true };
  if (c === " " || c === "\t" || c === "\v" || c === "\f") return { end: start + 1, hasNewline: false };
  if (text.startsWith("//", start)) {
    const newline = text.indexOf("\n", start);
    return { end: newline < 0 ? text.length : newline, hasNewline: false };
  }
  if (text.startsWith("/*", start)) {
    const close = text.indexOf("*/", start + 2);
    return close < 0 ? undefined : { end: close + 2, hasNewline: false };
  }
  return { end: start, hasNewline: false };
}

/** A directive ends with its line; undefined where a comment or a raw string might carry it further. */
function findDirectiveEnd(text: string, start: number): number | undefined {
  const newline = text.indexOf("\n", start);
  const end = newline < 0 ? text.length : newline;
  return /\/\*|R"/.test(text.slice(start, end)) ? undefined : end;
}

const identifierStart = /[A-Za-z_$\u0080-\u{10ffff}]/u;
const identifier = /[\w$\u0080-\u{10ffff}]+/uy;
const number = /\.?[0-9](?:[eEpP][+-]|'?[\w\u0080-\u{10ffff}]|\.)*/uy;
const stringPrefix = /^(?:u8|u|U|L)?$/;
const rawPrefix = /^(?:u8|u|U|L)?R$/;

/** The end of the token at `start`; undefined for an unterminated or doubtful one. */
function findTokenEnd(text: string, start: number): number | undefined {
  const c = text[start] as string;
  if (c === '"' || c === "'") return findLiteralEnd(text, start);
  if (c === "\\") return undefined;
  if (/[0-9]/.test(c) || (c === "." && /[0-9]/.test(text[start + 1] ?? ""))) {
    const end = start + match(number, text, start).length;
    return text[end] === "'" ? undefined : end;
  }
  if (identifierStart.test(c)) {
    const word = match(identifier, text, start);
    const end = start + word.length;
    const quote = text[end];
    if (quote === '"' && rawPrefix.test(word)) return findRawStringEnd(text, end);
    if ((quote === '"' || quote === "'") && stringPrefix.test(word)) return findLiteralEnd(text, end);
    return end;
  }
  return start + findPunctuator(text, start).length;
}

function findLiteralEnd(text: string, quoteAt: number): number | undefined {
  const quote = text[quoteAt];
  for (let i = quoteAt + 1; i < text.length && text[i] !== "\n"; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === quote) return i + 1 + match(identifier, text, i + 1).length;
  }
  return undefined;
}

function findRawStringEnd(text: string, quoteAt: number): number | undefined {
  const open = text.indexOf("(", quoteAt);
  if (open < 0 || open - quoteAt > 17) return undefined;
  const terminator = `)${text.slice(quoteAt + 1, open)}"`;
  const close = text.indexOf(terminator, open);
  if (close < 0) return undefined;
  const end = close + terminator.length;
  return end + match(identifier, text, end).length;
}

/** Longest first, so that the first that fits is the longest. */
const punctuators = [
  ..."%:%: ... <=> <<= >>= ->* ".trim().split(" "),
  ..."## -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= :: .* <: :> <% %> %:".split(" "),
];

function findPunctuator(text: string, start: number): string {
  const third = text[start + 3];
  if (text.startsWith("<::", start) && third !== ":" && third !== ">") return "<";
  return punctuators.find((p) => text.startsWith(p, start)) ?? (text[start] as string);
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
