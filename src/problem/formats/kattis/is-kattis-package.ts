import { open, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Whether a folder is a Kattis or ICPC package and not a native problem: its `problem.yaml` has no `title` and either a
 * `problem_format_version`, a `name`, or folders such as `data/` beside it; or it has DOMjudge's ini file.
 */
export async function isKattisPackage(directory: string): Promise<boolean> {
  const has = async (name: string): Promise<boolean> =>
    (await stat(join(directory, name)).catch(() => undefined)) !== undefined;
  const head = await readHead(join(directory, "problem.yaml"));
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

async function readHead(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true) return undefined;
  await using handle = await open(path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.toString("utf8", 0, bytesRead);
}
