import type { Language } from "../problem/index.ts";
import { findCppToolchain } from "./cpp-toolchain.ts";
import { findGoToolchain } from "./go-toolchain.ts";
import { findJavaToolchain, findKotlinToolchain } from "./java-toolchain.ts";
import { findJavascriptToolchain } from "./javascript-toolchain.ts";
import { findPythonToolchain } from "./python-toolchain.ts";
import { findRustToolchain } from "./rust-toolchain.ts";
import type { MissingToolchain, Toolchain } from "./toolchain.ts";

/** How the tool of each language is found: with its compile line, run line, start-up allowance and file name. */
const finders: Readonly<Record<JudgedLanguage, () => Promise<Toolchain | MissingToolchain>>> = {
  c: async () => findCppToolchain("c"),
  cpp17: async () => findCppToolchain("cpp17"),
  cpp20: async () => findCppToolchain("cpp20"),
  cpp23: async () => findCppToolchain("cpp23"),
  python3: async () => findPythonToolchain("python3"),
  pypy3: async () => findPythonToolchain("pypy3"),
  java: findJavaToolchain,
  javascript: findJavascriptToolchain,
  rust: findRustToolchain,
  go: findGoToolchain,
  kotlin: findKotlinToolchain,
};

type JudgedLanguage = Exclude<Language, "other">;

/** The languages that can be judged where their tools are installed. */
export const judgedLanguages = Object.keys(finders) as readonly JudgedLanguage[];

const found = new Map<Language, Promise<Toolchain | MissingToolchain>>();

/** Finds the tool of a language on this machine, once; a language without one is named, with how to get it. */
export async function findToolchain(language: Language): Promise<Toolchain | MissingToolchain> {
  const known = found.get(language) ?? search(language);
  found.set(language, known);
  return known;
}

async function search(language: Language): Promise<Toolchain | MissingToolchain> {
  if (language !== "other") return finders[language]();
  const message = `${language} programs are not judged: use one of ${judgedLanguages.join(", ")}`;
  return { kind: "toolchain-missing", language, message };
}
