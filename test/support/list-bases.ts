import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The packages of the repository, relative to it. */
export function listBases(repository: string): readonly string[] {
  return ["test/packages", "examples"].flatMap((folder) =>
    readdirSync(join(repository, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`)
      .toSorted(),
  );
}
