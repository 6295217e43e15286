import type { Program } from "../../problem/index.ts";
import { locateCppTokens, parseCppTokens, type LocatedCppTokens } from "../cpp-tokens.ts";
import { cppKeywords } from "./cpp-keywords.ts";
import type { PreparedHeaders } from "./prepared-headers.ts";

/** A program as it is put into a namespace of its own, in one translation unit with others. */
export interface BatchCandidate {
  /** Its `#include` lines: only programs with equal ones are compiled together. */
  readonly includes: string;
  /** The rest of it; `main` returns 0 at its end, as it would outside a namespace. */
  readonly text: string;
  /** Declarations that go before it: functions of its own join the library's of the same name, as at global scope. */
  readonly joins: string;
  /** Macros that it defines or undefines. */
  readonly macros: readonly string[];
  /** Every word in it that could name something. */
  readonly words: readonly string[];
}

/** What a program that is compiled alone can see or do and one in a namespace cannot, or that reaches beyond it. */
const forbiddenWords: ReadonlySet<string> = new Set([
  ..."asm __asm __asm__ thread_local __thread typeid __attribute __attribute__ __declspec gnu module import".split(" "),
  ..."export __COUNTER__ __FILE__ __BASE_FILE__ __INCLUDE_LEVEL__ __TIMESTAMP__ __PRETTY_FUNCTION__ _Pragma".split(" "),
  ..."throw assert __builtin_FILE __builtin_return_address __extension__ __label__ __grandsmith".split(" "),
]);
const forbiddenSequences: ReadonlySet<string> = new Set([
  "operator new",
  "operator delete",
  "namespace std",
  "namespace __gnu_cxx",
  "namespace {",
  "inline namespace",
]);
const digraphs: ReadonlySet<string> = new Set(["<%", "%>", "<:", ":>", "%:", "%:%:"]);
const maxSourceLength = 64 * 1024;

/**
 * Reads whether a C++ program means the same in a namespace of its own: undefined where that is not certain from its
 * tokens alone (what its names meet in the headers is for the compiler to say). Conservative: most programs do.
 */
export function toBatchCandidate(program: Program, headers: PreparedHeaders): BatchCandidate | undefined {
  if ((program.resources ?? []).length > 0 || program.source.length > maxSourceLength) return undefined;
  const located = locateCppTokens(program.source);
  if (located.kind !== "tokens-located") return undefined;
  const includes = takeIncludes(located, headers);
  if (includes === undefined) return undefined;
  const body = readBody(located, includes.count);
  if (body === undefined) return undefined;
  const macros = readMacros(body.directives);
  if (macros === undefined || !isBalanced(body.items)) return undefined;
  const tokens = [...body.items.filter((item) => !item.isDirective).map((item) => item.token), ...macros.bodyTokens];
  if (!isPlain(tokens) || !isPlain(body.directives.flatMap(toWords))) return undefined;
  const end = findEndOfMain(body.items, macros.bodyTokens);
  if (end === undefined) return undefined;
  const joined = findJoined(body.items, headers);
  const words = [...tokens, ...body.directives.flatMap(toWords)].filter((token) => /^[A-Za-z_$]/.test(token));
  return {
    includes: includes.lines,
    text: `${located.text.slice(includes.end, end)} return 0; ${located.text.slice(end)}\n`,
    joins: joined.lines,
    macros: macros.names,
    words: [...new Set(words)].filter((word) => !cppKeywords.has(word) && !joined.names.has(word)),
  };
}

type Located = Extract<LocatedCppTokens, { readonly kind: "tokens-located" }>;

interface Item {
  readonly token: string;
  readonly start: number;
  readonly isDirective: boolean;
}

/** The leading `#include`s, all of headers that `bits/stdc++.h` has as well. */
function takeIncludes(
  { tokens, starts }: Located,
  headers: PreparedHeaders,
): { readonly lines: string; readonly count: number; readonly end: number } | undefined {
  const names: string[] = [];
  let end = 0;
  for (const [i, token] of tokens.entries()) {
    const name = /^#\s*include\s*<([^<>]+)>\s*(?:\/\/.*)?$/.exec(token)?.[1];
    if (name === undefined) break;
    const isC = /^[a-z]+\.h$/.test(name) && headers.standardHeaders.has(`c${name.slice(0, -2)}`);
    if (!isC && !headers.standardHeaders.has(name)) return undefined;
    names.push(name);
    end = (starts[i] as number) + token.length;
  }
  const lines = names.map((name) => `#include <${name}>\n`).join("");
  return names.length === 0 ? undefined : { lines, count: names.length, end };
}

function readBody(
  { tokens, starts }: Located,
  skipped: number,
): { readonly items: readonly Item[]; readonly directives: readonly string[] } | undefined {
  const items: Item[] = [];
  const directives: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (i < skipped) continue;
    const isDirective = token.startsWith("#") && token.length > 1 && token !== "##";
    if (token === "#" || token === "##" || digraphs.has(token) || token.startsWith("%:")) return undefined;
    if (isDirective) directives.push(token);
    items.push({ token, start: starts[i] as number, isDirective });
  }
  return directives.every(isKnownDirective) ? { items, directives } : undefined;
}

function isKnownDirective(directive: string): boolean {
  return /^#\s*(?:define|undef|ifn?def|if|elif|else|endif)\b/.test(directive);
}

