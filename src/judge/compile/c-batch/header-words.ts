import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { GccPlan } from "../../toolchain.ts";

/** What the headers of C declare, as far as it matters to a program that includes some of them. */
export interface HeaderWords {
  /** Every word that these headers, and the compiler by itself, give a meaning to. */
  readonly known: ReadonlySet<string>;
  /**
   * Functions of any header of C, and those that the compiler knows by name: a program that calls or declares one without
   * the header may mean them all the same.
   */
  readonly reserved: ReadonlySet<string>;
}

/** Headers that can stand before a program that does not include them: they change nothing but the names they declare. */
export const plainHeaders: ReadonlySet<string> = new Set(
  [
    "ctype.h errno.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdarg.h stdbool.h stddef.h",
    "stdint.h stdio.h stdlib.h string.h time.h wchar.h wctype.h",
  ].flatMap((line) => line.split(" ")),
);

/** Where other functions that compilers know are declared, and some that are declared nowhere. */
const otherHeaders = "alloca.h complex.h fenv.h libintl.h monetary.h strings.h unistd.h".split(" ");
const undeclared = "pow10 pow10f pow10l gammaf gammal lgammaf_r isinff isnanf exit_group".split(" ");

const run = promisify(execFile);

/** Reads what headers declare with the compiler's own preprocessor, each header once. */
export function createHeaderReader(gcc: GccPlan): (names: readonly string[]) => Promise<HeaderWords> {
  const read = new Map<string, Promise<ReadonlySet<string>>>();
  const readOne = async (name: string): Promise<ReadonlySet<string>> => {
    const known = read.get(name) ?? readWords(gcc, name === "" ? [] : [name]);
    read.set(name, known);
    return known;
  };
  let reserved: Promise<ReadonlySet<string>> | undefined;
  return async (names) => {
    reserved ??= readFunctions(gcc);
    const known = await Promise.all(["", ...names].map(readOne));
    return { known: unite(known), reserved: await reserved };
  };
}

async function readWords(gcc: GccPlan, names: readonly string[]): Promise<ReadonlySet<string>> {
  const text = await preprocess(gcc, { args: ["-dD", ...toIncludes(names)], file: "/dev/null" });
  return new Set(text.split("\n").flatMap(toWords));
}

/** Parameters of a macro mean something in it alone, and parts of a word that it pastes mean nothing. */
function toWords(line: string): readonly string[] {
  if (line.startsWith("#pragma")) return [];
  const words = line.replaceAll(/\w*(?:\s*##\s*\w*)+/g, " ").match(/\b[A-Za-z_]\w*/g) ?? [];
  const parameters = /^#define \w+\(([^)]*)\)/.exec(line)?.[1];
  if (parameters === undefined) return words;
  const local = new Set(parameters.match(/\w+/g));
  return words.filter((word) => !local.has(word));
}

async function readFunctions(gcc: GccPlan): Promise<ReadonlySet<string>> {
  const declared = await preprocess(gcc, { args: toIncludes([...plainHeaders]), file: "/dev/null" });
  const functions = [...declared.matchAll(/\b([A-Za-z_]\w*) ?\(/g)].map((found) => found[1] as string);
  const candidates = new Set([...(await readWords(gcc, [...plainHeaders, ...otherHeaders])), ...undeclared]);
  const plain = [...candidates].filter((word) => !word.startsWith("_") && word !== "defined");
  return new Set([...functions, ...(await readBuiltins(gcc, plain))]);
}

/** Which words the compiler knows as functions; all of them where it cannot be asked. */
async function readBuiltins(gcc: GccPlan, words: readonly string[]): Promise<readonly string[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "builtins-"));
  try {
    const file = path.join(directory, "builtins.c");
    const questions = words.map((word, i) => `#undef ${word}\n#if __has_builtin(${word})\n@${i}\n#endif\n`);
    await writeFile(file, questions.join(""));
    const text = await preprocess(gcc, { args: [], file }).catch(() => undefined);
    if (text === undefined) return words;
    return [...text.matchAll(/@ ?(\d+)/g)].map((found) => words[Number(found[1])] as string);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function toIncludes(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => ["-include", name]);
}

async function preprocess(
  gcc: GccPlan,
  what: { readonly args: readonly string[]; readonly file: string },
): Promise<string> {
  const args = [...gcc.compileFlags, "-E", "-P", "-x", "c", ...what.args, what.file];
  const { stdout } = await run(gcc.compiler, args, { env: gcc.env, timeout: 30_000, maxBuffer: 64 * 1024 ** 2 });
  return stdout;
}

function unite(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
