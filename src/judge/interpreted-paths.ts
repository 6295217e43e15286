import { filterExisting } from "./host-tools.ts";

/** Shared libraries that dynamically linked programs of this machine load. */
export async function findLibraryPaths(more: readonly string[] = []): Promise<readonly string[]> {
  const system = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"];
  const isInside = (path: string): boolean => system.some((folder) => path.startsWith(`${folder}/`));
  return filterExisting([...system, ...more.filter((path) => !isInside(path))]);
}
