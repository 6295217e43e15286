import { constants, type Dirent } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { ProblemIssue } from "../../problem-issue.ts";
import { parseUtf8 } from "../text.ts";
import { toMemoryText } from "../../units.ts";
import { fileCaps } from "./layout.ts";

/** Reads an untrusted folder: nothing outside it, nothing but regular files, nothing beyond the caps. */
export class ProblemFolder {
  readonly directory: string;
  readonly #root: string;
  readonly #report: (issue: ProblemIssue) => void;
  readonly #signal: AbortSignal | undefined;
  /** Links to folders that were followed, few in any honest problem. */
  #followed = 0;

  private constructor(options: {
    readonly directory: string;
    readonly root: string;
    readonly report: (issue: ProblemIssue) => void;
    readonly signal: AbortSignal | undefined;
  }) {
    this.directory = options.directory;
    this.#root = options.root;
    this.#report = options.report;
    this.#signal = options.signal;
  }

  static async open(
    directory: string,
    options: { readonly report: (issue: ProblemIssue) => void; readonly signal?: AbortSignal | undefined },
  ): Promise<ProblemFolder> {
    return new ProblemFolder({ ...options, directory, root: await realpath(directory), signal: options.signal });
  }

  /** The entries of the problem's folder itself, hidden ones left out, in code-unit order. */
  async listTop(): Promise<readonly Dirent[]> {
    const entries = await readdir(this.#root, { withFileTypes: true });
    return entries.filter((entry) => !entry.name.startsWith(".")).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Paths, relative to `folder`, of all files below it; hidden ones are left out. Empty where it does not exist. */
  async list(folder: string): Promise<readonly string[]> {
    const real = await realpath(join(this.#root, folder)).catch(() => undefined);
    if (real === undefined) return [];
    if (real !== join(this.#root, folder) || !(await stat(real)).isDirectory()) {
      this.#report({ file: folder, expected: "a folder", actual: "a file or a symbolic link" });
      return [];
    }
    const found: string[] = [];
    await this.#walk(folder, "", found);
    if (found.length > fileCaps.count) {
      this.#report({ file: folder, expected: `at most ${fileCaps.count} files`, actual: "more" });
      return [];
    }
    return found;
  }

  /** The bytes of a file, or undefined with the reason reported. */
  async read(path: string, maxBytes: number, expected = "a file"): Promise<Uint8Array | undefined> {
    this.#signal?.throwIfAborted();
    const real = await this.#locate(path, expected);
    if (real === undefined) return undefined;
    await using handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const { size } = await handle.stat();
    if (size > maxBytes) {
      this.#report({ file: path, expected: `at most ${toMemoryText(maxBytes)}`, actual: `${size} bytes` });
      return undefined;
    }
    return new Uint8Array(await handle.readFile({ signal: this.#signal }));
  }

  /** The text of a UTF-8 file exactly as it is, or undefined with the reason reported. */
  async readText(path: string, maxBytes: number, expected = "a file"): Promise<string | undefined> {
    const bytes = await this.read(path, maxBytes, expected);
    if (bytes === undefined) return undefined;
    const parsed = parseUtf8(bytes);
    if (parsed.kind === "text") return parsed.text;
    const byte = bytes[parsed.offset]?.toString(16).padStart(2, "0") ?? "its end";
    this.#report({ file: path, expected: "UTF-8 text", actual: `byte 0x${byte} at offset ${parsed.offset}` });
    return undefined;
  }

  async #walk(folder: string, below: string, found: string[]): Promise<void> {
    this.#signal?.throwIfAborted();
    const entries = await readdir(join(this.#root, folder, below), { withFileTypes: true });
    for (const entry of entries) {
      if (entry.name.startsWith(".") || found.length > fileCaps.count) continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await this.#isFolderInside(folder, path)));
      if (!isFolder) found.push(path);
      else if (path.split("/").length >= fileCaps.depth) {
        this.#report({ file: `${folder}/${path}`, expected: `at most ${fileCaps.depth} folders deep`, actual: "more" });
      } else await this.#walk(folder, path, found);
    }
  }

  /** Whether a link leads to a folder of the problem that does not contain the link itself. */
  async #isFolderInside(folder: string, path: string): Promise<boolean> {
    const link = join(this.#root, folder, path);
    const real = await realpath(link).catch(() => undefined);
    if (real === undefined || !real.startsWith(`${this.#root}${sep}`) || link.startsWith(`${real}${sep}`)) return false;
    return (await stat(real)).isDirectory() && ++this.#followed <= fileCaps.depth ** 2;
  }

  async #locate(path: string, expected: string): Promise<string | undefined> {
    const fail = (actual: string, advice?: string): undefined => {
      this.#report({ file: path, expected, actual, advice });
    };
    if (!isInsidePath(path)) return fail("a path that leads out of the problem's folder");
    const real = await realpath(join(this.#root, path)).catch(() => undefined);
    if (real === undefined) return fail("no such file");
    const inside = relative(this.#root, real);
    if (inside.startsWith(`..${sep}`) || inside === ".." || isAbsolute(inside)) {
      const advice = "put the file itself there, as `cp -rL` does for a whole folder";
      return fail("a symbolic link that leads out of the problem's folder", advice);
    }
    if (!(await stat(real)).isFile()) return fail("something that is not a regular file");
    return real;
  }
}

/** Whether a relative path with `/` between its parts stays below where it starts, by its text alone. */
export function isInsidePath(path: string): boolean {
  if (path === "" || isAbsolute(path) || /[\\\0]|^[A-Za-z]:/.test(path)) return false;
  return path.split("/").every((part, index) => part !== ".." && (part !== "" || index > 0));
}
