import { compareNatural } from "../../natural-order.ts";
import type { ProblemIssue } from "../../problem-issue.ts";
import type { Language, Program } from "../../program.ts";
import type { ProblemFolder } from "./folder.ts";
import { isHeader, sourceRule, splitExtension, toLanguage } from "./languages.ts";
import { fileCaps, manifestName, type KnownFolder } from "./layout.ts";

/** What `problem.yaml` may say of a program. */
export interface ProgramSpec {
  readonly file?: string | undefined;
  readonly language?: Language | undefined;
  readonly resources?: readonly string[] | undefined;
}

/** What `problem.yaml` says of a program among others. */
export interface NamedProgramSpec extends ProgramSpec {
  readonly name: string;
}

interface Context {
  readonly folder: ProblemFolder;
  readonly report: (issue: ProblemIssue) => void;
}

/**
 * The programs of a folder that holds several: each source file is one, each subfolder is one, and headers beside them
 * belong to all C and C++ ones. With `specs`, exactly those listed, in that order.
 */
export async function readPrograms<T extends NamedProgramSpec>(
  context: Context,
  name: KnownFolder,
  specs: readonly T[] | undefined,
): Promise<readonly { readonly name: string; readonly program: Program; readonly spec: T | undefined }[]> {
  const paths = (await context.folder.list(name)).toSorted(compareNatural);
  const entries = groupEntries(paths);
  const shared = paths.filter((path) => !path.includes("/") && isHeader(path));
  const wanted =
    specs?.map((spec) => ({ name: spec.name, spec })) ??
    [...entries.keys()].map((entry) => ({ name: entry, spec: undefined }));
  const programs: { name: string; program: Program; spec: T | undefined }[] = [];
  for (const [index, item] of wanted.entries()) {
    const files = entries.get(item.name);
    if (files === undefined) {
      const known = [...entries.keys()].join(", ") || "an empty folder";
      const expected = `a program called ${item.name} in ${name}/`;
      context.report({ file: manifestName, field: `${name}.${index}.name`, expected, actual: known });
      continue;
    }
    const program = await readProgram(
      context,
      { files: files.map((file) => `${name}/${file}`), shared: shared.map((file) => `${name}/${file}`) },
      item.spec ?? {},
    );
    if (program !== undefined) programs.push({ ...item, program });
  }
  for (const entry of specs === undefined ? [] : entries.keys()) {
    if (!specs?.some((spec) => spec.name === entry)) {
      context.report({
        file: `${name}/${entries.get(entry)?.[0] ?? entry}`,
        expected: `to be listed under ${name} in ${manifestName}`,
        actual: "not listed",
      });
    }
  }
  return programs;
}

/** The program of a folder that holds one (`checker/`); undefined where the folder has no files. */
export async function readSingleProgram(
  context: Context,
  name: KnownFolder,
  spec: ProgramSpec,
): Promise<Program | undefined> {
  const files = (await context.folder.list(name)).toSorted(compareNatural).map((file) => `${name}/${file}`);
  return files.length === 0 ? undefined : readProgram(context, { files, shared: [] }, spec);
}

/** Program name to its files. A name that two entries share keeps both and fails later, as ambiguous. */
function groupEntries(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const entries = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.indexOf("/");
    if (slash < 0 && isHeader(path)) continue;
    const name = slash < 0 ? splitExtension(path).stem : path.slice(0, slash);
    entries.set(name, [...(entries.get(name) ?? []), path]);
  }
  return entries;
}

async function readProgram(
  { folder, report }: Context,
  paths: { readonly files: readonly string[]; readonly shared: readonly string[] },
  spec: ProgramSpec,
): Promise<Program | undefined> {
  const main = findMain(paths.files, spec, report);
  if (main === undefined) return undefined;
  const fileName = toBase(main);
  const language = spec.language ?? toLanguage(fileName);
  if (language === undefined) {
    report({ file: main, expected: sourceRule, actual: fileName });
    return undefined;
  }
  const source = await folder.readText(main, fileCaps.source, "a program");
  const others = [...paths.files.filter((path) => path !== main), ...(language.startsWith("c") ? paths.shared : [])];
  const resources = await readResources({ folder, report }, sortAs(others, spec.resources));
  if (source === undefined) return undefined;
  return { language, fileName, source, ...(resources.length > 0 ? { resources } : {}) };
}

function findMain(
  files: readonly string[],
  spec: ProgramSpec,
  report: (issue: ProblemIssue) => void,
): string | undefined {
  const [first] = files;
  const isAmbiguous = new Set(files.map((path) => path.slice(0, path.lastIndexOf("/")))).size > 1;
  if (first === undefined) return undefined;
  if (isAmbiguous) {
    report({ file: first, expected: "one program of this name, its files in one folder", actual: files.join(", ") });
    return undefined;
  }
  if (spec.file !== undefined) {
    const main = files.find((path) => toBase(path) === spec.file);
    if (main === undefined)
      report({ file: first, expected: `a file called ${spec.file}`, actual: files.map(toBase).join(", ") });
    return main;
  }
  if (files.length === 1) return first;
  const sources = files.filter((path) => toLanguage(toBase(path)) !== undefined);
  if (sources.length === 1) return sources[0];
  report({
    file: first,
    expected: "one source file that is the program",
    actual: files.map(toBase).join(", "),
    advice: `say which under file: in ${manifestName}, or give each program its own name`,
  });
  return undefined;
}

async function readResources(
  { folder }: Context,
  paths: readonly string[],
): Promise<{ fileName: string; source: string }[]> {
  const resources: { fileName: string; source: string }[] = [];
  for (const path of paths) {
    const source = await folder.readText(path, fileCaps.source, "a file that a program includes");
    if (source !== undefined) resources.push({ fileName: toBase(path), source });
  }
  return resources;
}

/** In the order of the names given, the rest after them. */
function sortAs(paths: readonly string[], names: readonly string[] = []): readonly string[] {
  const rank = (path: string): number => {
    const index = names.indexOf(toBase(path));
    return index < 0 ? names.length : index;
  };
  return paths.toSorted((a, b) => rank(a) - rank(b));
}

function toBase(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
