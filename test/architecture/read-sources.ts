import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** All TypeScript files under the given folders of the repository, by path relative to its root. */
export function readSources(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
      const path = join(entry.parentPath, entry.name);
      sources.set(relative(root, path).split(sep).join("/"), readFileSync(path, "utf8"));
    }
  }
  return sources;
}
