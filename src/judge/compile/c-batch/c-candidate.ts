import type { Program } from "../../../problem/index.ts";
import { locateCppTokens, type LocatedCppTokens } from "../../cpp-tokens.ts";
import { plainHeaders, type HeaderWords } from "./header-words.ts";

/** A C program that may stand in one translation unit with others, once its names have been made its own. */
export interface CCandidate {
  /** Headers that it includes, all of them harmless to others. */
  readonly headers: readonly string[];
  /** Its text with every name that is its own under a prefix; `main` returns 0 at its end, as `main` does. */
  rename(prefix: string): string;
}

/**
 * Reads which headers a program includes before anything else; undefined where it includes others, or is more than its
 * source.
 */
export function readIncludes(program: Program): IncludedSource | undefined {
  if ((program.resources ?? []).length > 0 || program.source.length > maxSourceLength) return undefined;
  const located = locateCppTokens(program.source);
  if (located.kind !== "tokens-located") return undefined;
  const headers = new Set<string>();
  let count = 0;
  for (const token of located.tokens) {
    const name = /^#\s*include\s*<([^<>]+)>\s*(?:\/\/.*)?$/.exec(token)?.[1];
    if (name === undefined) break;
    if (!plainHeaders.has(name)) return undefined;
    headers.add(name);
    count++;
  }
  return { headers: [...headers].toSorted(), located, count };
}

export interface IncludedSource {
  readonly headers: readonly string[];
  readonly located: Located;
  /** How many of the first tokens are `#include` lines. */
  readonly count: number;
}

type Located = Extract<LocatedCppTokens, { readonly kind: "tokens-located" }>;

const maxSourceLength = 64 * 1024;

/**
 * Reads whether a C program means the same when every name of its own gets a prefix and other programs, renamed likewise,
 * stand before and behind it: undefined where that is not certain. What its headers declare keeps its name, so a program
 * that declares such a name itself outside of functions, or uses one without the header, is compiled alone.
 */
export function toCCandidate(source: IncludedSource, words: HeaderWords): CCandidate | undefined {
  const items = readItems(source);
  if (items === undefined || !isWhole(items) || !isEnded(items)) return undefined;
  const main = findMain(items);
  if (main === undefined) return undefined;
  const macros = readMacros(items);
  if (macros === undefined || macros.some((macro) => words.known.has(macro.name))) return undefined;
  if (!items.every((_, i) => isAllowed(items, i, words))) return undefined;
  if (!areFileMacrosPlain(items, macros, words)) return undefined;
  const isOthers = (word: string): boolean => keywords.has(word) || plainReserved.has(word) || words.known.has(word);
  const isOwn = (word: string): boolean => word === "main" || !isOthers(word);
  return {
    headers: source.headers,
    rename: (prefix) => renameItems(source.located.text, items, { prefix, isOwn, returnAt: main.end }),
  };
}

interface Item {
  readonly text: string;
  readonly start: number;
  /** A directive is cut into words once more. */
  readonly kind: "word" | "directive" | "other";
  /** Outside of every function's body. */
  readonly isFileLevel: boolean;
  /** Round, square and curly brackets around it. */
  readonly depth: number;
}

