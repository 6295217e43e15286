import { posix } from "node:path";
import type { Language, Program } from "../../program.ts";
import type { ProblemFolder } from "../native/folder.ts";
import { toLanguage } from "../native/languages.ts";
import { fileCaps } from "../native/layout.ts";
import { parseUtf8 } from "../text.ts";
import { findIncludes, replaceIncludes } from "./includes.ts";
import type { ForeignContext } from "./read-foreign.ts";

export interface ProgramReader {
  /** The program at a path with all that it includes, or undefined with the reason reported. */
  read(path: string, language?: Language): Promise<Program | undefined>;
}

/**
 * Reads programs of a package. What a program includes (from its own folder, then from `searchFolders`, `virtual` files
 * and the folder `outside`) becomes its resources, all flat beside it: `#include "../params.h"` is then `"params.h"`.
 */
export function createProgramReader(
  context: ForeignContext,
  places: {
    readonly searchFolders?: readonly string[];
    /** Files that the format makes up, by path. */
    readonly virtual?: ReadonlyMap<string, string>;
    readonly outside?: { readonly folder: ProblemFolder; readonly files: ReadonlySet<string> } | undefined;
  } = {},
): ProgramReader {
  const texts = new Map<string, Promise<string | undefined>>();
  const { searchFolders = [], virtual = new Map<string, string>(), outside } = places;
  const readText = async (key: string): Promise<string | undefined> => {
    const made = virtual.get(key);
    if (made !== undefined) return made;
    const isOutside = key.startsWith(outsideMark);
    const folder = isOutside ? outside?.folder : context.folder;
    return folder && readSource(context, folder, isOutside ? key.slice(outsideMark.length) : key);
  };
  const readOnce = (key: string): Promise<string | undefined> => {
    const text = texts.get(key) ?? readText(key);
    texts.set(key, text);
    return text;
  };
  const resolve = (from: string, target: string): string | undefined => {
    const isOutside = from.startsWith(outsideMark);
    const near = posix.join(posix.dirname(isOutside ? from.slice(outsideMark.length) : from), target);
    if (isOutside) return outside?.files.has(near) === true ? outsideMark + near : undefined;
    const inside = [near, ...searchFolders.map((folder) => posix.join(folder, target))];
    const found = inside.find((path) => virtual.has(path) || context.files.has(path));
    if (found !== undefined) return found;
    const far = posix.normalize(target);
    return outside?.files.has(far) === true ? outsideMark + far : undefined;
  };
  return {
    async read(path, language) {
      const fileName = posix.basename(path);
      const meant = language ?? toLanguage(fileName) ?? "other";
      const source = await readOnce(path);
      if (source === undefined) return undefined;
      if (!meant.startsWith("c")) return { language: meant, fileName, source };
      return collect(context, { path, source, language: meant, resolve, readOnce });
    },
  };
}

const outsideMark = "//";
const resourceCap = 300;

interface Collecting {
  readonly path: string;
  readonly source: string;
  readonly language: Language;
  readonly resolve: (from: string, target: string) => string | undefined;
  readonly readOnce: (key: string) => Promise<string | undefined>;
}

async function collect(context: ForeignContext, job: Collecting): Promise<Program | undefined> {
  const names = new Map([[job.path, posix.basename(job.path)]]);
  const taken = new Set([posix.basename(job.path).toLowerCase()]);
  const found: { readonly key: string; readonly source: string }[] = [];
  const visit = async (from: string, source: string): Promise<void> => {
    for (const target of findIncludes(source)) {
      const key = job.resolve(from, target);
      if (key === undefined || names.has(key) || found.length > resourceCap) continue;
      const text = await job.readOnce(key);
      if (text === undefined) continue;
      names.set(key, toFreeName(key, taken));
      found.push({ key, source: text });
      await visit(key, text);
    }
  };
  await visit(job.path, job.source);
  if (found.length > resourceCap) {
    context.report({ file: job.path, expected: `at most ${resourceCap} included files`, actual: "more" });
    return undefined;
  }
  const flatten = (from: string, source: string): string =>
    replaceIncludes(source, (target) => names.get(job.resolve(from, target) ?? "") ?? target);
  const resources = found.map(({ key, source }) => ({ fileName: names.get(key) ?? key, source: flatten(key, source) }));
  return {
    language: job.language,
    fileName: posix.basename(job.path),
    source: flatten(job.path, job.source),
    ...(resources.length > 0 ? { resources } : {}),
  };
}

/** The file's own name, or as much of its path as tells it from the others. */
function toFreeName(key: string, taken: Set<string>): string {
  const parts = key.split("/").filter((part) => part !== "" && part !== "..");
  let name = parts.at(-1) ?? "file";
  for (let from = -2; taken.has(name.toLowerCase()); from--) name = `${parts.at(from) ?? "x"}-${name}`;
  taken.add(name.toLowerCase());
  return name;
}

/** Source text. What is not UTF-8 is read as Latin-1, byte by byte, so that old comments do no harm. */
async function readSource(context: ForeignContext, folder: ProblemFolder, path: string): Promise<string | undefined> {
  const bytes = await folder.read(path, fileCaps.source, "a source file");
  if (bytes === undefined) return undefined;
  const parsed = parseUtf8(bytes);
  if (parsed.kind === "text") return parsed.text.replace(/^\uFEFF/, "");
  context.lose({
    file: path,
    field: "",
    reason: `not UTF-8 from offset ${parsed.offset} on: read as Latin-1, so texts outside ASCII may print otherwise`,
  });
  return Buffer.from(bytes).toString("latin1");
}