/** The names that directives define or undefine, and what they stand for; undefined where that is not whole in itself. */
function readMacros(
  directives: readonly string[],
): { readonly names: readonly string[]; readonly bodyTokens: readonly string[] } | undefined {
  const names = new Set<string>();
  const bodyTokens: string[] = [];
  for (const directive of directives) {
    const parsed = /^#\s*(define|undef)\s+([A-Za-z_$][\w$]*)(\([^)]*\))?(.*)$/s.exec(directive);
    if (parsed === null) {
      if (/^#\s*(?:define|undef)/.test(directive)) return undefined;
      continue;
    }
    const [, , name = "", , body = ""] = parsed;
    names.add(name);
    const read = parseCppTokens(body);
    if (read.kind !== "tokens-read" || read.tokens.includes("##") || !areBracesBalanced(read.tokens)) return undefined;
    bodyTokens.push(...read.tokens);
  }
  return { names: [...names], bodyTokens };
}

function areBracesBalanced(tokens: readonly string[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    depth += token === "{" ? 1 : token === "}" ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Whether braces match, whichever branches of conditional directives are taken. */
function isBalanced(items: readonly Item[]): boolean {
  let depth = 0;
  const conditionals: number[] = [];
  for (const { token, isDirective } of items) {
    if (isDirective) {
      if (/^#\s*if/.test(token)) conditionals.push(depth);
      else if (/^#\s*(?:el|endif)/.test(token)) {
        if (conditionals.at(-1) !== depth) return false;
        if (/^#\s*endif/.test(token)) conditionals.pop();
      }
    } else {
      depth += token === "{" ? 1 : token === "}" ? -1 : 0;
      if (depth < (conditionals.at(-1) ?? 0)) return false;
    }
  }
  return depth === 0 && conditionals.length === 0;
}

function toWords(directive: string): readonly string[] {
  return directive.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

function isPlain(tokens: readonly string[]): boolean {
  return tokens.every((token, i) => {
    const before = tokens[i - 1];
    if (forbiddenWords.has(token) || /gsc\d+_/.test(token)) return false;
    if (token === "::" && !isScope(before)) return false;
    if (token === "extern" && tokens[i + 1]?.startsWith('"') === true) return false;
    if (token === "namespace" && before === "using") return tokens[i + 1] === "std" && tokens[i + 2] === ";";
    return !forbiddenSequences.has(`${before} ${token}`) || tokens[i - 2] === "using";
  });
}

/** Whether `::` after this token looks into something, not into global scope. */
function isScope(before: string | undefined): boolean {
  if (before === undefined) return false;
  return before === ">" || before === ">>" || (/^[A-Za-z_$]/.test(before) && !cppKeywords.has(before));
}

/**
 * Functions that the program declares outside of everything and that the library has as well. Whatever else is declared
 * by such a name makes an error beside the declarations returned here, and is compiled alone.
 */
function findJoined(
  items: readonly Item[],
  { functions }: PreparedHeaders,
): { readonly names: ReadonlySet<string>; readonly lines: string } {
  const code = items.filter((item) => !item.isDirective).map((item) => item.token);
  const names = new Set<string>();
  if (code.slice(0, 4).join(" ") !== "using namespace std ;") return { names, lines: "" };
  let depth = 0;
  for (const [i, token] of code.entries()) {
    depth += /^[{([]$/.test(token) ? 1 : /^[})\]]$/.test(token) ? -1 : 0;
    const isDeclared = depth === 0 && code[i + 1] === "(" && /^[\w>*&]+$/.test(code[i - 1] ?? ";");
    if (isDeclared && (functions.std.has(token) || functions.global.has(token))) names.add(token);
  }
  const lines = [...names].map((name) => {
    const ofStd = functions.std.has(name) ? `using std::${name};` : "";
    return functions.global.has(name) ? `${ofStd} using ::${name};` : ofStd;
  });
  return { names, lines: lines.join(" ") };
}

/** Where `main`, the only one and of the usual form, ends: the offset of its last brace. */
function findEndOfMain(items: readonly Item[], macroTokens: readonly string[]): number | undefined {
  const code = items.filter((item) => !item.isDirective);
  const mains = code.flatMap((item, i) => (item.token === "main" ? [i] : []));
  const [at] = mains;
  if (mains.length !== 1 || at === undefined || macroTokens.includes("main")) return undefined;
  if (items.some((item) => item.isDirective && /\bmain\b/.test(item.token))) return undefined;
  const text = (from: number, to: number): string =>
    code
      .slice(Math.max(from, 0), to)
      .map((item) => item.token)
      .join(" ");
  const head = text(at - 2, at);
  if (!/^(?:[;}] |)(?:int|signed|int32_t)$/.test(head)) return undefined;
  if (head.endsWith("int") && items.some((item) => item.isDirective && /^#\s*define\s+int\b/.test(item.token))) {
    return undefined;
  }
  const close = code.findIndex((item, i) => i > at && item.token === ")");
  const parameters = text(at + 1, close + 1);
  const isUsual = /^\( (?:void )?\)$|^\( int \w+ , (?:const )?char (?:\* \* \w+|\* (?:const )?\w+ \[ \]) \)$/;
  if (!isUsual.test(parameters) || code[close + 1]?.token !== "{") return undefined;
  return findClosingBrace(code, close + 1);
}

function findClosingBrace(code: readonly Item[], open: number): number | undefined {
  let depth = 0;
  for (const item of code.slice(open)) {
    depth += item.token === "{" ? 1 : item.token === "}" ? -1 : 0;
    if (depth === 0) return item.start;
  }
  return undefined;
}
