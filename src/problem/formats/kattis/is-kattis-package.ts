import { open, realpath, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { isInsidePath } from "../native/folder.ts";

/**
 * Whether a folder is a Kattis or ICPC package and not a native problem: its `problem.yaml` has no `title` and either a
 * `problem_format_version`, a `name`, or folders such as `data/` beside it; or it has DOMjudge's ini file.
 */
export async function isKattisPackage(directory: string): Promise<boolean> {
  const has = async (name: string): Promise<boolean> =>
    (await stat(join(directory, name)).catch(() => undefined)) !== undefined;
  const head = await readHead(directory, "problem.yaml");
  if (head === undefined) return has("domjudge-problem.ini");
  if (/^["']?title["']?[ \t]*:/m.test(head)) return false;
  if (/^["']?(?:problem_format_version|name)["']?[ \t]*:/m.test(head)) return true;
  for (const name of ["statement.md", "samples", "tests"]) if (await has(name)) return false;
  for (const name of ["domjudge-problem.ini", "problem_statement", "statement", "data", "submissions"]) {
    if (await has(name)) return true;
  }
  return false;
}

const headBytes = 64 * 1024;

/** The beginning of a file; undefined where there is none, or where a link leads out of the folder. */
async function readHead(directory: string, name: string): Promise<string | undefined> {
  const path = await realpath(join(directory, name)).catch(() => undefined);
  if (path === undefined || !isInsidePath(relative(await realpath(directory), path))) return undefined;
  if (!(await stat(path)).isFile()) return undefined;
  await using handle = await open(path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.toString("utf8", 0, bytesRead);
}
