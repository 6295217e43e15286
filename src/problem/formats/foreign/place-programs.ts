import type { Program } from "../../program.ts";
import { splitExtension } from "../native/languages.ts";
import { findIncludes } from "./includes.ts";
import { addResources, type ForeignOutput } from "./write-foreign.ts";

/** Puts programs into a package's folders so that a reader finds each with its own resources. */
export class ProgramPlacer {
  readonly #output: ForeignOutput;
  readonly #held = new Map<string, string>();
  readonly #placed: { readonly path: string; readonly program: Program }[] = [];

  constructor(output: ForeignOutput) {
    this.#output = output;
  }

  /**
   * Adds a program and its resources to the first folder where no other program's files are in the way; gives the path of
   * its source.
   */
  place(program: Program, folders: readonly string[]): string {
    const files = [program, ...(program.resources ?? [])];
    const isFree = (folder: string): boolean =>
      files.every(({ fileName, source }) => [undefined, source].includes(this.#held.get(join(folder, fileName))));
    const folder = folders.find(isFree) ?? folders.at(-1) ?? "";
    for (const { fileName, source } of files) this.#held.set(join(folder, fileName), source);
    const path = join(folder, program.fileName);
    this.#output.add(path, program.source);
    addResources(this.#output, folder, program);
    this.#placed.push({ path, program });
    return path;
  }

  /** To be called last: says which programs will be read with a header that another one brought. */
  finish(searchFolders: readonly string[]): void {
    for (const { path, program } of this.#placed.filter((item) => item.program.language.startsWith("c"))) {
      const own = new Set(program.resources?.map((resource) => resource.fileName));
      const near = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      for (const target of findIncludes(program.source)) {
        const foreign = [near, ...searchFolders].find((folder) => this.#held.has(join(folder, target)));
        if (own.has(target) || foreign === undefined) continue;
        const reason = `${target} will be the one of another program`;
        this.#output.lose({ file: path, field: target, reason });
      }
    }
  }
}

/** The program under another name, its extension kept. A Java class stays in the file of its name. */
export function renameProgram(program: Program, name: string): Program {
  const { extension } = splitExtension(program.fileName);
  const isBound = program.language === "java" || program.language === "kotlin";
  if (isBound || splitExtension(program.fileName).stem === name) return program;
  const fileName = extension === "" ? name : `${name}.${extension}`;
  return { ...program, fileName };
}

function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
