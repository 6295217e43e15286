import { compareNatural } from "../../natural-order.ts";
import { namePattern } from "../../check-problem.ts";
import type { Language, Program } from "../../program.ts";
import { fileCaps } from "../native/layout.ts";
import { applyConstants, type Constants, type KattisContext } from "./context.ts";

const extensions: Readonly<Record<string, Language>> = {
  c: "c",
  cc: "cpp17",
  cpp: "cpp17",
  cxx: "cpp17",
  "c++": "cpp17",
  C: "cpp17",
  py: "python3",
  py3: "python3",
  java: "java",
  js: "javascript",
  mjs: "javascript",
  rs: "rust",
  go: "go",
  kt: "kotlin",
};

/** The codes of the format's language table. */
const languageCodes: Readonly<Record<string, Language>> = {
  c: "c",
  cpp: "cpp17",
  python3: "python3",
  java: "java",
  javascript: "javascript",
  rust: "rust",
  go: "go",
  kotlin: "kotlin",
};

/** The model's language behind a code of the format's table; `other` for those that are never run. */
export function toCodeLanguage(code: string): Language {
  return Object.hasOwn(languageCodes, code) ? (languageCodes[code] ?? "other") : "other";
}

/** The language that a source file is in by its name (and first line); undefined for files that are none. */
export function toSourceLanguage(fileName: string, source = ""): Language | undefined {
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1);
  if (!fileName.includes(".")) return undefined;
  const key = Object.hasOwn(extensions, extension) ? extension : extension.toLowerCase();
  const language = Object.hasOwn(extensions, key) ? extensions[key] : undefined;
  if (language !== "python3") return language;
  const shebang = /^#![^\n]*/.exec(source)?.[0] ?? "";
  if (/python2/.test(shebang)) return "other";
  return /pypy3/.test(shebang) ? "pypy3" : language;
}

/** A program's name in its folder, and its files relative to the package. */
export interface ProgramEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly files: readonly string[];
}

/** The programs of a folder that holds several: each source file and each subfolder is one; headers belong to all. */
export function toProgramEntries(folder: string, paths: readonly string[]): readonly ProgramEntry[] {
  const headers = paths.filter((path) => !path.includes("/") && /\.(?:h|hh|hpp)$/i.test(path));
  const entries = new Map<string, string[]>();
  for (const path of paths.toSorted(compareNatural)) {
    if (headers.includes(path)) continue;
    const name = path.split("/")[0] ?? path;
    entries.set(name, [...(entries.get(name) ?? []), path]);
  }
  return [...entries].map(([name, files]) => {
    const isFolder = files.some((path) => path.includes("/"));
    const isC = !isFolder && toSourceLanguage(name)?.startsWith("c") === true;
    return { name, isFolder, files: [...files, ...(isC ? headers : [])].map((path) => `${folder}/${path}`) };
  });
}

/** The one program of a folder: its files themselves, or its only subfolder. */
export function toSingleEntry(folder: string, paths: readonly string[]): ProgramEntry | undefined {
  if (paths.length === 0) return undefined;
  const isDirect = paths.some((path) => !path.includes("/"));
  const name = isDirect ? folder : (paths[0]?.split("/")[0] ?? folder);
  return { name, isFolder: true, files: paths.toSorted(compareNatural).map((path) => `${folder}/${path}`) };
}

export interface ProgramOptions {
  readonly constants: Constants;
  readonly language?: Language | undefined;
  readonly entryPoint?: string | undefined;
  /** Files that are laid beside it, e.g. those of `include/`. */
  readonly included?: readonly { readonly fileName: string; readonly source: string }[];
  /** Whether a file that is no text is a fault, or makes the program be left out. */
  readonly isSpare?: boolean;
}

/** Reads a program's files and finds the one that it starts from. */
export async function readProgramEntry(
  context: KattisContext,
  entry: ProgramEntry,
  options: ProgramOptions,
): Promise<Program | undefined> {
  const reader = options.isSpare === true ? context.spare : context.folder;
  const sources = new Map<string, { readonly path: string; readonly source: string }>();
  for (const path of entry.files) {
    const fileName = path.slice(path.lastIndexOf("/") + 1);
    if (!namePattern.test(fileName)) {
      context.lose(path, "", "a file name that the format does not allow: the file is left out");
      continue;
    }
    if (sources.has(fileName)) {
      context.lose(path, "", "a second file of this name in one program: the first is kept");
      continue;
    }
    const source = await reader.readText(path, fileCaps.source, "a program");
    if (source === undefined) {
      if (options.isSpare === true && entry.files.length > 1) continue;
      return undefined;
    }
    sources.set(fileName, { path, source: applyConstants(source, options.constants) });
  }
  for (const { fileName, source } of options.included ?? []) sources.set(fileName, { path: fileName, source });
  if (sources.size === 0) return undefined;
  return createProgram(context, entry, {
    sources: [...sources].map(([fileName, { source }]) => ({ fileName, source })),
    options,
  });
}

interface Source {
  readonly fileName: string;
  readonly source: string;
}

function createProgram(
  context: KattisContext,
  entry: ProgramEntry,
  { sources, options }: { readonly sources: readonly Source[]; readonly options: ProgramOptions },
): Program | undefined {
  const place = entry.files[0] ?? entry.name;
  const named = sources.find(
    ({ fileName }) => fileName === options.entryPoint || fileName.replace(/\.[^.]+$/, "") === options.entryPoint,
  );
  const scripts = sources.filter(({ fileName }) => fileName === "build" || fileName === "run");
  const candidates = sources
    .map((item) => ({ ...item, language: toSourceLanguage(item.fileName, item.source) }))
    .filter((item) => item.language !== undefined);
  const families = new Set(candidates.map((item) => (item.language === "c" ? "cpp17" : item.language)));
  const main = named ?? (families.size === 1 ? findMain(candidates) : undefined);
  if (main === undefined) {
    const first = scripts[0] ?? candidates[0] ?? sources[0];
    if (first === undefined) return undefined;
    const what = families.size > 1 ? "files of several languages" : "a language that is not run here";
    context.lose(place, "", `${what}: the text is kept and never run`);
    return toProgram(first, sources, "other");
  }
  if (scripts.length > 0) {
    context.lose(place, "", `its build and run scripts are not run: ${main.fileName} is compiled as any other program`);
  }
  const isC = candidates.some((item) => item.language === "cpp17")
    ? "cpp17"
    : toSourceLanguage(main.fileName, main.source);
  return toProgram(
    main,
    sources.filter((item) => !scripts.includes(item)),
    options.language ?? isC ?? "other",
  );
}

function toProgram(main: Source, sources: readonly Source[], language: Language): Program {
  const resources = sources
    .filter((item) => item.fileName !== main.fileName)
    .map(({ fileName, source }) => ({ fileName, source }));
  return {
    language,
    fileName: main.fileName,
    source: main.source,
    ...(resources.length > 0 ? { resources } : {}),
  };
}

function findMain(candidates: readonly Source[]): Source | undefined {
  const byName = candidates.find(({ fileName }) => fileName === "__main__.py");
  const byWord = candidates.find(({ source }) => /\bmain\s*\(|__name__\s*==/.test(source));
  const usual = candidates.find(({ fileName }) => /^main\./i.test(fileName));
  return byName ?? (candidates.length === 1 ? candidates[0] : (usual ?? byWord ?? candidates[0]));
}