/** The tokens behind the includes; undefined where brackets do not match or there is something that C does not have. */
function readItems({ located, count }: IncludedSource): readonly Item[] | undefined {
  const items: Item[] = [];
  const open: string[] = [];
  let bodyDepth: number | undefined;
  let before = "";
  for (const [i, text] of located.tokens.entries()) {
    if (i < count) continue;
    const kind = toKind(text);
    if (kind === undefined) return undefined;
    if (kind === "directive") {
      items.push({ text, start: located.starts[i] as number, kind, isFileLevel: bodyDepth === undefined, depth: 0 });
      continue;
    }
    if (text === "{" && bodyDepth === undefined && open.length === 0 && before === ")") bodyDepth = 0;
    const depth = open.length;
    if (text in closing) open.push(closing[text] as string);
    else if (/^[)\]}]$/.test(text) && open.pop() !== text) return undefined;
    items.push({ text, start: located.starts[i] as number, kind, isFileLevel: bodyDepth === undefined, depth });
    if (text === "}" && open.length === bodyDepth) bodyDepth = undefined;
    before = text;
  }
  return open.length === 0 ? items : undefined;
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function toKind(text: string): Item["kind"] | undefined {
  if (/^#./.test(text) && text !== "##") return isKnownDirective(text) ? "directive" : undefined;
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) return "word";
  if (/^[A-Za-z_$\u0080-\u{10ffff}]/u.test(text) && !/["']$/.test(text)) return undefined;
  if (text === "#" || text === "##" || /^(?:<%|%>|<:|:>|%:|%:%:|::|\\|@|`)$/.test(text)) return undefined;
  return "other";
}

function isKnownDirective(directive: string): boolean {
  return (
    /^#\s*(?:define|undef|ifn?def|if|elif|else|endif)\b/.test(directive) && !/[$\u0080-\u{10ffff}]/u.test(directive)
  );
}

/** Whether conditional directives close, and brackets match whichever branches are taken. */
function isWhole(items: readonly Item[]): boolean {
  const conditionals: string[] = [];
  let open = "";
  for (const { text, kind } of items) {
    if (kind === "directive") {
      if (/^#\s*if/.test(text)) conditionals.push(open);
      else if (/^#\s*(?:el|endif)/.test(text)) {
        if (conditionals.at(-1) !== open) return false;
        if (/^#\s*endif/.test(text)) conditionals.pop();
      }
    } else if (/^[([{]$/.test(text)) open += text;
    else if (/^[)\]}]$/.test(text)) {
      open = open.slice(0, -1);
      if (open.length < (conditionals.at(-1)?.length ?? 0)) return false;
    }
  }
  return conditionals.length === 0;
}

/** Whether what comes next cannot belong to it: not after half a declaration, nor after parameters of the oldest style. */
function isEnded(items: readonly Item[]): boolean {
  const code = items.filter((item) => item.kind !== "directive");
  const isOldStyle = code.some(
    (item, i) => item.text === ")" && item.depth === 1 && item.isFileLevel && code[i + 1]?.kind === "word",
  );
  return !isOldStyle && /^[;}]$/.test(code.at(-1)?.text ?? "");
}

/** The one `main`, defined in a usual form; undefined for any other. */
function findMain(items: readonly Item[]): { readonly end: number } | undefined {
  const code = items.filter((item) => item.kind !== "directive");
  const mains = code.flatMap((item, i) => (item.text === "main" ? [i] : []));
  const [at] = mains;
  if (mains.length !== 1 || at === undefined || code[at]?.isFileLevel !== true || code[at]?.depth !== 0)
    return undefined;
  if (
    items.some((item) => item.kind === "directive" && /\b(?:main|int|return|void|char)\b/.test(toDefined(item.text)))
  ) {
    return undefined;
  }
  const join = (from: number, to: number): string => toText(code.slice(Math.max(0, from), to));
  if (!/^(?:[;}] )?int$|[;}]$|^$/.test(join(at - 2, at))) return undefined;
  const close = code.findIndex((item, i) => i > at && item.text === ")");
  const isUsual = /^\( (?:void )?\)$|^\( int \w+ , (?:const )?char (?:\* \* \w+|\* (?:const )?\w+ \[ \]) \)$/;
  if (!isUsual.test(join(at + 1, close + 1)) || code[close + 1]?.text !== "{") return undefined;
  const end = code.findIndex((item, i) => i > close + 1 && item.text === "}" && item.depth === 1);
  if (end < 0 || / return ; /.test(join(close, end))) return undefined;
  return { end: code[end]?.start ?? 0 };
}

function toText(items: readonly Item[]): string {
  return items.map((item) => item.text).join(" ");
}

/** What a directive gives a meaning to; empty for one that only asks. */
function toDefined(directive: string): string {
  return /^#\s*(?:define|undef)\s+(\w+)/.exec(directive)?.[1] ?? "";
}

interface Macro {
  readonly name: string;
  /** Words of what it stands for. */
  readonly words: readonly string[];
}

/** Undefined where a macro pastes words, or opens a bracket that it does not close. */
function readMacros(items: readonly Item[]): readonly Macro[] | undefined {
  const macros: Macro[] = [];
  for (const { text, kind } of items) {
    if (kind !== "directive" || !/^#\s*(?:define|undef)\b/.test(text)) continue;
    const parsed = /^#\s*(?:define|undef)\s+([A-Za-z_]\w*)(\([^)]*\))?(.*)$/s.exec(text);
    if (parsed === null) return undefined;
    const [, name = "", , body = ""] = parsed;
    const pieces = cutDirective(body).map((piece) => piece.text);
    if (body.includes("#") || !areBracketsMatched(pieces)) return undefined;
    macros.push({ name, words: pieces.filter(isWord) });
  }
  return macros;
}

function areBracketsMatched(pieces: readonly string[]): boolean {
  const open: string[] = [];
  for (const piece of pieces) {
    if (piece in closing) open.push(closing[piece] as string);
    else if (/^[)\]}]$/.test(piece) && open.pop() !== piece) return false;
  }
  return open.length === 0;
}

const directivePiece = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*|\.?\d(?:[eEpP][+-]|[\w.])*|[A-Za-z_]\w*|\s+|./gs;

function cutDirective(text: string): readonly { readonly text: string; readonly start: number }[] {
  return [...text.matchAll(directivePiece)].map((found) => ({ text: found[0], start: found.index }));
}

function isWord(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** Whether a token says the same here and in a file of its own. */
function isAllowed(items: readonly Item[], i: number, words: HeaderWords): boolean {
  const item = items[i] as Item;
  if (item.kind === "other") return true;
  if (item.kind === "directive") {
    return cutDirective(item.text).every(({ text }) => !isWord(text) || isWordAllowed(text, words, true));
  }
  const next = items[i + 1];
  const before = items[i - 1]?.text ?? "";
  if (/^(?:struct|union|enum)$/.test(before) && words.known.has(item.text)) return false;
  const isNameable = item.isFileLevel && words.known.has(item.text) && !keywords.has(item.text);
  if (isNameable && !fileLevelWords.has(item.text)) return false;
  return isWordAllowed(item.text, words, item.isFileLevel || next?.text === "(");
}

function isWordAllowed(word: string, words: HeaderWords, isDeclaredOrCalled: boolean): boolean {
  if (forbidden.has(word) || /gsc\d+_/.test(word)) return false;
  if (keywords.has(word)) return true;
  if (/^_[A-Z_]/.test(word)) return plainReserved.has(word);
  return words.known.has(word) || !(isDeclaredOrCalled && words.reserved.has(word));
}

/** Whether macros that are used outside of functions bring in nothing that may not stand there. */
function areFileMacrosPlain(items: readonly Item[], macros: readonly Macro[], words: HeaderWords): boolean {
  const isPlain = (word: string): boolean =>
    keywords.has(word) || !words.known.has(word) || fileLevelWords.has(word) || plainReserved.has(word);
  const suspect = new Set(macros.filter((macro) => !macro.words.every(isPlain)).map((macro) => macro.name));
  for (let size = -1; size < suspect.size;) {
    size = suspect.size;
    for (const macro of macros) if (macro.words.some((word) => suspect.has(word))) suspect.add(macro.name);
  }
  return items.every((item) => item.kind !== "word" || !item.isFileLevel || !suspect.has(item.text));
}

function renameItems(
  text: string,
  items: readonly Item[],
  how: { readonly prefix: string; readonly isOwn: (word: string) => boolean; readonly returnAt: number },
): string {
  const parts: string[] = [];
  let position = items[0]?.start ?? text.length;
  const rename = (word: string): string => (isWord(word) && how.isOwn(word) ? `${how.prefix}${word}` : word);
  for (const item of items) {
    parts.push(text.slice(position, item.start));
    if (item.start === how.returnAt) parts.push(" return 0; ");
    const isDirective = item.kind === "directive";
    parts.push(isDirective ? renameDirective(item.text, rename) : rename(item.text));
    position = item.start + item.text.length;
  }
  return parts.join("");
}

function renameDirective(text: string, rename: (word: string) => string): string {
  const name = /^#\s*\w+/.exec(text)?.[0] ?? "";
  const rest = cutDirective(text.slice(name.length));
  return name + rest.map((piece) => (piece.text === "defined" ? "defined" : rename(piece.text))).join("");
}

/** Words of C and of GNU's C17 that name nothing. */
const keywords: ReadonlySet<string> = new Set(
  [
    "auto break case char const continue default do double else enum float for goto if inline int long register",
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while",
  ].flatMap((line) => line.split(" ")),
);

/** What reaches beyond a program's own text, or lets it see its names. */
const forbidden: ReadonlySet<string> = new Set("extern asm typeof alloca".split(" "));

/** Reserved words that programs use and that no renaming touches. */
const plainReserved: ReadonlySet<string> = new Set(
  [
    "_Bool __int128 __int128_t __uint128_t __inline __inline__ __restrict __GNUC__ __STDC_VERSION__",
    "__builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_ctz __builtin_ctzl __builtin_ctzll",
    "__builtin_clz __builtin_clzl __builtin_clzll __builtin_parity __builtin_parityll __builtin_expect",
  ].flatMap((line) => line.split(" ")),
);

/** Types and constants of the headers, used outside of functions: they can be declared again there only as they are. */
const fileLevelWords: ReadonlySet<string> = new Set(
  [
    "size_t ssize_t ptrdiff_t FILE NULL EOF BUFSIZ RAND_MAX time_t clock_t wchar_t bool true false _Bool",
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t",
    "CHAR_BIT CHAR_MIN CHAR_MAX SHRT_MIN SHRT_MAX INT_MIN INT_MAX UINT_MAX LONG_MIN LONG_MAX ULONG_MAX LLONG_MIN",
    "LLONG_MAX ULLONG_MAX INT32_MIN INT32_MAX UINT32_MAX INT64_MIN INT64_MAX UINT64_MAX DBL_MAX DBL_MIN DBL_EPSILON",
    "FLT_MAX INFINITY M_PI M_E",
  ].flatMap((line) => line.split(" ")),
);
